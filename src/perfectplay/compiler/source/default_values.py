"""Defaults of a function's arguments: those that it has, not what their text would give now.

``[lambda n, k=k: n - k for k in (1, 2)]``, ``def cut(self, state, most=MOST)`` in the body of a
class that has ``MOST``, or a name of the module that is set anew: Python computes a default once,
where the function is made.
"""

from __future__ import annotations

import ast
import builtins
from inspect import getclosurevars
from math import isfinite
from types import FunctionType
from typing import Any

from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.not_compilable import NotCompilable

_PLAIN = (int, bool, str, bytes, type(None))


def with_own_defaults(tree: ast.FunctionDef, function: FunctionType, place: str) -> ast.FunctionDef:
    """The function's tree, with the defaults that the function has. Raises NotCompilable."""
    arguments, values = tree.args, function.__defaults__ or ()
    named = function.__kwdefaults__ or {}
    given = {
        x.arg for x, node in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if node
    }
    if len(values) != len(arguments.defaults) or given != named.keys():
        raise NotCompilable(f"{function.__name__} was given other defaults", place)
    arguments.defaults = [
        _own(node, value, function, place)
        for node, value in zip(arguments.defaults, values, strict=True)
    ]
    arguments.kw_defaults = [
        node if node is None else _own(node, named[argument.arg], function, place)
        for argument, node in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    ]
    return tree


def _own(node: ast.expr, value: Any, function: FunctionType, place: str) -> ast.expr:
    now = _now(node, function)
    if now is value or (type(now) is type(value) and _is_plain(now) and now == value):
        return node
    if _is_plain(value):
        return ast.copy_location(ast.parse(repr(value), mode="eval").body, node)
    if now is MISSING and not isinstance(node, ast.Name):  # [], set(), ROWS[0]
        return node
    reason = f"{ast.unparse(node)} is a default of {function.__name__}, and is something else now"
    raise NotCompilable(reason, place, "give it in each call")


def _now(node: ast.expr, function: FunctionType) -> Any:
    """What an expression gives now, if it is a constant or a name of the function's module."""
    match node:
        case ast.Constant(value):
            return value
        case ast.UnaryOp(ast.USub(), ast.Constant(int() | float() as value)):
            return -value
        case ast.Name(name):
            known = {**vars(builtins), **function.__globals__, **getclosurevars(function).nonlocals}
            return known.get(name, MISSING)
        case ast.Attribute(whole, name):
            return getattr(_now(whole, function), name, MISSING)
    return MISSING


def _is_plain(value: Any) -> bool:
    if type(value) is tuple:
        return all(map(_is_plain, value))
    if type(value) is float:
        return isfinite(value)
    return type(value) in _PLAIN
