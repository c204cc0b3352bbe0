"""Functions that translated rules call where states hold sets; see `set_types`.

Each does in compiled code what Python does with sets, and what it does without them with anything
else. ``none``: the empty set, whose type has the table of elements.
"""
# ruff: noqa: ARG001, ARG005, PLW0108
# mypy: ignore-errors

from __future__ import annotations

from numba import types
from numba.core.errors import TypingError
from numba.core.imputils import impl_ret_borrowed
from numba.extending import intrinsic, overload_method, register_jitable

from perfectplay.compiler.runtime.empty_items import set_of
from perfectplay.compiler.runtime.python_sets import python_set
from perfectplay.compiler.runtime.set_bits import bit_finder
from perfectplay.compiler.runtime.set_operators import alike, disjoint
from perfectplay.compiler.runtime.set_types import (
    ORDER,
    OUTSIDE,
    UNKNOWN,
    SetType,
    bits_in,
    changing,
    in_order,
    set_like,
    unchanging,
    unordered,
)
from perfectplay.compiler.runtime.support import typed
from perfectplay.compiler.runtime.words import WordType

__all__ = ["changing", "in_order", "set_like", "unordered"]

_MOST_UNROLLED = 8


@typed()
def set_field(value):
    """The bits of a frozenset in a state; nothing else compiles."""
    if isinstance(value, SetType) and not value.changes:
        return lambda value: bits_in(value)
    raise TypingError(f"PERFECTPLAY its states hold {value}")


# --- sets of items --------------------------------------------------------------------------------


@typed()
def set_made(items, none):
    """``set(items)``."""
    if isinstance(items, SetType):
        return lambda items, none: changing(items)
    if isinstance(items, types.BaseTuple) and not len(items):
        return lambda items, none: changing(none)
    if not none.is_element(_item_type(items, none)):
        return lambda items, none: set_of(items)
    return lambda items, none: changing(set_like(_sum_of_bits(items, none), none))


@typed()
def frozenset_made(items, none):
    """``frozenset(items)``."""
    if isinstance(items, SetType):
        return lambda items, none: unchanging(items)
    if isinstance(items, types.BaseTuple) and not len(items):
        return lambda items, none: none
    if not none.is_element(_item_type(items, none)):
        return lambda items, none: set_of(items)
    return lambda items, none: set_like(_sum_of_bits(items, none), none)


def _item_type(items, like):
    """The type of the items of something that is looped over, which become elements of a set like
    another one; None if it does not say."""
    if isinstance(items, types.IteratorType):
        return items.yield_type
    if isinstance(items, types.Tuple) and len(set(items.types)) > 1:
        alike = all(map(like.is_element, items.types))
        return items.types[0] if alike or isinstance(items.types[0], types.Integer) else None
    return getattr(items, "dtype", None)


@typed()
def _sum_of_bits(items, none):
    find = bit_finder(none)
    if isinstance(items, types.BaseTuple) and len(items) == 1:
        return lambda items, none: find(items[0])
    if isinstance(items, types.BaseTuple) and len(items) <= _MOST_UNROLLED:
        return lambda items, none: find(items[0]) | _sum_of_bits(items[1:], none)

    def total(items, none):
        bits = 0
        for item in items:
            bits |= find(item)
        return bits

    return total


# --- elements -------------------------------------------------------------------------------------


def contained(items, wanted):
    """The typing of ``wanted in items``, of a set with a table."""
    if not items.is_element(wanted):
        return _never(items, wanted)
    find = bit_finder(items)

    def among(items, wanted):
        bit = find(wanted)
        if bit == OUTSIDE and bits_in(items) < 0:
            raise ValueError(UNKNOWN)
        return bit != OUTSIDE and bits_in(items) & bit != 0

    return among


def _never(items, wanted):
    """The typing of ``wanted in items`` if the value cannot equal an element."""
    inner = wanted.types if isinstance(wanted, types.BaseTuple) else (wanted,)
    plain = types.Integer | types.Boolean | WordType | types.NoneType | types.BaseTuple | SetType
    named = isinstance(wanted, types.BaseNamedTuple)
    if named or not all(isinstance(x, plain) for x in inner):
        raise TypingError(f"PERFECTPLAY {wanted} is looked for in a set")
    return lambda items, wanted: False


