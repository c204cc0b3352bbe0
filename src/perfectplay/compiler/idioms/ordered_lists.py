"""``heapq`` and ``bisect``: functions of the compiler's own on lists. What is put in is appended
first, so that the compiler sees of what kind it is."""

from __future__ import annotations

import ast
import bisect
import heapq
from typing import Any

from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.function_rules import FunctionRules
from perfectplay.compiler.source.syntax_trees import (
    Statements,
    all_located,
    call,
    load,
    located,
)

_HELPERS: dict[Any, str] = {
    heapq.heappop: "heap_popped", heapq.heapify: "heap_made",
    bisect.bisect_left: "place_before", bisect.bisect_right: "place_after",
}  # fmt: skip
_PUTTING: dict[Any, str] = {
    heapq.heappush: "heap_raised",
    bisect.insort_left: "put_before", bisect.insort_right: "put_after",
}  # fmt: skip


def order_lists(tree: ast.FunctionDef, rules: FunctionRules) -> None:
    """Put the compiler's own functions in the place of those of `heapq` and `bisect`, in place."""
    _Ordered(rules).visit(tree)


class _Ordered(ast.NodeTransformer):
    def __init__(self, rules: FunctionRules) -> None:
        self.rules = rules

    def visit_Expr(self, node: ast.Expr) -> ast.AST | Statements:
        match node.value:
            case ast.Call(function, [ast.Name() as items, new], []):
                if (helper := _PUTTING.get(self._known(function))) is not None:
                    append = ast.Attribute(items, "append", ast.Load())
                    appended = ast.Call(append, [self.visit(new)], [])
                    put = call(helper, load(items.id))
                    return all_located([ast.Expr(appended), ast.Expr(put)], node)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        helper = _HELPERS.get(self._known(node.func))
        if helper is None or node.keywords or len(node.args) != 1 + helper.startswith("place"):
            return node
        return located(call(helper, *node.args), node)

    def _known(self, function: ast.expr) -> Any:
        """What a call is of, if it can be looked up."""
        known = self.rules.known(function)
        return known if callable(known) else MISSING
