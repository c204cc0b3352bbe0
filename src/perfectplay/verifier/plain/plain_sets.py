"""The verifier's own numbers for the frozensets in states, by what a manifest lists."""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

LONGEST = 200
"""The most characters of an element in a manifest."""


class RecordSet(frozenset[Any]):
    """Stands for a frozenset in a state whose elements are not just numbers, texts and plain tuples
    of these. ``like``: one of them."""

    like: Any

    @classmethod
    def of(cls, like: Any) -> RecordSet:
        made = cls()
        made.like = like
        return made


class SetTable:
    """The elements of sets: the one at place i of the list counts 2^i in the number of a set.
    ``like``: one of them, if they are not just numbers, texts and plain tuples of these; the list
    has plain tuples, and the names of members of an Enum.

    >>> table = SetTable(["(0, 1)", "(1, 0)"])
    >>> table.number(frozenset({(1, 0)})), table.set_of(3) == {(0, 1), (1, 0)}
    (2, True)
    """

    def __init__(self, texts: Sequence[str], like: Any = None) -> None:
        self._texts = list(texts)
        self._rows = list(map(_element, self._texts))
        self.elements = self._rows if like is None else [_made(like, x) for x in self._rows]

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
        """Whether all are integers, texts, or tuples of these, of truths and of such tuples, all of
        one kind, sorted, and written as Python writes them, a text as a set of one."""
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
    return value if type(value) is not bool and _is_plain(value) else None


def _is_plain(value: Any) -> bool:
    if isinstance(value, tuple):
        return bool(value) and all(map(_is_plain, value))
    return type(value) in (int, str, bool)


def _kind(value: Any) -> Any:
    return tuple(map(_kind, value)) if isinstance(value, tuple) else type(value)


def _made(like: Any, row: Any) -> Any:
    """What is like the other, with these parts; None if it has others."""
    if isinstance(like, int) and not isinstance(like, bool):
        same: list[Any] = [x for x in type(like) if x == row] if isinstance(like, Enum) else []
        return [*same, row][0] if type(row) is int else None
    if isinstance(like, Enum):
        named = [x for x in type(like) if f"{type(like).__qualname__}.{x.name}" == row]
        return named[0] if named else None
    if is_dataclass(like):
        names = [f.name for f in fields(like)]
    elif isinstance(like, tuple):
        names = [str(i) for i in range(len(like))]
    else:
        return row if type(row) is type(like) else None
    if not isinstance(row, tuple) or len(row) != len(names):
        return None
    old = [getattr(like, name) for name in names] if is_dataclass(like) else list(like)
    parts = list(map(_made, old, row))
    if any(part is None for part in parts):
        return None
    cls: Any = type(like)
    if not is_dataclass(like):
        return tuple.__new__(cls, parts)
    made: Any = object.__new__(cls)
    for name, part in zip(names, parts, strict=True):
        object.__setattr__(made, name, part)
    return made


def _written(element: Any) -> str:
    return f"{{{element!r}}}" if isinstance(element, str) else repr(element)
