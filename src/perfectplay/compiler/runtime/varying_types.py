"""Tuples that change their length in compiled rules: heaps of which some vanish, stacks, hands.

One is room for so many items, the most that the game allows, and its length. What is beyond the
length is always blank, so that equal tuples have equal rooms. An item too many raises, and the game
runs interpreted.
"""
# ruff: noqa: ARG001, ARG002
# mypy: ignore-errors

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import lower_constant
from numba.core.typeconv import Conversion
from numba.extending import models, register_model, typeof_impl

from perfectplay.compiler.runtime.set_types import SetConstant, SetType
from perfectplay.compiler.runtime.text_types import BoardType
from perfectplay.compiler.runtime.words import WordConstant, WordType
from perfectplay.compiler.source.start_states import Room
from perfectplay.game.shape.state_words import EMPTY

WORD = ir.IntType(64)

TOO_LONG = (
    "a tuple has more items than those of the first states; a list may have any number of them"
)
"""Message of the error that compiled code raises if there is no room for an item."""


class RoomType(types.Type):
    """The type of what says how many items tuples that change their length have room for, and
    texts; and how many words are characters."""

    def __init__(self, most: int, letters: int) -> None:
        self.most, self.letters = most, letters
        super().__init__(name=f"Room({most}, {letters})")


class VaryingType(types.IterableType, types.Hashable):
    """The type of tuples with up to ``most`` items of one type."""

    def __init__(self, dtype, most: int) -> None:
        self._dtype, self.most = dtype, most
        super().__init__(name=f"Varying({dtype}, {most})")

    @property
    def dtype(self):
        return self._dtype

    @staticmethod
    def code_of_replaced(context, builder, signature, args):
        """The code that puts an item into the place of another one."""
        proxy = struct(context, builder, signature.return_type, args[0])
        room = cgutils.alloca_once_value(builder, proxy.items)
        builder.store(args[2], builder.gep(room, [WORD(0), args[1]], inbounds=True))
        proxy.items = builder.load(room)
        return proxy._getvalue()

    @property
    def held(self):
        """The type of all the room."""
        return types.UniTuple(self._dtype, self.most)

    @property
    def iterator_type(self):
        return VaryingIterator(self)

    def can_convert_from(self, typingctx, other):
        """A tuple of items that fit becomes one."""
        return Conversion.safe if fits(self, other) else None

    def unify(self, typingctx, other):
        """Such a tuple beside one that changes its length is one."""
        return self if fits(self, other) else None


class VaryingIterator(types.SimpleIteratorType):
    """The type of a loop over such a tuple."""

    def __init__(self, of: VaryingType) -> None:
        self.of = of
        super().__init__(f"VaryingIterator({of.name})", of.dtype)


class VaryingConstant:
    """An empty tuple of this type, as a constant of compiled rules."""

    def __init__(self, kind: VaryingType) -> None:
        self.kind = kind


@register_model(RoomType)
class _RoomModel(models.OpaqueModel):
    pass


@register_model(VaryingType)
class _VaryingModel(models.StructModel):
    def __init__(self, manager, kind):
        super().__init__(manager, kind, [("items", kind.held), ("count", types.int64)])


@register_model(VaryingIterator)
class _IteratorModel(models.StructModel):
    def __init__(self, manager, kind):
        members = [
            ("room", types.EphemeralPointer(kind.of.held)),
            ("place", types.EphemeralPointer(types.int64)),
            ("count", types.int64),
        ]
        super().__init__(manager, kind, members)


@typeof_impl.register(Room)
def _type_of_room(value, context):
    return RoomType(value.most, value.letters)


@typeof_impl.register(VaryingConstant)
def _type_of(value, context):
    return value.kind


@lower_constant(RoomType)
def _room_constant(context, builder, kind, value):
    return context.get_dummy_value()


def is_plain(kind) -> bool:
    """Whether a type is that of plain tuples."""
    named = types.BaseNamedTuple | BoardType
    return isinstance(kind, types.BaseTuple) and not isinstance(kind, named)


def normal(kind):
    """The type that items of a type have in such a tuple; None if they cannot be in one."""
    if isinstance(kind, types.Boolean):
        return types.boolean
    if isinstance(kind, types.Integer):
        return types.int64
    if isinstance(kind, types.Optional):
        held = normal(kind.type)
        return None if held is None else types.Optional(held)
    if isinstance(kind, SetType):
        return None if kind.changes else kind
    if isinstance(kind, WordType | VaryingType):
        return kind
    if isinstance(kind, types.BaseTuple) and not isinstance(kind, BoardType):
        items = [normal(x) for x in kind.types]
        if None in items or not items:
            return None
        if isinstance(kind, types.BaseNamedTuple):
            return types.BaseTuple.from_types(items, kind.instance_class)
        return types.BaseTuple.from_types(items)
    return None


def fits(wanted, given) -> bool:
    """Whether a value of a type can stand where another type is wanted, as the same value."""
    if isinstance(wanted, VaryingType):
        if isinstance(given, VaryingType):
            return wanted == given
        alike = is_plain(given) and len(given) <= wanted.most
        return alike and all(fits(wanted.dtype, x) for x in given.types)
    if isinstance(wanted, types.Optional):
        held = given.type if isinstance(given, types.Optional) else given
        return isinstance(given, types.NoneType) or fits(wanted.type, held)
    if is_plain(wanted) and is_plain(given):
        pairs = zip(wanted.types, given.types, strict=False)
        return len(wanted) == len(given) and all(fits(x, y) for x, y in pairs)
    return normal(given) == wanted or (
        isinstance(wanted, WordType) and isinstance(given, types.NoneType)
    )


def blank(kind):
    """What compiled code has where there is no item: zeros, "", empty sets."""
    if isinstance(kind, VaryingType):
        return VaryingConstant(kind)
    if isinstance(kind, SetType):
        return SetConstant(kind.elements, 0, kind.parts, kind.record)
    if isinstance(kind, types.Optional):
        return None
    if isinstance(kind, WordType):
        return WordConstant(EMPTY)
    if isinstance(kind, types.BaseTuple):
        items = tuple(map(blank, kind.types))
        return kind.instance_class(*items) if isinstance(kind, types.BaseNamedTuple) else items
    return False if isinstance(kind, types.Boolean) else 0


def struct(context, builder, kind, value=None):
    """The parts of a value in code that is being written."""
    return cgutils.create_struct_proxy(kind)(context, builder, value=value)
