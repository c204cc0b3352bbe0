"""What can be told of a move before the rules run: its kind, its length, its constant parts.

``("drop", 3)`` and ``("step", 1, 2)`` have no type in common. So where moves are of unlike forms,
the rules that take a move are translated once for each form, with what is known of it put in.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, TypeAlias

from perfectplay.game.record_classes import field_names

_CONSTANTS = (str, int, enum.Enum, type(None))


@dataclass(frozen=True)
class Fixed:
    """A constant that is no tuple; ``kind``: its type, since 1 and True are equal."""

    value: Any
    kind: type


@dataclass(frozen=True)
class Number:
    """An integer that depends on the state. ``sure``: that it is an ``int``, from the text of the
    rules; otherwise compiled code has to see that it is a number."""

    sure: bool


@dataclass(frozen=True)
class Several:
    """A tuple of these parts; ``cls``: their NamedTuple or frozen dataclass, or ``tuple``."""

    items: tuple[Form, ...]
    cls: type = tuple


Form: TypeAlias = "Fixed | Number | Several | None"
"""None if nothing is known."""

ArgumentForms: TypeAlias = tuple[tuple[int, Form], ...]
"""What is known of some arguments of a function, by their places."""


def form_of_constant(value: Any) -> Form:
    """The form of a constant; None if it may not be the constant of a move."""
    if isinstance(value, tuple):
        return Several(tuple(map(form_of_constant, value)), type(value))
    return Fixed(value, type(value)) if isinstance(value, _CONSTANTS) else None


def part(form: Form, index: int) -> Form:
    """The form of an item; None if it has none, or if it is not known."""
    if isinstance(form, Several) and -len(form.items) <= index < len(form.items):
        return form.items[index]
    return None


def type_of_form(form: Form) -> type | None:
    """The class of the values of a form; None if it is not known."""
    match form:
        case Fixed(_, kind):
            return kind
        case Number(True):
            return int
        case Several(_, cls):
            return cls
    return None


def is_instance(form: Form, kinds: Any) -> bool | None:
    """``isinstance(x, kinds)``; None if it is not known."""
    cls = type_of_form(form)
    if cls is not None:
        return issubclass(cls, kinds)
    if isinstance(form, Number):  # perhaps a NumPy integer
        wanted = kinds if isinstance(kinds, tuple) else (kinds,)
        if all(one in (str, tuple, list, type(None)) or field_names(one) for one in wanted):
            return False
    return None


def equals(form: Form, value: Any) -> bool | None:
    """``x == value`` for a constant; None if it is not known."""
    match form:
        case Fixed(own):
            return bool(own == value)
        case Number():
            return None if isinstance(value, int | float) else _unlike(value)
        case Several(items, cls):
            if not issubclass(cls, tuple):
                return None if isinstance(value, cls) else _unlike(value)
            if not isinstance(value, tuple):
                return _unlike(value)
            if len(value) != len(items):
                return False
            answers = [equals(x, y) for x, y in zip(items, value, strict=True)]
            return False if False in answers else None if None in answers else True
    return None


def _unlike(value: Any) -> bool | None:
    """False for a constant whose class has no ``==`` of its own that might say otherwise."""
    return False if isinstance(value, str | int | float | tuple | type(None)) else None


def are_unlike(forms: Iterable[Form]) -> bool:
    """Whether some of the moves have no compiled type in common."""
    signatures = dict.fromkeys(map(_signature, forms))
    return any(not _fit(one, other) for one, other in combinations(signatures, 2))


def _signature(form: Form) -> Any:
    """What compiled code sees of a form: "?" if that is not known."""
    match form:
        case Number():
            return "number"
        case Several(items, cls):
            return cls, *map(_signature, items)
        case Fixed(value):
            return "number" if isinstance(value, int) else "none" if value is None else "word"
    return "?"


def _fit(one: Any, other: Any) -> bool:
    if "?" in (one, other):  # a text beside something else that is perhaps a number
        return not {"word", "none"} & {x for x in (one, other) if isinstance(x, str)}
    if isinstance(one, tuple) and isinstance(other, tuple):
        pairs = zip(one[1:], other[1:], strict=False)
        return len(one) == len(other) and one[0] is other[0] and all(_fit(a, b) for a, b in pairs)
    return bool(one == other)


def joined(forms: Sequence[Form]) -> Form:
    """The form of what has one of these forms: None if they differ."""
    if not forms:
        return None
    first = forms[0]
    if all(form == first for form in forms):
        return first
    if all(isinstance(x, Number) or (isinstance(x, Fixed) and x.kind is int) for x in forms):
        return Number(all(not isinstance(x, Number) or x.sure for x in forms))
    if all(isinstance(x, Several) for x in forms):
        several = [x for x in forms if isinstance(x, Several)]
        if len({(x.cls, len(x.items)) for x in several}) == 1:
            columns = zip(*(x.items for x in several), strict=True)
            return Several(tuple(joined(column) for column in columns), several[0].cls)
    return None
