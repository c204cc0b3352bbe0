"""Functions that translated rules call to make tuples of items, and to read tables of rows.

A tuple needs a length that the compiler knows: a *hint* is a tuple of that length, or any other
value if the length is not known (``lengths.py``).
"""
# ruff: noqa: ARG001, ARG005
# mypy: ignore-errors

from __future__ import annotations

from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.core.imputils import impl_ret_borrowed
from numba.extending import intrinsic, register_jitable

from perfectplay.compiler.runtime.empty_items import empty_list
from perfectplay.compiler.runtime.filling import OTHER_LENGTH, room_with, set_in, taken_from
from perfectplay.compiler.runtime.items import sorted_
from perfectplay.compiler.runtime.lists_in_memory import ListInMemory
from perfectplay.compiler.runtime.optional_parts import perhaps
from perfectplay.compiler.runtime.set_types import SetConstant, SetType
from perfectplay.compiler.runtime.support import inner, items_of, replaced, swap, typed
from perfectplay.compiler.runtime.text_types import (
    boards_of,
    is_board,
    is_loose,
)
from perfectplay.compiler.runtime.varying_helpers import filled, put_in_order
from perfectplay.compiler.runtime.varying_types import RoomType, VaryingType, blank, normal
from perfectplay.compiler.runtime.varying_values import empty_like
from perfectplay.compiler.runtime.words import WordConstant, WordType


@register_jitable
def _filled(items, room, site):
    """``room`` filled with as many items; ``site``: number of the place in the rules."""
    result = room_with(room)
    n = 0
    for item in items:
        if n >= len(room):
            raise ValueError(OTHER_LENGTH, site)
        set_in(result, n, item)
        n += 1
    if n != len(room):
        raise ValueError(OTHER_LENGTH, site)
    return taken_from(result)


@typed()
def as_tuple(items, hint, beside, state, site):
    """``tuple(items)``, as long as ``hint`` if that is a tuple.

    Otherwise it is as long as a state without ``beside``, a tuple that will be added. Compiled code
    raises ValueError with ``site`` if there are more items or fewer.
    """
    if isinstance(items, types.BaseNamedTuple):
        return lambda items, hint, beside, state, site: items[:]
    if is_board(items):
        return lambda items, hint, beside, state, site: items_of(items)
    if isinstance(items, types.BaseTuple | VaryingType):
        return lambda items, hint, beside, state, site: items
    if isinstance(items, ListInMemory):
        return lambda items, hint, beside, state, site: taken_from(items)
    length = tuple_length(hint, beside, state)
    if length is None and isinstance(state, RoomType):
        kind = normal(_item_type(items))
        if kind is None:
            raise TypingError(f"PERFECTPLAY a tuple that changes its length holds {kind}")
        item = blank(kind)
        return lambda items, hint, beside, state, site: filled(items, empty_like(item, state))
    if length is None:
        raise TypingError("PERFECTPLAY a tuple whose length cannot be seen does not compile")
    kind = _item_type(items)
    room = (blank_item(kind),) * length
    if length == 0:
        return lambda items, hint, beside, state, site: _empty(items, site)
    if is_board(kind) and not is_loose(kind):
        boards = boards_of(kind.python)
        return lambda items, hint, beside, state, site: boards(_filled(_rows_of(items), room, site))
    return lambda items, hint, beside, state, site: _filled(items, room, site)


@typed()
def of_length(items, count, site):
    """The items, if there are so many. Compiled code raises ValueError with ``site`` if not."""

    def checked(items, count, site):
        if len(items) != count:
            raise ValueError(OTHER_LENGTH, site)
        return items

    return checked


@typed()
def as_long_as(items, like, site):
    """A tuple whose length varies as one that is as long as ``like``, if that keeps its length.
    Compiled code raises ValueError with ``site`` if it is not."""
    if not isinstance(items, VaryingType) or not isinstance(like, types.UniTuple):
        return lambda items, like, site: items
    length = len(like)

    def fixed(items, like, site):
        if len(items) != length:
            raise ValueError(OTHER_LENGTH, site)
        result = like
        for i in range(length):
            result = replaced(result, i, items[i])
        return result

    return fixed


@typed()
def as_tuple_of_ones(items, hint, beside, state, site):
    """`as_tuple` of the only items of tuples of one, which may be None."""
    held = _item_type(items)
    kind = held.types[0]
    length = tuple_length(hint, beside, state)
    if not isinstance(kind, types.Optional) or not length:
        return lambda items, hint, beside, state, site: as_tuple(
            _only(items), hint, beside, state, site
        )
    alike, nothing = _alike(length), blank_item(kind.type)

    def made(items, hint, beside, state, site):
        result = alike(perhaps(False, nothing))
        n = 0
        for item in items:
            if n >= length:
                raise ValueError(OTHER_LENGTH, site)
            result = replaced(result, n, item[0])
            n += 1
        if n != length:
            raise ValueError(OTHER_LENGTH, site)
        return result

    return made


@inner
def _only(items):
    for item in items:
        yield item[0]


@register_jitable
def _rows_of(texts):
    for text in texts:
        yield items_of(text)


def _item_type(items):
    """The type of the items of something that is looped over; None if it does not say."""
    if isinstance(items, types.IteratorType):
        return items.yield_type
    return getattr(items, "dtype", None)


