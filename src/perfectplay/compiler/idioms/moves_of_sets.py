"""Moves that are a set, ``return free - taken``: they are sorted, as in Python (`sorted_moves`)."""

from __future__ import annotations

import ast
from collections.abc import Callable

from perfectplay.compiler.source.iterators import is_generator, nodes_of
from perfectplay.compiler.source.syntax_trees import located

_IN_ORDER = ("enumerate", "filter", "list", "map", "range", "reversed", "sorted", "tuple", "zip")
_SETS = (ast.Attribute, ast.Call, ast.IfExp, ast.Set, ast.SetComp, ast.Subscript)
_OF_SEQUENCES = (ast.Add, ast.Mult)

Refuse = Callable[[ast.expr, str, str], None]


def sort_moves(tree: ast.FunctionDef, refuse: Refuse) -> None:
    """Sort what a function returns, where it is not plainly a sequence. ``refuse``: called with a
    set of texts that rules put together, a reason, and the idiom that compiles."""
    if is_generator(tree):
        return
    lists = {
        target.id
        for node in nodes_of(tree) if isinstance(node, ast.Assign) and _has_order(node.value, set())
        for target in node.targets if isinstance(target, ast.Name)
    }  # fmt: skip
    for node in nodes_of(tree):
        if isinstance(node, ast.Return) and node.value is not None:
            node.value = _sorted(node.value, lists, refuse)


def _sorted(value: ast.expr, lists: set[str], refuse: Refuse) -> ast.expr:
    """What is returned, with the sets in it sorted."""
    if isinstance(value, ast.IfExp):
        value.body = _sorted(value.body, lists, refuse)
        value.orelse = _sorted(value.orelse, lists, refuse)
        return value
    if isinstance(value, ast.BoolOp):  # no elements are False, sorted or not
        value.values = [_sorted(x, lists, refuse) for x in value.values]
        return value
    if _has_order(value, lists):
        return value
    match value:
        case ast.SetComp(ast.JoinedStr()) | ast.Set([ast.JoinedStr(), *_]):
            reason = "moves are a set of texts that rules put together"
            refuse(value, reason, "a list of them compiles")
    return located(ast.Call(ast.Name("sorted", ast.Load()), [value], []), value)


def _has_order(value: ast.expr, lists: set[str]) -> bool:
    """Whether an expression is plainly no set."""
    match value:
        case ast.Name(name):
            return name in lists
        case ast.Call(ast.Name(name)):
            return name in _IN_ORDER
        case ast.BinOp(_, operator):
            return isinstance(operator, _OF_SEQUENCES)
    return not isinstance(value, _SETS)
