"""Items of tuples of unlike things by an index that is not constant: ``state[player]``.

In ``(mine, theirs, turn)`` only the first two are alike, and rules mean one of them. So compiled
code takes those that are of the kind of the first one, or, if no other one is, of the first kind
that several have: ``(row, mine, theirs, turn)``. Any other index raises, and the game runs
interpreted.
"""
# ruff: noqa: ARG001
# mypy: ignore-errors

from __future__ import annotations

import operator

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from perfectplay.compiler.runtime.varying_types import is_plain, normal

UNLIKE = "an item of another kind than the first ones, such as None, is taken by an index"
"""Message of the error that compiled code raises for such an index."""


def _alike(items):
    """The first kind that several items have, and for each place that among the items of this kind,
    or -1."""
    kinds = [normal(kind) for kind in items.types]
    wanted = next((x for x in kinds if x is not None and kinds.count(x) > 1), kinds[0])
    places, n = [], 0
    for kind in kinds:
        places.append(n if kind == wanted else -1)
        n += kind == wanted
    return wanted, tuple(places)


@intrinsic
def _items_alike(typingctx, items):
    """The items that are of the first kind that several have, as a tuple."""
    kind, places = _alike(items)
    chosen = [i for i, place in enumerate(places) if place >= 0]

    def codegen(context, builder, signature, args):
        values = cgutils.unpack_tuple(builder, args[0], len(items))
        taken = [context.cast(builder, values[i], items.types[i], kind) for i in chosen]
        return context.make_tuple(builder, signature.return_type, taken)

    return types.UniTuple(kind, len(chosen))(items), codegen


@overload(operator.getitem)
def _item(items, index):
    unlike = is_plain(items) and isinstance(items, types.Tuple) and len(items)
    if not unlike or not isinstance(index, types.Integer):
        return None
    kind, places = _alike(items)
    if kind is None or places.count(-1) == len(places) - 1:
        return None
    size, table = len(places), np.array(places, np.int64)

    def item(items, index):
        place = index + size if index < 0 else index + 0
        if place < 0 or place >= size:
            raise IndexError("tuple index out of range")
        at = table[place]
        if at < 0:
            raise ValueError(UNLIKE)
        return _items_alike(items)[at]

    return item
