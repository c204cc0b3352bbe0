"""Kernels that code rising keys as their differences, a byte for each seven bits (LEB128).

They know nothing of files; tests compare them with a plain loop.
"""

from __future__ import annotations

import numpy as np

from perfectplay.core.kernels import njit

MOST_BYTES = 10
"""Bytes of the largest difference."""


@njit(nogil=True, cache=True)
def encode(keys, coded):
    """Code the differences between the keys; return the bytes that they take.

    coded: uint8, at least MOST_BYTES for each key. The first key is not coded.
    """
    n = 0
    for i in range(1, len(keys)):
        rest = np.uint64(keys[i] - keys[i - 1])
        while rest >= np.uint64(128):
            coded[n] = np.uint8(rest & np.uint64(127)) | np.uint8(128)
            rest >>= np.uint64(7)
            n += 1
        coded[n] = np.uint8(rest)
        n += 1
    return n


@njit(nogil=True, cache=True)
def decode(coded, first, keys):
    """Fill keys: [N], the first of which is given; return whether ``coded`` was just used up."""
    key, n, end = first, 0, len(coded)
    keys[0] = key
    for i in range(1, len(keys)):
        difference, shift = np.int64(0), 0
        while True:
            if n == end or shift > 63:
                return False
            byte = np.int64(coded[n])
            n += 1
            difference |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        key += difference
        keys[i] = key
    return n == end
