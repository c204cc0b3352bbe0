"""Tuples that change their length in compiled rules: heaps of which some vanish, stacks, hands.

One is room for so many items, the most that the game allows, and its length. What is beyond the
length is always blank, so that equal tuples have equal rooms. An item too many raises, and the game
runs interpreted.
"""
# ruff: noqa: ARG001, ARG002, ARG005
# mypy: ignore-errors

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.core.imputils import RefType, iternext_impl, lower_builtin, lower_constant
from numba.core.typeconv import Conversion
from numba.extending import intrinsic, lower_cast, models, register_model, typeof_impl

from perfectplay.compiler.rules_module import Room
from perfectplay.compiler.set_types import SetConstant, SetType
from perfectplay.compiler.text_types import BoardType
from perfectplay.compiler.words import WordConstant, WordType
from perfectplay.game.state_words import EMPTY

_WORD = ir.IntType(64)

TOO_LONG = "a tuple has more items than those of the first states"
"""Message of the error that compiled code raises if there is no room for an item."""


class RoomType(types.Type):
    """The type of what says how many items tuples that change their length have room for."""

    def __init__(self, most: int) -> None:
        self.most = most
        super().__init__(name=f"Room({most})")


class VaryingType(types.IterableType):
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
        proxy = _struct(context, builder, signature.return_type, args[0])
        room = cgutils.alloca_once_value(builder, proxy.items)
        builder.store(args[2], builder.gep(room, [_WORD(0), args[1]], inbounds=True))
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
    return RoomType(value.most)


@typeof_impl.register(VaryingConstant)
def _type_of(value, context):
    return value.kind


@lower_constant(RoomType)
def _room_constant(context, builder, kind, value):
    return context.get_dummy_value()


@lower_constant(VaryingType)
def _constant(context, builder, kind, value):
    return _empty_value(context, builder, kind)


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
        return SetConstant(kind.elements, 0)
    if isinstance(kind, WordType):
        return WordConstant(EMPTY)
    if isinstance(kind, types.BaseTuple):
        items = tuple(map(blank, kind.types))
        return kind.instance_class(*items) if isinstance(kind, types.BaseNamedTuple) else items
    return False if isinstance(kind, types.Boolean) else 0


# --- rooms ----------------------------------------------------------------------------------------


def _struct(context, builder, kind, value=None):
    return cgutils.create_struct_proxy(kind)(context, builder, value=value)


def _blank_value(context, builder, kind):
    if isinstance(kind, VaryingType):
        return _empty_value(context, builder, kind)
    if isinstance(kind, WordType):
        return ir.Constant(_WORD, EMPTY)
    if isinstance(kind, types.BaseTuple):
        return context.make_tuple(
            builder, kind, [_blank_value(context, builder, x) for x in kind.types]
        )
    return context.get_constant_null(kind)


def _empty_value(context, builder, kind):
    whole = _struct(context, builder, kind)
    item = _blank_value(context, builder, kind.dtype)
    whole.items = cgutils.pack_array(builder, [item] * kind.most)
    whole.count = ir.Constant(_WORD, 0)
    return whole._getvalue()


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


@intrinsic
def count_of(typingctx, whole):
    """How many items it has."""

    def codegen(context, builder, signature, args):
        return _struct(context, builder, whole, args[0]).count

    return (types.int64(whole), codegen) if isinstance(whole, VaryingType) else None


@intrinsic
def held_all(typingctx, whole):
    """All the room, as a tuple."""

    def codegen(context, builder, signature, args):
        return _struct(context, builder, whole, args[0]).items

    return (whole.held(whole), codegen) if isinstance(whole, VaryingType) else None


@intrinsic
def room_of(typingctx, whole):
    """A copy of the room that can be changed, in the function that calls this."""

    def codegen(context, builder, signature, args):
        room = cgutils.alloca_once(builder, context.get_value_type(whole.held))
        builder.store(_struct(context, builder, whole, args[0]).items, room)
        return room

    return (types.CPointer(whole.held)(whole), codegen) if isinstance(whole, VaryingType) else None


@intrinsic
def room_get(typingctx, room, place):
    """What stands at a place of a room, without a check."""

    def codegen(context, builder, signature, args):
        return builder.load(builder.gep(args[0], [_WORD(0), args[1]], inbounds=True))

    return room.dtype.dtype(room, types.int64), codegen


@intrinsic
def room_put(typingctx, room, place, item):
    """Put an item at a place of a room, without a check."""

    def codegen(context, builder, signature, args):
        builder.store(args[2], builder.gep(args[0], [_WORD(0), args[1]], inbounds=True))
        return context.get_dummy_value()

    if not fits(room.dtype.dtype, item):
        raise TypingError(f"PERFECTPLAY a tuple that changes its length holds {item} in one place")
    return types.none(room, types.int64, room.dtype.dtype), codegen


@intrinsic
def whole_of(typingctx, room, count, like):
    """The tuple of the first items of a room; those beyond are blank."""

    def codegen(context, builder, signature, args):
        proxy = _struct(context, builder, like)
        proxy.items = builder.load(args[0])
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
        proxy = _struct(context, builder, whole)
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
    proxy = _struct(context, builder, wanted)
    values = cgutils.unpack_tuple(builder, value, len(given))
    values = [
        context.cast(builder, one, kind, wanted.dtype)
        for one, kind in zip(values, given.types, strict=True)
    ]
    item = _blank_value(context, builder, wanted.dtype)
    proxy.items = cgutils.pack_array(builder, values + [item] * (wanted.most - len(given)))
    proxy.count = ir.Constant(_WORD, len(given))
    return proxy._getvalue()


@intrinsic
def converted(typingctx, value, like):
    """A tuple as one of the type of ``like``."""
    if isinstance(like, VaryingType) and fits(like, value):
        return like(like, like), lambda context, builder, signature, args: args[0]
    raise TypingError(f"PERFECTPLAY a tuple that changes its length is {value} in one place")


# --- loops ----------------------------------------------------------------------------------------


@lower_builtin("getiter", VaryingType)
def _getiter(context, builder, signature, args):
    whole = _struct(context, builder, signature.args[0], args[0])
    iterator = context.make_helper(builder, signature.return_type)
    iterator.room = cgutils.alloca_once(builder, whole.items.type)
    builder.store(whole.items, iterator.room)
    iterator.place = cgutils.alloca_once(builder, _WORD)
    builder.store(_WORD(0), iterator.place)
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
        at = builder.gep(iterator.room, [_WORD(0), place], inbounds=True)
        result.yield_(builder.load(at))
        builder.store(builder.add(place, _WORD(1)), iterator.place)
