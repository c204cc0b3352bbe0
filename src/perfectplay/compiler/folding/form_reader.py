"""What is asked to read forms from the text of rules, and the forms of constants and sums."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any, Protocol

from perfectplay.compiler.source.move_forms import Fixed, Form, Number, form_of_constant
from perfectplay.compiler.source.own_names import protected
from perfectplay.compiler.source.rule_function import RuleFunction
from perfectplay.compiler.source.rules_module import RulesModule
from perfectplay.compiler.source.syntax_trees import bindings
from perfectplay.core.lazy_numpy import np
from perfectplay.game.shape.record_classes import field_names, own_ways
from perfectplay.game.shape.shape_tree import Part, ShapeTree

_MOST_ITEMS = 4_096


@dataclass(frozen=True)
class GivenForms:
    """The forms of the items of what a function gives, and of the whole of what it returns."""

    items: tuple[Form, ...]
    whole: Form


class KnownForms(Protocol):
    """What is known of the values in a function before it runs."""

    module: RulesModule
    source: RuleFunction
    self_name: str | None

    def known(self, node: ast.expr) -> Any:
        """The value of a constant expression, or MISSING."""

    def form_here(self, node: ast.expr) -> Form:
        """The form of an argument whose form is known, or of a part of one."""


class Reader(KnownForms, Protocol):
    """What is asked of the rewriter of a function."""

    def forms_given(self, method: str, node: ast.Call) -> GivenForms | None:
        """The forms of what a method of the game gives."""

    def forms_of(self, source: RuleFunction) -> GivenForms | None:
        """The forms of what a function gives."""


def parts_given(rules: KnownForms, tree: ast.FunctionDef) -> dict[str, Part | ShapeTree]:
    """What the argument that is a state is, and locals that are set once to a part of it. (Compiled
    code sees whether a move has numbers where this says so.)"""
    shape = rules.module.shape
    first = tree.args.args[0].arg if tree.args.args else ""
    times = bindings(tree)
    if shape is None or rules.source.owner is None or times[first] != 1:
        return {}
    moves = rules.module.method_source("moves", None, "").function.__code__
    if first not in map(protected, moves.co_varnames[: moves.co_argcount]):
        return {}  # a method that is given something else
    found: dict[str, Part | ShapeTree] = {first: shape}
    for node in tree.body:
        match node:
            case ast.Assign([ast.Tuple(targets)], value) if not _has_star(targets):
                whole = part_given(value, found, rules)
                parts = _parts_of(whole)[: len(targets)] if whole is not None else ()
                for target, part in zip(targets, parts, strict=False):
                    if isinstance(target, ast.Name) and times[target.id] == 1:
                        found[target.id] = part
            case ast.Assign([ast.Name(name)], value) if times[name] == 1:
                whole = part_given(value, found, rules)
                if whole is not None:
                    found[name] = whole
    return found


def part_given(
    node: ast.expr, named: dict[str, Part | ShapeTree], rules: KnownForms
) -> Part | ShapeTree | None:
    """The part of a state that an expression is; None for others."""
    match node:
        case ast.Name(name):
            return named.get(name)
        case ast.Subscript(value, index):
            place = rules.known(index)
            parts = _parts_of(part_given(value, named, rules))
            if type(place) is int and -len(parts) <= place < len(parts):
                return parts[place]
        case ast.Attribute(value, field):
            whole = part_given(value, named, rules)
            names = field_names(whole.cls) if isinstance(whole, ShapeTree) else ()
            if isinstance(whole, ShapeTree) and field in names:
                return whole.parts[names.index(field)]
    return None


def _parts_of(whole: Part | ShapeTree | None) -> tuple[Part | ShapeTree, ...]:
    """The parts of a tuple or a record."""
    if not isinstance(whole, ShapeTree) or own_ways(whole.cls):
        return ()
    return whole.parts if issubclass(whole.cls, tuple) or field_names(whole.cls) else ()


def _has_star(targets: list[ast.expr]) -> bool:
    return any(isinstance(x, ast.Starred) for x in targets)


def holds_numbers(part: Part | ShapeTree | None) -> bool:
    """Whether it is a tuple of numbers alone."""
    parts = _parts_of(part)
    return bool(parts) and all(one is int for one in parts)


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
