"""Lists that are empty on a condition: ``todo = [first] if first in board else []``.

The kind of an empty list's items cannot be seen, so one comprehension takes the place of both.
"""

from __future__ import annotations

import ast

from perfectplay.compiler.source.syntax_trees import load, located, store, tuple_of

_ONCE, _ITEM = "_ppx_once", "_ppx_item"
"""The locals of such a comprehension: no function has them, and no rules either."""


def fill_empty_lists(tree: ast.FunctionDef) -> None:
    """Put ``[x for _ in (0,) if condition]`` in the place of ``[x] if condition else []``."""
    _Filler().visit(tree)


class _Filler(ast.NodeTransformer):
    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.IfExp(test, whole, ast.List([])):
                condition = test
            case ast.IfExp(test, ast.List([]), whole):
                condition = ast.UnaryOp(ast.Not(), test)
            case _:
                return node
        if any(isinstance(x, ast.NamedExpr | ast.Starred) for x in ast.walk(node)):
            return node
        once = ast.comprehension(store(_ONCE), tuple_of(ast.Constant(0)), [condition], 0)
        match whole:
            case ast.List([item]):
                return located(ast.ListComp(item, [once]), node)
            case ast.List([_, *_] as items):
                each = ast.comprehension(store(_ITEM), tuple_of(*items), [], 0)
                return located(ast.ListComp(load(_ITEM), [once, each]), node)
            case ast.ListComp(item, loops):
                return located(ast.ListComp(item, [once, *loops]), node)
        return node
