"""``tuple(self.area(state, p) for p in (state.turn, 1 - state.turn))``, written out: what methods
of the rules give may be sets, of which compiled code makes no tuple in a loop."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from typing import Any

from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.syntax_trees import (
    Substitution,
    bound_names,
    is_plain,
    located,
    tuple_of,
)

_MOST = 4
"""Items that are written out."""


def write_out_tuples(tree: ast.FunctionDef, known: Callable[[ast.expr], Any]) -> None:
    """Write such tuples out, in place."""
    _WrittenOut(known).visit(tree)


class _WrittenOut(ast.NodeTransformer):
    def __init__(self, known: Callable[[ast.expr], Any]) -> None:
        self.known = known

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(
                function,
                [ast.GeneratorExp(item, [ast.comprehension(ast.Name(each), items, [])])],
                [],
            ) if self.known(function) is tuple:
                given = items.elts if isinstance(items, ast.Tuple | ast.List) else []
                calls = any(map(self._is_of_rules, ast.walk(item)))
                lambdas = any(isinstance(x, ast.Lambda) for x in ast.walk(item))
                few = 0 < len(given) <= _MOST and all(map(is_plain, given))
                if few and calls and not lambdas:
                    return self._written(item, each, given, node)
        return node

    def _written(
        self, item: ast.expr, each: str, given: list[ast.expr], node: ast.Call
    ) -> ast.expr:
        if bound_names(item) & {each, *(n for x in given for n in bound_names(x))}:
            return node
        parts = (Substitution({each: x}).visit(copy.deepcopy(item)) for x in given)
        return located(tuple_of(*parts), node)

    def _is_of_rules(self, node: ast.AST) -> bool:
        """Whether it is a call of a method, or of a function of the rules."""
        if not isinstance(node, ast.Call):
            return False
        function = self.known(node.func)
        return function is MISSING or hasattr(function, "__code__")