def blank_item(item):
    """A value for the room of an item: 0, a word, a set, or a tuple of them."""
    if isinstance(item, VaryingType):
        return blank(item)
    if isinstance(item, SetType):
        return SetConstant(item.elements, 0, item.parts, item.record, changes=item.changes)
    if isinstance(item, types.BaseTuple):
        items = tuple(map(blank_item, item.types))
        return item.instance_class(*items) if isinstance(item, types.BaseNamedTuple) else items
    if isinstance(item, types.Boolean):
        return False
    return WordConstant(0) if isinstance(item, WordType) else 0


def tuple_length(hint, beside, state):
    """The length of the new tuple; None if it is not known."""
    if isinstance(hint, types.NoneType):  # the length varies
        return None
    if isinstance(hint, types.BaseTuple | ListInMemory):
        return len(hint)
    if isinstance(state, types.BaseTuple) and isinstance(beside, types.BaseTuple):
        return max(0, len(state) - len(beside))
    return len(state) if isinstance(state, types.BaseTuple) else None


@register_jitable
def _empty(items, site):
    for _ in items:
        raise ValueError(OTHER_LENGTH, site)
    return ()


@typed()
def hint_together(one, other):
    """A hint as long as two tuples together; 0 if one of them is no tuple."""
    if not (isinstance(one, types.BaseTuple) and isinstance(other, types.BaseTuple)):
        return lambda one, other: 0
    room = (0,) * (len(one) + len(other))
    return lambda one, other: room


@typed()
def hint_or(one, other):
    """The first hint if it tells a length; else the second."""
    seen = isinstance(one, types.BaseTuple | types.NoneType | VaryingType)
    return (lambda one, other: one) if seen else (lambda one, other: other)


@typed()
def hint_shortest(one, other):
    """A hint as long as the shorter of two tuples, or as the only one that is a tuple."""
    lengths = [len(x) for x in (one, other) if isinstance(x, types.BaseTuple)]
    if isinstance(one, VaryingType) or isinstance(other, VaryingType):
        lengths = []
    room = (0,) * min(lengths) if lengths else 0
    return lambda one, other: room


@typed(prefer_literal=True)
def hint_sliced(whole, start, stop, step):
    """A hint as long as a slice of a tuple by constants."""
    edges = [None if isinstance(x, types.NoneType) else x for x in (start, stop, step)]
    seen = [x is None or isinstance(x, types.IntegerLiteral) for x in edges]
    room = 0
    if isinstance(whole, types.BaseTuple) and all(seen):
        chosen = slice(*[None if x is None else x.literal_value for x in edges])
        room = (0,) * len(range(len(whole))[chosen])
    return lambda whole, start, stop, step: room


@typed()
def sort(items, hint, beside, state, site):
    """``tuple(sorted(items))``; the other arguments are those of `as_tuple`."""
    if is_board(items):
        return lambda items, hint, beside, state, site: sort(
            items_of(items), hint, beside, state, site
        )
    if isinstance(items, types.BaseTuple):

        def insertion(items, hint, beside, state, site):
            for i in range(1, len(items)):
                j = i
                while j > 0 and items[j] < items[j - 1]:
                    items = swap(items, j, j - 1)
                    j -= 1
            return items

        return insertion
    if isinstance(items, VaryingType):
        return lambda items, hint, beside, state, site: put_in_order(items)
    if isinstance(state, RoomType) and tuple_length(hint, beside, state) is None:
        return lambda items, hint, beside, state, site: put_in_order(
            as_tuple(items, hint, beside, state, site)
        )
    return lambda items, hint, beside, state, site: as_tuple(
        sorted_(items), hint, beside, state, site
    )


@typed()
def reverse(items, hint, beside, state, site):
    """``tuple(reversed(items))``; the other arguments are those of `as_tuple`."""
    if is_board(items):
        return lambda items, hint, beside, state, site: items_of(items)[::-1]
    if isinstance(items, types.BaseTuple | VaryingType):
        return lambda items, hint, beside, state, site: items[::-1]
    return lambda items, hint, beside, state, site: as_tuple(items[::-1], hint, beside, state, site)


@inner
def reversed_if(items, reverse):
    return items[::-1] if reverse else items


@typed()
def looped_slice(part, whole):
    """A slice by constants that is looped over; Numba has no loops over ``()``."""
    if part == types.Tuple(()) and isinstance(whole, types.UniTuple):
        return lambda part, whole: empty_list(whole[0])
    return lambda part, whole: part


def _alike(count):
    """An intrinsic that makes a tuple of one value, so many times."""

    @intrinsic
    def alike(typingctx, value):
        kind = types.UniTuple(value, count)

        def codegen(context, builder, signature, args):
            row = cgutils.pack_array(builder, [args[0]] * count)
            return impl_ret_borrowed(context, builder, kind, row)

        return kind(value), codegen

    return alike


@typed()
def transposed(rows, hint):
    """``zip(*rows)`` of rows of one length: a tuple of them, or a list as long as ``hint``."""
    listed = isinstance(rows, types.List) and isinstance(hint, types.BaseTuple) and len(hint)
    if not (listed or isinstance(rows, types.UniTuple)) or not isinstance(
        rows.dtype, types.UniTuple
    ):
        raise TypingError(f"PERFECTPLAY zip(*rows) of {rows}")
    width, height = len(rows.dtype), len(hint if listed else rows)
    alike = _alike(height)

    def columns(rows, hint):
        if len(rows) != height:
            raise ValueError("a list is longer or shorter than it looked")
        for i in range(width):
            column = alike(rows[0][i])
            for j in range(1, height):
                column = replaced(column, j, rows[j][i])
            yield column

    return columns
