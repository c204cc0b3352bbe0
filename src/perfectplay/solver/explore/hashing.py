"""Kernels of a hash table over keys in the order of discovery; tests compare them with
a dictionary.

slots: [2^k] int32, k > 0, at most half of them taken: 0, or the place of a key + 1 in the lower k
bits and above them as many bits of the key's hash as an int32 has left. These tell most other keys
apart without a look at the key. A key is looked for from ``slot_of`` on.

Kernels go over a block of keys step by step: the slots of all of them, then the keys that those
name, then what does not agree goes on to the next slot, again together. So the reads of one step
do not wait for one another. No step of a search has branches that depend on what was read: a wrong
guess of the processor's would wait for memory.
"""

from __future__ import annotations

import numpy as np

from perfectplay.compiler.runtime.hash_slots import slot_of
from perfectplay.core.kernels import njit

BLOCK = 256


@njit(nogil=True, cache=True)
def tag_of(key, mask):
    """The bits of a key's hash that its slot keeps."""
    word = np.uint64(key) * np.uint64(0xD1B54A32D192ED03)
    return np.int64(word >> np.uint64(33)) & ~np.int64(mask)


@njit(nogil=True, cache=True)
def enter_all(keys, n, slots):
    """Enter the first n keys, all different, into an empty table."""
    mask = np.uint64(len(slots) - 1)
    first = np.empty(BLOCK, np.uint64)
    for begin in range(0, n, BLOCK):
        size = min(BLOCK, n - begin)
        empty = 0
        for j in range(size):
            first[j] = slot_of(keys[begin + j], mask)
            empty += slots[first[j]] == 0
        for j in range(size):
            slot = first[j]
            while slots[slot] != 0:
                slot = (slot + np.uint64(1)) & mask
            slots[slot] = tag_of(keys[begin + j], mask) | (begin + j + 1)


@njit(nogil=True, cache=True)
def find(wanted, keys, slots, places, missing):
    """places[i] becomes the place of wanted[i] in keys; it is left as it is if there is none.

    missing: [len(wanted)] int32, the i that have none, as many as the result. Another thread may
    enter keys meanwhile, which are found or not; ``keys`` may be an array that was full before.
    """
    mask, one, size = np.uint64(len(slots) - 1), np.uint64(1), np.uint64(len(keys))
    open_ = np.empty(BLOCK, np.uint64)
    at = np.empty(BLOCK, np.uint64)
    entries = np.empty(BLOCK, np.uint64)  # without tags: to compare them takes longer than a read
    there = np.empty(BLOCK, np.int64)
    n = np.uint64(0)
    for begin in range(0, len(wanted), BLOCK):
        left = np.uint64(min(BLOCK, len(wanted) - begin))
        for j in range(left):
            open_[j] = np.uint64(begin) + j
            at[j] = slot_of(wanted[open_[j]], mask)
        while left > 0:
            for j in range(left):
                entries[j] = np.uint64(slots[at[j]]) & mask
            for j in range(left):
                # for an empty slot, some key is read to no purpose
                there[j] = keys[min(entries[j] - one, size - one)]
            following = np.uint64(0)
            for j in range(left):
                i, slot = open_[j], at[j]
                empty = entries[j] == 0
                found = (there[j] == wanted[i]) & (entries[j] - one < size)
                places[i] = np.int32(entries[j] - one) if found else places[i]
                missing[n] = i
                n += np.uint64(empty)
                open_[following] = i
                at[following] = (slot + one) & mask
                following += np.uint64((not found) & (not empty))
            left = following
    return np.int64(n)


@njit(nogil=True, cache=True)
def enter_missing(wanted, at, done, keys, n, slots, places):
    """Enter wanted[done:], each as the next key if it is not there yet; n keys are there.

    places[at[i]] becomes the place of wanted[i]. Ends early if ``keys`` is full or ``slots`` are
    half full. Returns (n, done).
    """
    mask = np.uint64(len(slots) - 1)
    here = np.int64(mask)
    first = np.empty(BLOCK, np.uint64)
    seen = np.int64(0)
    while done < len(wanted):
        size = min(BLOCK, len(wanted) - done)
        for j in range(size):
            first[j] = slot_of(wanted[done + j], mask)
            seen |= slots[first[j]]
        for j in range(size):
            key = wanted[done]
            slot = first[j]
            tag = tag_of(key, mask)
            place = -1
            while place < 0:
                entry = np.int64(slots[slot])
                if entry == 0:
                    if n >= len(keys) or 2 * n >= len(slots):
                        return n, done
                    keys[n] = key
                    n += 1
                    slots[slot] = tag | n
                    place = n - 1
                elif (entry ^ tag) & ~here == 0 and keys[(entry & here) - 1] == key:
                    place = (entry & here) - 1
                else:
                    slot = (slot + np.uint64(1)) & mask
            places[at[done]] = place
            done += 1
    return n, done
