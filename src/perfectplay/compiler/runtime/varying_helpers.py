"""What compiled rules do with tuples that change their length; see `varying_types`.

Each does what Python does with a tuple of that length.
"""
# ruff: noqa: ARG001, ARG005
# mypy: ignore-errors

from __future__ import annotations

import operator

import numpy as np
from numba import types
from numba.core.errors import TypingError
from numba.core.imputils import lower_builtin
from numba.extending import overload, overload_method, register_jitable, type_callable

from perfectplay.compiler.runtime.record_equality import is_of_dataclass
from perfectplay.compiler.runtime.support import inner, put_beyond, typed
from perfectplay.compiler.runtime.text_types import is_loose
from perfectplay.compiler.runtime.varying_types import (
    TOO_LONG,
    WORD,
    RoomType,
    VaryingType,
    fits,
    is_plain,
    normal,
    struct,
)
from perfectplay.compiler.runtime.varying_values import (
    converted,
    count_of,
    empty,
    empty_like,
    room_get,
    room_of,
    room_put,
    whole_of,
)
from perfectplay.compiler.runtime.words import equal


@overload(len)
def _len(whole):
    return (lambda whole: count_of(whole)) if isinstance(whole, VaryingType) else None  # noqa: PLW0108


@inner
def tuple_hash(whole):
    """The hash of a tuple of any length; as in CPython, so that sets have one order. Source: the
    comments in its Objects/tupleobject.c: xxHash, simplified."""
    total, room = np.uint64(2870177450012600261), room_of(whole)
    for i in range(count_of(whole)):
        total += np.uint64(hash(room_get(room, i))) * np.uint64(14029467366897019727)
        total = (total << np.uint64(31)) | (total >> np.uint64(33))
        total *= np.uint64(11400714785074694791)
    total += np.uint64(count_of(whole)) ^ np.uint64(2870177450012600261 ^ 3527539)
    return np.int64(1546275796) if total == np.uint64(2**64 - 1) else np.int64(total)


@overload_method(VaryingType, "__hash__")
def _hash(whole):
    def hashed(whole):
        return int(tuple_hash(whole))

    return hashed


@type_callable(bool)
def _type_of_truth(context):
    return lambda whole: types.boolean if isinstance(whole, VaryingType) else None


@lower_builtin(bool, VaryingType)
def _true(context, builder, signature, args):
    count = struct(context, builder, signature.args[0], args[0]).count
    return builder.icmp_signed(">", count, WORD(0))


@overload(operator.not_)
def _not(whole):
    return (lambda whole: count_of(whole) == 0) if isinstance(whole, VaryingType) else None


@overload(operator.getitem)
def _item(whole, index):
    if not isinstance(whole, VaryingType):
        return None
    if isinstance(index, types.SliceType):

        def part(whole, index):
            old, new, n = room_of(whole), room_of(empty(whole)), 0
            start, stop, step = index.indices(count_of(whole))
            for i in range(start, stop, step):
                room_put(new, n, room_get(old, i))
                n += 1
            return whole_of(new, n, whole)

        return part
    if not isinstance(index, types.Integer):
        return None

    def item(whole, index):
        count = count_of(whole)
        place = index + count if index < 0 else index + 0
        if place < 0 or place >= count:
            raise IndexError("tuple index out of range")
        return room_get(room_of(whole), place)

    return item


@register_jitable
def joined(one, other):
    """``one + other``, of one type."""
    room, more = room_of(one), room_of(other)
    first, count = count_of(one), count_of(other)
    if first + count > len_of_room(one):
        raise ValueError(TOO_LONG)
    for i in range(count):
        room_put(room, first + i, room_get(more, i))
    return whole_of(room, first + count, one)


def len_of_room(whole):
    """How many items there is room for."""
    raise NotImplementedError("compiled code only")


@overload(len_of_room)
def _len_of_room(whole):
    most = whole.most
    return lambda whole: most


@overload(operator.iadd)
@overload(operator.add)
def _plus(one, other):
    if is_loose(one) or is_loose(other):
        return None
    if isinstance(one, VaryingType) and fits(one, other):
        return lambda one, other: joined(one, converted(other, one))
    if isinstance(other, VaryingType) and fits(other, one):
        return lambda one, other: joined(converted(one, other), other)
    return None


