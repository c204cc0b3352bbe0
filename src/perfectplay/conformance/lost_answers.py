"""Rules that work out an answer and do not return it."""

from __future__ import annotations

import ast
import inspect
import textwrap
from typing import Any


def lost_answer(method: Any) -> str:
    """The last expression of a method that returns nothing; "" if it returns something, if its last
    line is no such expression, or its text cannot be read.

    >>> from perfectplay.games.nim import Nim
    >>> lost_answer(Nim.outcome)
    ''
    """
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(method)))
    except (OSError, TypeError, SyntaxError, ValueError):
        return ""
    function = tree.body[0] if tree.body else None
    if not isinstance(function, ast.FunctionDef):
        return ""
    answers = (ast.Return, ast.Yield, ast.YieldFrom, ast.Raise)
    last = function.body[-1]
    if any(isinstance(node, answers) for node in ast.walk(function)):
        return ""
    if not isinstance(last, ast.Expr) or isinstance(last.value, ast.Constant | ast.Call):
        return ""
    return ast.unparse(last.value)
