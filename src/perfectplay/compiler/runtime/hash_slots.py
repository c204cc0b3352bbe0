"""Slots of hash tables, for kernels and for translated rules; without Numba they are only named."""

from __future__ import annotations

import functools

import numpy as np

from perfectplay.core.kernels import njit

inner = functools.partial(njit, no_cpython_wrapper=True, no_cfunc_wrapper=True)
"""For functions that only compiled code calls: a third less time to compile."""


@inner
def slot_of(key, mask):
    """The first slot for a key in a hash table of mask + 1 slots."""
    word = np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)
    return (word ^ (word >> np.uint64(29))) & mask


@inner
def slot_in(words, stamps, word, now, mask):
    """The slot of a word in a hash table, or the free slot for it; slots with the stamp ``now`` are
    filled."""
    slot = slot_of(word, mask)
    while stamps[slot] == now and words[slot] != word:
        slot = (slot + np.uint64(1)) & mask
    return slot
