"""Functions that translated rules call where texts change their length; see `state_texts`.

``room``: how long such texts may be. Each does with texts what Python does with texts of that
length, and with anything else what Python does.
"""
# ruff: noqa: ARG001, ARG005
# mypy: ignore-errors

from __future__ import annotations

from numba import types
from numba.core.errors import TypingError
from numba.extending import register_jitable

from perfectplay.compiler.runtime.changed_texts import text_replace
from perfectplay.compiler.runtime.loose_text_helpers import stands_at
from perfectplay.compiler.runtime.state_texts import TOO_LONG, added, empty_text, state_text
from perfectplay.compiler.runtime.support import typed
from perfectplay.compiler.runtime.text_helpers import plus
from perfectplay.compiler.runtime.text_types import BytesType, is_board, is_textual
from perfectplay.compiler.runtime.varying_helpers import len_of_room
from perfectplay.compiler.runtime.varying_values import (
    count_of,
    room_get,
    room_of,
    room_put,
    whole_of,
)
from perfectplay.compiler.runtime.words import _code, word_of


@typed()
def text_plus(one, other, room):
    """``one + other``."""
    if is_textual(one) or is_textual(other):
        return lambda one, other, room: added(state_text(one, room), state_text(other, room))
    if isinstance(one, BytesType) or isinstance(other, BytesType):
        return lambda one, other, room: plus(one, other, 0)
    return lambda one, other, room: one + other


@typed()
def text_iadd(one, other, room):
    """The value of ``one`` after ``one += other``."""
    if is_textual(one) or is_textual(other) or isinstance(one, BytesType):
        return lambda one, other, room: text_plus(one, other, room)  # noqa: PLW0108

    def grown(one, other, room):
        one += other
        return one

    return grown


@typed()
def text_times(one, other, room):
    """``one * other``."""
    if is_textual(other) and not is_textual(one):
        return lambda one, other, room: text_times(other, one, room)
    if not is_textual(one):
        return lambda one, other, room: one * other
    if not isinstance(other, types.Integer | types.Boolean):
        raise TypingError("PERFECTPLAY a text is repeated by something else than a number")

    def repeated(one, other, room):
        text, whole = state_text(one, room), empty_text(room)
        if len(text) == 0:
            return whole
        for _ in range(int(other)):
            whole = added(whole, text)
        return whole

    return repeated


@typed()
def text_join(items, separator, room):
    """``separator.join(items)``."""
    if isinstance(items, types.BaseTuple) and not is_board(items):
        if not len(items):
            return lambda items, separator, room: empty_text(room)
        if not isinstance(items, types.UniTuple):
            return _joined_apart(len(items))

    def joined(items, separator, room):
        between, whole, first = state_text(separator, room), empty_text(room), True
        new, n = room_of(whole), 0
        most = len_of_room(whole)
        for item in items:
            text = state_text(item, room)
            if not first:
                n = _appended(new, n, between, most)
            n = _appended(new, n, text, most)
            first = False
        return whole_of(new, n, whole)

    return joined


def _joined_apart(count):
    """The typing of ``separator.join(items)`` of unlike texts."""
    if count == 1:
        return lambda items, separator, room: state_text(items[0], room)
    return lambda items, separator, room: added(
        added(state_text(items[0], room), state_text(separator, room)),
        text_join(items[1:], separator, room),
    )


@register_jitable
def _appended(room, n, text, most):
    """Put a text into a room from a place on; return the place after it."""
    count, old = count_of(text), room_of(text)
    if n + count > most:
        raise ValueError(TOO_LONG)
    for i in range(count):
        room_put(room, n + i, room_get(old, i))
    return n + count


@typed()
def text_replaced(items, old, new, most, room):
    """``items.replace(old, new, most)``."""
    if not is_textual(items):
        return lambda items, old, new, most, room: text_replace(items, old, new, most, 0)

    def replaced(items, old, new, most, room):
        text, one, other = state_text(items, room), state_text(old, room), state_text(new, room)
        whole = empty_text(room)
        room_, n, i, done = room_of(whole), 0, 0, 0
        if len(one) == 0:
            raise ValueError("an empty text is replaced")
        while i < len(text):
            if (most < 0 or done < most) and stands_at(text, one, i):
                n = _appended(room_, n, other, len_of_room(whole))
                i += len(one)
                done += 1
            else:
                if n >= len_of_room(whole):
                    raise ValueError(TOO_LONG)
                room_put(room_, n, text[i])
                n += 1
                i += 1
        return whole_of(room_, n, whole)

    return replaced


# --- constant tuples of texts ---------------------------------------------------------------------


@register_jitable
def _row(codes, counts, index, room):
    whole = empty_text(room)
    new = room_of(whole)
    for i in range(counts[index]):
        room_put(new, i, word_of(codes[index, i]))
    return whole_of(new, counts[index], whole)


@typed()
def texts_of(codes, counts, room):
    """The texts of a constant tuple, one after the other.

    ``codes``: [N, L] of their characters; ``counts``: how many each has.
    """

    def each(codes, counts, room):
        for index in range(len(counts)):
            yield _row(codes, counts, index, room)

    return each


@typed()
def text_at(codes, counts, index, room):
    """One of the texts of a constant tuple."""
    if not isinstance(index, types.Integer):
        raise TypingError(f"PERFECTPLAY a tuple of texts is indexed by {index}")

    def found(codes, counts, index, room):
        place = index + len(counts) if index < 0 else index + 0
        if place < 0 or place >= len(counts):
            raise IndexError("tuple index out of range")
        return _row(codes, counts, place, room)

    return found


@typed()
def among_texts(codes, counts, wanted, room):
    """Whether a text is in a constant tuple or set of texts."""
    if not is_textual(wanted):
        return lambda codes, counts, wanted, room: False

    def found(codes, counts, wanted, room):
        text = state_text(wanted, room)
        for index in range(len(counts)):
            if counts[index] == len(text) and _is_row(codes, index, text):
                return True
        return False

    return found


@register_jitable
def _is_row(codes, index, text):
    for i in range(len(text)):  # noqa: SIM110
        if codes[index, i] != _code(text[i]):
            return False
    return True
