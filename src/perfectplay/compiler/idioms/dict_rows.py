"""Constant tables of dicts: ``STEPS[move]["row"]``, ``for step in STEPS.values(): step["row"]``.

A row is its number in compiled code, and what all rows have under one key is a tuple. That is done
where a rule asks a row for constant keys alone, which all rows have, or for ``row.get(key, 0)`` and
``key in row``.
"""

from __future__ import annotations

import ast
from typing import Any, Protocol

from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.function_rules import FunctionRules
from perfectplay.compiler.source.syntax_trees import located


class Tables(FunctionRules, Protocol):
    """What is asked of the rewriter of a function."""

    def named(self, value: Any, source: ast.expr) -> ast.Name:
        """A local that stands for a constant."""


def without_dict_rows(tree: ast.FunctionDef, rules: Tables) -> None:
    """Rewrite what a function asks rows that are dicts."""
    for name, table in _locals_that_are_rows(tree, rules).items():
        _Numbered(name, table, rules).visit(tree)
    _Direct(rules).visit(tree)


def _rows_of(table: Any) -> list[dict[Any, Any]]:
    """The rows of a table of dicts; none for anything else."""
    rows = list(table.values()) if type(table) is dict else table
    several = type(rows) in (list, tuple) and bool(rows)
    return list(rows) if several and all(type(row) is dict for row in rows) else []


def _table_of_row(node: ast.expr, rules: Tables) -> Any:
    """The constant table whose row is asked for; MISSING for other expressions."""
    if not isinstance(node, ast.Subscript) or isinstance(node.slice, ast.Slice):
        return MISSING
    table = rules.known(node.value)
    return table if _rows_of(table) and rules.known(node.slice) is MISSING else MISSING


def _looped_table(target: ast.expr, items: ast.expr, rules: Tables) -> tuple[str, Any] | None:
    """The name of the row and the table that a loop is over; None for other loops."""
    match target, items:
        case (ast.Name(name), ast.Call(ast.Attribute(whole, "values"), [], [])) | (
            ast.Tuple([ast.Name(), ast.Name(name)]),
            ast.Call(ast.Attribute(whole, "items"), [], []),
        ):
            table = rules.known(whole)
            return (name, table) if type(table) is dict and _rows_of(table) else None
        case ast.Tuple([ast.Name(), ast.Name(name)]), ast.Call(function, [whole], []) if (
            rules.known(function) is enumerate
        ):
            table = rules.known(whole)
            return (name, table) if type(table) is not dict and _rows_of(table) else None
        case ast.Name(name), _:
            table = rules.known(items)
            return (name, table) if type(table) is not dict and _rows_of(table) else None
    return None


def _locals_that_are_rows(tree: ast.FunctionDef, rules: Tables) -> dict[str, Any]:
    """The locals that only ever hold rows of one table, and are only asked for constant keys."""
    found: dict[str, list[Any]] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Assign([ast.Name(name)], value):
                table = _table_of_row(value, rules)
                if table is not MISSING:
                    found.setdefault(name, []).append(table)
            case ast.For(target, items) | ast.comprehension(target, items):
                if (looped := _looped_table(target, items, rules)) is not None:
                    found.setdefault(looped[0], []).append(looped[1])
    return {name: given[0] for name, given in found.items() if _are_rows(tree, name, given, rules)}


