"""Sets that are written out: ``{a, b}``, ``{*row, x}``.

The elements come in as they do in CPython, since their order depends on it: a row with a star at
once, as by `update`, all others one by one; constants alone are a frozenset that is copied.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import CodeType
from typing import Any

from perfectplay.compiler.source.own_names import own
from perfectplay.compiler.source.syntax_trees import call, load, located

_COPIED_FROM = 3
"""How many constants, at least, CPython keeps as a frozenset."""


def put_in_turn(node: ast.Set) -> ast.expr | None:
    """A set with stars, as calls for each part; None for one without."""
    starred = [i for i, x in enumerate(node.elts) if isinstance(x, ast.Starred)]
    if not starred:
        return None
    first = node.elts[: starred[0]]
    whole: ast.expr | None = None
    if first:
        whole = ast.Call(load(own("set")), [ast.Tuple(first, ast.Load())], [])
    for part in node.elts[len(first) :]:
        if not isinstance(part, ast.Starred):
            whole = call("changed_by_one", whole, part)  # type: ignore[arg-type]
        elif whole is None:
            whole = ast.Call(load(own("set")), [part.value], [])
        else:
            whole = call("changed_by_union", whole, part.value)
    assert whole is not None
    return located(whole, node)


def is_copied(node: ast.Set) -> bool:
    """Whether CPython makes the set as a copy of a frozenset.

    >>> [is_copied(ast.parse(x, mode="eval").body) for x in ("{1, -2, (3, 4)}", "{1, 2}")]
    [True, False]
    """
    return len(node.elts) >= _COPIED_FROM and all(map(_is_literal, node.elts))


def _is_literal(node: ast.expr) -> bool:
    match node:
        case ast.Constant():
            return True
        case ast.UnaryOp(_, operand):
            return _is_literal(operand)
        case ast.BinOp(left, _, right):
            return _is_literal(left) and _is_literal(right)
        case ast.Tuple(parts):
            return all(map(_is_literal, parts))
    return False


def frozen_display(node: ast.expr, code: CodeType) -> frozenset[Any] | None:
    """The frozenset that CPython has made of a set of constants that is written out in a function:
    its elements may have another order than they are written in; None for other expressions, where
    a name stands for a constant, too."""
    if not isinstance(node, ast.Set) or not all(map(_is_literal, node.elts)):
        return None
    try:
        wanted = frozenset(ast.literal_eval(x) for x in node.elts)
    except (TypeError, ValueError):
        return None
    return next((x for x in _frozensets(code) if x == wanted), None)


def _frozensets(code: CodeType) -> Iterator[frozenset[Any]]:
    for constant in code.co_consts:
        if isinstance(constant, frozenset):
            yield constant
        elif isinstance(constant, CodeType):
            yield from _frozensets(constant)
