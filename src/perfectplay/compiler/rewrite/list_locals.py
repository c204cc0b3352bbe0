"""Locals that hold one list or tuple, and what keeps its length."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from perfectplay.compiler.source.syntax_trees import assigned_parts, bindings

_HARMLESS_METHODS = ("sort", "reverse", "copy", "count", "index")
_HARMLESS_BUILTINS = {
    "all", "any", "bool", "enumerate", "filter", "frozenset", "len", "list", "map", "max", "min",
    "reversed", "set", "sorted", "sum", "tuple", "zip",
}  # fmt: skip

Reads = Callable[[ast.Call, str], bool]
"""Whether a call keeps the length of a local list that it is given."""


def set_once(tree: ast.FunctionDef) -> dict[str, ast.expr]:
    """The locals that only one plain assignment sets, each with its expression."""
    times = bindings(tree)
    values: dict[str, ast.expr] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Assign([target], value):
                values |= assigned_parts(target, value)
    return {name: value for name, value in values.items() if times[name] == 1}


def keeps_its_length(tree: ast.AST, name: str, reads: Reads) -> bool:
    """True if no use of a local changes the length of its list."""
    parents = {id(child): node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    uses = [x for x in ast.walk(tree) if isinstance(x, ast.Name) and x.id == name]
    return all(
        _is_harmless(use, parent := parents[id(use)], parents)
        or (isinstance(parent, ast.Call) and reads(parent, name))
        for use in uses
    )


def only_looked_at(tree: ast.AST, name: str) -> bool:
    """True if a function only takes items of an argument, loops over it, or sets its items."""
    parents = {id(child): node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    uses = [x for x in ast.walk(tree) if isinstance(x, ast.Name) and x.id == name]
    taking = (ast.Subscript, ast.Attribute, ast.For, ast.comprehension, ast.Compare)
    for use in uses:
        parent = parents[id(use)]
        measured = isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name)
        if not (isinstance(parent, taking) or measured) or not _is_harmless(use, parent, parents):
            return False
    return True


def _is_harmless(use: ast.Name, parent: Any, parents: dict[int, ast.AST]) -> bool:
    match parent:
        case ast.Assign(targets, value):
            return value is not use or not isinstance(targets[0], ast.Name)
        case ast.AugAssign() | ast.Delete() | ast.keyword() | ast.IfExp() | ast.NamedExpr():
            return False
        case ast.Subscript(value, index, ctx) if value is use:
            return isinstance(ctx, ast.Load) or (
                isinstance(ctx, ast.Store) and not isinstance(index, ast.Slice)
            )
        case ast.Attribute(_, method):
            called = parents.get(id(parent))
            return method in _HARMLESS_METHODS and isinstance(called, ast.Call)
        case ast.Call(ast.Name(function)):
            return function in _HARMLESS_BUILTINS
        case ast.Call(ast.Attribute(ast.Constant(), "join")):
            return True
        case ast.Call():
            return False
    return True
