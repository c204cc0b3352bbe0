"""Constant tables that hold None beside numbers: what rules take from them may be None.

In the place of None, a table has a number that it does not hold, its mark.
"""

from __future__ import annotations

import ast

from perfectplay.compiler.rewrite.comparisons import ComparisonRewriter
from perfectplay.compiler.source.constants import MISSING, NO_NONE
from perfectplay.compiler.source.nested_constants import LONGEST_ROW, holds_rows
from perfectplay.compiler.source.syntax_trees import call, located


def perhaps_none(node: ast.Subscript, rewriter: ComparisonRewriter) -> ast.expr | None:
    """An item of a constant table of numbers and None, or of a row of one; None for others."""
    base = node.value
    if isinstance(base, ast.Subscript) and rewriter.known(base) is MISSING:
        table, inner = rewriter.known(base.value), base.value
        marked = rewriter.module.constants.numbers_or_none(table)
        if marked is None or not holds_rows(table) or isinstance(base.slice, ast.Slice):
            return None
        row = ast.Subscript(rewriter.named(marked[0], inner), base.slice, ast.Load())
        found = ast.Subscript(row, node.slice, ast.Load())
        return call("unless", rewriter.visit(located(found, node)), ast.Constant(marked[1]))
    table = rewriter.known(base)
    marked = rewriter.module.constants.numbers_or_none(table)
    if marked is None:
        return None
    numbers, mark = marked
    found = ast.Subscript(rewriter.named(numbers, base), node.slice, ast.Load())
    helper = "row_unless" if holds_rows(numbers) else "unless"
    if holds_rows(table):
        helper = "each_unless"
        if len(set(map(len, numbers))) > 1 or len(numbers[0]) > LONGEST_ROW:
            name = base.id if isinstance(base, ast.Name) else ""
            table = rewriter.sources.get(name) or ast.unparse(base)
            reason = f"{table} has rows of None and numbers"
            rewriter.refuse(
                node, reason, f"rows of one length, of at most {LONGEST_ROW}; {NO_NONE}"
            )
    return call(helper, rewriter.visit(located(found, node)), ast.Constant(mark))
