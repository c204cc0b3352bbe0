"""Lookup of known states in the arrays of ``endgame_probe.py``."""

from __future__ import annotations

import numpy as np

from perfectplay.compiler.runtime.hash_slots import slot_of
from perfectplay.core.kernels import njit
from perfectplay.game.result_scale import FAR, UNBOUNDED
from perfectplay.solver.explore.hashing import tag_of

SOME_WIN, SOME_LOSS = 1 << 30, -(1 << 30)
"""Results of known sign and unknown distance."""

LEAST_WIN = FAR // 2
"""The least result of a win of unknown distance: no line of a search is so long."""


@njit(nogil=True, cache=True, inline="always")
def place_of_bit(key, size):
    """The index of a key's bit in a filter of ``size`` bytes."""
    word = np.uint64(key)
    word = (word ^ (word >> np.uint64(32))) * np.uint64(0xD6E8FEB86659FD93)
    return np.int64(word >> np.uint64(20)) & (8 * size - 1)


@njit(nogil=True, cache=True)
def enter_first(keys, slots, near):
    """Enter [N] keys into an empty table of at least 2N slots; of equal ones the first stays.

    near: [2^k] uint8, a bit for each key.
    """
    mask = np.uint64(len(slots) - 1)
    here = np.int64(mask)
    for i in range(len(keys)):
        key = keys[i]
        near[place_of_bit(key, len(near)) >> 3] |= np.uint8(1 << (place_of_bit(key, len(near)) & 7))
        tag = tag_of(key, mask)
        slot = slot_of(key, mask)
        while slots[slot] != 0:
            held = np.int64(slots[slot])
            if (held ^ tag) & ~here == 0 and keys[(held & here) - 1] == key:
                break
            slot = (slot + np.uint64(1)) & mask
        if slots[slot] == 0:
            slots[slot] = tag | (i + 1)


@njit(nogil=True, cache=True)
def look_up(known, key):
    """(low, high) of a state; (-UNBOUNDED, UNBOUNDED) if it is not known."""
    slots, keys, worth, near = known
    bit = place_of_bit(key, len(near))
    if near[bit >> 3] & (1 << (bit & 7)) == 0:
        return -UNBOUNDED, UNBOUNDED
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
