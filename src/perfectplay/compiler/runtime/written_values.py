"""Functions that translated rules call for the values in texts that are put together: checks that a
value is what it is taken to be, and the value as a text.

``lengths``: of each word, -1 for what is no text.
"""
# ruff: noqa: ARG001, ARG005
# mypy: ignore-errors

from __future__ import annotations

from numba import types
from numba.core.errors import TypingError
from numba.extending import register_jitable

from perfectplay.compiler.runtime.spelled_helpers import spelled
from perfectplay.compiler.runtime.support import typed
from perfectplay.compiler.runtime.text_types import TextType, is_loose
from perfectplay.compiler.runtime.word_lengths import length_of
from perfectplay.compiler.runtime.words import WordType, _code
from perfectplay.game.shape.state_words import FOREIGN

_FIRST_SPACE, _LAST_SPACE, _FIRST_SEEN = 9, 13, 33


@typed()
def need_without(value, table, first, last):
    """Nothing; a value whose text holds a separator or an end of one, or is empty, raises.
    ``table``: whether each word does; ``first``, ``last``: the ends of the separator."""
    if isinstance(value, types.Integer):

        def positive(value, table, first, last):
            if value < 0:
                raise ValueError("a text with a number below 0 is split, or asked for digits")

        return positive
    if isinstance(value, WordType):
        return lambda value, table, first, last: _need_whole(value, table, first, last)  # noqa: PLW0108
    if isinstance(value, TextType) or is_loose(value):

        def whole(value, table, first, last):
            if len(value) == 0:
                raise ValueError("a text is split beside an empty one")
            for i in range(len(value)):
                _need_whole(value[i], table, first, last)

        return whole
    raise TypingError(f"PERFECTPLAY a text is spelled with {value}")


@register_jitable
def _need_whole(word, table, first, last):
    code = _code(word)
    if code >= FOREIGN:
        number = code - FOREIGN
        split = code == _code(first) or code == _code(last)
        split = split or number < _FIRST_SEEN or number > 126
    else:
        split = code < 0 or code >= len(table) or table[code]
    if split:
        raise ValueError("a text is split within a part")


@typed()
def need_length(value, length, lengths):
    """Nothing; a value whose text has another length raises."""
    if isinstance(value, types.Integer):

        def counted(value, length, lengths):
            digits, rest = 1, value
            while rest > 9:
                digits, rest = digits + 1, rest // 10
            if value < 0 or digits != length:
                raise ValueError("a number has more or fewer digits than in the first moves")

        return counted
    if not (isinstance(value, WordType | TextType) or is_loose(value)):
        raise TypingError(f"PERFECTPLAY a text is spelled with {value}")

    def measured(value, length, lengths):
        if length_of(value, lengths) != length:
            raise ValueError("a part of a text is longer or shorter than in the first moves")

    return measured


@typed()
def need_digit(value):
    """A number from 0 to 9; others raise."""

    def digit(value):
        if value < 0 or value > 9:
            raise ValueError("a number is read from digits that are none")
        return value

    return digit


@typed()
def written_word(value, lengths):
    """The text of a word or of a text; None and members of an Enum raise."""
    if isinstance(value, TextType) or is_loose(value):
        return lambda value, lengths: value
    if isinstance(value, types.Integer):
        raise TypingError("PERFECTPLAY a number in a text is used as a text")
    if not isinstance(value, WordType):
        raise TypingError(f"PERFECTPLAY a text is spelled with {value}")

    def word(value, lengths):
        length_of(value, lengths)
        return value

    return word


@typed()
def written_text(value, digits, lengths, letters):
    """The text of a word, a text, or a number from 0 to 9."""
    if isinstance(value, types.Integer):
        return lambda value, digits, lengths, letters: spelled(value, digits, letters)
    return lambda value, digits, lengths, letters: written_word(value, lengths)
