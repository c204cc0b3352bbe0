"""Lengths of words in compiled rules, and the texts of tables in which one is looked for."""
# ruff: noqa: ARG001, ARG005
# mypy: ignore-errors

from __future__ import annotations

from numba.core.errors import TypingError

from perfectplay.compiler.runtime.support import typed
from perfectplay.compiler.runtime.word_places import _place
from perfectplay.compiler.runtime.words import _code, _is_word
from perfectplay.game.shape.state_words import EMPTY, FOREIGN


@typed()
def length_of(value, lengths):
    """``len(value)``; ``lengths``: of each word, -1 for what is no text, see ``word_parts.py``."""
    if not _is_word(value):
        return lambda value, lengths: len(value)

    def measured(value, lengths):
        code = _code(value)
        if code >= FOREIGN:
            return 1
        if code == EMPTY:
            return 0
        length = lengths[_place(code, lengths)]
        if length < 0:
            raise TypeError("something without a length is measured")
        return length

    return measured


@typed()
def letter_within(letters, wanted, lengths):
    """``wanted in text``, whose characters are given, if one character is looked for, or ""."""
    if not _is_word(wanted):
        raise TypingError("PERFECTPLAY a text is looked for in a text of a table")

    def within(letters, wanted, lengths):
        length = length_of(wanted, lengths)
        if length > 1:
            raise ValueError("a text of several characters is looked for")
        found = length == 0
        for letter in letters:
            if _code(letter) == _code(wanted):
                found = True
        return found

    return within
