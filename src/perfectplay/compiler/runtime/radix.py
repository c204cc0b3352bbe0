"""Kernels over the keys of tuples. Their slow twins are the methods of `TupleKeys`.

layout: [2, F] int64, for each field its lowest value and its number of values; of sparse keys as in
``sparse_keys.py``.
"""

from __future__ import annotations

import numpy as np

from perfectplay.compiler.runtime.hash_slots import inner
from perfectplay.compiler.runtime.sparse_keys import PLAIN_ROWS, sparse_key, write_fields
from perfectplay.core.kernels import njit


@njit(nogil=True, cache=True)
def field_ranges(keys, layout, low, high):
    """Widen low and high, [F] int64, to hold the fields of all keys."""
    fields = np.empty(layout.shape[1], np.int64)
    for i in range(len(keys)):
        _write_fields(fields, keys[i], layout)
        for f in range(len(fields)):
            low[f] = min(low[f], fields[f])
            high[f] = max(high[f], fields[f])


@njit(nogil=True, cache=True)
def repacked(keys, layout, other):
    """The keys of the same tuples in another layout, into which all of them must fit."""
    out = np.zeros(len(keys), np.int64)
    fields = np.empty(layout.shape[1], np.int64)
    for i in range(len(keys)):
        _write_fields(fields, keys[i], layout)
        if len(other) > PLAIN_ROWS:
            out[i] = sparse_key(fields, other)
            continue
        for f in range(len(fields)):
            out[i] = out[i] * other[1, f] + fields[f] - other[0, f]
    return out


@inner(nogil=True)
def _write_fields(fields, key, layout):
    if len(layout) > PLAIN_ROWS:
        write_fields(fields, key, layout)
        return
    rest = key
    for f in range(len(fields) - 1, -1, -1):
        size = layout[1, f]
        quotient = rest // size
        fields[f] = rest - quotient * size + layout[0, f]
        rest = quotient
