"""Calls for type checkers alone, left out: ``Pile(n)`` of a ``NewType``, ``cast(int, n)``."""

from __future__ import annotations

import ast
import typing
from types import CodeType, FunctionType


def without_type_calls(tree: ast.FunctionDef, function: FunctionType) -> ast.FunctionDef:
    """The function's tree, with what such calls are given in their place."""
    names = _names(function.__code__)
    named = {name: function.__globals__[name] for name in names & function.__globals__.keys()}
    casts = {name for name, value in named.items() if value is typing.cast}
    modules = {name for name, value in named.items() if value is typing}
    kinds = {name for name, value in named.items() if isinstance(value, typing.NewType)}
    if casts or modules or kinds:
        _WithoutTypeCalls(casts, modules, kinds).visit(tree)
    return tree


def _names(code: CodeType) -> set[str]:
    """The names that a function, and those in it, read but do not set."""
    inner = (_names(x) for x in code.co_consts if isinstance(x, CodeType))
    return set(code.co_names).union(*inner) - {*code.co_varnames, *code.co_cellvars}


class _WithoutTypeCalls(ast.NodeTransformer):
    def __init__(self, casts: set[str], modules: set[str], kinds: set[str]) -> None:
        self.casts = casts
        self.modules = modules
        self.kinds = kinds

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Name(name), [value], []) if name in self.kinds:
                return value
            case ast.Call(ast.Name(name), [_, value], []) if name in self.casts:
                return value
            case ast.Call(ast.Attribute(ast.Name(name), "cast"), [_, value], []) if (
                name in self.modules
            ):
                return value
        return node
