"""``f"{n:02d}"`` as ``f"{n // 10}{n % 10}"``: numbers with zeros before them, digit by digit.

A number that is negative raises in compiled code; one with more digits does, too, or is written
with all of them, as in Python.
"""

from __future__ import annotations

import ast
import copy
import re

from perfectplay.compiler.source.syntax_trees import call, located

_PADDED = re.compile("0([2-6])d?")
"""The formats that are written digit by digit."""


class _DigitByDigit(ast.NodeTransformer):
    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.JoinedStr:
        self.generic_visit(node)
        node.values = [part for value in node.values for part in _parts(value)]
        return node


def digit_by_digit(tree: ast.FunctionDef) -> ast.FunctionDef:
    """The tree, changed in place."""
    return _DigitByDigit().visit(tree)  # type: ignore[no-any-return]


def _parts(node: ast.expr) -> list[ast.expr]:
    """The digits of a padded number; other parts of an f-string as they are."""
    match node:
        case ast.FormattedValue(value, -1, ast.JoinedStr([ast.Constant(str(text))])):
            padded = _PADDED.fullmatch(text)
            if padded is None:
                return [node]
            digits: list[ast.expr] = []
            for place in reversed(range(int(padded[1]))):
                digit: ast.expr = copy.deepcopy(value)
                if place:
                    digit = ast.BinOp(digit, ast.FloorDiv(), ast.Constant(10**place))
                if digits:
                    digit = ast.BinOp(digit, ast.Mod(), ast.Constant(10))
                else:
                    digit = call("not_negative", digit)
                    digit.func.pp_made = True  # type: ignore[attr-defined]
                digits.append(located(ast.FormattedValue(digit, -1, None), node))
            return digits
    return [node]
