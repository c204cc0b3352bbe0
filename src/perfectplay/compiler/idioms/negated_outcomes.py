"""``return -value`` in ``outcome``, which compiled code would get wrong."""

from __future__ import annotations

import ast

from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.function_rules import FunctionRules


def refuse_negated(tree: ast.FunctionDef, rules: FunctionRules) -> None:
    """Refuse ``return -value``: values are numbers once compiled, and -WIN is LOSS, not -3."""
    answers = [x.value for x in ast.walk(tree) if isinstance(x, ast.Return) and x.value]
    for answer in answers:
        if isinstance(answer, ast.IfExp):
            answers += [answer.body, answer.orelse]
            continue
        minus = isinstance(answer, ast.UnaryOp) and isinstance(answer.op, ast.USub)
        if minus and rules.known(answer) is MISSING:
            idiom = "return Value.WIN, Value.LOSS or Value.DRAW by name"
            rules.refuse(answer, f"outcome negates a value, {ast.unparse(answer)}", idiom)
