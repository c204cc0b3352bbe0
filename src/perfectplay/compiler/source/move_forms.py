"""What can be told of a move before the rules run: its kind, its length, its constant parts.

``("drop", 3)`` and ``("step", 1, 2)`` have no type in common. So where moves are of unlike forms,
the rules that take a move are translated once for each form, with what is known of it put in.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from string import digits
from typing import Any, TypeAlias

from perfectplay.game.shape.record_classes import field_names, is_bare, own_ways

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
class Spelled:
    """A text that depends on the state. ``parts``: the form of each constant character in it, and
    of each value that is written into it: a number that is sure is one digit in compiled code."""

    parts: tuple[Form, ...]

    def character(self, index: int) -> Form:
        """The form of a character; None if it is not known, or where it stands is not."""
        if not -len(self.parts) <= index < len(self.parts):
            return None
        before = self.parts[: index + 1] if index >= 0 else self.parts[index:]
        if not all(map(_is_one, before)):
            return None
        one = self.parts[index]
        return one if isinstance(one, Fixed) else Spelled((one,))

    @property
    def length(self) -> int | None:
        """How many characters it has; None if that is not known."""
        return len(self.parts) if all(map(_is_one, self.parts)) else None

    def equals(self, text: str) -> bool | None:
        """Whether it equals a text; None if it is not known."""
        if self.length is None:
            return None
        fits = len(text) == len(self.parts) and all(map(_may_be, self.parts, text))
        return None if fits else False

    def holds(self, letter: str) -> bool | None:
        """Whether a character is in it; None if it is not known."""
        if any(isinstance(x, Fixed) and x.value == letter for x in self.parts):
            return True
        return None if any(_may_be(x, letter) for x in self.parts) else False


@dataclass(frozen=True)
class OneOfWords:
    """A text that is one of several constants."""


@dataclass(frozen=True)
class Several:
    """A tuple of these parts; ``cls``: their NamedTuple or frozen dataclass, or ``tuple``."""

    items: tuple[Form, ...]
    cls: type = tuple


@dataclass(frozen=True)
class GivenDict:
    """An argument, or what a function returns, is a dict that rules make: ``given_dicts.py``."""

    kind: str


@dataclass(frozen=True, eq=False)
class GivenTable:
    """An argument is this constant dict, list or set, which compiled code cannot hand on; or
    (``row``) one of its rows, and the index is handed on."""

    table: Any
    row: bool

    def __eq__(self, other: object) -> bool:
        same = isinstance(other, GivenTable) and self.table is other.table
        return same and self.row == other.row  # type: ignore[attr-defined]

    def __hash__(self) -> int:
        return id(self.table)


@dataclass(frozen=True)
class Apart:
    """A text that rules put together; compiled code has the tuple of what is written into it.

    ``parts``: the constant texts, None for each value between; ``lengths``: how many characters
    each value has in plays at random, None if that differs; ``numbers``: whether it is an ``int``.
    """

    parts: tuple[str | None, ...]
    lengths: tuple[int | None, ...]
    numbers: tuple[bool, ...]


@dataclass(frozen=True)
class KnownState:
    """An argument is a state of which these facts are known: ``state_facts.py``."""

    facts: frozenset[Any]


Form: TypeAlias = (
    "Fixed | Number | OneOfWords | Spelled | Several | Apart | GivenDict | GivenTable | KnownState"
    " | None"
)
"""None if nothing is known."""

ArgumentForms: TypeAlias = tuple[tuple[int, Form], ...]
"""What is known of some arguments of a function, by their places."""


def _is_one(form: Form) -> bool:
    """Whether a part of a text that rules spell is certainly one character."""
    return isinstance(form, Fixed) or form == Number(sure=True)


def _may_be(form: Form, letter: str) -> bool:
    """Whether a part of a text that rules spell may be, or hold, a character."""
    if isinstance(form, Fixed):
        return bool(form.value == letter)
    return letter in digits if form == Number(sure=True) else True


def spelled_of(form: Form) -> Spelled | None:
    """The form of a value that is written into a text, or of a text."""
    match form:
        case Spelled():
            return form
        case Fixed(str(text)):
            return Spelled(tuple(Fixed(letter, str) for letter in text))
    return None


def form_of_constant(value: Any) -> Form:
    """The form of a constant; None if it may not be the constant of a move."""
    if isinstance(value, tuple) and not own_ways(type(value)):
        return Several(tuple(map(form_of_constant, value)), type(value))
    fixed = isinstance(value, _CONSTANTS) or is_bare(type(value))
    return Fixed(value, type(value)) if fixed else None


def part(form: Form, index: int) -> Form:
    """The form of an item; None if it has none, or if it is not known."""
    if isinstance(form, Several) and -len(form.items) <= index < len(form.items):
        return form.items[index]
    return form.character(index) if isinstance(form, Spelled) else None


def type_of_form(form: Form) -> type | None:
    """The class of the values of a form; None if it is not known."""
    match form:
        case Fixed(_, kind):
            return kind
        case Number(True):
            return int
        case Spelled():
            return str
        case Several(_, cls):
            return cls
    return None


def is_instance(form: Form, kinds: Any) -> bool | None:
    """``isinstance(x, kinds)``; None if it is not known."""
    if (cls := type_of_form(form)) is not None:
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
        case Spelled():
            return form.equals(value) if isinstance(value, str) else _unlike(value)
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
    plain = isinstance(value, str | int | float | tuple | type(None))
    return False if plain or is_bare(type(value)) else None


def together(one: Form, other: Form) -> Form:
    """The form of the sum of two values if one of them is certainly a text; None otherwise."""
    sides = spelled_of(one), spelled_of(other)
    if not any(sides):
        return None
    return Spelled(tuple(x for side in sides for x in (side.parts if side else (None,))))


def are_unlike(forms: Iterable[Form], *, texts: bool = False) -> bool:
    """Whether some of the moves have no compiled type in common. ``texts``: texts of unlike lengths
    have none."""
    signatures = dict.fromkeys(_signature(form, texts) for form in forms)
    return any(not _fit(one, other) for one, other in combinations(signatures, 2))


def _signature(form: Form, texts: bool) -> Any:
    """What compiled code sees of a form: "?" if that is not known."""
    text = spelled_of(form) if texts else None
    if text is not None:
        return str, *["word"] * len(text.parts)
    match form:
        case Number():
            return "number"
        case Several(items, cls):
            return cls, *(_signature(item, texts) for item in items)
        case Fixed(value, cls) if is_bare(cls):
            return (cls,)
        case Fixed(value):
            return "number" if isinstance(value, int) else "none" if value is None else "word"
        case OneOfWords() if not texts:
            return "some word"
    return "?"


def _fit(one: Any, other: Any) -> bool:
    if "?" in (one, other):  # a text beside something else that is perhaps a number
        return not {"word", "none"} & {x for x in (one, other) if isinstance(x, str)}
    if isinstance(one, tuple) and isinstance(other, tuple):
        pairs = zip(one[1:], other[1:], strict=False)
        return len(one) == len(other) and one[0] is other[0] and all(_fit(a, b) for a, b in pairs)
    return one == other or {one, other} == {"word", "some word"}


def joined(forms: Sequence[Form]) -> Form:
    """The form of what has one of these forms: None if they differ."""
    if not forms:
        return None
    first = forms[0]
    if all(form == first for form in forms):
        return first
    if all(isinstance(x, Number) or (isinstance(x, Fixed) and x.kind is int) for x in forms):
        return Number(all(not isinstance(x, Number) or x.sure for x in forms))
    if all(isinstance(x, OneOfWords) or (isinstance(x, Fixed) and x.kind is str) for x in forms):
        return OneOfWords()
    if all(isinstance(x, Several) for x in forms):
        several = [x for x in forms if isinstance(x, Several)]
        if len({(x.cls, len(x.items)) for x in several}) == 1:
            columns = zip(*(x.items for x in several), strict=True)
            return Several(tuple(joined(column) for column in columns), several[0].cls)
    return None
