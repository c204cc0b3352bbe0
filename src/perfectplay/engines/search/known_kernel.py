"""How the search looks up what is known beforehand: in the arrays of ``known.py``."""

from __future__ import annotations

import numpy as np
from numba import njit

from perfectplay.contract.compiled.support import slot_of
from perfectplay.contract.scale import FAR, UNBOUNDED
from perfectplay.engines.hashing import tag_of

SOME_WIN, SOME_LOSS = 1 << 30, -(1 << 30)
"""Results of which only the sign is known."""

LEAST_WIN = FAR // 2
"""The least that a win is worth whose plies are not known: no line of a search is so long."""


@njit(nogil=True, cache=True)
def look_up(known, key):
    """(least, most) that a state is worth: two equal numbers, or -UNBOUNDED .. UNBOUNDED."""
    slots, keys, worth = known
    mask = np.uint64(len(slots) - 1)
    here = np.int64(mask)
    tag = tag_of(key, mask)
    slot = slot_of(key, mask)
    while slots[slot] != 0:
        held = np.int64(slots[slot])
        if (held ^ tag) & ~here == 0 and keys[(held & here) - 1] == key:
            result = np.int64(worth[(held & here) - 1])
            if result == SOME_WIN:
                return LEAST_WIN, UNBOUNDED
            if result == SOME_LOSS:
                return -UNBOUNDED, -LEAST_WIN
            return result, result
        slot = (slot + np.uint64(1)) & mask
    return -UNBOUNDED, UNBOUNDED
