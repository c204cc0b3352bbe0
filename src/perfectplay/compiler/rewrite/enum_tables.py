"""Members of an Enum: what they have is looked up in tables of all members."""

from __future__ import annotations

import ast
import enum
import functools
import inspect
import itertools
import operator
from collections.abc import Callable
from contextlib import suppress
from types import DynamicClassAttribute, FunctionType
from typing import Any, cast, get_type_hints

from perfectplay.compiler.rewrite.constant_tables import ConstantTables
from perfectplay.compiler.source.function_source import tree_of
from perfectplay.compiler.source.own_names import protect
from perfectplay.compiler.source.syntax_trees import bindings, call, located
from perfectplay.core.value import Value
from perfectplay.game.shape.number_enums import is_number_enum
from perfectplay.game.shape.record_classes import field_names
from perfectplay.game.shape.state_words import is_text_enum, is_word_class

_GIVEN_MOVES = ("play", "gain", "moves_again")
"""The methods whose second argument is a move."""

MOST_FLAGS = 255
"""Of more flags, only the single ones have properties in compiled code."""


class EnumTables(ConstantTables):
    """Rewrites what is asked of members of an Enum. ``looped_enums``: the locals that loop over all
    members of one, and an argument that is a move, if all moves are such members."""

    looped_enums: dict[str, Any]

    def of_member(self, node: ast.Attribute, *, called: bool = False) -> ast.expr | None:
        """A property of a member of an Enum, or what its method gives without arguments, looked up
        in a table of all members; None for other attributes."""
        looped = self.looped_enums.get(node.value.id) if isinstance(node.value, ast.Name) else None
        if looped is None:
            looped = self._annotated(node.value)
        if looped is not None and _has(looped, node.attr, called=called):
            classes = [looped]
        else:
            classes = self.enums_with(node.attr, called=called)
        others = self.module.owners_of(node.attr, FunctionType if called else property)
        if not classes or others or self.module.is_field(node.attr):
            return None
        named = (*self.function.__globals__.values(), *vars(type(self.module.game)).values())
        kinds = {*classes, *(x for x in named if isinstance(x, enum.EnumMeta) and len(x))} - {Value}
        if node.attr == "value" and (
            all(map(is_number_enum, classes)) or all(map(is_text_enum, classes))
        ):
            return node.value
        alike = {x for x in kinds if _has(x, node.attr, called=called)}
        numbers = set(filter(is_number_enum, alike))
        if not numbers.isdisjoint(classes) and len(numbers | set(classes)) > 1:
            return None  # equal numbers, of which nobody knows the class
        texts = [member for cls in alike if is_text_enum(cls) for member in cls]
        if any(texts.count(x) > 1 for cls in filter(is_text_enum, classes) for x in cls):
            return None
        values: dict[enum.Enum, Any] = {}
        for member in itertools.chain(*map(_members, classes)):
            with suppress(Exception):  # a member that has none is not found in the table
                value = getattr(member, node.attr)
                values[member] = value() if called else value
        if len(set(map(type, values.values()))) != 1 and len(classes) > 1:
            return None
        place = call("place_of", self.named(tuple(values), node.value), node.value)
        found = self.named(tuple(values.values()), node)
        return located(ast.Subscript(found, place, ast.Load()), node)

    def _annotated(self, node: ast.expr) -> Any:
        """The Enum of texts that an annotation says a value is of; None if none does, or several
        say different things."""
        noted: set[Any] = set()
        match node:
            case ast.Attribute(_, field):
                for cls in self.module.made_or_held:
                    if field in field_names(cls):
                        with suppress(Exception):  # names that are not there at run time
                            noted.add(get_type_hints(cls).get(field))
            case ast.Name(name) if name in self.function.__code__.co_varnames:
                given = self.function.__annotations__.get(name)
                noted.add(self.function.__globals__.get(given) if isinstance(given, str) else given)
        found = noted.pop() if len(noted) == 1 else None
        return found if isinstance(found, enum.EnumMeta) and is_word_class(found) else None

    def member_with(self, cls: enum.EnumMeta, value: ast.expr, asked: ast.expr) -> ast.expr:
        """``Side(-side.value)``: the member with a value, looked up in a table of all members.
        (A member itself is not found there; then the interpreter is asked.)"""
        if issubclass(cls, enum.Flag):
            return value
        members: list[Any] = [*cast(Any, cls)]
        values = self.named(tuple(member.value for member in members), asked)
        found = self.named(tuple(members), asked)
        return ast.Subscript(found, call("place_of", values, value), ast.Load())

    def member_operated(self, node: ast.UnaryOp, name: str) -> ast.expr | None:
        """``~side``, of what may be a member of an Enum that defines it; None for others. ``name``:
        of the method."""
        classes = [
            cls for cls in self.enums_with(name, called=True) if not issubclass(cls, enum.Flag)
        ]
        values: dict[enum.Enum, Any] = {}
        for member in itertools.chain(*classes):
            with suppress(Exception):
                values[member] = getattr(member, name)()
        if not values or any(map(is_number_enum, classes)):
            return None
        tables = [self.named(tuple(x), node) for x in (values, values.values())]
        operand, members, given = (cast(ast.expr, self.visit(x)) for x in (node.operand, *tables))
        whole = call("member_operated", operand, members, given, ast.Constant(name))
        return located(whole, node)

    def note_enums(self, tree: ast.FunctionDef) -> None:
        """Find the locals that hold members of one Enum."""
        self.looped_enums = loops_over_enums(tree, self.known)
        arguments = tree.args.args
        if self.function.__name__ in _GIVEN_MOVES and self.source.owner and len(arguments) == 2:
            cls = self._enum_of_moves()
            if cls is not None and bindings(tree)[arguments[1].arg] == 1:
                self.looped_enums[arguments[1].arg] = cls

    def _enum_of_moves(self) -> Any:
        """The Enum of which all moves are members, as the text of `moves` shows; None if none."""
        tree = tree_of(self.module.method_source("moves", None, "").function)
        protect(tree)
        loops = loops_over_enums(tree, self.known)
        given = [x.value for x in ast.walk(tree) if isinstance(x, ast.Yield | ast.Return)]
        found = {loops.get(x.id) if isinstance(x, ast.Name) else None for x in given if x}
        return found.pop() if len(found) == 1 else None

    def enums_with(self, name: str, *, called: bool = False) -> list[type[enum.Enum]]:
        """The classes of members in the states that have a property, or a method, of this name."""
        words = self.module.shape.words if self.module.shape is not None else ()
        classes = dict.fromkeys(type(x) for x in words if isinstance(x, enum.Enum))
        classes |= dict.fromkeys(self.module.shape.text_enums if self.module.shape else ())
        fields: tuple[Any, ...] = self.module.shape.kinds if self.module.shape is not None else ()
        classes |= dict.fromkeys(cls for cls in fields if is_number_enum(cls))
        found = [cls for cls in classes if _has(cls, name, called=called)]
        if found:
            return found
        named = (*self.function.__globals__.values(), *vars(type(self.module.game)).values())
        scratch: list[Any] = [x for x in named if isinstance(x, enum.EnumMeta) and is_word_class(x)]
        plain = [x for x in dict.fromkeys(scratch) if len(x) and _has(x, name, called=called)]
        if plain or name in ("name", "value"):
            return plain
        enums: list[Any] = [x for x in named if isinstance(x, enum.EnumMeta) and len(x)]
        numbers = [x for x in enums if is_number_enum(x) and x is not Value]
        found = [x for x in dict.fromkeys(numbers) if _has(x, name, called=called)]
        return found if len(found) == 1 else []


def loops_over_enums(tree: ast.AST, known: Callable[[ast.expr], Any]) -> dict[str, Any]:
    """The names that only ever loop over all members of one plain Enum."""
    found: dict[str, Any] = {}
    times = bindings(tree)
    for node in ast.walk(tree):
        match node:
            case ast.For(ast.Name(name), items) | ast.comprehension(ast.Name(name), items):
                cls = known(items)
                if times[name] == 1 and isinstance(cls, enum.EnumMeta) and is_word_class(cls):
                    found[name] = cls
    return found


def _members(cls: type[enum.Enum]) -> list[Any]:
    """All members of an Enum; of a few flags, all that are made of them."""
    if not issubclass(cls, enum.Flag):
        return list(cls)
    whole = functools.reduce(operator.or_, cls).value
    return [cls(number) for number in range(whole + 1)] if whole <= MOST_FLAGS else list(cls)


def _has(cls: type[enum.Enum], name: str, *, called: bool) -> bool:
    """Whether members of an Enum have a property, or a method, of this name."""
    kinds = FunctionType if called else (property, DynamicClassAttribute)
    return isinstance(inspect.getattr_static(cls, name, None), kinds) or (
        not called and all(name in vars(member) for member in cls)
    )
