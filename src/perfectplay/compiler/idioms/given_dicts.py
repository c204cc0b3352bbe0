"""Dicts that one function of the rules gives another, as an argument or as what it returns.

Such a dict travels as the pair of its two lists (``scratch_dicts.py``). Both functions agree about
it by a mark on the call, which becomes a part of what is known of the function's arguments: so a
function is translated for a dict only if its caller knows of it. A constant dict as an argument is
known to the function instead.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from typing import Any

from perfectplay.compiler.idioms.dict_locals import DictRules
from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.function_source import tree_of
from perfectplay.compiler.source.move_forms import ArgumentForms, Form, GivenDict, GivenTable
from perfectplay.compiler.source.own_names import protected

_TABLES = (list, dict, set)

RESULT = -1
"""Stands for what a function returns where places stand for its arguments."""


def mark(node: ast.Call, place: int, form: Form) -> None:
    """Note what is known of an argument of a call, or of its result."""
    node.pp_given = {**getattr(node, "pp_given", {}), place: form}  # type: ignore[attr-defined]


def marked_forms(node: ast.Call) -> ArgumentForms:
    """What is known of a call's arguments and result that are dicts."""
    given: dict[int, Form] = getattr(node, "pp_given", {})
    return tuple((place, given[place]) for place in sorted(given))


def gives_marked(node: ast.AST) -> bool:
    """Whether it is a call whose caller takes the dict that it gives."""
    return RESULT in getattr(node, "pp_given", {})


def table_given(value: ast.expr, known: Callable[[ast.expr], Any]) -> GivenTable | None:
    """What is told of an argument that is a constant dict, list or set, or a row of a constant
    table that is one; None for other arguments."""
    whole = known(value)
    if type(whole) in _TABLES:
        return GivenTable(whole, row=False)
    match value:
        case ast.Subscript(base, index) if whole is MISSING and not isinstance(index, ast.Slice):
            table = known(base)
            rows = table.values() if type(table) is dict else table
            if type(table) in (dict, list, tuple) and any(type(row) in _TABLES for row in rows):
                return GivenTable(table, row=True)
    return None


def kinds_given(tree: ast.FunctionDef, forms: ArgumentForms) -> dict[str, str]:
    """The arguments of a function that are dicts, with their kinds."""
    return {
        tree.args.args[place].arg: form.kind
        for place, form in forms
        if isinstance(form, GivenDict) and place != RESULT and form.kind != "record"
    }


def kind_returned(forms: ArgumentForms) -> str:
    """The kind of dict that the callers of a function expect; "" for anything else."""
    kinds = [x.kind for place, x in forms if place == RESULT and isinstance(x, GivenDict)]
    return kinds[0] if kinds else ""


def arguments_of(node: ast.Call, rules: DictRules) -> list[tuple[int, ast.expr]]:
    """The arguments of a call of a function of the rules with their places; none of others."""
    found = rules.rule_called(node)
    if found is None or any(isinstance(x, ast.Starred) for x in node.args):
        return []
    function, skipped = found
    names = [protected(name) for name in inspect.signature(function).parameters][skipped:]
    places = [(names.index(x.arg), x.value) for x in node.keywords if x.arg in names]
    return [*enumerate(node.args), *places]


def argument_at(node: ast.AST, place: int, rules: DictRules) -> tuple[ast.FunctionDef, str]:
    """The function of the rules that a call is of, and the name of the argument at a place."""
    found = rules.rule_called(node) if isinstance(node, ast.Call) else None
    assert found is not None
    tree = tree_of(found[0])
    return tree, tree.args.args[place + found[1]].arg
