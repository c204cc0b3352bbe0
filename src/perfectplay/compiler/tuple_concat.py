"""``s[:i] + (v, w) + s[i + 2:]`` as items put into the tuple one after the other."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from typing import Any

from perfectplay.compiler.syntax_trees import call


def spliced(node: ast.BinOp, known: Callable[[ast.expr], Any]) -> ast.expr | None:
    """The same tuple by calls of ``splice``; None for any other sum.

    ``known``: the constant that an expression is, if it is one.
    """
    parts = terms(node)
    if len(parts) < 3 or len(parts) % 2 == 0:
        return None
    slices = [part for part in parts[::2] if isinstance(part, ast.Subscript)]
    edges = [part.slice for part in slices if isinstance(part.slice, ast.Slice)]
    news = [part for part in parts[1::2] if isinstance(part, ast.Tuple) and part.elts]
    if len(edges) + len(news) < len(parts) or any(edge.step is not None for edge in edges):
        return None
    if any(isinstance(item, ast.Starred) for new in news for item in new.elts):
        return None
    whole = slices[0].value
    if any(ast.dump(part.value) != ast.dump(whole) for part in slices):
        return None
    first, last = edges[0], edges[-1]
    if last.upper is not None or (first.lower is not None and known(first.lower) != 0):
        return None
    result: ast.expr = whole
    start: ast.expr | None = None
    for before, new, after in zip(edges, news, edges[1:], strict=False):
        i, j = before.upper, after.lower
        if i is None or j is None or not _follows(i, j, len(new.elts), known):
            return None
        place = i if start is None else _copying("at_least", i, start)
        for k, item in enumerate(new.elts):
            at = place if k == 0 else ast.BinOp(place, ast.Add(), ast.Constant(k))
            result = _copying("splice", result, at, item)
        start = j
    return result


def terms(node: ast.expr) -> list[ast.expr]:
    """The summands of a sum; an expression that is no sum is its only one."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return [*terms(node.left), node.right]
    return [node]


def _follows(i: ast.expr, j: ast.expr, count: int, known: Callable[[ast.expr], Any]) -> bool:
    """True if ``j`` is certainly ``i + count``."""
    known_i, known_j = known(i), known(j)
    if isinstance(known_i, int) and isinstance(known_j, int):
        return known_j == known_i + count and known_i >= 0
    base_i, more_i = _offset(i, known)
    base_j, more_j = _offset(j, known)
    return base_i == base_j and more_j == more_i + count


def _offset(node: ast.expr, known: Callable[[ast.expr], Any]) -> tuple[str, int]:
    """An expression as the text of its variable part and the number added to that."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        sign = 1 if isinstance(node.op, ast.Add) else -1
        right = known(node.right)
        if isinstance(right, int):
            text, more = _offset(node.left, known)
            return text, more + sign * right
        left = known(node.left)
        if isinstance(left, int) and sign == 1:
            text, more = _offset(node.right, known)
            return text, more + left
    return ast.dump(node), 0


def _copying(helper: str, *arguments: ast.expr) -> ast.Call:
    """A call with copies of its arguments: nodes are changed where they are rewritten."""
    return call(helper, *(copy.deepcopy(x) for x in arguments))
