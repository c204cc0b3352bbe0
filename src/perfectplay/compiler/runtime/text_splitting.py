"""Functions that translated rules call to take texts apart at separators; see `text_rows`."""
# ruff: noqa: ARG001, ARG005
# mypy: ignore-errors

from __future__ import annotations

from itertools import pairwise

from numba import types
from numba.core.errors import TypingError
from numba.extending import register_jitable

from perfectplay.compiler.runtime.loose_text_helpers import stands_at
from perfectplay.compiler.runtime.support import replaced, typed
from perfectplay.compiler.runtime.text_types import TextType, is_loose, letters_in, rows_taker
from perfectplay.compiler.runtime.varying_types import VaryingConstant
from perfectplay.compiler.runtime.varying_values import room_of, room_put, whole_of
from perfectplay.compiler.runtime.words import WordType, _code
from perfectplay.compiler.source.text_rows import number_of_parts, read_literal
from perfectplay.game.shape.state_words import FOREIGN


@typed(prefer_literal=True)
def text_split(items, places, separator, letters):
    """``items.split(separator)``; ``places``: where separators stand, by the length of the text."""
    known = read_literal(places.literal_value) if isinstance(places, types.StringLiteral) else {}
    width = len(separator) if isinstance(separator, TextType) else 1
    if is_loose(items) and number_of_parts(known):
        return _loosely_split(items, number_of_parts(known), width)
    if not isinstance(items, TextType) or len(items) not in known:
        raise TypingError(f"PERFECTPLAY split of {items}")
    marks = known[len(items)]
    there = tuple(i in marks for i in range(len(items)))
    edges = list(pairwise((-width, *marks, len(items))))
    if any(after - before == width for before, after in edges):
        raise TypingError("PERFECTPLAY an empty part of a text")
    take = rows_taker([range(before + width, after) for before, after in edges])

    def apart(items, places, separator, letters):
        mark = letters_in(separator, letters)
        for i in range(len(items)):
            if stands_at(items, mark, i) != there[i]:
                raise ValueError("a text is split in other places than in the start")
        return take(items)

    return apart


@typed()
def without_letters(items, table):
    """The text, if the table says False of each of its characters; a word as it is."""
    if isinstance(items, WordType):
        return lambda items, table: items
    if not isinstance(items, TextType) and not is_loose(items):
        raise TypingError(f"PERFECTPLAY split of {items}")

    def seen(items, table):
        for item in items:
            code = _code(item)
            if table[code] if code < FOREIGN else not _is_printable(code - FOREIGN):
                raise ValueError("a text is split at other characters than spaces")
        return items

    return seen


@register_jitable
def _is_printable(number):
    """Whether the number of a character is plainly not that of a space."""
    return 32 < number < 127


@typed()
def as_list(rows):
    """Rows of one length as a list; others as they are."""
    if isinstance(rows, types.UniTuple):
        return lambda rows: [row for row in rows]  # noqa: C416
    return lambda rows: rows


def _loosely_split(kind, count, width):
    """The typing of ``split`` of a text whose length varies into so many parts, at separators of so
    many characters."""
    like = VaryingConstant(kind)
    blank = (like,) * count

    def split(items, places, separator, letters):
        mark = letters_in(separator, letters)
        parts, n, first = blank, 0, 0
        for i in range(len(items) + 1):
            if i < len(items) and (i < first or not stands_at(items, mark, i)):
                continue
            if n == count:
                raise ValueError("a text is split into more parts than those that rules spell")
            parts = replaced(parts, n, letters_between(items, first, i, like))
            n, first = n + 1, i + width
        if n != count:
            raise ValueError("a text is split into fewer parts than those that rules spell")
        return parts

    return split


@register_jitable
def letters_between(items, first, last, like):
    """The characters from a place to another one, as a text that has room for them."""
    room = room_of(like)
    for i in range(first, last):
        room_put(room, i - first, items[i])
    return whole_of(room, last - first, like)
