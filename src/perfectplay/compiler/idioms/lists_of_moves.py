"""Moves that are tuples of any length: those that are written out beside longer ones.

``yield (a, b)`` beside ``yield tuple(path)``: what is written out has a length of its own in
compiled code, and so it is marked, to become a tuple that changes its length.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TypeGuard

MOVE = "pp_move"
"""The mark of a tuple that is written out and is a move, beside others that are longer."""

_TAKING = ("pop", "popleft")
_PUTTING = ("append", "insert", "extend", "add")


def mark_moves(tree: ast.FunctionDef, *, all_moves: bool) -> None:
    """Mark the tuples that a function yields, or puts into lists of moves, where it writes them
    out. ``all_moves``: whether all that it yields are moves; else only what it puts into lists that
    it is given."""
    lists = {x.arg for x in tree.args.args}
    if all_moves:
        lists = {name for node in ast.walk(tree) for name in _handed_on(node)}
    _mark_unlike(tree)
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


def _mark_unlike(tree: ast.FunctionDef) -> None:
    """Mark the tuples of unlike lengths that a function yields, or puts into one list; a sum of
    tuples may have any."""
    found: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Yield(ast.Tuple() | ast.BinOp() as value):
                found.setdefault("", []).append(value)
            case ast.Call(ast.Attribute(ast.Name(name), "append" | "add"), [value]):
                found.setdefault(name, []).append(value)
    for together in found.values():
        written = [x for x in together if isinstance(x, ast.Tuple)]
        summed = any(isinstance(x, ast.BinOp) for x in together)
        if summed or len({len(x.elts) for x in written}) > 1:
            for each in written:
                marked(each)


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
