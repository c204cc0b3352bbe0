"""Loops over tuples of one type, whose items are read from memory.

Numba's own loop over a tuple takes the item at each place by a switch with a branch for each place.
LLVM seldom unrolls such a loop.
"""
# ruff: noqa: ARG001, ARG005
# mypy: ignore-errors

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import RefType, iternext_impl, lower_builtin
from numba.extending import intrinsic, models, register_model

from perfectplay.compiler.runtime.support import typed
from perfectplay.compiler.runtime.varying_types import VaryingType
from perfectplay.compiler.runtime.words import WordType

_NUMBER = ir.IntType(64)

SHORTEST = 4
"""Shorter tuples are looped over as Numba does."""


class TupleLoop(types.IterableType):
    """What a loop over a tuple of ``kind`` goes through."""

    def __init__(self, kind) -> None:
        self.kind = kind
        super().__init__(f"TupleLoop({kind})")

    @property
    def iterator_type(self):
        return TupleIterator(self.kind)


class TupleIterator(types.SimpleIteratorType):
    """A place in such a loop."""

    def __init__(self, kind) -> None:
        self.kind = kind
        super().__init__(f"TupleIterator({kind})", kind.dtype)


@register_model(TupleLoop)
class _LoopModel(models.StructModel):
    def __init__(self, manager, kind):
        super().__init__(manager, kind, [("items", kind.kind)])


@register_model(TupleIterator)
class _PlaceModel(models.StructModel):
    def __init__(self, manager, kind):
        members = [
            ("room", types.EphemeralPointer(kind.kind)),
            ("place", types.EphemeralPointer(types.int64)),
        ]
        super().__init__(manager, kind, members)


@intrinsic
def _loop_over(typingctx, items):
    def codegen(context, builder, signature, args):
        loop = context.make_helper(builder, signature.return_type)
        loop.items = args[0]
        return loop._getvalue()

    return TupleLoop(items)(items), codegen


@lower_builtin("getiter", TupleLoop)
def _begin(context, builder, signature, args):
    loop = context.make_helper(builder, signature.args[0], value=args[0])
    iterator = context.make_helper(builder, signature.return_type)
    iterator.room = cgutils.alloca_once(builder, context.get_data_type(signature.args[0].kind))
    data = context.data_model_manager[signature.args[0].kind].as_data(builder, loop.items)
    builder.store(data, iterator.room)
    iterator.place = cgutils.alloca_once(builder, _NUMBER)
    builder.store(_NUMBER(0), iterator.place)
    return iterator._getvalue()


@lower_builtin("iternext", TupleIterator)
@iternext_impl(RefType.UNTRACKED)
def _go_on(context, builder, signature, args, result):
    kind = signature.args[0].kind
    iterator = context.make_helper(builder, signature.args[0], value=args[0])
    place = builder.load(iterator.place)
    there = builder.icmp_signed("<", place, _NUMBER(len(kind)))
    result.set_valid(there)
    with builder.if_then(there):
        at = builder.gep(iterator.room, [_NUMBER(0), place], inbounds=True)
        model = context.data_model_manager[kind.dtype]
        result.yield_(model.from_data(builder, builder.load(at)))
        builder.store(builder.add(place, _NUMBER(1)), iterator.place)


def is_plain_item(kind):
    """Whether items are numbers, words, or tuples of them, which nobody counts references to."""
    if isinstance(kind, types.BaseTuple):
        return all(map(is_plain_item, kind.types))
    return isinstance(kind, types.Integer | types.Boolean | WordType)


@typed()
def looped(items):
    """The items for a loop: the same, one after the other."""
    if isinstance(items, types.UniTuple) and len(items) >= SHORTEST and is_plain_item(items.dtype):
        return lambda items: _loop_over(items)  # noqa: PLW0108
    return lambda items: items


@typed()
def as_many(items, others):
    """The items, of ``zip(items, others, strict=True)``: others that are more or fewer raise."""
    if not all(isinstance(x, types.BaseTuple | types.List | VaryingType) for x in (items, others)):
        return lambda items, others: items

    def checked(items, others):
        if len(items) != len(others):
            raise ValueError("what zip is given has unlike lengths")
        return items

    return checked
