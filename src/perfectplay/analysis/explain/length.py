"""Length of rules."""

from __future__ import annotations

import ast
from functools import lru_cache

_FREE = (
    ast.Expression, ast.Load, ast.Store, ast.Starred, ast.Tuple, ast.Set, ast.GeneratorExp,
    ast.comprehension,
)  # fmt: skip


@lru_cache(maxsize=1 << 16)
def length(expression: str) -> int:
    """Number of names, operators, calls, constants, and bits of constants in an expression.

    >>> length("sum(s) % 4 == 0"), length("s[0] + 2 * s[1] == 0"), length("s[0] % 4 in {0, 1}")
    (10, 14, 12)
    """
    return sum(_weight(node) for node in ast.walk(ast.parse(expression, mode="eval")))


def _weight(node: ast.AST) -> int:
    if isinstance(node, ast.Constant):
        return 1 + (node.value.bit_length() if isinstance(node.value, int) else 0)
    if isinstance(node, ast.Compare | ast.BinOp | ast.BoolOp | ast.UnaryOp):
        return 0  # their operators are counted
    if isinstance(node, ast.IfExp):
        return 2
    return 0 if isinstance(node, _FREE) else 1
