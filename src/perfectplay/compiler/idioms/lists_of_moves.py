"""Moves that are tuples of any length: those that are written out beside longer ones.

``yield (a, b)`` beside ``yield tuple(path)``: what is written out has a length of its own in
compiled code, and so it is marked, to become a tuple that changes its length.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TypeGuard

from perfectplay.compiler.idioms.longer_arguments import example_of
from perfectplay.compiler.source.function_rules import FunctionRules

MOVE = "pp_move"
"""The mark of a tuple that is written out and is a move, beside others that are longer."""

EXAMPLE = "pp_example"
"""The attribute of an empty one, with an item that others have."""

_RETURNED = "return"
"""Stands for the lists that a function returns."""

_LISTED = "pp_listed"
"""Marks what stands in a list that is written out."""

NO_KIND = (
    "[()] stands beside lists of longer tuples, of which nobody knows the kind",
    "let each begin with an item, [((r, c),)]; or ask for numbers there: (n,) + tail",
)

_TAKING = ("pop", "popleft")
_PUTTING = ("append", "insert", "extend", "add")


def mark_moves(tree: ast.FunctionDef, rules: FunctionRules, *, all_moves: bool) -> None:
    """Mark the tuples that a function yields, or puts into lists of moves, where it writes them
    out. ``all_moves``: whether all that it yields are moves; else only what it puts into lists that
    it is given."""
    lists = {x.arg for x in tree.args.args}
    if all_moves:
        lists = {name for node in ast.walk(tree) for name in _handed_on(node)}
    _mark_unlike(tree, rules)
    taken = {_list_of(x) for x in ast.walk(tree) if _is_call_of(x, _TAKING)}
    for node in ast.walk(tree):
        if all_moves and isinstance(node, ast.Yield):
            _mark(node.value)
        elif _is_call_of(node, _PUTTING) and _list_of(node) in lists - taken:
            _mark(node.args[-1])
        elif all_moves and isinstance(node, ast.Assign | ast.AugAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name) and target.id in lists:
                _mark(node.value)


def _mark_unlike(tree: ast.FunctionDef, rules: FunctionRules) -> None:
    """Mark the tuples of unlike lengths that a function yields, or puts into one list; a sum of
    tuples may have any. An empty one is told of what kind the items of others are."""
    found: dict[str, list[ast.expr]] = {}
    returned = set[str]()
    locals_: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Assign([ast.Name(name)], ast.Tuple() | ast.BinOp() as tuple_set):
                locals_.setdefault(name, []).append(tuple_set)
    for node in ast.walk(tree):
        match node:
            case ast.Yield(ast.Tuple() | ast.BinOp() as given):
                found.setdefault("", []).append(given)
            case ast.Call(ast.Attribute(ast.Name(name), "append" | "add"), [value]):
                local = locals_.get(value.id, []) if isinstance(value, ast.Name) else []
                found.setdefault(name, []).extend([value, *local])
            case ast.Call(ast.Attribute(ast.Name(name), "extend"), [value]):
                found.setdefault(name, []).extend(_written(value))
            case ast.Assign([ast.Name(name)], value) | ast.AugAssign(ast.Name(name), _, value):
                found.setdefault(name, []).extend(_written(value))
            case ast.Return(ast.expr() as value):
                found.setdefault(_RETURNED, []).extend(_written(value))
                returned |= {x.id for x in _summed(value) if isinstance(x, ast.Name)}
    for name in returned & found.keys():
        found[_RETURNED] += found.pop(name)
    for together in found.values():
        written = [x for x in together if isinstance(x, ast.Tuple) and not _has_star(x)]
        summed = [x for x in together if isinstance(x, ast.BinOp) or _has_star(x)]
        if summed or len({len(x.elts) for x in written}) > 1:
            item = next((x.elts[0] for y in together for x in _tuples_in(y)), None)
            for each in written:
                if not each.elts and item is not None:
                    example = example_of(item, tree, rules.known)
                    if example is None and hasattr(each, _LISTED):
                        rules.refuse(each, *NO_KIND)
                    setattr(each, EXAMPLE, example)
                marked(each)


def _written(value: ast.expr) -> list[ast.expr]:
    """The tuples, and the sums of some, that a list is made of."""
    match value:
        case ast.List(items):
            for x in items:
                setattr(x, _LISTED, True)
            return [x for x in items if isinstance(x, ast.Tuple | ast.BinOp)]
        case ast.ListComp(ast.Tuple() | ast.BinOp() as item):
            return [item]
        case ast.IfExp(_, one, other) | ast.BinOp(one, ast.Add(), other):
            return _written(one) + _written(other)
        case ast.BoolOp(_, values):
            return [x for each in values for x in _written(each)]
    return []


def _summed(value: ast.expr) -> list[ast.expr]:
    match value:
        case ast.BinOp(one, _, other) | ast.IfExp(_, one, other):
            return _summed(one) + _summed(other)
        case ast.BoolOp(_, values):
            return [x for each in values for x in _summed(each)]
    return [value]


def _has_star(node: ast.expr) -> bool:
    return isinstance(node, ast.Tuple) and any(isinstance(x, ast.Starred) for x in node.elts)


def _tuples_in(node: ast.expr) -> list[ast.Tuple]:
    """The tuples of some items that are written out in a sum, but for those that begin with a
    starred one."""
    parts = [x for x in _summed(node) if isinstance(x, ast.Tuple) and x.elts]
    return [x for x in parts if not isinstance(x.elts[0], ast.Starred)]


def tuples_put(tree: ast.FunctionDef) -> list[ast.expr]:
    """The arguments of ``tuple(...)`` that a function yields, or puts into lists."""
    put = [x.value for x in ast.walk(tree) if isinstance(x, ast.Yield)]
    put += [x.args[-1] for x in ast.walk(tree) if _is_call_of(x, _PUTTING)]
    names = {x.id for x in put if isinstance(x, ast.Name)}
    for node in ast.walk(tree):
        match node:
            case ast.Assign([ast.Name(name)], value) if name in names:
                put.append(value)
    return [
        x.args[0] for x in put
        if isinstance(x, ast.Call) and getattr(x.func, "id", "") == "tuple" and len(x.args) == 1
    ]  # fmt: skip


def marked(node: ast.Tuple) -> ast.Tuple:
    """The tuple, as a move of any length."""
    setattr(node, MOVE, True)
    return node


def _handed_on(node: ast.AST) -> Iterator[str]:
    """The locals whose items a function gives one by one by this node."""
    match node:
        case ast.YieldFrom(value) | ast.Return(ast.expr() as value):
            yield from (x.id for x in ast.walk(value) if isinstance(x, ast.Name))
        case ast.For(ast.Name(each), ast.Name(items), body):
            yields = [x for y in body for x in ast.walk(y) if isinstance(x, ast.Yield)]
            if any(isinstance(x.value, ast.Name) and x.value.id == each for x in yields):
                yield items


def _mark(node: ast.expr | None) -> None:
    """Mark a tuple, or the tuples in a list, that are written out."""
    match node:
        case ast.Tuple():
            marked(node)
        case ast.List(items):
            for item in items:
                _mark(item)
        case ast.ListComp(item) | ast.GeneratorExp(item):
            _mark(item)
        case ast.IfExp(_, one, other) | ast.BinOp(one, ast.Add(), other):
            _mark(one)
            _mark(other)


def _is_call_of(node: ast.AST, methods: tuple[str, ...]) -> TypeGuard[ast.Call]:
    match node:
        case ast.Call(ast.Attribute(ast.Name(), method), [*_], []):
            return method in methods and (methods is _TAKING or bool(node.args))
    return False


def _list_of(node: ast.Call) -> str:
    assert isinstance(node.func, ast.Attribute)
    return getattr(node.func.value, "id", "")
