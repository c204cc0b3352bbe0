"""Lists whose length is known and that never leave their function: they lie in its own memory.

A list of Numba's is allocated, its references are counted, and it is freed: ten times the work of
a small play. Which lists these are is decided by ``rewrite/fixed_lists.py``.
"""
# ruff: noqa: ARG001, ARG005
# mypy: ignore-errors

from __future__ import annotations

import math
import operator

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.datamodel import default_manager
from numba.core.errors import TypingError
from numba.core.imputils import RefType, impl_ret_borrowed, iternext_impl, lower_builtin
from numba.extending import intrinsic, models, overload, register_model

from perfectplay.compiler.runtime.filling import (
    RoomInMemory,
    pointer_to,
    set_in,
    taken_from,
)
from perfectplay.compiler.runtime.items import place_in
from perfectplay.compiler.runtime.support import inner, items_of, literal, put, typed
from perfectplay.compiler.runtime.text_types import BytesType, byte, bytes_of, is_board, is_loose
from perfectplay.compiler.runtime.varying_types import VaryingType

_NUMBER = ir.IntType(64)
MOST = 256
"""Longer ones are allocated: the compiler needs time for each item, and a method that calls itself
has 500 frames at most, which a stack of 8 MB holds."""


class ListInMemory(RoomInMemory, types.IterableType):
    """The memory of as many items as the tuple of ``kind`` has."""

    def __init__(self, kind) -> None:
        self.dtype = kind.dtype
        super().__init__(kind)
        self.name = f"ListInMemory({kind})"

    def __len__(self) -> int:
        return len(self.kind)

    @property
    def iterator_type(self):
        return _Place(self.kind)


class _Place(types.SimpleIteratorType):
    """A place in a loop over such a list, which sees what the loop changes."""

    def __init__(self, kind) -> None:
        self.kind = kind
        super().__init__(f"PlaceInMemory({kind})", kind.dtype)


@register_model(ListInMemory)
class _ListModel(models.OpaqueModel):
    """A pointer."""


@register_model(_Place)
class _PlaceModel(models.StructModel):
    def __init__(self, manager, kind):
        items = RoomInMemory(kind.kind)
        super().__init__(
            manager, kind, [("items", items), ("place", types.EphemeralPointer(types.int64))]
        )


@lower_builtin("getiter", ListInMemory)
def _begin(context, builder, signature, args):
    iterator = context.make_helper(builder, signature.return_type)
    iterator.items = args[0]
    iterator.place = cgutils.alloca_once(builder, _NUMBER)
    builder.store(_NUMBER(0), iterator.place)
    return iterator._getvalue()


@lower_builtin("iternext", _Place)
@iternext_impl(RefType.UNTRACKED)
def _go_on(context, builder, signature, args, result):
    kind = signature.args[0].kind
    iterator = context.make_helper(builder, signature.args[0], value=args[0])
    place = builder.load(iterator.place)
    there = builder.icmp_signed("<", place, _NUMBER(len(kind)))
    result.set_valid(there)
    with builder.if_then(there):
        memory = builder.bitcast(iterator.items, context.get_value_type(kind).as_pointer())
        result.yield_(builder.load(builder.gep(memory, [_NUMBER(0), place], inbounds=True)))
        builder.store(builder.add(place, _NUMBER(1)), iterator.place)


def is_counted(kind):
    """Whether references to something in values of a type are counted: they would not be here."""
    return default_manager[kind].contains_nrt_meminfo()


def copied_in_memory(items):
    """The signature and the code of a copy of such a list."""

    def codegen(context, builder, signature, args):
        whole = builder.bitcast(args[0], context.get_value_type(items.kind).as_pointer())
        memory = cgutils.alloca_once(builder, whole.type.pointee)
        builder.store(builder.load(whole), memory)
        return pointer_to(builder, memory)

    return items(items), codegen


def put_in_memory(kind, items):
    """The signature and the code of the list of ``kind`` that holds what a tuple holds."""

    def codegen(context, builder, signature, args):
        memory = cgutils.alloca_once(builder, args[0].type)
        builder.store(args[0], memory)
        return pointer_to(builder, memory)

    return ListInMemory(kind)(items), codegen


def ones_put_in_memory(kind, item, *sizes):
    """The signature and the code of the list of ``kind`` that holds one number throughout; the
    product of ``sizes``, which are constants, is how often."""
    times = math.prod(size.literal_value for size in sizes)

    def codegen(context, builder, signature, args):
        memory = cgutils.alloca_once(builder, context.get_value_type(kind))
        cells = builder.bitcast(memory, args[0].type.as_pointer())
        with cgutils.for_range(builder, _NUMBER(times)) as loop:
            builder.store(args[0], builder.gep(cells, [loop.index], inbounds=True))
        return pointer_to(builder, memory)

    return ListInMemory(kind)(item, *sizes), codegen


def given_back(given, *more):
    """The signature and the code of what gives its first argument."""

    def codegen(context, builder, signature, args):
        return impl_ret_borrowed(context, builder, given, args[0])

    return given(given, *more), codegen