@typed()
def set_contains(items, wanted):
    """``wanted in items``, of a set with a table."""
    return contained(items, wanted)


@typed()
def whole(value):
    """The value of a sum, which may be over a set: the order matters for fractions."""
    if isinstance(value, types.Float):
        raise TypingError("PERFECTPLAY fractions are added")
    return lambda value: value


@typed()
def only(items):
    """The item of a set or a tuple that has one: ``(x,) = items``."""
    if isinstance(items, SetType):

        def single(items):
            if len(items) == 1:
                for item in unordered(items):
                    return item
            raise ValueError("a set of another length is unpacked")

        return single
    if isinstance(items, types.BaseTuple) and len(items) == 1:
        return lambda items: items[0]
    raise TypingError("PERFECTPLAY something is taken apart whose length cannot be seen")


# --- sets that change -----------------------------------------------------------------------------


def _changed(function, otherwise):
    """The typing of a change by one element; ``otherwise``: of a set without a table."""

    def typing(items, value):
        if not isinstance(items, SetType):
            return otherwise
        if not (items.changes and items.is_element(value)):
            raise TypingError(f"PERFECTPLAY a set is changed by {value}")
        find = bit_finder(items)
        return lambda items, value: set_like(function(bits_in(items), find(value)), items)

    return typing


@register_jitable
def _without(bits, bit):
    if bit == OUTSIDE:
        if bits < 0:
            raise ValueError(UNKNOWN)
        return bits
    return bits & ~bit


@register_jitable
def _without_one(bits, bit):
    if bit == OUTSIDE or not bits & bit:
        raise KeyError(UNKNOWN)
    return bits & ~bit


def _add(items, value):
    items.add(value)
    return items


def _discard(items, value):
    items.discard(value)
    return items


def _remove(items, value):
    items.remove(value)
    return items


set_add = typed(name="set_add")(_changed(register_jitable(lambda bits, bit: bits | bit), _add))
set_discard = typed(name="set_discard")(_changed(_without, _discard))
set_remove = typed(name="set_remove")(_changed(_without_one, _remove))


@typed()
def set_like_second(items, other):
    """``other`` as a set of the kind of ``items``: what methods take may be a list or a tuple."""
    if not isinstance(items, SetType):
        return lambda items, other: python_set(other)
    if alike(items, other):
        return lambda items, other: other
    if isinstance(other, types.BaseTuple) and not len(other):
        return lambda items, other: set_like(0, items)
    if items.is_element(_item_type(other, items)):
        return lambda items, other: set_like(_sum_of_bits(other, items), items)
    raise TypingError(f"PERFECTPLAY a set and {other} are put together")


@intrinsic
def unshared(typingctx, items):
    """A value that ``|=`` and its like do not change in place: not a set that rules may change."""
    if (isinstance(items, SetType) and items.changes) or isinstance(items, types.Set):
        raise TypingError("PERFECTPLAY a set that may have another name is changed")

    def codegen(context, builder, signature, args):
        return impl_ret_borrowed(context, builder, signature.return_type, args[0])

    return items(items), codegen


# --- methods --------------------------------------------------------------------------------------


def _method(name, change):
    """Define a method of sets that takes one argument, which may be of another kind."""
    overload_method(SetType, name)(lambda items, other: change)


_method("union", lambda items, other: items | set_like_second(items, other))
_method("intersection", lambda items, other: items & set_like_second(items, other))
_method("difference", lambda items, other: items - set_like_second(items, other))
_method("symmetric_difference", lambda items, other: items ^ set_like_second(items, other))
_method("issubset", lambda items, other: items <= set_like_second(items, other))
_method("issuperset", lambda items, other: items >= set_like_second(items, other))
_method("isdisjoint", lambda items, other: disjoint(items, set_like_second(items, other)))


@overload_method(SetType, "copy")
def _copy(items):
    return lambda items: items


def _refused(sentence):
    def typing(items, other=None):
        raise TypingError(f"PERFECTPLAY {sentence}")

    return typing


overload_method(SetType, "pop")(_refused(ORDER))
for _name in (
    "add", "discard", "remove", "update", "clear", "difference_update", "intersection_update",
    "symmetric_difference_update",
):  # fmt: skip
    overload_method(SetType, _name)(_refused("a set that may have another name is changed"))
