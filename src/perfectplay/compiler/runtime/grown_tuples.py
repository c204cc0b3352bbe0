"""Tuples that become longer in rules, where moves are tuples of any length: paths of jumps."""
# ruff: noqa: ARG001, ARG005
# mypy: ignore-errors

from __future__ import annotations

from numba import types

from perfectplay.compiler.runtime.combined_items import kept_items
from perfectplay.compiler.runtime.support import inner, typed
from perfectplay.compiler.runtime.tuple_helpers import _item_type
from perfectplay.compiler.runtime.varying_helpers import filled
from perfectplay.compiler.runtime.varying_types import (
    RoomType,
    VaryingType,
    blank,
    fits,
    is_plain,
    normal,
)
from perfectplay.compiler.runtime.varying_values import converted, empty_like


@typed()
def begun(value, item, room):
    """What becomes longer, tuples of items like this one, as one that changes its length; other
    values themselves."""
    kind = normal(item)
    if isinstance(value, types.Tuple) and not len(value) and kind is not None:
        return lambda value, item, room: empty_like(item, room)
    return lambda value, item, room: grown(value, room)


@typed()
def grown(value, room):
    """A plain tuple of things of one kind as one that changes its length; other values
    themselves."""
    if isinstance(room, RoomType) and is_plain(value) and len(value):
        kind = normal(value.types[0])
        if kind is not None and fits(VaryingType(kind, room.most), value):
            item = blank(kind)
            return lambda value, room: converted(value, empty_like(item, room))
    return lambda value, room: value


@inner
def _chosen(kept, places):
    for i in places:
        yield kept[i]


def _combinations_of_any(items, size, room, again):
    """The typing of combinations of a size that is not constant; ``again``: 1 if an item may come
    several times, else 0."""
    kind = normal(_item_type(items))
    if kind is None or not isinstance(room, RoomType) or not isinstance(size, types.Integer):
        return None
    item = blank(kind)

    def combined(items, size, room):
        kept = kept_items(items)
        if size < 0:
            raise ValueError("r must be non-negative")
        places, more = [0] * size, size <= len(kept) or (again and len(kept) > 0)
        if not again:
            for i in range(size):
                places[i] = i
        while more:
            yield filled(_chosen(kept, places), empty_like(item, room))
            k = size - 1
            while k >= 0 and places[k] == len(kept) - 1 - (0 if again else size - 1 - k):
                k -= 1
            more = k >= 0
            if more:
                places[k] += 1
                for j in range(k + 1, size):
                    places[j] = places[j - 1] + (0 if again else 1)

    return combined


@typed()
def combinations_of_any(items, size, room):
    """``combinations(items, size)`` of a size that is not constant."""
    return _combinations_of_any(items, size, room, again=False)


@typed()
def combinations_with_replacement_of_any(items, size, room):
    """``combinations_with_replacement(items, size)`` of a size that is not constant."""
    return _combinations_of_any(items, size, room, again=True)