def fits_as_ones(item, *sizes):
    """Whether such a list of one item may lie in memory."""
    known = all(isinstance(size, types.IntegerLiteral) for size in sizes)
    numbers = isinstance(item, types.Integer | types.Boolean)
    return known and numbers and 0 < math.prod(size.literal_value for size in sizes) <= MOST


@intrinsic
def room_of_list(typingctx, items):
    """The list of some items, if it fits; else the items themselves. Rules call it: memory is that
    of the function that an intrinsic is called in."""
    if isinstance(items, ListInMemory):
        return copied_in_memory(items)
    kind = items
    if is_board(items) and not is_loose(items):
        kind = types.UniTuple(items.dtype, len(items))
    if isinstance(kind, types.UniTuple) and 0 < len(kind) <= MOST and not is_counted(kind):
        return put_in_memory(kind, items)
    return given_back(items)


@intrinsic(prefer_literal=True)
def room_of_ones(typingctx, item, count):
    """The list of one item so many times, if it fits; else the item."""
    item = types.unliteral(item)
    if fits_as_ones(item, count):
        return ones_put_in_memory(types.UniTuple(item, count.literal_value), item, count)
    return given_back(item, count)


@intrinsic
def _item_at(typingctx, items, index):
    """An item, without a check of the index."""

    def codegen(context, builder, signature, args):
        memory = builder.bitcast(args[0], context.get_value_type(items.kind).as_pointer())
        return builder.load(builder.gep(memory, [args[1].type(0), args[1]], inbounds=True))

    return items.kind.dtype(items, types.intp), codegen


@overload(len)
def _length(items):
    if isinstance(items, ListInMemory):
        count = len(items)
        return lambda items: count
    return None


@overload(operator.getitem)
def _item(items, index):
    if isinstance(items, ListInMemory) and isinstance(index, types.Integer | types.Boolean):
        count = len(items)
        return lambda items, index: _item_at(items, place_in(index, count))
    return None


# --- what translated rules call -------------------------------------------------------------------


@typed(prefer_literal=True)
def list_copy(items, most):
    """`list_in_memory` in a generator: a tuple, if it has no more than ``most``."""
    n = most.literal_value if isinstance(most, types.IntegerLiteral) else 0
    if is_board(items) and (items.most if is_loose(items) else len(items)) <= n:
        return lambda items, most: items_of(items)
    if isinstance(items, types.UniTuple) and 0 < len(items) <= n:
        return lambda items, most: items
    if isinstance(items, VaryingType) and items.most <= n:
        return lambda items, most: items
    return lambda items, most: list(items)


@typed(prefer_literal=True)
def list_in_memory(items, most):
    """``list(items)`` of what `room_of_list` gives: of a tuple that changes its length, the tuple
    itself, if it has no more than ``most``."""
    if isinstance(items, ListInMemory):
        return lambda items, most: items
    plain = isinstance(items, VaryingType) and not is_loose(items)  # no text
    if plain and items.most <= literal(most):
        return lambda items, most: items
    return lambda items, most: list(items)


@typed()
def repeated_in_memory(items, count):
    """``[item] * count`` of what `room_of_ones` gives."""
    if isinstance(items, ListInMemory):
        return lambda items, count: items
    return lambda items, count: [items] * count


@typed()
def item_set(items, index, value):
    """``items[index] = value``; gives the items, which are a new tuple or the same list."""
    if isinstance(items, BytesType):  # of a bytearray
        return lambda items, index, value: bytes_of(put(items_of(items), index, byte(value)))
    if isinstance(items, types.BaseTuple | VaryingType):
        return lambda items, index, value: put(items, index, value)  # noqa: PLW0108
    if isinstance(items, ListInMemory) and is_perhaps_truth(items.dtype, value):
        return lambda items, index, value: item_set(items, index, zero_or_one(value))
    if isinstance(items, ListInMemory):
        need_alike(items.dtype, value)
        count = len(items)

        def put_there(items, index, value):
            set_in(items, place_in(index, count), value)
            return items

        return put_there

    def changed(items, index, value):
        items[index] = value
        return items

    return changed


def is_perhaps_truth(kind, value):
    """Whether a list of truths is to take an integer, which may be neither 0 nor 1."""
    return isinstance(kind, types.Boolean) and isinstance(value, types.Integer)


@inner
def zero_or_one(value):
    """A number among truths; others have no place there."""
    if value != 0 and value != 1:  # noqa: PLR1714 it is a number
        raise ValueError("a number stands among truths")
    return value == 1


def need_alike(kind, value):
    """Refuse a value that would become another one: 2 among truths, 0.5 among integers."""
    if isinstance(kind, types.BaseTuple) and isinstance(value, types.BaseTuple):
        for each, part in zip(kind, value, strict=False):
            need_alike(each, part)
    truths = isinstance(kind, types.Boolean) and not isinstance(value, types.Boolean)
    if truths or (isinstance(kind, types.Integer) and isinstance(value, types.Float)):
        raise TypingError(f"PERFECTPLAY a list of {kind} gets {value}")


@typed()
def list_now(items):
    """The items as they are now, as a tuple; a real list itself."""
    if isinstance(items, ListInMemory):
        return lambda items: taken_from(items)  # noqa: PLW0108
    return lambda items: items
