"""Functions that translated rules call to take texts apart whose places are not known before:
``strip``, ``partition``, ``removeprefix``, ``split``; to fill texts up: ``ljust``; to take one of
several texts of unlike lengths.

What they give are texts whose length varies; see `cut_slices`. Words are asked in tables, see
`word_parts`: ``table`` is None where there are none. ``letters``: how many words are characters.
"""
# ruff: noqa: ARG001, ARG005
# mypy: ignore-errors

from __future__ import annotations

from numba import types
from numba.core.errors import TypingError
from numba.extending import register_jitable

from perfectplay.compiler.runtime.cut_slices import LooseTextType
from perfectplay.compiler.runtime.loose_text_helpers import _longest, some_letters, stands_at
from perfectplay.compiler.runtime.state_texts import TOO_LONG, StateTextType
from perfectplay.compiler.runtime.support import literal, replaced, typed
from perfectplay.compiler.runtime.text_splitting import letters_between
from perfectplay.compiler.runtime.text_types import (
    TextType,
    is_loose,
    is_textual,
    letter,
    text_of,
    unit,
)
from perfectplay.compiler.runtime.varying_helpers import len_of_room
from perfectplay.compiler.runtime.varying_types import VaryingConstant
from perfectplay.compiler.runtime.varying_values import room_of, room_put, whole_of
from perfectplay.compiler.runtime.word_parts import word_change
from perfectplay.compiler.runtime.words import WordConstant, WordType, _code
from perfectplay.game.shape.state_words import FOREIGN

_ASCII = 128


def _like(items, what):
    """An empty text that has room for all characters of a text."""
    if is_loose(items):
        return VaryingConstant(items)
    if not isinstance(items, TextType | WordType):
        raise TypingError(f"PERFECTPLAY {what} of something else than a board")
    return VaryingConstant(LooseTextType(_longest(items)))


def _asked(items, table):
    """Whether a method is one of a word, for which there is a table."""
    return isinstance(items, WordType) and not isinstance(table, types.NoneType)


@typed()
def _is_among(one, wanted, letters):
    """Whether a character is one of those that are stripped; ``wanted``: a text, or the table of
    the blank ones."""
    if isinstance(wanted, types.Array | types.BaseTuple) and not is_textual(wanted):
        return lambda one, wanted, letters: _is_blank(_code(one), wanted)

    def found(one, wanted, letters):
        for other in some_letters(wanted, letters):  # noqa: SIM110
            if unit(one) == unit(other):
                return True
        return False

    return found


@register_jitable
def _is_blank(code, table):
    if code < FOREIGN:
        return table[code]
    if code >= FOREIGN + _ASCII:
        raise ValueError("a character beyond ASCII may be blank")
    return chr(code - FOREIGN).isspace()


@typed(prefer_literal=True)
def text_stripped(items, method, wanted, table, letters):
    """``items.strip(wanted)``, ``lstrip`` or ``rstrip``, as ``method`` says."""
    name = literal(method)
    if _asked(items, table):
        return lambda items, method, wanted, table, letters: word_change(items, name, table)
    like, left, right = _like(items, name), name != "rstrip", name != "lstrip"

    def stripped(items, method, wanted, table, letters):
        whole = some_letters(items, letters)
        first, last = 0, len(whole)
        while left and first < last and _is_among(whole[first], wanted, letters):
            first += 1
        while right and first < last and _is_among(whole[last - 1], wanted, letters):
            last -= 1
        return letters_between(whole, first, last, like)

    return stripped


@typed(prefer_literal=True)
def text_without(items, method, wanted, table, letters):
    """``items.removeprefix(wanted)`` or ``removesuffix``, as ``method`` says."""
    name = literal(method)
    if _asked(items, table):
        return lambda items, method, wanted, table, letters: word_change(items, name, table)
    like, at_end = _like(items, name), name == "removesuffix"

    def shortened(items, method, wanted, table, letters):
        whole, part = some_letters(items, letters), some_letters(wanted, letters)
        place = len(whole) - len(part) if at_end else 0
        if place < 0 or not stands_at(whole, part, place):
            return letters_between(whole, 0, len(whole), like)
        if at_end:
            return letters_between(whole, 0, place, like)
        return letters_between(whole, len(part), len(whole), like)

    return shortened


