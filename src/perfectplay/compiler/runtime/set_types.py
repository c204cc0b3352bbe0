"""Sets in compiled rules: frozensets in states, and sets of the same elements that rules make.

A set is a word of 64 bits, a bit for each element of the table of the game, which is a part of the
type. The sign bit, OUTSIDE, says that it has elements besides, nobody knows which: what depends on
them raises, so that nothing is ever answered wrongly.
"""
# ruff: noqa: ARG001, ARG005
# mypy: ignore-errors

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.core.imputils import (
    RefType,
    impl_ret_borrowed,
    iternext_impl,
    lower_builtin,
    lower_constant,
)
from numba.extending import (
    intrinsic,
    models,
    register_jitable,
    register_model,
    typeof_impl,
)

_WORD = ir.IntType(64)

OUTSIDE = -(1 << 63)

UNKNOWN = "a set has an element that no first state has"
"""Message of the error that compiled code raises if an answer depends on such an element."""


class SetType(types.Type):
    """The type of sets with elements of one table. ``changes``: of a `set`, which rules may change
    in place, not of a frozenset."""

    def __init__(self, elements: tuple, *, changes: bool = False) -> None:
        self.elements, self.changes = elements, changes
        super().__init__(name=f"{'Set' if changes else 'Frozenset'}{elements}")

    @property
    def width(self) -> int:
        """The length of the elements, which are tuples; 0 if they are integers."""
        first = self.elements[0]
        return len(first) if isinstance(first, tuple) else 0

    @property
    def element(self):
        """The type of the elements."""
        return types.UniTuple(types.int64, self.width) if self.width else types.int64

    def is_element(self, kind) -> bool:
        """Whether values of a type may be elements."""
        if not self.width:
            return isinstance(kind, types.Integer | types.Boolean)
        plain = isinstance(kind, types.BaseTuple) and not isinstance(kind, types.BaseNamedTuple)
        return plain and len(kind) == self.width and all(
            isinstance(x, types.Integer | types.Boolean) for x in kind.types
        )  # fmt: skip


class UnorderedType(types.IterableType):
    """The type of a set that is looped over where the order does not matter."""

    def __init__(self, of: SetType) -> None:
        self.of = of
        super().__init__(name=f"Unordered({of.name})")

    @property
    def dtype(self):
        return self.of.element

    @property
    def iterator_type(self):
        return UnorderedIterator(self.of)


class UnorderedIterator(types.SimpleIteratorType):
    """The type of the loop over such a set."""

    def __init__(self, of: SetType) -> None:
        self.of = of
        super().__init__(f"UnorderedIterator({of.name})", of.element)


class SetConstant:
    """A set as a constant of compiled rules."""

    def __init__(self, elements: tuple, bits: int, *, changes: bool = False) -> None:
        self.kind, self.bits = SetType(elements, changes=changes), bits


class _BitsModel(models.PrimitiveModel):
    def __init__(self, manager, kind):
        super().__init__(manager, kind, _WORD)


register_model(SetType)(_BitsModel)
register_model(UnorderedType)(_BitsModel)


@register_model(UnorderedIterator)
class _IteratorModel(models.StructModel):
    def __init__(self, manager, kind):
        super().__init__(manager, kind, [("rest", types.EphemeralPointer(types.int64))])


@typeof_impl.register(SetConstant)
def _type_of(value, context):
    return value.kind


@lower_constant(SetType)
def _constant(context, builder, kind, value):
    return ir.Constant(_WORD, value.bits)


def _renamed(result):
    """The code generator of an intrinsic that only changes the type."""
    return result, lambda context, builder, signature, args: args[0]


@intrinsic
def bits_in(typingctx, items):
    """The bits of a set."""
    return _renamed(types.int64(items)) if isinstance(items, SetType) else None


@intrinsic
def set_like(typingctx, bits, like):
    """The set with these bits, of the type of another set."""
    if isinstance(bits, types.Integer) and isinstance(like, SetType):
        return _renamed(like(types.int64, like))
    return None


@intrinsic
def changing(typingctx, items):
    """``set(items)`` of a set."""
    return _renamed(SetType(items.elements, changes=True)(items))


@intrinsic
def unchanging(typingctx, items):
    """``frozenset(items)`` of a set."""
    return _renamed(SetType(items.elements)(items))


# --- loops ----------------------------------------------------------------------------------------


@intrinsic
def unordered(typingctx, items):
    """What is looped over where the order does not matter."""
    if isinstance(items, SetType):
        return UnorderedType(items)(items), _checked_bits
    return items(items), _same


