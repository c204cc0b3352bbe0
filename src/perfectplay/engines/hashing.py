"""Kernels of a hash table over keys in the order in which they were met; tests compare them with
a dictionary.

slots: [2^k] int32, 0 or the place of a key + 1, looked for from ``slot_of`` on. All kernels first
read the slots of a block of keys, then the keys there: reads that do not wait for one another.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from perfectplay.contract.compiled.support import slot_of

BLOCK = 64


@njit(nogil=True, cache=True)
def find(wanted, keys, slots, places, missing):
    """places[i] becomes the place of wanted[i] in keys, or is left where there is none.

    missing: [len(wanted)] int32, the i that have none, rising, as many as the result.
    """
    mask = np.uint64(len(slots) - 1)
    first = np.empty(BLOCK, np.uint64)
    held = np.empty(BLOCK, np.int32)
    n = 0
    for begin in range(0, len(wanted), BLOCK):
        size = min(BLOCK, len(wanted) - begin)
        for j in range(size):
            first[j] = slot_of(wanted[begin + j], mask)
        for j in range(size):
            held[j] = slots[first[j]]
        for j in range(size):
            key = wanted[begin + j]
            place = held[j]
            if place != 0 and keys[place - 1] != key:
                slot = first[j]
                while place != 0 and keys[place - 1] != key:
                    slot = (slot + np.uint64(1)) & mask
                    place = slots[slot]
            if place == 0:
                missing[n] = begin + j
                n += 1
            else:
                places[begin + j] = place - 1
    return n


@njit(nogil=True, cache=True)
def enter_missing(wanted, at, done, keys, n, slots, places):
    """Enters wanted[done:], each as the next key where it is not there yet; n are.

    places[at[i]] becomes the place of wanted[i]. Ends early where ``keys`` is full or ``slots``
    are half full. Gives (n, done).
    """
    mask = np.uint64(len(slots) - 1)
    first = np.empty(BLOCK, np.uint64)
    held = np.empty(BLOCK, np.int32)
    while done < len(wanted):
        size = min(BLOCK, len(wanted) - done)
        for j in range(size):
            first[j] = slot_of(wanted[done + j], mask)
        for j in range(size):
            held[j] = slots[first[j]]
        for j in range(size):
            key = wanted[done]
            slot = first[j]
            # a slot that was empty when it was read may have been taken since
            place = held[j] if held[j] != 0 else slots[slot]
            while place != 0 and keys[place - 1] != key:
                slot = (slot + np.uint64(1)) & mask
                place = slots[slot]
            if place == 0:
                if n >= len(keys) or 2 * n >= len(slots):
                    return n, done
                keys[n] = key
                n += 1
                slots[slot] = n
                place = n
            places[at[done]] = place - 1
            done += 1
    return n, done