@typed(prefer_literal=True)
def text_parted(items, method, mark, letters):
    """``items.partition(mark)`` or ``rpartition``, as ``method`` says."""
    like, backwards = _like(items, literal(method)), literal(method) == "rpartition"

    def parted(items, method, mark, letters):
        whole, between = some_letters(items, letters), some_letters(mark, letters)
        if len(between) == 0:
            raise ValueError("empty separator")
        size, step = len(whole), -1 if backwards else 1
        place = size - len(between) if backwards else 0
        while 0 <= place < size and not stands_at(whole, between, place):
            place += step
        if 0 <= place < size:
            last = place + len(between)
            return (
                letters_between(whole, 0, place, like),
                letters_between(whole, place, last, like),
                letters_between(whole, last, size, like),
            )
        all_of_it, nothing = (
            letters_between(whole, 0, size, like),
            letters_between(whole, 0, 0, like),
        )
        if backwards:
            return nothing, nothing, all_of_it
        return all_of_it, nothing, nothing

    return parted


@typed()
def text_pieces(items, mark, letters):
    """``items.split(mark)`` at places that the start does not show, as a list."""
    like = _like(items, "split")

    def pieces(items, mark, letters):
        whole, between = some_letters(items, letters), some_letters(mark, letters)
        found, first = [like][:0], 0
        for i in range(len(whole)):
            if i >= first and stands_at(whole, between, i):
                found.append(letters_between(whole, first, i, like))
                first = i + len(between)
        found.append(letters_between(whole, first, len(whole), like))
        return found

    return pieces


@typed()
def text_words(items, space, letters):
    """``items.split()`` of a text in which no other characters than spaces separate."""

    def apart(items, space, letters):
        pieces = text_pieces(items, space, letters)
        return [piece for piece in pieces if len(piece)]

    return apart


@typed(prefer_literal=True)
def text_filled(items, method, width, fill, letters):
    """``items.ljust(width, fill)`` or ``rjust``, as ``method`` says; texts of which none is longer
    have one length then."""
    right, size = literal(method) == "rjust", literal(width)
    if isinstance(items, StateTextType):
        return _filled_state_text(items, right)
    if isinstance(items, TextType) and len(items) >= size:
        return lambda items, method, width, fill, letters: items
    _like(items, literal(method))
    blank = (WordConstant(0),) * size

    def filled(items, method, width, fill, letters):
        whole, one, result = some_letters(items, letters), letter(fill, letters), blank
        count = len(whole)
        if count > size:
            raise ValueError("a text is longer than what it is filled up to")
        first = size - count if right else 0
        for i in range(size):
            inside = first <= i < first + count
            result = replaced(result, i, whole[i - first] if inside else one)
        return text_of(result)

    return filled


def _filled_state_text(items, right):
    """The typing of such a method of a text that changes its length."""
    like = VaryingConstant(items)

    def filled(items, method, width, fill, letters):
        room, one, count = room_of(like), letter(fill, letters), len(items)
        if width > len_of_room(like):
            raise ValueError(TOO_LONG)
        size = max(width, count)
        first = size - count if right else 0
        for i in range(size):
            inside = first <= i < first + count
            room_put(room, i, items[i - first] if inside else one)
        return whole_of(room, size, like)

    return filled


@typed()
def loose_texts(items, letters):
    """Texts of several lengths as texts of one type."""
    like = VaryingConstant(LooseTextType(max(map(_longest, items))))
    return lambda items, letters: _all_loose(items, like, letters)


@typed()
def _all_loose(items, like, letters):
    def first(items, like, letters):
        whole = some_letters(items[0], letters)
        return (letters_between(whole, 0, len(whole), like),)

    if len(items) == 1:
        return first
    return lambda items, like, letters: (
        _all_loose(items[:1], like, letters) + _all_loose(items[1:], like, letters)
    )
