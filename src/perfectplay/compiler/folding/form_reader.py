"""What is asked to read forms from the text of rules, and the forms of constants and sums."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any, Protocol

from perfectplay.compiler.source.move_forms import Fixed, Form, Number, form_of_constant
from perfectplay.compiler.source.rule_function import RuleFunction
from perfectplay.compiler.source.rules_module import RulesModule
from perfectplay.compiler.source.syntax_trees import bindings
from perfectplay.core.lazy_numpy import np

_MOST_ITEMS = 4_096


@dataclass(frozen=True)
class GivenForms:
    """The forms of the items of what a function gives, and of the whole of what it returns."""

    items: tuple[Form, ...]
    whole: Form


class Reader(Protocol):
    """What is asked of the rewriter of a function."""

    module: RulesModule
    source: RuleFunction
    self_name: str | None

    def known(self, node: ast.expr) -> Any:
        """The value of a constant expression, or MISSING."""

    def form_here(self, node: ast.expr) -> Form:
        """The form of an argument whose form is known, or of a part of one."""

    def forms_given(self, method: str, node: ast.Call) -> GivenForms | None:
        """The forms of what a method of the game gives."""

    def forms_of(self, source: RuleFunction) -> GivenForms | None:
        """The forms of what a function gives."""


def numbers_given(rules: Reader, tree: ast.FunctionDef) -> str | None:
    """The argument that is a state, if states are tuples of numbers alone."""
    shape = rules.module.shape
    if shape is None or not shape.is_flat or shape.has_words or rules.source.owner is None:
        return None
    first = tree.args.args[0].arg if tree.args.args else None
    return first if first is not None and bindings(tree)[first] == 1 else None


def number_form(forms: list[Form]) -> Form:
    """The form of arithmetic with these: a number if all are numbers."""
    if all(isinstance(x, Number) or (isinstance(x, Fixed) and x.kind is int) for x in forms):
        return Number(all(not isinstance(x, Number) or x.sure for x in forms))
    return None


def constant_items(value: Any) -> list[Form]:
    """The forms of the items of a constant; [None] if they are not known."""
    if isinstance(value, range):
        return [Number(sure=True)]
    if isinstance(value, np.ndarray):
        return [Number(sure=False)]
    if not isinstance(value, tuple | list | str | frozenset | set | dict):
        return [None]
    return [form_of_constant(x) for x in value] if len(value) <= _MOST_ITEMS else [None]
