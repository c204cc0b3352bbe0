"""Functions that translated rules call to fill a tuple in the loop that makes its items.

A generator's items are known one by one (`as_tuple`); a loop that is written out by
``fused_yields.py`` puts each into a room in memory.
"""
# ruff: noqa: ARG001, ARG005
# mypy: ignore-errors

from __future__ import annotations

from numba import typeof, types
from numba.core import cgutils
from numba.core.registry import cpu_target
from numba.extending import intrinsic

from perfectplay.compiler.runtime.filling import (
    OTHER_LENGTH,
    RoomInMemory,
    pointer_to,
    set_in,
    taken_from,
)
from perfectplay.compiler.runtime.support import inner, items_of, typed
from perfectplay.compiler.runtime.text_types import boards_of, is_board, is_loose
from perfectplay.compiler.runtime.tuple_helpers import blank_item, tuple_length
from perfectplay.compiler.runtime.tuple_loops import is_plain_item


@typed()
def items_of_loop(generator, loop, given, hint, beside, state, site):
    """A tuple by the loop, if its length is known; else what the generator gives."""
    if tuple_length(hint, beside, state):
        return lambda generator, loop, given, hint, beside, state, site: loop(
            *given, hint, beside, state, site
        )
    return lambda generator, loop, given, hint, beside, state, site: generator(*given)


@typed()
def plain_items_of_loop(generator, loop, given, hint, beside, state, site):
    """`items_of_loop`, if the items are numbers, words, or tuples of them."""
    made = generator.get_call_type(cpu_target.typing_context, tuple(given), {}).return_type
    if is_plain_item(made.yield_type) and tuple_length(hint, beside, state):
        return lambda generator, loop, given, hint, beside, state, site: loop(
            *given, hint, beside, state, site
        )
    return lambda generator, loop, given, hint, beside, state, site: generator(*given)


@typed()
def as_items(items, hint, beside, state, site):
    """The items of a list, as they come."""
    return lambda items, hint, beside, state, site: items


@intrinsic
def room_for(typingctx, item, hint, beside, state):
    """Room for as many items of this kind as there will be."""
    python = item.python if is_board(item) and not is_loose(item) else None
    rows = types.UniTuple(item.dtype, len(item)) if python else None
    kind = rows or typeof(blank_item(item))
    room = RoomInMemory(types.UniTuple(kind, tuple_length(hint, beside, state)), python)

    def codegen(context, builder, signature, args):
        return pointer_to(builder, cgutils.alloca_once(builder, context.get_value_type(room.kind)))

    return room(item, hint, beside, state), codegen


@typed()
def set_next(room, n, item, site):
    """Write the n-th item into a room; returns n + 1. Compiled code raises ValueError with ``site``
    if there are too many."""
    most = len(room.kind)
    plain = items_of if room.python else _same

    def written(room, n, item, site):
        if n >= most:
            raise ValueError(OTHER_LENGTH, site)
        set_in(room, n, plain(item))
        return n + 1

    return written


@inner
def _same(item):
    return item


@typed()
def filled_room(room, n, site):
    """The tuple in a room, which has its n items; texts are a board."""
    most = len(room.kind)
    whole = boards_of(room.python) if room.python else _same

    def taken(room, n, site):
        if n != most:
            raise ValueError(OTHER_LENGTH, site)
        return whole(taken_from(room))

    return taken
