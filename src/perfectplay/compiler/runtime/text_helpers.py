"""Functions that translated rules call where states hold texts; see `text_types`.

Each does in compiled code what Python does with texts and bytes, and what the helper without texts
does with anything else. ``letters``: how many words are characters.
"""
# ruff: noqa: ARG001, ARG005
# mypy: ignore-errors

from __future__ import annotations

from numba import types
from numba.core.errors import TypingError

from perfectplay.compiler.runtime.cut_slices import _most, empty_slice, joined_texts
from perfectplay.compiler.runtime.support import items_of, replaced, typed
from perfectplay.compiler.runtime.text_searches import found_at
from perfectplay.compiler.runtime.text_types import (
    BoardType,
    BytesType,
    TextType,
    bytes_of,
    is_loose,
    is_textual,
    letter,
    letters_in,
    part_like,
    taker,
    text_of,
)
from perfectplay.compiler.runtime.tuple_helpers import as_tuple
from perfectplay.compiler.runtime.words import WordConstant, WordType, _is_word, equal
from perfectplay.compiler.source.text_rows import LONGEST

# --- put together, taken apart --------------------------------------------------------------------


@typed()
def plus(one, other, letters):
    """``one + other``."""
    if (is_loose(one) or is_loose(other)) and is_textual(one) and is_textual(other):
        return lambda one, other, letters: joined_texts(one, other, letters)  # noqa: PLW0108
    if is_textual(one) or is_textual(other):
        return lambda one, other, letters: text_of(
            letters_in(one, letters) + letters_in(other, letters)
        )
    if isinstance(one, BytesType) and isinstance(other, BytesType):
        return lambda one, other, letters: bytes_of(items_of(one) + items_of(other))
    if isinstance(one, BytesType) or isinstance(other, BytesType):
        unlike = other if isinstance(one, BytesType) else one
        raise TypingError(f"PERFECTPLAY bytes are put together with {unlike}")
    return lambda one, other, letters: one + other


@typed()
def no_longer(before, after):
    """``after``, which a local becomes in a loop instead of ``before``. A text that becomes longer
    would be of another type each time, and compiling would not end."""
    if is_textual(before) and is_textual(after) and _most(after) > _most(before):
        raise TypingError("PERFECTPLAY a text becomes longer in a loop")
    return lambda before, after: after


@typed(prefer_literal=True)
def times(one, count, letters):
    """``one * count``, where the count is a constant."""
    if not (is_textual(one) or isinstance(one, BytesType)):
        return lambda one, count, letters: one * count
    if isinstance(one, TextType) or not isinstance(count, types.IntegerLiteral):
        raise TypingError("PERFECTPLAY a text is repeated")
    n = count.literal_value
    if not 1 <= n <= 256:
        raise TypingError("PERFECTPLAY a text is repeated")
    if isinstance(one, BytesType):
        return _repeated_bytes(len(one), n)
    room = (WordConstant(0),) * n

    def repeated(one, count, letters):
        result = room
        for i in range(n):
            result = replaced(result, i, letter(one, letters))
        return text_of(result)

    return repeated


def _repeated_bytes(length, count):
    """The typing of ``one * count`` of bytes."""
    room = (0,) * (length * count)

    def repeated(one, count, letters):
        result = room
        for i in range(len(room)):
            result = replaced(result, i, one[i % length])
        return bytes_of(result)

    return repeated


@typed()
def as_text(items, hint, beside, state, site, letters):
    """``"".join(items)``; the other arguments are those of `as_tuple`."""
    if isinstance(items, TextType) or is_loose(items):
        return lambda items, hint, beside, state, site, letters: items
    if isinstance(items, types.BaseTuple) and len(items) and all(map(is_textual, items)):
        if len(items) == 1 and is_loose(items[0]):
            return lambda items, hint, beside, state, site, letters: items[0]
        if len(items) == 1:
            return lambda items, hint, beside, state, site, letters: text_of(
                letters_in(items[0], letters)
            )
        if not all(map(_is_word, items)):
            return lambda items, hint, beside, state, site, letters: plus(
                items[0], as_text(items[1:], hint, beside, state, site, letters), letters
            )

    def joined(items, hint, beside, state, site, letters):
        words = as_tuple(items, hint, beside, state, site)
        for word in words:
            letter(word, letters)
        return text_of(words)

    return joined


@typed()
def text_joined(items, separator, hint, beside, state, site, letters):
    """``separator.join(items)``; ``hint`` and the three after it are those of `as_tuple`."""
    if isinstance(items, BoardType) or not isinstance(items, types.BaseTuple):
        return lambda items, separator, hint, beside, state, site, letters: text_joined(
            as_tuple(items, hint, beside, state, site),
            separator,
            hint,
            beside,
            state,
            site,
            letters,
        )
    if not len(items) or not all(map(is_textual, items)):
        raise TypingError(f"PERFECTPLAY a text is put together with {items}")
    if sum(len(x) if isinstance(x, TextType) else 1 for x in items) > LONGEST:
        raise TypingError("PERFECTPLAY rows of a text have lengths that cannot be seen")
    if len(items) == 1:
        return lambda items, separator, hint, beside, state, site, letters: text_of(
            letters_in(items[0], letters)
        )
    half = len(items) // 2  # so that calls within calls are few

    def joined(items, separator, hint, beside, state, site, letters):
        first = text_joined(items[:half], separator, hint, beside, state, site, letters)
        rest = text_joined(items[half:], separator, hint, beside, state, site, letters)
        return plus(plus(first, separator, letters), rest, letters)

    return joined


