"""Rows of a constant table whose rows have unlike lengths: they are parts of an array, which ``+``
and ``*`` would add and multiply item by item, and ``==`` compare so. Rules that put such rows
together, or compare them, are refused."""

from __future__ import annotations

import ast

from perfectplay.compiler.source.function_rules import FunctionRules
from perfectplay.compiler.source.nested_constants import layered


def refuse_row_sums(tree: ast.FunctionDef, rules: FunctionRules) -> None:
    """Refuse sums and multiples of such rows. Raises NotCompilable."""
    names = {
        target.id
        for node in ast.walk(tree)
        for target, source in _taken(node)
        if isinstance(target, ast.Name)
        and source is not None
        and _has_arrays(source, rules, looped=isinstance(node, ast.For | ast.comprehension))
    }
    for node in ast.walk(tree):
        match node:
            case ast.BinOp(left, ast.Add() | ast.Mult() as op, right):
                rows = [_is_row(side, names, rules) for side in (left, right)]
                if all(rows) or (any(rows) and isinstance(op, ast.Mult)):
                    reason = f"{ast.unparse(node)} puts rows of a table of unlike rows together"
                    rules.refuse(node, reason, "loop over one row after the other")
            case ast.Compare(left, [op], [right]) if not isinstance(op, ast.In | ast.NotIn):
                if _is_row(left, names, rules) and _is_row(right, names, rules):
                    reason = f"{ast.unparse(node)} compares rows of a table of unlike rows"
                    rules.refuse(node, reason, "compare their places in the table")


def _taken(node: ast.AST) -> list[tuple[ast.expr, ast.expr | None]]:
    """The targets that a node sets to rows of a table, each with the table."""
    match node:
        case ast.Assign([target], value) | ast.NamedExpr(target, value):
            return [(target, value.value if isinstance(value, ast.Subscript) else None)]
        case ast.For(target, items) | ast.comprehension(target, items):
            return [(target, items)]
    return []


def _is_row(node: ast.expr, names: set[str], rules: FunctionRules) -> bool:
    if isinstance(node, ast.NamedExpr):
        return _is_row(node.value, names, rules)
    if isinstance(node, ast.Name):
        return node.id in names
    whole = node.value if isinstance(node, ast.Subscript) else None
    is_slice = isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)
    return whole is not None and not is_slice and _has_arrays(whole, rules)


def _has_arrays(table: ast.expr, rules: FunctionRules, *, looped: bool = False) -> bool:
    """Whether an expression is a constant table whose rows are parts of an array. ``looped``: or
    whose keys are, if it is a dict, over which a loop goes."""
    known = rules.known(table)
    if isinstance(known, dict):
        known = tuple(known) if looped else tuple(known.values())
    rows = [tuple(x) if isinstance(x, list) else x for x in known] if _is_table(known) else []
    found = layered(tuple(rows))
    return found is not None and found.starts is not None


def _is_table(known: object) -> bool:
    return isinstance(known, list | tuple)
