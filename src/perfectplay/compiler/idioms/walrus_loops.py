"""``[to for at in cells if (to := at + step) < 9]``: a name that a condition of a loop sets.

``for to in (at + step,)`` sets it just so, if nothing outside of the comprehension reads it.
"""

from __future__ import annotations

import ast

from perfectplay.compiler.source.syntax_trees import load, located, store, tuple_of

Comprehension = ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp


def loop_over_named(tree: ast.FunctionDef) -> None:
    """Replace ``:=`` in the conditions of a function's comprehensions, in place, where the name is
    theirs alone."""
    found: dict[str, list[Comprehension]] = {}
    for node in ast.walk(tree):
        if isinstance(node, Comprehension):
            _ask_apart(node)
            for name in _named(node):
                found.setdefault(name, []).append(node)
    others = [x for x in ast.walk(tree) if isinstance(x, Comprehension)]
    for name, nodes in found.items():
        looped = [x for x in others if any(_uses(each.target, name) for each in x.generators)]
        inside = {id(x) for node in [*nodes, *looped] for x in _uses(node, name)}
        if all(id(x) in inside for x in _uses(tree, name)):
            for node in nodes:
                _loop_over(node, name)


def _ask_apart(node: Comprehension) -> None:
    """``if a and (x := b)`` as two conditions."""
    for each in node.generators:
        apart: list[ast.expr] = []
        for test in each.ifs:
            named = any(isinstance(x, ast.NamedExpr) for x in ast.walk(test))
            both = named and isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And)
            apart += test.values if isinstance(test, ast.BoolOp) and both else [test]
        each.ifs = apart


def _named(node: Comprehension) -> set[str]:
    """The names that one condition sets, or what is given, where it is asked first."""
    asked = [test for each in node.generators for test in each.ifs]
    if not isinstance(node, ast.DictComp):
        asked.append(node.elt)
    pairs = [(named.target.id, test) for test in asked if (named := _first_asked(test)) is not None]
    names = [name for name, _ in pairs]
    return {
        name
        for name, test in pairs
        if names.count(name) == 1 and _set_once(node, name) and name not in _read_before(test)
    }


def _read_before(test: ast.expr) -> list[str]:
    """The names that are read before a ``:=`` that `_first_asked` finds."""
    match test:
        case ast.Compare(ast.Name(name)) | ast.Subscript(ast.Name(name)):
            return [name]
        case ast.Call(ast.Name(name)) | ast.Call(ast.Attribute(ast.Name(name))):
            return [name]
    return []


def _set_once(node: Comprehension, name: str) -> bool:
    return sum(not isinstance(x.ctx, ast.Load) for x in _uses(node, name)) == 1


def _uses(node: ast.AST, name: str) -> list[ast.Name]:
    return [x for x in ast.walk(node) if isinstance(x, ast.Name) and x.id == name]


def _first_asked(test: ast.expr) -> ast.NamedExpr | None:
    """The ``:=`` that a condition asks before anything else."""
    match test:
        case ast.NamedExpr():
            return test
        case ast.Compare(ast.Constant() | ast.Name(), _, [first, *_]):
            return _first_asked(first)
        case ast.Compare(first) | ast.UnaryOp(_, first) | ast.BoolOp(_, [first, *_]):
            return _first_asked(first)
        case ast.Subscript(ast.Name(), first) | ast.Subscript(first) | ast.BinOp(first):
            return _first_asked(first)
        case ast.Call(ast.Name() | ast.Attribute(ast.Name()), [first, *_]) | ast.IfExp(first):
            return _first_asked(first)
        case ast.Attribute(first) | ast.Call(ast.Attribute(first)):
            return _first_asked(first)
    return None


class _Named(ast.NodeTransformer):
    """Reads the name in the place of one ``:=``."""

    def __init__(self, node: ast.NamedExpr) -> None:
        self.node = node

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.expr:
        if node is self.node:
            return located(load(node.target.id), node)
        self.generic_visit(node)
        return node


def _loop_over(node: Comprehension, name: str) -> None:
    loops: list[ast.comprehension] = []
    for each in node.generators:
        loops.append(each)
        for i, test in enumerate(each.ifs):
            if (named := _asked(test, name)) is not None:
                rest = [_Named(named).visit(test), *each.ifs[i + 1 :]]
                del each.ifs[i:]
                loops.append(_once(named, rest))
                break
    if not isinstance(node, ast.DictComp) and (named := _asked(node.elt, name)) is not None:
        node.elt = _Named(named).visit(node.elt)
        loops.append(_once(named, []))
    node.generators = loops
    ast.fix_missing_locations(node)


def _asked(node: ast.expr, name: str) -> ast.NamedExpr | None:
    named = _first_asked(node)
    return named if named is not None and named.target.id == name else None


def _once(named: ast.NamedExpr, tests: list[ast.expr]) -> ast.comprehension:
    value = located(tuple_of(named.value), named)
    return ast.comprehension(store(named.target.id), value, tests, 0)