def _are_rows(tree: ast.FunctionDef, name: str, given: list[Any], rules: Tables) -> bool:
    """Whether a local only gets rows of one table, and each use of it is an item under a key of
    all rows. ``given``: the tables of which it gets rows, one for each time."""
    parents = {id(child): node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    uses = [x for x in ast.walk(tree) if isinstance(x, ast.Name) and x.id == name]
    stored = [x for x in uses if isinstance(x.ctx, ast.Store)]
    argument = any(isinstance(x, ast.arg) and x.arg == name for x in ast.walk(tree))
    if argument or len(stored) != len(given) or any(table is not given[0] for table in given):
        return False
    return all(
        use in stored or _column(_asking(use, parents), use, given[0], rules) is not None
        for use in uses
    )


def _asking(use: ast.expr, parents: dict[int, ast.AST]) -> ast.AST:
    """The expression that asks a row for something: ``row[key]``, or a call of ``row.get``."""
    parent = parents[id(use)]
    return parents[id(parent)] if isinstance(parent, ast.Attribute) else parent


def _asked(node: ast.expr) -> ast.expr | None:
    """What such an expression may ask; None for others."""
    match node:
        case ast.Compare(_, _, [row]) | ast.Subscript(row) | ast.Call(ast.Attribute(row, "get")):
            return row
    return None


def _column(node: ast.AST, row: ast.expr, table: Any, rules: Tables) -> tuple[Any, ...] | None:
    """What all rows have under the constant key of ``row[key]``, or give for ``row.get(key, 0)``
    and ``key in row``; None for other expressions."""
    rows = _rows_of(table)
    match node:
        case ast.Compare(key, [ast.In() | ast.NotIn() as op], [value]) if value is row:
            known = rules.known(key)
            if isinstance(known, str | int):
                return tuple((known in each) is isinstance(op, ast.In) for each in rows)
        case ast.Call(ast.Attribute(value, "get"), [key, *other], []) if value is row:
            known, default = rules.known(key), rules.known(other[0]) if other else None
            if isinstance(known, str | int) and default is not MISSING and len(other) < 2:
                return tuple(each.get(known, default) for each in rows)
        case ast.Subscript(value, key, ast.Load()) if value is row:
            known = rules.known(key)
            if isinstance(known, str | int) and all(known in each for each in rows):
                return tuple(each[known] for each in rows)
    return None


class _Numbered(ast.NodeTransformer):
    """Puts the number of a row in its place, in a local that holds rows."""

    def __init__(self, name: str, table: Any, rules: Tables) -> None:
        self.name, self.table, self.rules = name, table, rules

    def visit_Assign(self, node: ast.Assign) -> ast.Assign:
        match node:
            case ast.Assign([ast.Name(name)], ast.Subscript(whole, index)) if name == self.name:
                places = self.rules.named(_places(self.table), whole)
                node.value = located(ast.Subscript(places, index, ast.Load()), node.value)
                return node
        self.generic_visit(node)
        return node

    def visit_For(self, node: ast.For) -> ast.For:
        self._number(node)
        self.generic_visit(node)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        self._number(node)
        self.generic_visit(node)
        return node

    def _number(self, loop: ast.For | ast.comprehension) -> None:
        looped = _looped_table(loop.target, loop.iter, self.rules)
        if looped is None or looped[0] != self.name:
            return
        numbers: tuple[Any, ...] = tuple(range(len(self.table)))
        if isinstance(loop.target, ast.Tuple):
            keys = self.table if type(self.table) is dict else numbers
            numbers = tuple(zip(keys, numbers, strict=True))
        loop.iter = located(self.rules.named(numbers, loop.iter), loop.iter)

    def visit(self, node: ast.AST) -> ast.AST:
        row = _asked(node) if isinstance(node, ast.expr) else None
        if isinstance(row, ast.Name) and row.id == self.name:
            column = _column(node, row, self.table, self.rules)
            if column is not None:
                values = self.rules.named(list(column), row)
                return located(ast.Subscript(values, row, ast.Load()), node)
        found: ast.AST = super().visit(node)
        return found


def _places(table: Any) -> Any:
    """The number of each row, under the key or the index of the row."""
    numbers = range(len(table))
    return dict(zip(table, numbers, strict=True)) if type(table) is dict else tuple(numbers)


class _Direct(ast.NodeTransformer):
    """``STEPS[move]["row"]``: an item of the table of what all rows have under the key."""

    def __init__(self, rules: Tables) -> None:
        self.rules = rules

    def visit(self, node: ast.AST) -> ast.AST:
        row = _asked(node) if isinstance(node, ast.expr) else None
        table = MISSING if row is None else _table_of_row(row, self.rules)
        column = None if table is MISSING or row is None else _column(node, row, table, self.rules)
        if column is None:
            found: ast.AST = super().visit(node)
            return found
        assert isinstance(row, ast.Subscript)
        values: Any = dict(zip(table, column, strict=True)) if type(table) is dict else list(column)
        index = self.visit(row.slice)
        assert isinstance(index, ast.expr)
        return located(ast.Subscript(self.rules.named(values, row), index, ast.Load()), node)
