"""Sets in compiled rules: frozensets in states, and sets of the same elements that rules make.

A set is a word of 64 bits, a bit for each element of the table of the game, which is a part of the
type. The sign bit, OUTSIDE, says that it has elements besides, nobody knows which: what depends on
them raises, so that nothing is ever answered wrongly.
"""
# ruff: noqa: ARG001, ARG005
# mypy: ignore-errors

from __future__ import annotations

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
    register_model,
    typeof_impl,
)

from perfectplay.compiler.runtime.words import WORD, _is_word, is_text, python_class
from perfectplay.compiler.source.own_names import OF_DATACLASS

_WORD = ir.IntType(64)

OUTSIDE = -(1 << 63)

ORDER = "the order of a set would matter"
"""Message of the refusal of a loop over a set whose order in Python might show."""

UNKNOWN = "a set has an element that no first state has"
"""Message of the error that compiled code raises if an answer depends on such an element."""


class SetType(types.Type):
    """The type of sets with elements of one table. ``changes``: of a `set`, which rules may change
    in place, not of a frozenset. ``parts``: what an element is, "n", "t" for a text or a member of
    an Enum, "b" for a truth, or these within "(" and ")", of a tuple, and tuples in it; in the
    elements, which are flat, the codes of words stand for texts. ``record``: the class of elements
    that are records, None for others; or a pair of it and such classes of the parts."""

    def __init__(
        self, elements: tuple, parts: str = "n", record: type | tuple | None = None, *,
        changes: bool = False,
    ) -> None:  # fmt: skip
        self.elements, self.parts, self.record = elements, parts, record
        self.items = _items_of(parts)
        self.changes = changes
        kind = "Set" if changes else "Frozenset"
        named = "" if record is None else _name_of(record)
        super().__init__(name=f"{kind}{named}{parts}{elements}")

    def like(self, *, changes: bool) -> SetType:
        """The type of sets with the same table that rules may change in place, or may not."""
        return SetType(self.elements, self.parts, self.record, changes=changes)

    @property
    def width(self) -> int:
        """How many numbers each element has that is a tuple; 0 if they are integers or texts."""
        return sum(map(self.parts.count, "ntb")) if self.parts[0] == "(" else 0

    @property
    def element(self):
        """The type of the elements."""
        return _type_of_part(self.items, self.record)

    @property
    def has_words(self) -> bool:
        """Whether texts are in the elements."""
        return "t" in self.parts

    def is_element(self, kind) -> bool:
        """Whether values of a type may be elements."""
        return _is_part(kind, self.items, self.record)


def _items_of(parts: str) -> list | str:
    """What an element is: "n", "t", "b", or a list of these and of such lists."""
    open_ = [[]]
    for part in parts:
        if part == "(":
            open_[-1].append([])
            open_.append(open_[-1][-1])
        elif part == ")":
            open_.pop()
        else:
            open_[-1].append(part)
    return open_[0][0]


def _taken_apart(record, count):
    """The class of a part, and those of its parts."""
    return record if isinstance(record, tuple) else (record, (None,) * count)


def _name_of(record) -> str:
    cls, inner = _taken_apart(record, 0)
    return getattr(cls, "__name__", "") + "".join(_name_of(x) for x in inner if x is not None)


def _type_of_part(part, record=None):
    if not isinstance(part, list):
        return {"t": WORD, "b": types.boolean}.get(part, types.int64)
    cls, inner = _taken_apart(record, len(part))
    return types.Tuple.from_types(list(map(_type_of_part, part, inner)), cls)


def _is_part(kind, part, record=None) -> bool:
    """Whether values of a type may be such a part of an element; a text of one character may."""
    if isinstance(part, list):
        if not (isinstance(kind, types.BaseTuple) and python_class(kind) is tuple):
            return False
        cls, inner = _taken_apart(record, len(part))
        alike = getattr(kind, "instance_class", None) is cls
        plain = not isinstance(kind, types.BaseNamedTuple) and not hasattr(cls, OF_DATACLASS)
        if not (alike or plain) or len(kind) != len(part):
            return False  # no tuple equals a dataclass
        return all(map(_is_part, kind.types, part, inner))
    if part == "t":
        return _is_word(kind) or (is_text(kind) and len(kind) == 1)
    return isinstance(kind, types.Integer | types.Boolean)


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
    """A set as a constant of compiled rules; see `SetType`."""

    def __init__(
        self, elements: tuple, bits: int, parts: str, record: type | tuple | None = None, *,
        changes: bool = False,
    ) -> None:  # fmt: skip
        self.kind, self.bits = SetType(elements, parts, record, changes=changes), bits


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
    return _renamed(items.like(changes=True)(items))


@intrinsic
def unchanging(typingctx, items):
    """``frozenset(items)`` of a set."""
    return _renamed(items.like(changes=False)(items))


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
        raise TypingError(f"PERFECTPLAY {ORDER}")
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
    numbers = iter([_item(context, builder, column, place) for column in columns])
    return _made_of(context, builder, kind.element, numbers)


def _made_of(context, builder, kind, numbers):
    """The tuple of a type, of the next numbers."""
    if isinstance(kind, types.Boolean):
        return builder.icmp_signed("!=", next(numbers), ir.Constant(_WORD, 0))
    if not isinstance(kind, types.BaseTuple):
        return next(numbers)
    items = [_made_of(context, builder, part, numbers) for part in kind.types]
    return context.make_tuple(builder, kind, items)


def _item(context, builder, numbers, place):
    whole = ir.Constant(ir.ArrayType(_WORD, len(numbers)), list(numbers))
    room = cgutils.global_constant(builder, "elements", whole)
    return builder.load(builder.gep(room, [ir.Constant(_WORD, 0), place], inbounds=True))


# --- elements -------------------------------------------------------------------------------------
