"""The verifier's own view of tuples, texts and bytes that change their length, by what a manifest
lists."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from perfectplay.verifier.plain.plain_words import made_like, parts_of

MARK = "length "
MOST = 100
"""The most items of a tuple, a text or bytes that change their length."""


class Stretch(tuple[Any, ...]):
    """Stands for a tuple that changes its length: an item like those that it may have, as many as
    it may have."""

    of: type = tuple

    @staticmethod
    def made(parts: list[Any]) -> Any:
        """The value with these items."""
        return tuple(parts)


class TextStretch(Stretch):
    """Stands for a text that changes its length."""

    of = str

    @staticmethod
    def made(parts: list[Any]) -> Any:
        """The text of these characters."""
        return "".join(parts)


class BytesStretch(Stretch):
    """Stands for bytes that change their length."""

    of = bytes

    @staticmethod
    def made(parts: list[Any]) -> Any:
        """The bytes with these numbers."""
        return bytes(parts)


class Optional(tuple[Any]):
    """Stands for what is None or like its only item: 1 and its numbers, or 0 and blanks."""


STRETCHES = {stretch.of: stretch for stretch in (Stretch, TextStretch, BytesStretch)}


def split_lengths(texts: Sequence[str]) -> tuple[list[str], list[int]]:
    """What a manifest lists without the lengths, which come last, and the lengths; 0 for one that
    is none.

    >>> split_lengths(["'X'", "length 5"])
    (["'X'"], [5])
    """
    rest = list(texts)
    lengths: list[int] = []
    while rest and rest[-1].startswith(MARK):
        number = rest.pop()[len(MARK) :]
        plain = number.isascii() and number.isdigit() and len(number) < 4 and number[0] != "0"
        lengths.insert(0, int(number) if plain and int(number) <= MOST else 0)
    return rest, lengths


def stretched(like: Any, lengths: Sequence[int]) -> Any:
    """The value with these lengths for what stands for what changes its own, the outer before
    the inner; None if there are more or fewer of them, or one is 0."""
    waiting = iter(lengths)
    try:
        again = _stretched(like, waiting)
    except StopIteration:
        return None
    return None if 0 in lengths or list(waiting) else again


def _stretched(like: Any, lengths: Iterator[int]) -> Any:
    if isinstance(like, Stretch):
        most = next(lengths)
        return type(like)([_stretched(like[0], lengths)] * most)
    parts = parts_of(like)
    if parts is None:
        return like
    again = [_stretched(part, lengths) for part in parts]
    return like if again == parts else made_like(like, again)


def blanks(like: Any) -> list[int]:
    """The numbers that stand where a tuple has no item: 0, and -1 for a word."""
    if isinstance(like, Stretch):
        return [number for place in like for number in blanks(place)] + [0]
    if (parts := parts_of(like)) is not None:
        numbers = [number for part in parts for number in blanks(part)]
        return [0, *numbers] if isinstance(like, Optional) else numbers
    return [0 if hasattr(like, "__index__") or isinstance(like, frozenset) else -1]
