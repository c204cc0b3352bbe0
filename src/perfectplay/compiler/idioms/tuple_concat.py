"""``s[:i] + (v, w) + s[i + 2:]`` as items put into the tuple one after the other; as many of one
item as are left out, ``s[:i] + (v,) * n + s[i + n:]``, too."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from typing import Any

from perfectplay.compiler.source.syntax_trees import call


def spliced(
    node: ast.BinOp, known: Callable[[ast.expr], Any], letters: ast.expr | None = None
) -> ast.expr | None:
    """The same tuple by calls of ``splice``; None for any other sum.

    ``known``: the constant that an expression is, if it is one. ``letters``: in a game with texts,
    the number of characters; then what is put in may be any expression.
    """
    parts = terms(node)
    if len(parts) < 3 or len(parts) % 2 == 0:
        return None
    slices = [part for part in parts[::2] if isinstance(part, ast.Subscript)]
    edges = [part.slice for part in slices if isinstance(part.slice, ast.Slice)]
    news = [part for part in parts[1::2] if letters or _items(part) or _run_of(part, known)]
    if len(edges) + len(news) < len(parts) or any(edge.step is not None for edge in edges):
        return None
    if any(isinstance(item, ast.Starred) for new in news for item in _items(new)):
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
        run = _run_of(new, known)
        if run is not None and i is not None and j is not None:
            value, count = run
            if gap(ast.BinOp(i, ast.Add(), count), j, known) != 0:
                return None
            place = i if start is None else _copying("at_least", i, start)
            if isinstance(value, ast.Tuple):
                result = _copying("splice_run", result, place, count, value.elts[0])
            elif letters is not None:
                result = _copying("run_of_letters", result, place, count, value, letters)
            else:
                return None
            start = j
            continue
        length = None if i is None or j is None else gap(i, j, known)
        if i is None or length is None or (_items(new) and length != len(_items(new))):
            return None
        place = i if start is None else _copying("at_least", i, start)
        if not _items(new):
            assert letters is not None
            text = known(new)
            if length == 0 or (isinstance(text, str | bytes) and len(text) != length):
                return None  # the sum is longer than the text, or shorter
            result = _copying("spliced_part", result, place, ast.Constant(length), new, letters)
        for k, item in enumerate(_items(new)):
            at = place if k == 0 else ast.BinOp(place, ast.Add(), ast.Constant(k))
            result = _copying("splice", result, at, item)
        start = j
    return result


def terms(node: ast.expr) -> list[ast.expr]:
    """The summands of a sum; an expression that is no sum is its only one."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return [*terms(node.left), node.right]
    return [node]


IN_A_LOOP = "pp_in_a_loop"
"""The attribute of a sum in a loop: the name of the local that becomes it, and is a part of it."""


def mark_sums_in_loops(tree: ast.FunctionDef) -> None:
    """Mark sums such as ``part = part + "."`` in loops, where the local becomes nothing else there:
    a text would be longer each time."""
    for loop in ast.walk(tree):
        if not isinstance(loop, ast.For | ast.While):
            continue
        sums: dict[str, list[ast.BinOp]] = {}
        others: set[str] = set()
        for node in ast.walk(loop):
            match node:
                case ast.Assign([ast.Name(name)], ast.BinOp(_, ast.Add()) as whole) if any(
                    isinstance(x, ast.Name) and x.id == name for x in terms(whole)
                ):
                    sums.setdefault(name, []).append(whole)
                case ast.Assign([ast.Name(name)]):
                    others.add(name)
        for name in sums.keys() - others:
            for whole in sums[name]:
                setattr(whole, IN_A_LOOP, name)


def _items(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, ast.Tuple) else []


def _run_of(node: ast.expr, known: Callable[[ast.expr], Any]) -> tuple[ast.expr, ast.expr] | None:
    """What ``(v,) * n`` or ``letter * n`` repeats, and how often; None if the number is a constant,
    or for another expression."""
    match node:
        case ast.BinOp(left, ast.Mult(), right):
            for value, count in ((left, right), (right, left)):
                one = known(value)
                letter = isinstance(one, str | bytes) and len(one) == 1
                single = isinstance(value, ast.Tuple) and len(value.elts) == 1
                if (letter or single) and type(known(count)) is not int:
                    return value, count
    return None


def gap(i: ast.expr, j: ast.expr, known: Callable[[ast.expr], Any]) -> int | None:
    """``j - i`` if that is certainly the same number in every state, and no index is negative."""
    known_i, known_j = known(i), known(j)
    if isinstance(known_i, int) and isinstance(known_j, int):
        return known_j - known_i if known_i >= 0 else None
    terms_i, terms_j = _linear(i, known), _linear(j, known)
    difference = {name: terms_j.get(name, 0) - terms_i.get(name, 0) for name in terms_i | terms_j}
    number = difference.pop("", 0)
    return None if any(difference.values()) else number


def _linear(node: ast.expr, known: Callable[[ast.expr], Any]) -> dict[str, int]:
    """An expression as a sum: the factor of each part, of "" for the number that is added."""
    value = known(node)
    if type(value) is int:
        return {"": value}
    match node:
        case ast.BinOp(left, ast.Add() | ast.Sub() as op, right):
            sign = 1 if isinstance(op, ast.Add) else -1
            one, other = _linear(left, known), _linear(right, known)
            return {name: one.get(name, 0) + sign * other.get(name, 0) for name in one | other}
        case ast.BinOp(left, ast.Mult(), right):
            for factor, rest in ((known(left), right), (known(right), left)):
                if type(factor) is int:
                    return {name: factor * by for name, by in _linear(rest, known).items()}
    return {ast.dump(node): 1}


def _copying(helper: str, *arguments: ast.expr) -> ast.Call:
    """A call with copies of its arguments: nodes are changed where they are rewritten."""
    return call(helper, *(copy.deepcopy(x) for x in arguments))
