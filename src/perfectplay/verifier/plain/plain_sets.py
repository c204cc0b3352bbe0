"""The verifier's own numbers for the frozensets in states, by what a manifest lists."""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from typing import Any

LONGEST = 200
"""The most characters of an element in a manifest."""


class RecordSet(frozenset[Any]):
    """Stands for a frozenset of dataclasses or NamedTuples in a state. ``record``: their class."""

    record: type

    @classmethod
    def of(cls, record: type) -> RecordSet:
        made = cls()
        made.record = record
        return made


class SetTable:
    """The elements of sets: the one at place i of the list counts 2^i in the number of a set.
    ``record``: the class of which they are; the list has their fields.

    >>> table = SetTable(["(0, 1)", "(1, 0)"])
    >>> table.number(frozenset({(1, 0)})), table.set_of(3) == {(0, 1), (1, 0)}
    (2, True)
    """

    def __init__(self, texts: Sequence[str], record: type = tuple) -> None:
        self._texts = list(texts)
        self._rows = list(map(_element, self._texts))
        self.elements = self._rows if record is tuple else [_made(record, x) for x in self._rows]

    @staticmethod
    def split(texts: Sequence[str]) -> tuple[list[str], list[str]]:
        """What a manifest lists: the words, and after them the elements."""
        first = 0
        while first < len(texts) and texts[first][:1] not in tuple("{(-0123456789"):
            first += 1
        return list(texts[:first]), list(texts[first:])

    def number(self, value: Any) -> int | None:
        """The number of a frozenset; None if it is none, or has an element that is not listed."""
        if not isinstance(value, frozenset) or not value <= set(self.elements):
            return None
        return sum(1 << i for i, element in enumerate(self.elements) if element in value)

    def set_of(self, number: int) -> frozenset[Any]:
        """The frozenset of a number."""
        return frozenset(x for i, x in enumerate(self.elements) if number // 2**i % 2)

    def is_sound(self) -> bool:
        """Whether all are integers, texts, or tuples of these and of such tuples, all of one kind,
        sorted, and written as Python writes them, a text as a set of one."""
        if None in self.elements or self._texts != list(map(_written, self._rows)):
            return False
        kinds = set(map(_kind, self._rows))
        return False if len(kinds) > 1 else self._rows == sorted(set(self._rows))


def _element(text: str) -> Any:
    """The element that a text names; None for another text."""
    try:
        value = literal_eval(text) if len(text) <= LONGEST else None
    except (ValueError, SyntaxError):
        return None
    if isinstance(value, set) and len(value) == 1:
        (value,) = value
    return value if _is_plain(value) else None


def _is_plain(value: Any) -> bool:
    if isinstance(value, tuple):
        return bool(value) and all(map(_is_plain, value))
    return type(value) in (int, str)


def _kind(value: Any) -> Any:
    return tuple(map(_kind, value)) if isinstance(value, tuple) else type(value)


def _made(record: Any, row: Any) -> Any:
    """The element with these fields; None if it does not have as many."""
    if not is_dataclass(record):
        fits = isinstance(row, tuple) and len(row) == len(record._fields)
        return record(*row) if fits else None
    names = [f.name for f in fields(record)]
    if not isinstance(row, tuple) or len(row) != len(names):
        return None
    cls: Any = record
    made: Any = object.__new__(cls)
    for name, part in zip(names, row, strict=True):
        object.__setattr__(made, name, part)
    return made


def _written(element: Any) -> str:
    return f"{{{element!r}}}" if isinstance(element, str) else repr(element)
