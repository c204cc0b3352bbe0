"""How long tuples become that rules put into states: ``return tuple(board), tuple(won), turn``.

The shape of a state tells it where the text of the rules does not. Compiled code checks the length
of each tuple that it makes, so that nothing depends on this being right.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any

from perfectplay.compiler.source.rule_classes import RuleClasses
from perfectplay.game import tuples
from perfectplay.game.shape.record_classes import field_names
from perfectplay.game.shape.shape_tree import Part, ShapeTree

_GIVING_STATES = ("play", "symmetries")
_PLACED = "pp_placed"

Known = Callable[[ast.expr], Any]


def note_places(
    tree: ast.FunctionDef, function: FunctionType, classes: RuleClasses, known: Known
) -> None:
    """Mark what becomes a tuple in a state with its length: in what ``play`` gives, in what
    functions give it that it gives on, and in records that any function makes."""
    shape = classes.shape
    if shape is not None:
        if function.__name__ in _GIVING_STATES:
            classes.places_given[function] = shape
        _Places(tree, classes, known).note(tree, classes.places_given.get(function), shape)


def placed_length(node: ast.expr) -> int | None:
    """The length of the tuple that is made of an expression; None if nothing is known of it."""
    return getattr(node, _PLACED, None)


def keep_place(new: ast.expr, old: ast.expr) -> ast.expr:
    """What stands for an expression, with its mark."""
    if hasattr(old, _PLACED):
        setattr(new, _PLACED, getattr(old, _PLACED))
    return new


class _Places:
    """Marks the expressions of one function."""

    def __init__(self, tree: ast.FunctionDef, classes: RuleClasses, known: Known) -> None:
        self.classes, self.known = classes, known
        self.values: dict[str, list[ast.expr]] = {}
        for node in ast.walk(tree):
            match node:
                case ast.Assign([ast.Name(name)], value):
                    self.values.setdefault(name, []).append(value)
                case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)):
                    for target, value in zip(targets, values, strict=False):
                        if isinstance(target, ast.Name):
                            self.values.setdefault(target.id, []).append(value)

    def note(self, tree: ast.FunctionDef, given: ShapeTree | None, shape: ShapeTree) -> None:
        """Mark what the function gives, if it is a part of a state, and the records that it
        makes. ``shape``: of states."""
        records = {x.cls: x for x in _trees(shape) if field_names(x.cls)}
        for node in ast.walk(tree):
            match node:
                case ast.Return(ast.expr() as value) | ast.Yield(ast.expr() as value) if given:
                    self._mark(value, given)
                case ast.Call(function) if records:
                    self._mark_record(node, function, records)

    def _mark_record(
        self, node: ast.Call, function: ast.expr, records: dict[type, ShapeTree]
    ) -> None:
        cls = self.known(function)
        if isinstance(cls, type) and cls in records:
            self._mark(node, records[cls])
            return
        for keyword in node.keywords:  # replace(state, board=...)
            fitting = [x for x in records.values() if keyword.arg in field_names(x.cls)]
            if len(fitting) == 1:
                place = field_names(fitting[0].cls).index(str(keyword.arg))
                self._mark(keyword.value, fitting[0].parts[place])

    def _mark(self, node: ast.expr, part: Part | ShapeTree) -> None:
        if not isinstance(part, ShapeTree) or hasattr(node, _PLACED):
            return
        fixed = issubclass(part.cls, tuple) and not part.varying
        match node:
            case ast.IfExp(_, one, other):
                self._mark(one, part)
                self._mark(other, part)
            case ast.Name(name):
                for value in self.values.pop(name, []):
                    self._mark(value, part)
            case ast.Tuple(items) if fixed and len(items) == len(part.parts):
                for item, its_part in zip(items, part.parts, strict=True):
                    self._mark(item, its_part)
            case ast.Call(function, [items], []) if fixed and self.known(function) in (
                tuple,
                tuples.sort,
            ):
                _set_length(items, len(part.parts))
                match items:
                    case ast.Call(inner_function, [inner, *_]) if self.known(inner_function) in (
                        sorted,
                        reversed,
                    ):
                        _set_length(inner, len(part.parts))
                    case ast.GeneratorExp(element) | ast.ListComp(element):
                        self._mark(element, part.parts[0])
            case ast.Call(function, items, keywords) if self.known(function) is part.cls:
                names = field_names(part.cls)
                for item, its_part in zip(items, part.parts, strict=False):
                    self._mark(item, its_part)
                for keyword in keywords:
                    if keyword.arg in names:
                        self._mark(keyword.value, part.parts[names.index(keyword.arg)])
            case ast.Call(function):
                for each in self._called(function):
                    self.classes.places_given.setdefault(each, part)

    def _called(self, function: ast.expr) -> Iterator[FunctionType]:
        """The functions that a call may be of."""
        known = self.known(function)
        if isinstance(known, FunctionType):
            yield known
        elif isinstance(function, ast.Attribute):
            name = function.attr
            yield from (own for _, own in self.classes.makers_of(name, FunctionType))
            own = inspect.getattr_static(self.classes.game, name, None)
            if isinstance(own, FunctionType):
                yield own


def _set_length(node: ast.expr, length: int) -> None:
    setattr(node, _PLACED, length)


def _trees(shape: ShapeTree) -> Iterator[ShapeTree]:
    """A shape, and all its parts that have parts."""
    yield shape
    for part in shape.trees:
        yield from _trees(part)
