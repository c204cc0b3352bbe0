"""``"XO".replace(turn, "")``: the other letter, as a choice between constants."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from typing import Any

from perfectplay.compiler.source.syntax_trees import is_plain, located

_LONGEST = 3
"""Characters of a text of which letters are taken."""


def choose_other_letters(tree: ast.FunctionDef, known: Callable[[ast.expr], Any]) -> None:
    """Write such choices out, in place: one for each part of the constant that may be taken."""
    _Choices(known).visit(tree)


class _Choices(ast.NodeTransformer):
    def __init__(self, known: Callable[[ast.expr], Any]) -> None:
        self.known = known

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Attribute(whole, "replace"), [taken, put], []) if is_plain(taken):
                text, new = self.known(whole), self.known(put)
                if type(text) is not str or type(new) is not str or type(self.known(taken)) is str:
                    return node
                if 1 < len(text) <= _LONGEST:
                    return located(_chosen(text, taken, new), node)
        return node


def _chosen(text: str, taken: ast.expr, new: str) -> ast.expr:
    """What ``text.replace(taken, new)`` is, by what is taken."""
    ends = range(1, len(text) + 1)
    parts = dict.fromkeys(text[i:j] for i in range(len(text)) for j in ends if i < j)
    if new:
        parts[""] = None  # which is before and after each character
    found: ast.expr = ast.Constant(text)
    for part in sorted(parts, key=len, reverse=True):
        test = ast.Compare(copy.deepcopy(taken), [ast.Eq()], [ast.Constant(part)])
        found = ast.IfExp(test, ast.Constant(text.replace(part, new)), found)
    return found
