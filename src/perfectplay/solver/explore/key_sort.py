"""Sorts many keys in the faster of two ways: by NumPy, or by digits.

Which one is faster depends on the machine. NumPy's sort uses the widest vectors that a processor
has, and on some these are slow: 40 ns a key, where digits take 5. So both are timed, once in each
process.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

from perfectplay.core.arrays import IntArray
from perfectplay.core.kernels import njit
from perfectplay.core.thread_clock import thread_seconds

LEAST = 1 << 12
"""Fewer keys are sorted by NumPy, whatever the machine."""

TIMED = 1 << 15
"""Keys that are sorted to time both ways."""

DIGIT = 13
"""The most bits of a digit: so many counts fit the fastest cache."""


def sort_keys(keys: IntArray) -> IntArray:
    """Keys, none of them negative, in rising order: in their own array, or in a new one. The array
    that is given is overwritten in either case."""
    if len(keys) < LEAST or not digits_are_faster():
        return sort_by_numpy(keys)
    return sort_by_digits(keys, np.empty_like(keys))  # type: ignore[no-any-return]


@cache
def digits_are_faster() -> bool:
    """Whether `sort_by_digits` is faster than NumPy in this process, on this machine."""
    keys = np.random.default_rng(0).integers(0, 1 << 40, TIMED)
    sort_by_digits(keys.copy(), keys.copy())  # it may have to be compiled, or loaded
    by_digits = _seconds(lambda some: sort_by_digits(some, np.empty_like(some)), keys)
    return by_digits < _seconds(sort_by_numpy, keys)


def _seconds(sort: Callable[[IntArray], object], keys: IntArray) -> float:
    times = []
    for _ in range(3):
        some = keys.copy()
        began = thread_seconds()
        sort(some)
        times.append(thread_seconds() - began)
    return min(times)


def sort_by_numpy(keys: IntArray) -> IntArray:
    """Sort keys in place; they are returned, too."""
    keys.sort()
    return keys


@njit(nogil=True, cache=True)
def sort_by_digits(keys, other):
    """Sort keys by one digit after the other, the lowest first; other: as long. Both arrays are
    overwritten; the one that holds the sorted keys in the end is returned."""
    if len(keys) == 0:
        return keys
    low, high = keys[0], keys[0]
    for key in keys:
        low, high = min(low, key), max(high, key)
    bits = 0
    while (high - low) >> bits > 0:
        bits += 1
    digits = -(-bits // DIGIT)
    width = -(-bits // max(1, digits))
    mask = (1 << width) - 1
    places = np.empty(1 << width, np.uint32)
    for d in range(digits):
        shift = d * width
        places[:] = 0
        for key in keys:
            places[((key - low) >> shift) & mask] += np.uint32(1)
        place = np.uint32(0)
        for digit in range(len(places)):
            count = places[digit]
            places[digit] = place
            place += count
        for key in keys:
            digit = ((key - low) >> shift) & mask
            other[places[digit]] = key
            places[digit] += np.uint32(1)
        keys, other = other, keys
    return keys
