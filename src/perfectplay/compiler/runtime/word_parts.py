"""Functions that translated rules call to take words of several characters apart.

``parts``: the number of words of states; then, of each of them and of each word that only the rules
have, the code of that part of it, which is below EMPTY if the word has none.
"""
# ruff: noqa: ARG001, ARG005
# mypy: ignore-errors

from __future__ import annotations

from numba import types
from numba.core.errors import TypingError
from numba.extending import register_jitable

from perfectplay.compiler.runtime.items import contains
from perfectplay.compiler.runtime.support import typed
from perfectplay.compiler.runtime.text_helpers import part
from perfectplay.compiler.runtime.text_types import is_board
from perfectplay.compiler.runtime.word_lengths import length_of
from perfectplay.compiler.runtime.word_places import _place
from perfectplay.compiler.runtime.words import _code, _is_word, word_of
from perfectplay.game.shape.state_words import EMPTY, FOREIGN, SCRATCH

_OF_NOTHING = ("upper", "lower", "swapcase", "title", "capitalize", "translate", "strip")
"""Methods that give "" of ""."""
_ZERO, _NINE = ord("0"), ord("9")


@register_jitable
def _part(code, parts):
    part = parts[_place(code, parts)]
    if part < EMPTY:
        raise IndexError("a part is taken of a word that does not have it")
    return word_of(part)


@register_jitable
def _says(value, table):
    found = table[_place(_code(value), table)]
    if found < 0:
        raise AttributeError("a method of texts is called of something else")
    return found > 0


def _name(method):
    """The name of a method, as a type."""
    return getattr(method, "literal_value", "a method of texts")


@typed(prefer_literal=True)
def word_change(value, method, table):
    """A text that a method of a word gives."""
    if not _is_word(value):
        raise TypingError(f"PERFECTPLAY {_name(method)} of something else than a word")
    if _name(method) not in _OF_NOTHING:
        return lambda value, method, table: _part(_code(value), table)

    def changed(value, method, table):
        code = _code(value)
        return word_of(EMPTY) if code == EMPTY else _part(code, table)

    return changed


@typed(prefer_literal=True)
def word_truth(value, method, table):
    """Whether a method of a word says so; those that say so of "" are not asked."""
    if not _is_word(value):
        raise TypingError(f"PERFECTPLAY {_name(method)} of something else than a word")
    return lambda value, method, table: _code(value) != EMPTY and _says(value, table)


@typed()
def holds_nothing(value, wanted):
    """``"" in value``: in every text, and in a list with such an item."""
    if _is_word(value) or is_board(value):
        return lambda value, wanted: True
    return lambda value, wanted: contains(value, wanted)  # noqa: PLW0108


@typed()
def word_contains(value, wanted, table):
    """``wanted in value``, where a constant text is looked for."""
    if not _is_word(value):
        return lambda value, wanted, table: contains(value, wanted)
    return lambda value, wanted, table: word_truth(value, "in", table)


@typed(prefer_literal=True)
def word_texts(value, method, starts, flat):
    """The list of texts that a method of a word gives."""
    if not _is_word(value):
        raise TypingError(f"PERFECTPLAY {_name(method)} of something else than a word")

    def parts(value, method, starts, flat):
        start = starts[_place(_code(value), starts)]
        if start < 0:
            raise AttributeError("a method of texts is called of something else")
        items = [word_of(flat[start])][:0]
        for i in range(start + 1, start + 1 + flat[start]):
            items.append(word_of(flat[i]))
        return items

    return parts


@typed(prefer_literal=True)
def word_part(value, index, parts):
    """``value[index]`` by a constant."""
    if not isinstance(index, types.IntegerLiteral):
        raise TypingError("PERFECTPLAY a character of a word is taken")
    n = index.literal_value
    if not _is_word(value):
        return lambda value, index, parts: value[n]

    def character(value, index, parts):
        code = _code(value)
        if code >= FOREIGN and n in (0, -1):
            return word_of(code)
        return _part(code, parts)

    return character


@typed(prefer_literal=True)
def word_slice(value, start, stop, step, parts):
    """``value[start:stop:step]`` by constants."""
    if not _is_word(value):
        return lambda value, start, stop, step, parts: part(value, start, stop, step)
    return lambda value, start, stop, step, parts: _part(_code(value), parts)


@typed()
def word_number(value, numbers, scratch):
    """``int(value)``; ``numbers``: of each word, -1 if it is not of digits alone; ``scratch``: of
    those that no state holds. Others raise."""
    if not _is_word(value):
        return lambda value, numbers, scratch: int(value)

    def read(value, numbers, scratch):
        code, number = _code(value), -1
        if FOREIGN + _ZERO <= code <= FOREIGN + _NINE:
            return code - FOREIGN - _ZERO
        if 0 <= code < len(numbers):
            number = numbers[code]
        elif SCRATCH <= code < SCRATCH + len(scratch):
            number = scratch[code - SCRATCH]
        if number < 0:
            raise ValueError("a number is read from something else than digits")
        return number

    return read


@typed()
def word_items(value, tables, lengths):
    """The characters of a word, of each the table of its code by the word; another value itself."""
    if not _is_word(value):
        return lambda value, tables, lengths: value
    n = len(tables)

    def characters(value, tables, lengths):
        if length_of(value, lengths) != n:
            raise ValueError("a word of another length is unpacked")
        return _characters(_code(value), tables)

    return characters


@typed()
def _characters(code, tables):
    if len(tables) == 1:
        return lambda code, tables: (_part(code, tables[0]),)
    return lambda code, tables: (_part(code, tables[0]),) + _characters(code, tables[1:])  # noqa: RUF005
