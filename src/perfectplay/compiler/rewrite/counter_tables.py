"""Constant dicts that have 0 for every other key: ``Counter(...)``, ``defaultdict(int)``."""

from __future__ import annotations

import ast

from perfectplay.compiler.rewrite.constant_tables import ConstantTables
from perfectplay.compiler.source.syntax_trees import located


def zero_if_missing(node: ast.Subscript, rules: ConstantTables) -> ast.expr | None:
    """``POINTS.get(key, 0)`` for ``POINTS[key]``; None if the table is an ordinary one."""
    table = rules.known(node.value)
    if not rules.tables.has_zero(table):
        return None
    get = ast.Attribute(rules.named(dict(table), node.value), "get", ast.Load())
    return located(ast.Call(get, [node.slice, ast.Constant(0)], []), node)
