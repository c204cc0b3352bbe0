"""Keys of two words in compiled code (``game/shape/double_keys.py``): pairs of integers.

In an array the words of key i stand at 2i and 2i + 1. layout: [3, F] int64, for each field its
lowest value and its number of values; the third row begins with the first field of the second word.
"""
# ruff: noqa: ARG001
# mypy: ignore-errors

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from perfectplay.compiler.runtime.hash_slots import inner
from perfectplay.compiler.runtime.key_fields import KeyLayout, numbers_of
from perfectplay.compiler.runtime.support import literal

KEY_WORDS = 2
ABSENT_KEY = (-1, -1)

_NUMBER = ir.IntType(64)
_PAIR = types.UniTuple(types.int64, 2)


@inner
def key_at(keys, i):
    """The key at a place of an array."""
    return keys[2 * i], keys[2 * i + 1]


@inner
def put_key(keys, i, key):
    """Write a key at a place of an array."""
    keys[2 * i], keys[2 * i + 1] = key


@inner
def missing(key):
    """Whether a state has no key."""
    return key[0] < 0


@inner
def smaller(key, other):
    """The smaller one of two keys; one that is missing is smaller than all others."""
    return other if other < key else key


@intrinsic(prefer_literal=True)
def fields_of(typingctx, key, layout, count):
    """The fields of a key, as a tuple of integers."""
    many = literal(count)

    def codegen(context, builder, signature, args):
        ranges = KeyLayout(context, builder, layout, args[1])
        cut = ranges.at(2, 0)
        first, rest = cgutils.unpack_tuple(builder, args[0])
        fields = ir.Constant(ir.ArrayType(_NUMBER, many), ir.Undefined)
        for i in reversed(range(many)):
            size = ranges.size(i)
            above = builder.udiv(rest, size)  # keys are not negative
            digit = builder.sub(rest, builder.mul(above, size))
            fields = builder.insert_value(fields, builder.add(digit, ranges.low(i)), i)
            rest = builder.select(builder.icmp_signed("==", cut, _NUMBER(i)), first, above)
        return fields

    return types.UniTuple(types.int64, many)(_PAIR, layout, count), codegen


@intrinsic
def key_of(typingctx, layout, parts):
    """The key of fields, in a tuple of integers and of tuples of them; ABSENT_KEY if the layout
    cannot hold one."""

    def codegen(context, builder, signature, args):
        ranges = KeyLayout(context, builder, layout, args[0])
        cut = ranges.at(2, 0)
        first, key, outside = _NUMBER(0), _NUMBER(0), ir.IntType(1)(0)
        for i, number in enumerate(numbers_of(builder, parts, args[1])):
            here = builder.icmp_signed("==", cut, _NUMBER(i))
            first, key = builder.select(here, key, first), builder.select(here, _NUMBER(0), key)
            size = ranges.size(i)
            digit = builder.sub(number, ranges.low(i))
            # without a sign, a negative number is larger than any size
            outside = builder.or_(outside, builder.icmp_unsigned(">=", digit, size))
            key = builder.add(builder.mul(key, size), digit)
        words = [builder.select(outside, _NUMBER(-1), word) for word in (first, key)]
        return cgutils.pack_array(builder, words)

    return _PAIR(layout, parts), codegen
