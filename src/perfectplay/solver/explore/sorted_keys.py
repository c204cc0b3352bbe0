"""Kernels over sorted keys. They know nothing of games; tests compare them with NumPy's sets."""

from __future__ import annotations

import numpy as np

from perfectplay.compiler.runtime.bit_counts import popcount
from perfectplay.compiler.runtime.hash_slots import inner, slot_of
from perfectplay.core.kernels import njit
from perfectplay.core.packed import NARROW_LIMIT as NARROW_NONE
from perfectplay.core.packed import WIDE_LIMIT as WIDE_NONE


@njit(nogil=True, cache=True)
def enter_keys(keys, slots):
    """Enter keys[i] as i + 1 into an empty hash table; slots: [2^k] int32."""
    mask = np.uint64(len(slots) - 1)
    for i in range(len(keys)):
        slot = slot_of(keys[i], mask)
        while slots[slot] != 0:
            slot = (slot + np.uint64(1)) & mask
        slots[slot] = i + 1


@njit(nogil=True, cache=True)
def buckets_of(keys, low, span, shift, table, of):
    """of[i] becomes the bucket of keys[i]: ``table[(key - low) >> shift]``. Keys below ``low`` have
    the first of the table, those beyond ``low + span`` the last. table, of: uint8."""
    last = np.uint64(span)
    for i in range(len(keys)):
        offset = np.uint64(max(keys[i], low) - low)
        of[i] = table[min(offset, last) >> np.uint64(shift)]


@njit(nogil=True, cache=True)
def count_buckets(of, buckets):
    """How many keys each bucket has, [buckets] int64. of: [N] uint8."""
    held, others = np.zeros(buckets, np.int64), np.zeros(buckets, np.int64)
    for i in range(0, len(of) - 1, 2):  # two, so that no count waits for the one before
        held[np.uint64(of[i])] += 1
        others[np.uint64(of[i + 1])] += 1
    if len(of) % 2:
        held[np.uint64(of[len(of) - 1])] += 1
    for b in range(buckets):
        held[b] += others[b]
    return held


@njit(nogil=True, cache=True)
def scatter(keys, of, following, out):
    """Put keys into their buckets, each in its order. of: [N] uint8, the bucket of each key;
    following: [B] int64, where in ``out`` the next key of each bucket goes; it is moved on."""
    for i in range(len(keys)):
        bucket = np.uint64(of[i])
        out[np.uint64(following[bucket])] = keys[i]
        following[bucket] += 1


@inner
def lowest_bit(word):
    """The number of the lowest bit that is set."""
    return popcount((word - np.uint64(1)) & ~word)


@njit(nogil=True, cache=True)
def distinct_by_bits(keys, low, words, marks):
    """Put the distinct keys of an array in rising order, in place; return how many there are.

    words, marks: uint64, all 0 before and after; a word has bits for 64 numbers from ``low`` on,
    a mark has bits for 64 words that hold some.
    """
    low_six, six = np.uint64(63), np.uint64(6)
    for i in range(len(keys)):
        offset = np.uint64(keys[i] - low)
        word = offset >> six
        words[word] |= np.uint64(1) << (offset & low_six)
        marks[word >> six] |= np.uint64(1) << (word & low_six)
    n = 0
    for m in range(len(marks)):
        left, marks[m] = marks[m], np.uint64(0)
        while left:
            word = np.uint64(m << 6 | lowest_bit(left))
            left &= left - np.uint64(1)
            bits, words[word] = words[word], np.uint64(0)
            first = low + np.int64(word << six)
            while bits:
                keys[n] = first + lowest_bit(bits)
                bits &= bits - np.uint64(1)
                n += 1
    return n


@njit(nogil=True, cache=True)
def unique(keys):
    """Make sorted keys unique in place; return how many are left."""
    if len(keys) == 0:
        return 0
    n, last = 0, keys[0]
    for key in keys:  # without branches: nobody can guess which keys are repeated
        n += key != last
        keys[n] = key
        last = key
    return n + 1


