"""Tuples that become longer in rules, where moves are tuples of any length: paths of jumps."""
# ruff: noqa: ARG001, ARG005
# mypy: ignore-errors

from __future__ import annotations

from numba import types

from perfectplay.compiler.runtime.support import typed
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
