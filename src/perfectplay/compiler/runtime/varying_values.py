"""How tuples that change their length are made and taken apart in compiled rules."""
# ruff: noqa: ARG001, ARG005
# mypy: ignore-errors

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.core.imputils import RefType, iternext_impl, lower_builtin, lower_constant
from numba.extending import intrinsic, lower_cast

from perfectplay.compiler.runtime.varying_types import (
    WORD,
    RoomType,
    VaryingIterator,
    VaryingType,
    fits,
    normal,
    struct,
)
from perfectplay.compiler.runtime.words import WordType
from perfectplay.game.shape.state_words import EMPTY

OTHER_COUNT = "a tuple has more or fewer items than the one in whose place it is put"
"""Message of the error that compiled code raises then."""


def _blank_value(context, builder, kind):
    if isinstance(kind, VaryingType):
        return _empty_value(context, builder, kind)
    if isinstance(kind, WordType):
        return ir.Constant(WORD, EMPTY)
    if isinstance(kind, types.BaseTuple):
        return context.make_tuple(
            builder, kind, [_blank_value(context, builder, x) for x in kind.types]
        )
    return context.get_constant_null(kind)


def _empty_value(context, builder, kind):
    whole = struct(context, builder, kind)
    item = _blank_value(context, builder, kind.dtype)
    whole.items = cgutils.pack_array(builder, [item] * kind.most)
    whole.count = ir.Constant(WORD, 0)
    return whole._getvalue()


@lower_constant(VaryingType)
def _constant(context, builder, kind, value):
    return _empty_value(context, builder, kind)


@intrinsic
def empty_like(typingctx, item, room):
    """The empty tuple for items like this one."""
    kind = normal(item)
    if kind is None or not isinstance(room, RoomType):
        return None
    whole = VaryingType(kind, room.most)

    def codegen(context, builder, signature, args):
        return _empty_value(context, builder, whole)

    return whole(item, room), codegen


def _store(context, builder, kind, value, pointer):
    """Store a value in memory, where truth values take a byte."""
    if context.get_value_type(kind) == context.get_data_type(kind):
        builder.store(value, pointer)
    else:
        context.pack_value(builder, kind, value, pointer)


def _load(context, builder, kind, pointer):
    """Load a value from memory."""
    if context.get_value_type(kind) == context.get_data_type(kind):
        return builder.load(pointer)
    return context.unpack_value(builder, kind, pointer)


@intrinsic
def count_of(typingctx, whole):
    """How many items it has."""

    def codegen(context, builder, signature, args):
        return struct(context, builder, whole, args[0]).count

    return (types.int64(whole), codegen) if isinstance(whole, VaryingType) else None


@intrinsic
def held_all(typingctx, whole):
    """All the room, as a tuple."""

    def codegen(context, builder, signature, args):
        return struct(context, builder, whole, args[0]).items

    return (whole.held(whole), codegen) if isinstance(whole, VaryingType) else None


@intrinsic
def room_of(typingctx, whole):
    """A copy of the room that can be changed, in the function that calls this."""

    def codegen(context, builder, signature, args):
        room = cgutils.alloca_once(builder, context.get_data_type(whole.held))
        _store(context, builder, whole.held, struct(context, builder, whole, args[0]).items, room)
        return room

    return (types.CPointer(whole.held)(whole), codegen) if isinstance(whole, VaryingType) else None


@intrinsic
def room_get(typingctx, room, place):
    """What stands at a place of a room, without a check."""

    def codegen(context, builder, signature, args):
        at = builder.gep(args[0], [WORD(0), args[1]], inbounds=True)
        return _load(context, builder, room.dtype.dtype, at)

    return room.dtype.dtype(room, types.int64), codegen


@intrinsic
def room_put(typingctx, room, place, item):
    """Put an item at a place of a room, without a check."""

    def codegen(context, builder, signature, args):
        at = builder.gep(args[0], [WORD(0), args[1]], inbounds=True)
        _store(context, builder, room.dtype.dtype, args[2], at)
        return context.get_dummy_value()

    if not fits(room.dtype.dtype, item):
        raise TypingError(f"PERFECTPLAY a tuple that changes its length holds {item} in one place")
    return types.none(room, types.int64, room.dtype.dtype), codegen


