"""What rules do with a few elements of a set, in whatever order these are: ``sum(three) == 15`` for
``three`` in ``combinations(mine, 3)``."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable


def is_symmetric(
    target: ast.expr, uses: Iterable[ast.expr], is_free: Callable[[ast.expr], bool]
) -> bool:
    """Whether expressions give the same if the elements in ``target`` change places. ``is_free``:
    whether a function does not care about the order of what it is given.

    >>> def parsed(text): return ast.parse(text, mode="eval").body
    >>> free = lambda function: function.id in ("sum", "max")
    >>> is_symmetric(parsed("t"), [parsed("sum(t) == 15 and max(t) < 9")], free)
    True
    >>> is_symmetric(parsed("t"), [parsed("sum(t) == t[0]")], free)
    False
    >>> is_symmetric(parsed("a, b"), [parsed("(a + b) % 5 == 0")], free)
    True
    >>> is_symmetric(parsed("a, b"), [parsed("a - b > 0")], free)
    False
    """
    nodes = [node for use in uses for node in ast.walk(use)]
    match target:
        case ast.Name(name):
            whole = sum(_is_whole(node, name, is_free) for node in nodes)
            return _reads(nodes, {name}) == whole
        case ast.Tuple(items) if all(isinstance(item, ast.Name) for item in items):
            names = [item.id for item in items if isinstance(item, ast.Name)]
            together = any(sorted(_added(node)) == sorted(names) for node in nodes)
            return together and _reads(nodes, set(names)) == len(names)
    return False


def _reads(nodes: list[ast.AST], names: set[str]) -> int:
    return sum(isinstance(node, ast.Name) and node.id in names for node in nodes)


def _is_whole(node: ast.AST, name: str, is_free: Callable[[ast.expr], bool]) -> bool:
    """Whether such a function is given the elements."""
    match node:
        case ast.Call(function, [ast.Name(given)], []):
            return given == name and is_free(function)
    return False


def _added(node: ast.AST, kind: type[ast.operator] | None = None) -> list[str]:
    """The names that are added to one another, or multiplied by one another; [""] for others."""
    match node:
        case ast.Name(name) if kind is not None:
            return [name]
        case ast.BinOp(left, ast.Add() | ast.Mult() as operation, right) if (
            kind is None or isinstance(operation, kind)
        ):
            return _added(left, type(operation)) + _added(right, type(operation))
    return [""]
