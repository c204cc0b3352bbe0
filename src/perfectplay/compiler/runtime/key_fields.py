"""Keys from the numbers of a state, and back, in one step each.

A layout of more than three rows is that of sparse keys (``sparse_keys.py``). Written out as Python,
line by line for each field, half of the time of compiling a board of twenty cells went into these
lines.
"""
# ruff: noqa: ARG001, ARG005
# mypy: ignore-errors

from __future__ import annotations

from llvmlite import ir
from numba import carray, types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np import arrayobj

from perfectplay.compiler.runtime.sparse_keys import PLAIN_ROWS, sparse_key, write_fields
from perfectplay.compiler.runtime.support import field, literal, typed
from perfectplay.compiler.runtime.text_types import BoardType
from perfectplay.compiler.runtime.words import WORD, WordType, word_field

_NUMBER = ir.IntType(64)


def _write_fields(pointer, count, key, layout):
    write_fields(carray(pointer, (count,)), key, layout)


def _sparse_key(pointer, count, layout):
    return sparse_key(carray(pointer, (count,)), layout)


class KeyLayout:
    """Code that reads a layout: for each field its lowest value and its number of values."""

    def __init__(self, context, builder, kind, value) -> None:
        array = arrayobj.make_array(kind)(context, builder, value)
        self._builder = builder
        rows, size = (builder.extract_value(array.shape, i) for i in (0, 1))
        second = builder.gep(array.data, [size])
        self._rows = array.data, second, builder.gep(second, [size])
        self.sparse = builder.icmp_signed(">", rows, _NUMBER(PLAIN_ROWS))

    def at(self, row, i):
        return self._builder.load(self._builder.gep(self._rows[row], [_NUMBER(i)]))

    def low(self, i):
        return self.at(0, i)

    def size(self, i):
        return self.at(1, i)


def numbers_of(builder, parts, value):
    """The integers in a tuple of integers and of tuples of them, one after the other."""
    numbers = []
    for kind, one in zip(parts, cgutils.unpack_tuple(builder, value), strict=True):
        whole = isinstance(kind, types.BaseTuple)
        numbers += cgutils.unpack_tuple(builder, one) if whole else [one]
    return numbers


@intrinsic(prefer_literal=True)
def fields_of(typingctx, key, layout, count):
    """The fields of a key, as a tuple of integers."""
    many = literal(count)

    def codegen(context, builder, signature, args):
        ranges = KeyLayout(context, builder, layout, args[1])
        kind = ir.ArrayType(_NUMBER, many)
        room = cgutils.alloca_once(builder, kind)
        with builder.if_else(ranges.sparse) as (sparse, plain):
            with sparse:
                pointer = builder.bitcast(room, _NUMBER.as_pointer())
                given = types.void(types.CPointer(types.int64), types.int64, types.int64, layout)
                parts = [pointer, _NUMBER(many), args[0], args[1]]
                context.compile_internal(builder, _write_fields, given, parts)
            with plain:
                rest, fields = args[0], ir.Constant(kind, ir.Undefined)
                for i in reversed(range(1, many)):
                    size = ranges.size(i)
                    above = builder.udiv(rest, size)  # keys are not negative
                    digit = builder.sub(rest, builder.mul(above, size))
                    fields = builder.insert_value(fields, builder.add(digit, ranges.low(i)), i)
                    rest = above
                fields = builder.insert_value(fields, builder.add(rest, ranges.low(0)), 0)
                builder.store(fields, room)
        return builder.load(room)

    return types.UniTuple(types.int64, many)(types.int64, layout, count), codegen


def _some_of(kind):
    """The typing of a function that gives ``count`` integers, from ``first`` on, as this kind."""

    def typing(typingctx, numbers, first, count):
        begin, many = literal(first), literal(count)

        def codegen(context, builder, signature, args):
            items = cgutils.unpack_tuple(builder, args[0])
            return cgutils.pack_array(builder, items[begin : begin + many])

        return types.UniTuple(kind, many)(numbers, first, count), codegen

    return typing


some_of = intrinsic(prefer_literal=True)(_some_of(types.int64))
words_of = intrinsic(prefer_literal=True)(_some_of(WORD))


@intrinsic
def key_of(typingctx, layout, parts):
    """The key of fields, in a tuple of integers and of tuples of them; -1 if the layout cannot hold
    one."""

    def codegen(context, builder, signature, args):
        ranges = KeyLayout(context, builder, layout, args[0])
        numbers = numbers_of(builder, parts, args[1])
        found = cgutils.alloca_once(builder, _NUMBER)
        with builder.if_else(ranges.sparse) as (sparse, plain):
            with sparse:
                room = cgutils.alloca_once_value(builder, cgutils.pack_array(builder, numbers))
                pointer = builder.bitcast(room, _NUMBER.as_pointer())
                given = types.int64(types.CPointer(types.int64), types.int64, layout)
                many = [pointer, _NUMBER(len(numbers)), args[0]]
                builder.store(context.compile_internal(builder, _sparse_key, given, many), found)
            with plain:
                key, outside = _NUMBER(0), ir.IntType(1)(0)
                for i, number in enumerate(numbers):
                    size = ranges.size(i)
                    digit = builder.sub(number, ranges.low(i))
                    # without a sign, a negative number is larger than any size
                    outside = builder.or_(outside, builder.icmp_unsigned(">=", digit, size))
                    key = builder.add(builder.mul(key, size), digit)
                builder.store(builder.select(outside, _NUMBER(-1), key), found)
        return builder.load(found)

    return types.int64(layout, parts), codegen


def _all_of(numbered, plain):
    """The typing of a function from ``count`` items to their numbers: ``numbered`` of each.
    ``plain``: whether an item of a type is its number."""

    def typing(items, count):
        many = literal(count)
        if isinstance(items, types.BaseTuple | BoardType) and len(items) == many:
            kinds = [items.dtype] if hasattr(items, "dtype") else list(items.types)
            if all(map(plain, kinds)):
                return lambda items, count: _numbers(items)
        # one function with a call for each: calls inside calls, one deeper for each item, are more
        # than Python's stack holds in Numba for 30 items
        each = "".join(f"numbered(items[{i}]), " for i in range(many))
        return eval(f"lambda items, count: ({each})", {"numbered": numbered})

    return typing


@intrinsic
def _numbers(typingctx, items):
    """The items as integers of 64 bits."""

    def codegen(context, builder, signature, args):
        kinds = [items.dtype] * len(items) if hasattr(items, "dtype") else items.types
        values = cgutils.unpack_tuple(builder, args[0])
        return cgutils.pack_array(builder, [
            value if isinstance(kind, WordType) else context.cast(builder, value, kind, types.int64)
            for kind, value in zip(kinds, values, strict=True)
        ])  # fmt: skip

    return types.UniTuple(types.int64, len(items))(items), codegen


all_fields = typed(name="all_fields", prefer_literal=True)(
    _all_of(field, lambda kind: isinstance(kind, types.Integer | types.Boolean))
)
"""What `field` gives for each item."""

all_word_fields = typed(name="all_word_fields", prefer_literal=True)(
    _all_of(word_field, lambda kind: isinstance(kind, WordType))
)
"""What `word_field` gives for each item."""
