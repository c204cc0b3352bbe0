"""Slices of lists that lie in the memory of their function; see `lists_in_memory`."""
# ruff: noqa: ARG001, ARG005
# mypy: ignore-errors

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.extending import intrinsic

from perfectplay.compiler.runtime.filling import OTHER_LENGTH, set_in
from perfectplay.compiler.runtime.lists_in_memory import ListInMemory, need_alike
from perfectplay.compiler.runtime.support import literal, typed

_NUMBER = ir.IntType(64)


def _run(first, last):
    """An intrinsic that makes a tuple of the items from ``first`` to ``last``."""

    @intrinsic
    def run(typingctx, items):
        kind = types.UniTuple(items.dtype, last - first)

        def codegen(context, builder, signature, args):
            memory = builder.bitcast(args[0], context.get_value_type(items.kind).as_pointer())
            places = [builder.gep(memory, [_NUMBER(0), _NUMBER(i)]) for i in range(first, last)]
            return cgutils.pack_array(builder, [builder.load(place) for place in places])

        return kind(items), codegen

    return run


@typed(prefer_literal=True)
def slice_taken(items, start, stop):
    """``items[start:stop]`` with constant ends: of a list in memory a tuple."""
    if isinstance(items, ListInMemory):
        first, last = _ends(items, start, stop)
        if first == last:
            return lambda items, start, stop: ()
        run = _run(first, last)
        return lambda items, start, stop: run(items)
    return lambda items, start, stop: items[start:stop]


@typed(prefer_literal=True)
def slice_set(items, start, stop, values, site):
    """``items[start:stop] = values`` with constant ends; gives the items. Compiled code raises
    ValueError with ``site`` if a list has more values or fewer."""
    if not isinstance(items, ListInMemory):
        return _slice_of_list
    first, last = _ends(items, start, stop)
    count = last - first
    if not isinstance(values, types.List):
        if not isinstance(values, types.BaseTuple | ListInMemory) or len(values) != count:
            raise TypingError("PERFECTPLAY a slice is set to more items or fewer")
        if not isinstance(values, types.UniTuple | ListInMemory):
            return lambda items, start, stop, values, site: slice_set(
                items, start, stop, _alike(items, values), site
            )
    need_alike(items.dtype, values.dtype)

    def all_set(items, start, stop, values, site):
        if len(values) != count:
            raise ValueError(OTHER_LENGTH, site)
        for i in range(count):
            set_in(items, first + i, values[i])
        return items

    return all_set


@intrinsic
def _alike(typingctx, items, values):
    """A tuple of unlike values as one of the items of a list."""
    for value in values:
        need_alike(items.dtype, value)
    if any(typingctx.can_convert(value, items.dtype) is None for value in values):
        return None
    kind = types.UniTuple(items.dtype, len(values))

    def codegen(context, builder, signature, args):
        parts = cgutils.unpack_tuple(builder, args[1], len(values))
        made = [
            context.cast(builder, part, value, items.dtype)
            for part, value in zip(parts, values, strict=True)
        ]
        return context.make_tuple(builder, kind, made)

    return kind(items, values), codegen


def _slice_of_list(items, start, stop, values, site):
    items[start:stop] = list(values)
    return items


def _ends(items, start, stop):
    """The first place of a slice by constants and the one after its last."""
    places = range(len(items))[literal(start) : literal(stop)]
    return places.start, max(places.start, places.stop)
