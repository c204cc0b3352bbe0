"""A transposition table of fixed size without locks: the bounds that are proved so far.

table: [2N] uint64, N a power of two; an entry is two words, ``entry_word(key) ^ data`` and
``data``. Two threads may write the two words of an entry at the same time: then the words do not
give the key back, and the entry does not count. Words of keys are mixed, since keys of other states
are near: a torn entry of one state, seen with its plain key, may be a whole one of another. A state
has one place, among the first ``1 << bits`` entries; a new entry replaces an old one. The table is
a cache: a lost entry costs time, nothing else.

data, from the highest bit: 10 bits generation, 8 bits the place of the best move plus 1 (0: not
known), 23 bits high, 23 bits low. The state's result lies in low .. high, both biased by 2^22.
An entry of another generation does not count: adding one to the generation clears the table.
"""

from __future__ import annotations

import numpy as np

from perfectplay.core.kernels import njit

BIAS = 1 << 22
GENERATIONS = 1 << 10
ENTRY_WORDS = 2

_MASK = np.uint64((1 << 23) - 1)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


@njit(nogil=True, cache=True, inline="always")
def entry_word(key):
    """A mixed word for a key, one to one."""
    word = np.uint64(key)
    return (word ^ (word >> np.uint64(32))) * _GOLDEN


@njit(nogil=True, cache=True, inline="always")
def one_word(key):
    """A word that differs for most keys: the key."""
    return np.uint64(key)


@njit(nogil=True, cache=True, inline="always")
def entry_place(word, bits):
    """The index of a state's entry, by its mixed key."""
    return np.int64(word >> np.uint64(64 - bits)) * ENTRY_WORDS


@njit(nogil=True, cache=True, inline="always")
def pack(generation, best, low, high):
    """The data of an entry."""
    word = np.uint64(generation) << np.uint64(54)
    word |= np.uint64(best) << np.uint64(46)
    word |= np.uint64(high + BIAS) << np.uint64(23)
    return word | np.uint64(low + BIAS)


@njit(nogil=True, cache=True, inline="always")
def unpack(data):
    """(generation, best, low, high)."""
    low = np.int64(data & _MASK) - BIAS
    high = np.int64((data >> np.uint64(23)) & _MASK) - BIAS
    best = np.int64((data >> np.uint64(46)) & np.uint64(255))
    return np.int64(data >> np.uint64(54)), best, low, high


@njit(nogil=True, cache=True, inline="always")
def probe(table, bits, generation, key):
    """(best, low, high) of a state. On a miss: (0, -BIAS, BIAS)."""
    word = entry_word(key)
    at = entry_place(word, bits)
    data = table[at + 1]
    if table[at] ^ data == word:
        found, best, low, high = unpack(data)
        if found == generation:
            return best, low, high
    return 0, -BIAS, BIAS


@njit(nogil=True, cache=True, inline="always")
def store(table, bits, generation, key, best, low, high):
    """Write a state's entry. True if the slot was empty or stale."""
    word = entry_word(key)
    at = entry_place(word, bits)
    data = pack(generation, best, low, high)
    fresh = np.int64(table[at + 1] >> np.uint64(54)) != generation
    table[at] = word ^ data
    table[at + 1] = data
    return fresh


@njit(nogil=True, cache=True)
def spread(table, bits, more, generation):
    """Move the entries of a generation to their places in a table of ``1 << more`` entries."""
    for at in range((1 << bits) * 2 - 2, -2, -2):
        data = table[at + 1]
        if np.int64(data >> np.uint64(54)) == generation:
            to = entry_place(table[at] ^ data, more)
            if to != at:
                table[to] = table[at]
                table[to + 1] = data
                table[at + 1] = np.uint64(0)
                table[at] = np.uint64(0)
