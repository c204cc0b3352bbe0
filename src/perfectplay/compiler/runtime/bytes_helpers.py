"""Functions that translated rules call where states hold bytes; see `text_types`.

What rules do with bytes as with texts, ``text_helpers.py`` does for both.
"""
# ruff: noqa: ARG001, ARG005, RUF005
# mypy: ignore-errors

from __future__ import annotations

from numba import types
from numba.core.errors import TypingError

from perfectplay.compiler.runtime.support import replaced, typed
from perfectplay.compiler.runtime.text_helpers import plus
from perfectplay.compiler.runtime.text_types import BoardType, BytesType, TextType, byte, bytes_of
from perfectplay.compiler.runtime.tuple_helpers import as_tuple


@typed()
def as_bytes(items, hint, beside, state, site):
    """``bytes(items)``; the other arguments are those of `as_tuple`."""
    if isinstance(items, BytesType):
        return lambda items, hint, beside, state, site: items
    if isinstance(items, types.Number | types.Boolean | TextType):
        raise TypingError(f"PERFECTPLAY bytes are made of {items}")
    return lambda items, hint, beside, state, site: _checked(
        as_tuple(items, hint, beside, state, site)
    )


@typed()
def _checked(numbers):
    """Bytes of a tuple of numbers. Raises ValueError for one that is no byte."""
    kinds = numbers.types if isinstance(numbers, types.BaseTuple) else ()
    if not kinds or not all(isinstance(x, types.Integer | types.Boolean) for x in kinds):
        raise TypingError(f"PERFECTPLAY bytes are made of {numbers}")
    room = (0,) * len(numbers)
    if not isinstance(numbers, types.UniTuple):
        return lambda numbers: bytes_of((byte(numbers[0]),) + _rest(numbers[1:]))

    def checked(numbers):
        result = room
        for i in range(len(numbers)):
            result = replaced(result, i, byte(numbers[i]))
        return bytes_of(result)

    return checked


@typed()
def _rest(numbers):
    """The numbers as integers that are bytes."""
    if not len(numbers):
        return lambda numbers: ()
    return lambda numbers: (byte(numbers[0]),) + _rest(numbers[1:])


@typed()
def joined_bytes(items, hint, beside, state, site):
    """``b"".join(items)``; the other arguments are those of `as_tuple`."""
    if not isinstance(items, types.BaseTuple) or isinstance(items, BoardType):
        return lambda items, hint, beside, state, site: joined_bytes(
            as_tuple(items, hint, beside, state, site), hint, beside, state, site
        )
    unlike = [x for x in items.types if not isinstance(x, BytesType)]
    if unlike or not len(items):
        raise TypingError(f"PERFECTPLAY bytes are put together with {(*unlike, items)[0]}")
    if len(items) == 1:
        return lambda items, hint, beside, state, site: items[0]
    return lambda items, hint, beside, state, site: plus(
        items[0], joined_bytes(items[1:], hint, beside, state, site), 0
    )


@typed()
def bytes_changed(items, table):
    """``items.translate(table)``; ``table``: 256 numbers."""
    if not isinstance(items, BytesType):
        raise TypingError(f"PERFECTPLAY translate of {items}")

    def changed(items, table):
        result = items
        for i in range(len(items)):
            result = replaced(result, i, table[items[i]])
        return result

    return changed


@typed()
def byte_put(number):
    """A number that is put into a bytearray. Raises ValueError beyond 0 to 255, as Python does."""
    if not isinstance(number, types.Integer | types.Boolean):
        raise TypingError("PERFECTPLAY a list of other things gets such an item")
    return lambda number: byte(number)  # noqa: PLW0108