@njit(nogil=True, cache=True)
def merge_two(keys, others, out):
    """The keys of two rising arrays, rising; out: as long as both. Returns how many there are."""
    i, j, n = 0, 0, 0
    while i < len(keys) and j < len(others):  # without branches, as in `unique`
        key, other = keys[i], others[j]
        out[n] = min(key, other)
        n += 1
        i += key <= other
        j += other <= key
    while i < len(keys):
        out[n] = keys[i]
        n, i = n + 1, i + 1
    while j < len(others):
        out[n] = others[j]
        n, j = n + 1, j + 1
    return n


@njit(nogil=True, cache=True)
def drop_known(keys, known):
    """Take the keys of one rising array out of another, in place; return how many are left."""
    n = 0
    place = 0
    end = len(known)
    stride = max(1, end // max(1, len(keys)))
    for i in range(len(keys)):
        key = keys[i]
        # leap while whole strides are below the key, then step
        while place + stride < end and known[place + stride] < key:
            place += stride
        if stride > 8:
            low, high = place, min(end, place + stride + 1)
            while low < high:
                middle = (low + high) >> 1
                if known[middle] < key:
                    low = middle + 1
                else:
                    high = middle
            place = low
        else:
            while place < end and known[place] < key:
                place += 1
        if place == end or known[place] != key:
            keys[n] = key
            n += 1
    return n


@njit(nogil=True, cache=True)
def have_common(keys, others):
    """Whether two rising arrays have a key in common."""
    i, j = 0, 0
    while i < len(keys) and j < len(others):
        if keys[i] == others[j]:
            return True
        if keys[i] < others[j]:
            i += 1
        else:
            j += 1
    return False


@njit(nogil=True, cache=True)
def enter_directory(keys, base, shift, directory, low, at):
    """Counts rising keys by their high part, and keeps their low parts from place ``at`` on.

    directory: [D + 1] int32, in the end (summed up) the first place of each high part.
    """
    mask = (np.int64(1) << shift) - 1
    for i in range(len(keys)):
        offset = keys[i] - base
        directory[(offset >> shift) + 1] += 1
        low[at + i] = offset & mask


@inner
def place_of(key, base, shift, directory, low):
    """The place of a key, or -1. directory, low: as `enter_directory` leaves them, summed."""
    # (unsigned indices: signed ones are looked at whether they count from the end)
    offset = np.uint64(key - base)  # below the base: far beyond the last part
    part = offset >> np.uint64(shift)
    if part >= np.uint64(len(directory) - 1):
        return np.int64(-1)
    place, end = np.uint64(directory[part]), np.uint64(directory[part + np.uint64(1)])
    # (64 unsigned bits beside signed ones would be compared as floating-point numbers)
    wanted = np.int64(offset & ((np.uint64(1) << np.uint64(shift)) - np.uint64(1)))
    # halves without branches, then counts what is smaller: no jump to be guessed wrong
    width = end - place
    while width > 8:
        half = width >> np.uint64(1)
        place = place + half if np.int64(low[place + half - np.uint64(1)]) < wanted else place
        width -= half
    first = place
    for j in range(width):
        place += np.uint64(np.int64(low[first + j]) < wanted)
    if place >= end or np.int64(low[place]) != wanted:
        return np.int64(-1)
    return np.int64(place)


@njit(nogil=True, cache=True)
def places_of(wanted, base, shift, directory, low, places):
    """places[i] becomes the place of wanted[i]; returns the first i that has none, or -1."""
    for i in range(len(wanted)):
        place = place_of(wanted[i], base, shift, directory, low)
        if place < 0:
            return i
        places[i] = place
    return -1


@inner
def entry_at(packed, place):
    """A packed value; 16 bits are widened to 32 (core/packed.py)."""
    entry = packed[place]
    if packed.itemsize == 2 and entry >> 2 == NARROW_NONE:
        return (np.uint32(WIDE_NONE) << 2) | np.uint32(entry & 3)
    return entry


@njit(nogil=True, cache=True)
def entries_of(wanted, base, shift, directory, low, packed, entries):
    """entries[i] becomes the value of wanted[i], as `entry_at` gives it.

    Returns the first i that has no place, or -1.
    """
    for i in range(len(wanted)):
        place = place_of(wanted[i], base, shift, directory, low)
        if place < 0:
            return i
        entries[i] = entry_at(packed, place)
    return -1
