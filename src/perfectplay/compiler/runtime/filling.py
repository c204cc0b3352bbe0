"""Tuples that are filled item by item in memory.

A tuple is a value: one with another item is a new tuple, so that to replace all items in turn takes
as many copies as there are items. A room is a tuple's memory, written to in place and read once.
"""
# ruff: noqa: ARG001
# mypy: ignore-errors

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, models, register_model

OTHER_LENGTH = "a tuple is longer or shorter than it looked"
"""Message of the error that compiled code raises, with the number of the place in the rules."""


class RoomInMemory(types.Type):
    """The memory of a tuple of ``kind``, of items of one type; it lasts as long as the function
    that made it. ``python``: the class of texts, if the items are those of texts."""

    def __init__(self, kind, python=None) -> None:
        self.kind, self.python = kind, python
        super().__init__(f"RoomInMemory({kind}, {python})")


@register_model(RoomInMemory)
class _RoomModel(models.OpaqueModel):
    """A pointer."""


def pointer_to(builder, memory):
    """Memory as a room holds it."""
    return builder.bitcast(memory, ir.IntType(8).as_pointer())


def _memory(context, builder, room, kind):
    """The pointer as one to the tuple."""
    return builder.bitcast(room, context.get_value_type(kind).as_pointer())


@intrinsic
def room_with(typingctx, items):
    """The room of a tuple, with its items."""

    def codegen(context, builder, signature, args):
        memory = cgutils.alloca_once(builder, args[0].type)
        builder.store(args[0], memory)
        return pointer_to(builder, memory)

    if isinstance(items, types.BaseTuple) and hasattr(items, "dtype"):
        return RoomInMemory(items)(items), codegen
    return None


@intrinsic
def set_in(typingctx, room, index, value):
    """Write an item into a room, without a check of the index."""

    def codegen(context, builder, signature, args):
        memory = _memory(context, builder, args[0], room.kind)
        place = builder.gep(memory, [args[1].type(0), args[1]], inbounds=True)
        builder.store(args[2], place)
        return context.get_dummy_value()

    return types.none(room, types.intp, room.kind.dtype), codegen


@intrinsic
def taken_from(typingctx, room):
    """The tuple in a room."""

    def codegen(context, builder, signature, args):
        return builder.load(_memory(context, builder, args[0], room.kind))

    return room.kind(room), codegen