@overload(put_beyond)
def _put_beyond(state, index, value):
    """``s[:i] + (v,) + s[i + 1:]`` where i is not in the tuple."""
    if not isinstance(state, VaryingType):
        return None

    def appended(state, index, value):
        if index < 0:
            raise IndexError("tuple index out of range")
        return state + (value,)  # noqa: RUF005

    return appended


# --- comparisons ----------------------------------------------------------------------------------


@register_jitable
def _same(one, other):
    count = count_of(one)
    if count != count_of(other):
        return False
    first, second = room_of(one), room_of(other)
    for i in range(count):  # noqa: SIM110
        if not equal(room_get(first, i), room_get(second, i)):
            return False
    return True


@register_jitable
def _same_row(whole, row):
    if count_of(whole) != len(row):
        return False
    room = room_of(whole)
    for i in range(len(row)):  # noqa: SIM110
        if room_get(room, i) != row[i]:
            return False
    return True


@overload(operator.eq)
def _eq(one, other):
    if is_loose(one) or is_loose(other):
        return None  # cut_slices.py knows
    for whole, beside in ((one, other), (other, one)):
        if not isinstance(whole, VaryingType):
            continue
        number = isinstance(beside, types.Number | types.Boolean | types.NoneType)
        if number or is_of_dataclass(beside):
            return lambda one, other: False
        if is_plain(beside) and len(beside) > whole.most:
            return lambda one, other: False
        if isinstance(beside, types.Array) and whole.dtype == types.int64:  # a row of a constant
            if whole is one:
                return lambda one, other: _same_row(one, other)  # noqa: PLW0108
            return lambda one, other: _same_row(other, one)
        if not fits(whole, beside):
            raise TypingError("PERFECTPLAY tuples that hold unlike things are compared")
        if whole is one:
            return lambda one, other: _same(one, converted(other, one))
        return lambda one, other: _same(converted(one, other), other)
    return None


@overload(operator.ne)
def _ne(one, other):
    if is_loose(one) or is_loose(other):
        return None
    if isinstance(one, VaryingType) or isinstance(other, VaryingType):
        return lambda one, other: not (one == other)  # noqa: SIM201
    return None


@register_jitable
def _before(one, other):
    first, second = room_of(one), room_of(other)
    for i in range(min(count_of(one), count_of(other))):
        a, b = room_get(first, i), room_get(second, i)
        if not equal(a, b):
            return a < b
    return count_of(one) < count_of(other)


def _ordered(compared):
    """The typing of a comparison."""

    def typing(one, other):
        if isinstance(one, VaryingType) and fits(one, other):
            return lambda one, other: compared(one, converted(other, one))
        if isinstance(other, VaryingType) and fits(other, one):
            return lambda one, other: compared(converted(one, other), other)
        return None

    return typing


overload(operator.lt)(_ordered(_before))
overload(operator.gt)(_ordered(register_jitable(lambda one, other: _before(other, one))))
overload(operator.le)(_ordered(register_jitable(lambda one, other: not _before(other, one))))
overload(operator.ge)(_ordered(register_jitable(lambda one, other: not _before(one, other))))


# --- made -----------------------------------------------------------------------------------------


@register_jitable
def filled(items, like):
    """The tuple of all items of something that is looped over, of the type of ``like``."""
    room, n = room_of(empty(like)), 0
    for item in items:
        if n >= len_of_room(like):
            raise ValueError(TOO_LONG)
        room_put(room, n, item)
        n += 1
    return whole_of(room, n, like)


@typed()
def in_room(value, item, room):
    """A tuple of items like this one, as one that changes its length; other values themselves."""
    fitting = isinstance(room, RoomType) and normal(item) is not None
    if fitting and is_plain(value) and fits(VaryingType(normal(item), room.most), value):
        return lambda value, item, room: converted(value, empty_like(item, room))
    return lambda value, item, room: value


@register_jitable
def put_in_order(whole):
    """``tuple(sorted(whole))``."""
    room, count = room_of(whole), count_of(whole)
    for i in range(1, count):
        item, j = room_get(room, i), i
        while j > 0 and item < room_get(room, j - 1):
            room_put(room, j, room_get(room, j - 1))
            j -= 1
        room_put(room, j, item)
    return whole_of(room, count, whole)
