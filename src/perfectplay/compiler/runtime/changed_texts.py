"""Texts with some letters changed: replace, upper, translate and their like."""
# ruff: noqa: ARG001, ARG005
# mypy: ignore-errors

from __future__ import annotations

from numba.core.errors import TypingError

from perfectplay.compiler.runtime.loose_text_helpers import replaced_loosely
from perfectplay.compiler.runtime.support import replaced, typed
from perfectplay.compiler.runtime.text_types import (
    BoardType,
    TextType,
    is_loose,
    letter,
    part_like,
    unit,
)
from perfectplay.compiler.runtime.words import WordType, _code


@typed()
def text_replace(items, old, new, most, letters):
    """``items.replace(old, new, most)`` of single characters."""
    if is_loose(items):
        return lambda items, old, new, most, letters: replaced_loosely(  # noqa: PLW0108
            items, old, new, most, letters
        )
    if not isinstance(items, BoardType):
        raise TypingError("PERFECTPLAY replace of something else than a board")
    if any(isinstance(x, BoardType) and len(x) != 1 for x in (old, new)):
        raise TypingError("PERFECTPLAY several characters are replaced")

    def changed(items, old, new, most, letters):
        one, other = part_like(items, old, letters)[0], part_like(items, new, letters)[0]
        result, done = items, 0
        for i in range(len(items)):
            if unit(items[i]) == unit(one) and (most < 0 or done < most):
                result = replaced(result, i, other)
                done += 1
        return result

    return changed


@typed()
def letters_changed(items, table, letters):
    """Each character by its code from a table of characters, as `str.translate` does."""
    if isinstance(items, WordType):
        return lambda items, table, letters: table[_code(letter(items, letters))]
    if not isinstance(items, TextType) and not is_loose(items):
        raise TypingError("PERFECTPLAY characters of something else than a board are changed")

    def changed(items, table, letters):
        result = items
        for i in range(len(items)):
            result = replaced(result, i, table[_code(items[i])])
        return result

    return changed


@typed()
def letters_are(items, table, against, letters):
    """Whether characters are of a kind, by their codes: `str.isupper` and its like. There must be
    one in ``table``, and none in ``against``."""
    if isinstance(items, WordType):
        return lambda items, table, against, letters: table[_code(letter(items, letters))]
    if not (isinstance(items, TextType) or is_loose(items)):
        raise TypingError("PERFECTPLAY the kind of characters is asked of something else")

    def found(items, table, against, letters):
        any_there = False
        for i in range(len(items)):
            code = unit(items[i])
            if against[code]:
                return False
            any_there = any_there or table[code]
        return any_there

    return found
