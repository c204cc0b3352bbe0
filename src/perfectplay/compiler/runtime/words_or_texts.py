"""Functions that translated rules call of what is a word or a board, as the types tell."""
# ruff: noqa: ARG001, ARG005
# mypy: ignore-errors

from __future__ import annotations

from perfectplay.compiler.runtime.spelled_helpers import number_of
from perfectplay.compiler.runtime.support import typed
from perfectplay.compiler.runtime.text_searches import ends_with, starts_with, text_contains
from perfectplay.compiler.runtime.text_splitting import text_split
from perfectplay.compiler.runtime.word_parts import word_number, word_texts, word_truth
from perfectplay.compiler.runtime.words import _is_word


@typed()
def either_startswith(value, wanted, table, letters):
    """``value.startswith(wanted)``."""
    if _is_word(value):
        return lambda value, wanted, table, letters: word_truth(value, "startswith", table)
    return lambda value, wanted, table, letters: starts_with(value, wanted, letters)


@typed()
def either_endswith(value, wanted, table, letters):
    """``value.endswith(wanted)``."""
    if _is_word(value):
        return lambda value, wanted, table, letters: word_truth(value, "endswith", table)
    return lambda value, wanted, table, letters: ends_with(value, wanted, letters)


@typed()
def either_contains(value, wanted, table, letters):
    """``wanted in value``."""
    if _is_word(value):
        return lambda value, wanted, table, letters: word_truth(value, "in", table)
    return lambda value, wanted, table, letters: text_contains(value, wanted, letters)


@typed(prefer_literal=True)
def either_split(value, places, separator, starts, flat, letters):
    """``value.split(separator)``: a list for a word, see `text_split` for a text."""
    if _is_word(value):
        return lambda value, places, separator, starts, flat, letters: word_texts(
            value, "split", starts, flat
        )
    return lambda value, places, separator, starts, flat, letters: text_split(
        value, places, separator, letters
    )


@typed()
def either_number(value, numbers, scratch, digits, letters):
    """``int(value)``."""
    if _is_word(value):
        return lambda value, numbers, scratch, digits, letters: word_number(value, numbers, scratch)
    return lambda value, numbers, scratch, digits, letters: number_of(value, digits, letters)
