"""Kernels over the keys of tuples. Their slow twins are the methods of `TupleKeys`.

layout: [2, F] int64, for each field its lowest value and its number of values.
"""

from __future__ import annotations

import numpy as np

from perfectplay.core.kernels import njit


@njit(nogil=True, cache=True)
def field_ranges(keys, layout, low, high):
    """Widen low and high, [F] int64, to hold the fields of all keys."""
    for i in range(len(keys)):
        rest = keys[i]
        for f in range(layout.shape[1] - 1, -1, -1):
            size = layout[1, f]
            quotient = rest // size
            value = rest - quotient * size + layout[0, f]
            rest = quotient
            low[f] = min(low[f], value)
            high[f] = max(high[f], value)


@njit(nogil=True, cache=True)
def repacked(keys, layout, other):
    """The keys of the same tuples in another layout, into which all of them must fit."""
    out = np.zeros(len(keys), np.int64)
    for i in range(len(keys)):
        rest, weight = keys[i], np.int64(1)
        for f in range(layout.shape[1] - 1, -1, -1):
            size = layout[1, f]
            quotient = rest // size
            value = rest - quotient * size + layout[0, f]
            rest = quotient
            out[i] += (value - other[0, f]) * weight
            weight *= other[1, f]
    return out
