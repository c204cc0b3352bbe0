"""Puts keys that are to be looked up near their neighbours, so that the table is read in order.

A look-up in a table that is larger than the processor's caches waits for memory. The children of
states in order mostly are near those of the states before them. Where each is the representative of
symmetric states, hardly two are; in the order of their highest bits, most find what they read in
the cache.
"""

from __future__ import annotations

import numpy as np

from perfectplay.core.arrays import IntArray
from perfectplay.core.distinct import distinct
from perfectplay.core.kernels import njit

BITS = 13
"""Bits of the span of the keys that order them: their counts fit the fastest cache."""

FEWEST_KEYS, LEAST_BYTES = 1 << 15, 1 << 20
"""With fewer keys, or a smaller table, it does not pay."""

SAMPLE, LINE_BITS, FEW_LINES = 1 << 12, 9, 1 << 10
"""Keys lie near their neighbours if so many of them lie in few lines of 512 numbers. (On Connect 4,
5×5, and other boards in 0.03 to 0.18 lines each, with symmetries in 0.6 to 0.8.)"""


def are_near(keys: IntArray) -> bool:
    """Whether many keys are near their neighbours as they are.

    >>> are_near(np.arange(10_000)), are_near(np.arange(10_000) * 7919 % 10_007 << 9)
    (True, False)
    """
    middle = len(keys) // 2
    return len(distinct(keys[middle : middle + SAMPLE] >> LINE_BITS)) < FEW_LINES


def near_shift(span: int) -> int:
    """By how many bits offsets of at most ``span`` are shifted to have `BITS` bits at most."""
    return max(0, span.bit_length() - BITS)


@njit(nogil=True, cache=True)
def put_near(keys, base, span, shift, near, origins):
    """near: [C] int64 becomes ``keys``, ordered by ``(key - base) >> shift``; origins: [C] uint32,
    where in ``keys`` each of them was.

    Keys below ``base`` or beyond ``base + span`` come last.
    """
    last = np.uint64(span)
    places = np.zeros((span >> shift) + 1, np.uint32)
    for key in keys:
        places[min(np.uint64(key - base), last) >> np.uint64(shift)] += np.uint32(1)
    place = np.uint32(0)
    for part in range(len(places)):
        count = places[part]
        places[part] = place
        place += count
    for i in range(len(keys)):
        part = min(np.uint64(keys[i] - base), last) >> np.uint64(shift)
        near[places[part]] = keys[i]
        origins[places[part]] = i
        places[part] += np.uint32(1)


@njit(nogil=True, cache=True)
def put_back(found, origins, entries):
    """entries: [C], in the order of the keys before `put_near`, from those ``found`` after it."""
    for i in range(len(origins)):
        entries[origins[i]] = found[i]
