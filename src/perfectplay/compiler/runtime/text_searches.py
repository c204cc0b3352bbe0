"""Functions that translated rules call to look for something in texts and bytes; see `text_types`.

``letters``: how many words are characters.
"""
# ruff: noqa: ARG001, ARG005
# mypy: ignore-errors

from __future__ import annotations

from numba import types
from numba.core.errors import TypingError
from numba.extending import register_jitable

from perfectplay.compiler.runtime import items as plain
from perfectplay.compiler.runtime.cut_slices import equal_texts
from perfectplay.compiler.runtime.perhaps_none import there
from perfectplay.compiler.runtime.record_equality import is_of_dataclass
from perfectplay.compiler.runtime.set_types import SetType
from perfectplay.compiler.runtime.support import typed
from perfectplay.compiler.runtime.text_types import (
    BoardType,
    is_board,
    letters_in,
    part_like,
    unit,
    wanted_in,
)
from perfectplay.compiler.runtime.words import WordType, _code, equal
from perfectplay.game.shape.state_words import FOREIGN


@typed()
def text_contains(items, wanted, letters):
    """``wanted in items``."""
    if is_board(items):
        return lambda items, wanted, letters: (
            found_at(items, wanted_in(items, wanted, letters), 0, 1) >= 0
        )
    if isinstance(items, types.Set):
        return lambda items, wanted, letters: wanted in items
    if isinstance(items, SetType):
        return lambda items, wanted, letters: plain.contains(items, wanted)
    if isinstance(items, types.BaseTuple) and not len(items):
        return lambda items, wanted, letters: False
    if isinstance(items, types.Tuple):  # of unlike items
        return lambda items, wanted, letters: (
            equal_texts(items[0], wanted, letters) or text_contains(items[1:], wanted, letters)
        )

    def among(items, wanted, letters):
        for item in items:  # noqa: SIM110
            if equal_texts(item, wanted, letters):
                return True
        return False

    return among


@typed()
def each_letter(items, letters):
    """What is looped over: the characters of a word, else the items themselves."""
    if isinstance(items, WordType):
        return lambda items, letters: letters_in(items, letters)  # noqa: PLW0108
    return lambda items, letters: items


@typed()
def is_row(value):
    """Whether a pattern of a sequence may match a value: it matches no text, no bytes, and no
    dataclass."""
    if isinstance(value, types.Optional) and isinstance(value.type, types.BaseTuple):
        return lambda value: value is not None and is_row(there(value))
    of_dataclass = is_of_dataclass(value)
    if is_board(value) or isinstance(value, WordType) or of_dataclass:
        return lambda value: False
    return lambda value: True


@typed()
def text_within(text, words, wanted, letters):
    """``wanted in text`` of a constant; ``words``: all words of the game that are parts of it."""
    if is_board(wanted):
        return lambda text, words, wanted, letters: text_contains(text, wanted, letters)
    if isinstance(wanted, WordType):  # one that is in no table is a character
        return lambda text, words, wanted, letters: (
            found_at(text, (wanted,), 0, 1) >= 0
            if _code(wanted) >= FOREIGN
            else text_contains(words, wanted, letters)
        )
    return lambda text, words, wanted, letters: text_contains(words, wanted, letters)


@register_jitable
def found_at(text, wanted, first, step):
    """The first place of some characters in a text from a place on, going by steps; -1 if none."""
    start = first
    while 0 <= start <= len(text) - len(wanted):
        alike = True
        for i in range(len(wanted)):
            if unit(text[start + i]) != unit(wanted[i]):
                alike = False
                break
        if alike:
            return start
        start += step
    return -1


@typed()
def text_count(items, wanted, letters):
    """``items.count(wanted)``."""
    if not is_board(items):
        return lambda items, wanted, letters: plain_count(items, wanted)

    def counted(items, wanted, letters):
        those = wanted_in(items, wanted, letters)
        if len(those) == 0:
            return len(items) + 1
        found, at = 0, found_at(items, those, 0, 1)
        while at >= 0:
            found, at = found + 1, found_at(items, those, at + len(those), 1)
        return found

    return counted


@register_jitable
def plain_count(items, wanted):
    """``items.count(wanted)`` of a tuple or a list."""
    found = 0
    for item in items:
        if equal(item, wanted):
            found += 1
    return found


@typed()
def text_index(items, wanted, letters):
    """``items.index(wanted)``."""
    if not is_board(items):
        return lambda items, wanted, letters: plain.index(items, wanted)

    def found(items, wanted, letters):
        at = found_at(items, wanted_in(items, wanted, letters), 0, 1)
        if at < 0:
            raise ValueError("substring not found")
        return at

    return found


@typed()
def text_find_from(items, wanted, start, letters):
    """``items.find(wanted, start)``."""
    if not is_board(items):
        raise TypingError("PERFECTPLAY a part is looked for in something else than a board")

    def found(items, wanted, start, letters):
        first = start if start >= 0 else max(start + len(items), 0)
        return found_at(items, wanted_in(items, wanted, letters), first, 1)

    return found


@typed()
def text_index_from(items, wanted, start, letters):
    """``items.index(wanted, start)``."""

    def found(items, wanted, start, letters):
        first = start if start >= 0 else max(start + len(items), 0)
        for i in range(first, len(items)):
            if equal(items[i], wanted):
                return i
        raise ValueError("not there")

    def found_in_text(items, wanted, start, letters):
        at = text_find_from(items, wanted, start, letters)
        if at < 0:
            raise ValueError("substring not found")
        return at

    return found_in_text if is_board(items) else found


@typed()
def starts_with_from(items, wanted, start, letters):
    """``items.startswith(wanted, start)``."""
    if not is_board(items):
        raise TypingError("PERFECTPLAY a part is looked for in something else than a board")

    def found(items, wanted, start, letters):
        first = start if start >= 0 else max(start + len(items), 0)
        return found_at(items, wanted_in(items, wanted, letters), first, len(items) + 1) >= 0

    return found


def _searched(first, step):
    """The typing of a search from one end of a text."""

    def typing(items, wanted, letters):
        if not is_board(items):
            raise TypingError("PERFECTPLAY a part is looked for in something else than a board")

        def found(items, wanted, letters):
            those = wanted_in(items, wanted, letters)
            return found_at(items, those, first(items, those), step)

        return found

    return typing


text_find = typed(name="text_find")(_searched(register_jitable(lambda text, part: 0), 1))
text_rfind = typed(name="text_rfind")(
    _searched(register_jitable(lambda text, part: len(text) - len(part)), -1)
)


@typed()
def text_rindex(items, wanted, letters):
    """``items.rindex(wanted)``."""

    def found(items, wanted, letters):
        at = text_rfind(items, wanted, letters)
        if at < 0:
            raise ValueError("substring not found")
        return at

    return found


def _ends(place):
    """The typing of ``startswith`` and ``endswith``."""

    def typing(items, wanted, letters):
        if not is_board(items):
            raise TypingError("PERFECTPLAY a part is looked for in something else than a board")
        boards = isinstance(wanted, BoardType) and isinstance(wanted, type(items))
        if boards and len(wanted) > len(items):
            return lambda items, wanted, letters: False

        def found(items, wanted, letters):
            those = part_like(items, wanted, letters)
            return found_at(items, those, place(items, those), len(items)) >= 0

        return found

    return typing


starts_with = typed(name="starts_with")(_ends(register_jitable(lambda text, part: 0)))
ends_with = typed(name="ends_with")(
    _ends(register_jitable(lambda text, part: len(text) - len(part)))
)