@intrinsic
def in_order(typingctx, items):
    """What is looped over where the order matters: not a set."""
    if isinstance(items, SetType):
        raise TypingError("PERFECTPLAY the order of a set would matter")
    return items(items), _same


def _same(context, builder, signature, args):
    return impl_ret_borrowed(context, builder, signature.return_type, args[0])


def _checked_bits(context, builder, signature, args):
    with builder.if_then(builder.icmp_signed("<", args[0], ir.Constant(_WORD, 0)), likely=False):
        context.call_conv.return_user_exc(builder, ValueError, (UNKNOWN,))
    return args[0]


@lower_builtin("getiter", UnorderedType)
def _getiter(context, builder, signature, args):
    iterator = context.make_helper(builder, signature.return_type)
    iterator.rest = cgutils.alloca_once_value(builder, args[0])
    return iterator._getvalue()


@lower_builtin("iternext", UnorderedIterator)
@iternext_impl(RefType.UNTRACKED)
def _iternext(context, builder, signature, args, result):
    kind = signature.args[0].of
    iterator = context.make_helper(builder, signature.args[0], value=args[0])
    rest = builder.load(iterator.rest)
    there = builder.icmp_unsigned("!=", rest, ir.Constant(_WORD, 0))
    result.set_valid(there)
    with builder.if_then(there):
        place = builder.cttz(rest, ir.Constant(ir.IntType(1), 1))
        result.yield_(_element(context, builder, kind, place))
        less = builder.sub(rest, ir.Constant(_WORD, 1))
        builder.store(builder.and_(rest, less), iterator.rest)


def _element(context, builder, kind, place):
    """The element of the table at a place."""
    first, count = kind.elements[0], len(kind.elements)
    if not kind.width:
        if kind.elements == tuple(range(first, first + count)):
            return builder.add(place, ir.Constant(_WORD, first))
        return _item(context, builder, kind.elements, place)
    columns = zip(*kind.elements, strict=True)
    return cgutils.pack_array(builder, [_item(context, builder, c, place) for c in columns])


def _item(context, builder, numbers, place):
    whole = ir.Constant(ir.ArrayType(_WORD, len(numbers)), list(numbers))
    room = cgutils.global_constant(builder, "elements", whole)
    return builder.load(builder.gep(room, [ir.Constant(_WORD, 0), place], inbounds=True))


# --- elements -------------------------------------------------------------------------------------


def bit_finder(kind: SetType):
    """A function of compiled code: the bit of a value, OUTSIDE if the table does not have it."""
    elements = kind.elements
    if not kind.width:
        first, end = elements[0], elements[-1] + 1
        if elements == tuple(range(first, end)):

            @register_jitable
            def bit_in_row(value):
                value = np.int64(value)
                return np.int64(1) << (value - first) if first <= value < end else OUTSIDE

            return bit_in_row
        if end - first <= 4096:
            table = np.full(end - first, OUTSIDE, np.int64)
            table[[x - first for x in elements]] = [1 << i for i in range(len(elements))]

            @register_jitable
            def bit_in_table(value):
                value = np.int64(value)
                return table[value - first] if first <= value < end else OUTSIDE

            return bit_in_table
        return _searching(kind)
    columns = list(zip(*elements, strict=True))
    low = tuple(min(column) for column in columns)
    size = tuple(max(column) - min(column) + 1 for column in columns)
    if np.prod(np.array(size, float)) > 4096:
        return _searching(kind)
    bits = np.full(int(np.prod(size)), OUTSIDE, np.int64)
    for i, element in enumerate(elements):
        place = 0
        for x, first, count in zip(element, low, size, strict=True):
            place = place * count + x - first
        bits[place] = 1 << i

    @register_jitable
    def bit_of_tuple(value):
        place = np.int64(0)
        for i in range(len(low)):
            digit = np.int64(value[i]) - low[i]
            if digit < 0 or digit >= size[i]:
                return OUTSIDE
            place = place * size[i] + digit
        return bits[place]

    return bit_of_tuple


def _searching(kind: SetType):
    rows = np.array(kind.elements, np.int64).reshape(len(kind.elements), -1)
    width = kind.width

    @register_jitable
    def bit_searched(value):
        for i in range(len(rows)):
            if rows[i, 0] == value:
                return np.int64(1) << i
        return OUTSIDE

    @register_jitable
    def bit_of_searched_tuple(value):
        for i in range(len(rows)):
            alike = True
            for k in range(width):
                if rows[i, k] != value[k]:
                    alike = False
            if alike:
                return np.int64(1) << i
        return OUTSIDE

    return bit_of_searched_tuple if width else bit_searched
