"""Functions whose results are only looped over, as generators of the items that they return."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator

from perfectplay.compiler.source.syntax_trees import Statements, all_located, flat

Instead = Callable[[ast.expr | None, ast.AST], Statements]


ITERATED_MARK = "pp_iterated"
"""The mark of calls whose results are only looped over, at once."""


def mark_handed_on(tree: ast.FunctionDef) -> None:
    """Mark the calls whose results a function hands on, of which callers only loop over its own."""
    for node in nodes_of(tree):
        if isinstance(node, ast.Return | ast.YieldFrom):
            for call in _handed_on(node.value):
                setattr(call, ITERATED_MARK, True)


def _handed_on(value: ast.expr | None) -> Iterator[ast.Call]:
    while _is_collected(value):
        assert isinstance(value, ast.Call)
        value = value.args[0]
    if isinstance(value, ast.IfExp):
        yield from _handed_on(value.body)
        yield from _handed_on(value.orelse)
    elif isinstance(value, ast.Call):
        yield value


def as_iterator(tree: ast.FunctionDef) -> bool:
    """Replace returned lists by yields; True if the function is now a generator.

    That is done if there are several returns, or if a list is built in the return. A function that
    yields already only loses the values that it returns, which have no effect.
    """
    if is_generator(tree):
        _return_nothing(tree)
        return True
    returns = [x for x in nodes_of(tree) if isinstance(x, ast.Return)]
    new = (ast.List, ast.Tuple, ast.ListComp, ast.IfExp, ast.Call, ast.Set)
    if len(returns) > 1 or any(isinstance(x.value, new) for x in returns):
        calls = [x for x in returns if isinstance(x.value, ast.Call)]
        if len(returns) == 1 and calls and not _is_collected(calls[0].value):
            return False
        _return_nothing(tree, given_one_by_one)
        return True
    return False


def as_generator(tree: ast.FunctionDef) -> None:
    """Make a function that returns something to loop over a generator of the items."""
    if not as_iterator(tree):
        _return_nothing(tree, given_one_by_one)


def is_generator(tree: ast.FunctionDef) -> bool:
    """True if the function itself yields."""
    return any(isinstance(x, ast.Yield | ast.YieldFrom) for x in nodes_of(tree))


def nodes_of(tree: ast.FunctionDef | ast.Module) -> list[ast.AST]:
    """The nodes of a function without those of the functions in it."""
    found: list[ast.AST] = []
    rest: list[ast.AST] = list(tree.body)
    while rest:
        node = rest.pop()
        found.append(node)
        if not isinstance(node, ast.FunctionDef | ast.Lambda | ast.GeneratorExp):
            rest += ast.iter_child_nodes(node)
    return found


def _is_collected(node: ast.expr | None) -> bool:
    """True if it is ``list(...)``, ``tuple(...)`` or ``iter(...)`` of something."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("list", "tuple", "iter")
        and len(node.args) == 1
    )


def _return_nothing(tree: ast.FunctionDef, instead: Instead | None = None) -> None:
    """Make all returns bare; ``instead`` gives the statements in the place of a returned value."""
    transformer = _BareReturns(instead)
    tree.body = flat(transformer.visit(x) for x in tree.body)


def with_yields(body: Statements) -> Statements:
    """The statements, with yields of the items in the place of what they return."""
    return flat(_BareReturns(given_one_by_one).visit(x) for x in body)


class _BareReturns(ast.NodeTransformer):
    def __init__(self, instead: Instead | None) -> None:
        self.instead = instead

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node

    def visit_Return(self, node: ast.Return) -> Statements:
        before = self.instead(node.value, node) if self.instead else []
        return [*before, ast.copy_location(ast.Return(None), node)]


def given_one_by_one(value: ast.expr | None, where: ast.AST) -> Statements:
    """Statements that yield each item of a value."""
    return all_located(_given(value), where)


def _given(value: ast.expr | None) -> Statements:
    while _is_collected(value):
        assert isinstance(value, ast.Call)
        value = value.args[0]
    if isinstance(value, ast.IfExp):
        body, orelse = _given(value.body), _given(value.orelse)
        return [ast.If(value.test, body or [ast.Pass()], orelse)]
    match value:
        case ast.BinOp(one, ast.Add(), other):
            return [*_given(one), *_given(other)]
        case ast.BoolOp(ast.Or(), [ast.Name() as one, *others]):
            other = others[0] if len(others) == 1 else ast.BoolOp(ast.Or(), others)
            return [ast.If(copy.deepcopy(one), _given(one), _given(other))]
    if isinstance(value, ast.List | ast.Tuple):
        return flat(
            _given(x.value) if isinstance(x, ast.Starred) else ast.Expr(ast.Yield(x))
            for x in value.elts
        )
    if isinstance(value, ast.ListComp):
        value = ast.GeneratorExp(value.elt, value.generators)
    if value is None or (isinstance(value, ast.Constant) and value.value is None):
        return []
    return [ast.Expr(ast.YieldFrom(value))]
