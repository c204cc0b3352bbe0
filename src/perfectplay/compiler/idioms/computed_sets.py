"""Sets of computed values that only one expression asks: ``len({x + y for x in s for y in t})``.

In a game whose states hold sets, compiled sets hold elements of states alone. What is made of
computed values, and asked at once for what no order changes, is a list in their place.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from perfectplay.compiler.source.constants import MISSING

Known = Callable[[ast.expr], Any]

_ONCE = (len, sum, sorted)
"""What asks for each element once."""

_ANY_TIMES = (any, all, min, max)


def items_asked(node: ast.Call, known: Known) -> ast.expr | None:
    """What is looped over in the place of the set that a call is given; None for other calls."""
    if len(node.args) != 1 or any(keyword.arg == "key" for keyword in node.keywords):
        return None
    asked = known(node.func)
    if not any(asked is one for one in (*_ONCE, *_ANY_TIMES)):
        return None
    return items_of_computed(node.args[0], known)


def asks_once(node: ast.Call, known: Known) -> bool:
    """Whether such a call asks for each element once."""
    return any(known(node.func) is one for one in _ONCE)


def items_of_computed(node: ast.expr, known: Known) -> ast.expr | None:
    """What a set is made of whose elements are computed, or those of a row; None for others."""
    match node:
        case ast.SetComp(each, loops) if any(map(_is_computed, ast.walk(each))):
            return ast.copy_location(ast.GeneratorExp(each, loops), node)
        case ast.Set(parts) if not any(isinstance(x, ast.Starred) for x in parts):
            computed = any(_is_computed(x) for part in parts for x in ast.walk(part))
            return ast.copy_location(ast.Tuple(parts, ast.Load()), node) if computed else None
        case ast.Call(function, [ast.GeneratorExp(each) | ast.ListComp(each) as made], []):
            computed = any(map(_is_computed, ast.walk(each)))
            return made if computed and known(function) in (set, frozenset) else None
        case ast.Call(function, [ast.Name() | ast.Attribute() | ast.Subscript() as row], []):
            asked = known(function) in (set, frozenset) and known(row) is MISSING
            return row if asked else None
    return None


def _is_computed(node: ast.AST) -> bool:
    return isinstance(node, ast.BinOp | ast.UnaryOp | ast.Call)