@typed(prefer_literal=True)
def part(items, start, stop, step):
    """``items[start:stop:step]`` with constants; a part of a text is a text, of bytes bytes."""
    if not isinstance(items, types.BaseTuple):
        return lambda items, start, stop, step: items[start:stop:step]
    if any(type(edge) is types.Integer for edge in (start, stop, step)):
        raise TypingError("PERFECTPLAY a tuple whose length cannot be seen does not compile")
    edges = [getattr(edge, "literal_value", None) for edge in (start, stop, step)]
    indices = range(len(items))[slice(*edges)]
    if isinstance(items, TextType) and not indices:
        return lambda items, start, stop, step: empty_slice(items, 0)
    if isinstance(items, BoardType) and not indices:
        raise TypingError("PERFECTPLAY an empty part of a text")
    take = taker(indices, items)
    return lambda items, start, stop, step: take(items)


@typed(prefer_literal=True)
def window(items, start, count):
    """``items[start:start + count]`` of a tuple or a text that has them all."""
    if not (isinstance(items, types.UniTuple) and isinstance(count, types.IntegerLiteral)):
        raise TypingError("PERFECTPLAY a tuple whose length cannot be seen does not compile")
    n = count.literal_value
    if not 1 <= n <= len(items):
        raise TypingError("PERFECTPLAY a tuple whose length cannot be seen does not compile")
    take = taker(range(n), items)

    def moved(items, start, count):
        if start < 0 or start + n > len(items):
            raise IndexError("a slice beyond the end")
        result = take(items)
        for i in range(n):
            result = replaced(result, i, items[start + i])
        return result

    return moved


@typed(prefer_literal=True)
def window_equals(items, start, count, other, letters):
    """``items[start:start + count] == other``, which is False beyond the end."""
    textual = isinstance(items, BoardType) and isinstance(count, types.IntegerLiteral)
    n = count.literal_value if textual else 0
    alike = isinstance(other, BytesType) if isinstance(items, BytesType) else is_textual(other)
    if not textual or not alike or n > len(items):
        return lambda items, start, count, other, letters: equal(window(items, start, count), other)
    if n != (len(other) if isinstance(other, BoardType) else 1):
        raise TypingError("PERFECTPLAY a part of a board is compared with another length")

    def compared(items, start, count, other, letters):
        those = part_like(items, other, letters)
        if start < 0:
            raise IndexError("a slice that begins before the start")
        return found_at(items, those, start, len(items)) == start

    return compared


@typed(prefer_literal=True)
def spliced_part(items, index, gap, part, letters):
    """``items[:index] + part + items[index + gap:]`` of a text or a tuple that stays as long."""
    n = gap.literal_value if isinstance(gap, types.IntegerLiteral) else 0
    if isinstance(items, TextType) and isinstance(part, WordType) and n == 1:

        def one(items, index, gap, part, letters):
            if index < 0 or index >= len(items):
                raise IndexError("tuple index out of range")
            return replaced(items, index, letter(part, letters))

        return one
    if isinstance(items, TextType) and is_loose(part) and n > 0:

        def loose(items, index, gap, part, letters):
            if index < 0 or index + gap > len(items) or len(part) != gap:
                raise IndexError("a part that is longer or shorter is put into a text")
            result = items
            for i in range(len(part)):
                result = replaced(result, index + i, part[i])
            return result

        return loose
    alike = isinstance(part, types.UniTuple) and len(part) == n and n > 0
    if not alike or getattr(items, "python", None) is not getattr(part, "python", None):
        raise TypingError("PERFECTPLAY a tuple is put together with something else")

    def several(items, index, gap, part, letters):
        if index < 0 or index + len(part) > len(items):
            raise IndexError("tuple index out of range")
        result = items
        for i in range(len(part)):
            result = replaced(result, index + i, part[i])
        return result

    return several


@typed()
def run_of_letters(items, index, times, one, letters):
    """``items[:index] + one * times + items[index + times:]`` of a text or bytes."""
    if not isinstance(items, BoardType):
        raise TypingError("PERFECTPLAY a tuple is put together with something else")

    def changed(items, index, times, one, letters):
        if index < 0 or times < 0 or index + times > len(items):
            raise IndexError("tuple index out of range")
        result, value = items, part_like(items, one, letters)[0]
        for i in range(times):
            result = replaced(result, index + i, value)
        return result

    return changed


# --- changed --------------------------------------------------------------------------------------
