"""Functions that translated rules call to make texts whose length cannot be seen: a join with a
condition, a replacement by more or fewer characters; see `cut_slices`.

``letters``: how many words are characters.
"""
# ruff: noqa: ARG001
# mypy: ignore-errors

from __future__ import annotations

from numba import types
from numba.core.errors import TypingError
from numba.extending import register_jitable

from perfectplay.compiler.runtime.cut_slices import LooseTextType
from perfectplay.compiler.runtime.support import typed
from perfectplay.compiler.runtime.text_types import TextType, is_loose, letter, letters_in, unit
from perfectplay.compiler.runtime.varying_helpers import len_of_room
from perfectplay.compiler.runtime.varying_types import VaryingConstant
from perfectplay.compiler.runtime.varying_values import room_of, room_put, whole_of
from perfectplay.compiler.runtime.words import WordType, _code
from perfectplay.compiler.source.text_rows import LONGEST
from perfectplay.game.shape.state_words import EMPTY

TOO_LONG = "a text that rules put together is longer than all texts of the start"


@typed()
def some_letters(part, letters):
    """The characters of a text, as something with a length; a word has one, "" none."""
    if not isinstance(part, WordType):
        return lambda part, letters: letters_in(part, letters)  # noqa: PLW0108
    like = VaryingConstant(LooseTextType(1))

    def single(part, letters):
        room, count = room_of(like), 0
        if _code(part) != EMPTY:
            room_put(room, 0, letter(part, letters))
            count = 1
        return whole_of(room, count, like)

    return single


@typed(prefer_literal=True)
def joined_loosely(items, separator, most, letters):
    """``separator.join(items)`` of no more than ``most`` characters."""
    like = VaryingConstant(LooseTextType(most.literal_value))

    def joined(items, separator, most, letters):
        room, n, first = room_of(like), 0, True
        between = some_letters(separator, letters)
        for item in items:
            if not first:
                n = _appended(room, n, between, most)
            n = _appended(room, n, some_letters(item, letters), most)
            first = False
        return whole_of(room, n, like)

    return joined


@register_jitable
def _appended(room, n, text, most):
    """Put a text into a room from a place on; return the place after it."""
    if n + len(text) > most:
        raise ValueError(TOO_LONG)
    for i in range(len(text)):
        room_put(room, n + i, text[i])
    return n + len(text)


@typed()
def replaced_loosely(items, old, new, times, letters):
    """``items.replace(old, new, times)`` that may change the length of the text."""
    if not isinstance(items, TextType) and not is_loose(items):
        raise TypingError("PERFECTPLAY replace of something else than a board")
    if not isinstance(times, types.Integer):
        raise TypingError(f"PERFECTPLAY replace, {times} times")
    most = _longest(items)
    if not is_loose(items):  # in a loop, each type would be longer than the one before
        most *= max(1, _longest(new))
    if most > LONGEST:
        raise TypingError("PERFECTPLAY a text becomes too long")
    like = VaryingConstant(LooseTextType(most))

    def changed(items, old, new, times, letters):
        room, most, n, i, done = room_of(like), len_of_room(like), 0, 0, 0
        one, other = some_letters(old, letters), some_letters(new, letters)
        if len(one) == 0:
            raise ValueError("an empty text is replaced")
        while i < len(items):
            if (times < 0 or done < times) and stands_at(items, one, i):
                n = _appended(room, n, other, most)
                i += len(one)
                done += 1
            else:
                if n >= most:
                    raise ValueError(TOO_LONG)
                room_put(room, n, items[i])
                n += 1
                i += 1
        return whole_of(room, n, like)

    return changed


def _longest(kind):
    """The most characters of texts of a type."""
    if isinstance(kind, TextType):
        return len(kind)
    return kind.most if is_loose(kind) else 1


@register_jitable
def stands_at(text, wanted, place):
    """Whether some characters begin at a place of a text."""
    if place + len(wanted) > len(text):
        return False
    for i in range(len(wanted)):  # noqa: SIM110
        if unit(text[place + i]) != unit(wanted[i]):
            return False
    return True
