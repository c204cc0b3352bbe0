"""The transposition table for keys of two words: the names of ``transposition_table.py``.

table: [3N] uint64; an entry is three words: the two mixed words of the key, each ^ data, and data.
"""

from __future__ import annotations

import numpy as np

from perfectplay.core.kernels import njit
from perfectplay.game.result_scale import UNBOUNDED
from perfectplay.searcher.kernel.transposition_table import BIAS, GENERATIONS, pack, unpack

__all__ = [
    "ENTRY_WORDS", "GENERATIONS", "entry_place", "entry_word", "look_up", "one_word", "probe",
    "spread", "store",
]  # fmt: skip

ENTRY_WORDS = 3

_FIRST = np.uint64(0x9E3779B97F4A7C15)
_SECOND = np.uint64(0xD6E8FEB86659FD93)


@njit(nogil=True, cache=True, inline="always")
def entry_word(key):
    """Two mixed words for a key, one to one: each depends on both words of the key."""
    first, second = np.uint64(key[0]), np.uint64(key[1])
    first = (first ^ (first >> np.uint64(32))) * _FIRST
    second = (second ^ (first >> np.uint64(29))) * _SECOND
    return first ^ (second >> np.uint64(32)), second


@njit(nogil=True, cache=True, inline="always")
def one_word(key):
    """A word that differs for most keys."""
    return entry_word(key)[1]


@njit(nogil=True, cache=True, inline="always")
def entry_place(word, bits):
    """The index of a state's entry, by its mixed key."""
    return np.int64(word[1] >> np.uint64(64 - bits)) * ENTRY_WORDS


@njit(nogil=True, cache=True, inline="always")
def probe(table, bits, generation, key):
    """(best, low, high) of a state. On a miss: (0, -BIAS, BIAS)."""
    first, second = entry_word(key)
    at = entry_place((first, second), bits)
    data = table[at + 2]
    if table[at] ^ data == first and table[at + 1] ^ data == second:
        found, best, low, high = unpack(data)
        if found == generation:
            return best, low, high
    return 0, -BIAS, BIAS


@njit(nogil=True, cache=True, inline="always")
def store(table, bits, generation, key, best, low, high):
    """Write a state's entry. True if the slot was empty or stale."""
    first, second = entry_word(key)
    at = entry_place((first, second), bits)
    data = pack(generation, best, low, high)
    fresh = np.int64(table[at + 2] >> np.uint64(54)) != generation
    table[at] = first ^ data
    table[at + 1] = second ^ data
    table[at + 2] = data
    return fresh


@njit(nogil=True, cache=True)
def spread(table, bits, more, generation):
    """Move the entries of a generation to their places in a table of ``1 << more`` entries."""
    for at in range(((1 << bits) - 1) * ENTRY_WORDS, -1, -ENTRY_WORDS):
        data = table[at + 2]
        if np.int64(data >> np.uint64(54)) == generation:
            to = entry_place((table[at] ^ data, table[at + 1] ^ data), more)
            if to != at:
                for i in range(ENTRY_WORDS):
                    table[to + i] = table[at + i]
                    table[at + i] = np.uint64(0)


@njit(nogil=True, cache=True)
def look_up(known, key):  # noqa: ARG001
    """What is known of a state before the search: nothing, if keys have two words."""
    return -UNBOUNDED, UNBOUNDED
