"""Tables by which kernels look keys up."""

from __future__ import annotations

import numpy as np

from perfectplay.core.arrays import Array, IntArray
from perfectplay.verifier.stored import kernels

LONG = 64
"""With longer buckets than this on average, a hash table is faster than a directory."""


def table_of(keys: IntArray, hashes: bool = True) -> tuple[int, Array]:
    """(shift, table) for looking up rising keys: a directory of high parts, with about one bucket
    for two keys; or, if keys lie in clusters, as those of boards do, and its buckets would be long,
    a hash table with two to four slots a key, whose shift is at least HASHED. ``hashes``: it may be
    one."""
    small = np.int32 if len(keys) < (1 << 31) - 1 else np.int64
    span = int(keys[-1]) - int(keys[0])
    shift = 0
    while (span >> shift) + 1 > max(16, len(keys) // 2):
        shift += 1
    directory = np.empty((span >> shift) + 2, small)
    kernels.fill_directory(keys, shift, directory)
    # a key's bucket, on average over the keys
    if not hashes or float(kernels.squared_lengths(directory)) <= LONG * len(keys):
        return shift, directory
    bits = (2 * len(keys)).bit_length()
    slots = np.zeros(1 << bits, small)
    kernels.fill_slots(keys, 64 - bits, slots)
    return 64 - bits + kernels.HASHED, slots