@intrinsic
def whole_of(typingctx, room, count, like):
    """The tuple of the first items of a room; those beyond are blank."""

    def codegen(context, builder, signature, args):
        proxy = struct(context, builder, like)
        proxy.items = _load(context, builder, like.held, args[0])
        proxy.count = args[1]
        return proxy._getvalue()

    return like(room, types.int64, like), codegen


@intrinsic
def empty(typingctx, like):
    """The empty tuple of the type of another one."""

    def codegen(context, builder, signature, args):
        return _empty_value(context, builder, like)

    return (like(like), codegen) if isinstance(like, VaryingType) else None


@intrinsic
def varying_of(typingctx, items, count, room):
    """The tuple of the first of these items; those beyond ``count`` are blank."""
    whole = VaryingType(normal(items.types[0]), room.most)

    def codegen(context, builder, signature, args):
        proxy = struct(context, builder, whole)
        values = cgutils.unpack_tuple(builder, args[0], len(items))
        values = [
            context.cast(builder, value, kind, whole.dtype)
            for value, kind in zip(values, items.types, strict=True)
        ]
        item = _blank_value(context, builder, whole.dtype)
        proxy.items = cgutils.pack_array(builder, values + [item] * (room.most - len(items)))
        proxy.count = args[1]
        return proxy._getvalue()

    return whole(items, types.int64, room), codegen


@lower_cast(types.BaseTuple, VaryingType)
def _as_varying(context, builder, given, wanted, value):
    proxy = struct(context, builder, wanted)
    values = cgutils.unpack_tuple(builder, value, len(given))
    values = [
        context.cast(builder, one, kind, wanted.dtype)
        for one, kind in zip(values, given.types, strict=True)
    ]
    item = _blank_value(context, builder, wanted.dtype)
    proxy.items = cgutils.pack_array(builder, values + [item] * (wanted.most - len(given)))
    proxy.count = ir.Constant(WORD, len(given))
    return proxy._getvalue()


@lower_cast(VaryingType, types.UniTuple)
def _as_plain(context, builder, given, wanted, value):
    proxy = struct(context, builder, given, value)
    other = builder.icmp_signed("!=", proxy.count, WORD(len(wanted)))
    with builder.if_then(other, likely=False):
        context.call_conv.return_user_exc(builder, ValueError, (OTHER_COUNT,))
    values = cgutils.unpack_tuple(builder, proxy.items, given.most)[: len(wanted)]
    values += [_blank_value(context, builder, given.dtype)] * (len(wanted) - len(values))
    parts = [context.cast(builder, one, given.dtype, wanted.dtype) for one in values]
    return cgutils.pack_array(builder, parts)


@intrinsic
def converted(typingctx, value, like):
    """A tuple as one of the type of ``like``."""
    if isinstance(like, VaryingType) and fits(like, value):
        return like(like, like), lambda context, builder, signature, args: args[0]
    raise TypingError(f"PERFECTPLAY a tuple that changes its length is {value} in one place")


# --- loops ----------------------------------------------------------------------------------------


@lower_builtin("getiter", VaryingType)
def _getiter(context, builder, signature, args):
    whole = struct(context, builder, signature.args[0], args[0])
    iterator = context.make_helper(builder, signature.return_type)
    held = signature.args[0].held
    iterator.room = cgutils.alloca_once(builder, context.get_data_type(held))
    _store(context, builder, held, whole.items, iterator.room)
    iterator.place = cgutils.alloca_once(builder, WORD)
    builder.store(WORD(0), iterator.place)
    iterator.count = whole.count
    return iterator._getvalue()


@lower_builtin("iternext", VaryingIterator)
@iternext_impl(RefType.UNTRACKED)
def _iternext(context, builder, signature, args, result):
    iterator = context.make_helper(builder, signature.args[0], value=args[0])
    place = builder.load(iterator.place)
    there = builder.icmp_signed("<", place, iterator.count)
    result.set_valid(there)
    with builder.if_then(there):
        at = builder.gep(iterator.room, [WORD(0), place], inbounds=True)
        result.yield_(_load(context, builder, signature.args[0].of.dtype, at))
        builder.store(builder.add(place, WORD(1)), iterator.place)
