"""``for name in WAYS: dr, dc = WAYS[name]``, where nothing else asks for the name: a loop over the
values. So names of several lengths need no place in a game whose boards are texts."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from perfectplay.compiler.source.syntax_trees import load, located, store


def loop_over_values(
    tree: ast.FunctionDef, known: Callable[[ast.expr], Any], fresh_local: Callable[[str], str]
) -> None:
    """Rewrite such loops over constant dicts whose keys are texts."""
    loops: dict[str, list[ast.For | ast.comprehension]] = {}
    for node in ast.walk(tree):
        match node:
            case ast.For(ast.Name(name), table) | ast.comprehension(ast.Name(name), table):
                if _has_names(known(table)):
                    loops.setdefault(name, []).append(node)
    for name, those in loops.items():
        tables = {ast.dump(loop.iter) for loop in those}
        if len(tables) == 1 and _is_only_looked_up(tree, name, len(those), *tables):
            _Values(name, fresh_local("value")).visit(tree)


def _has_names(table: Any) -> bool:
    return type(table) is dict and bool(table) and all(type(key) is str for key in table)


def _is_only_looked_up(tree: ast.FunctionDef, name: str, loops: int, table: str) -> bool:
    """Whether a local is set by so many loops alone, and only read as a key of the table."""
    read = written = looked_up = 0
    for node in ast.walk(tree):
        if name in (getattr(node, "name", None), getattr(node, "rest", None)):
            return False  # a pattern, an except or a def sets it, too
        match node:
            case ast.Name(id) if id == name:
                read += isinstance(node.ctx, ast.Load)
                written += not isinstance(node.ctx, ast.Load)
            case ast.arg(arg) if arg == name:
                return False
            case ast.Subscript(whole, ast.Name(id), ast.Load()) if id == name:
                looked_up += ast.dump(whole) == table
    return written == loops and 0 < read == looked_up


class _Values(ast.NodeTransformer):
    """Puts a local with the value in the place of a key and of each look-up by it."""

    def __init__(self, name: str, value: str) -> None:
        self.name, self.value = name, value

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        match node.slice:
            case ast.Name(name) if name == self.name:
                return ast.copy_location(load(self.value), node)
        self.generic_visit(node)
        return node

    def visit_For(self, node: ast.For) -> ast.For:
        self._over_values(node)
        self.generic_visit(node)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        self._over_values(node)
        self.generic_visit(node)
        return node

    def _over_values(self, node: ast.For | ast.comprehension) -> None:
        match node.target:
            case ast.Name(name) if name == self.name:
                node.target = located(store(self.value), node.target)
                values = ast.Attribute(node.iter, "values", ast.Load())
                node.iter = located(ast.Call(values, [], []), node.iter)
