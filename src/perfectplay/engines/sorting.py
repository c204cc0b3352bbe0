"""Kernels over sorted keys. They know nothing of games; tests compare them with NumPy's sets."""

from __future__ import annotations

import numpy as np
from numba import njit

from perfectplay.contract.compiled.support import slot_of

LOSS, DRAW, WIN = 1, 2, 3


@njit(nogil=True, cache=True)
def enter_keys(keys, slots):
    """Enters keys[i] as i + 1 into an empty hash table; slots: [2^k] int32."""
    mask = np.uint64(len(slots) - 1)
    for i in range(len(keys)):
        slot = slot_of(keys[i], mask)
        while slots[slot] != 0:
            slot = (slot + np.uint64(1)) & mask
        slots[slot] = i + 1


@njit(nogil=True, cache=True)
def hash_up(wanted, keys, slots, places):
    """places[i] becomes the place of wanted[i]; gives the first i that has none, or -1."""
    mask = np.uint64(len(slots) - 1)
    for i in range(len(wanted)):
        key = wanted[i]
        slot = slot_of(key, mask)
        while slots[slot] != 0 and keys[slots[slot] - 1] != key:
            slot = (slot + np.uint64(1)) & mask
        if slots[slot] == 0:
            return i
        places[i] = slots[slot] - 1
    return -1


@njit(nogil=True, cache=True)
def scatter(keys, splitters, out):
    """Groups keys by range: bucket b holds those with b splitters at or below them.

    splitters: [B - 1] int64, rising; out: [len(keys)] int64. Gives the first places [B + 1].
    """
    buckets = len(splitters) + 1
    places = np.zeros(buckets + 1, np.int64)
    of = np.empty(len(keys), np.uint8)
    for i in range(len(keys)):
        key = keys[i]
        low, width = 0, len(splitters)
        while width > 0:
            half = width >> 1
            if splitters[low + half] <= key:
                low += half + 1
                width -= half + 1
            else:
                width = half
        of[i] = low
        places[low + 1] += 1
    for b in range(buckets):
        places[b + 1] += places[b]
    following = places[:-1].copy()
    for i in range(len(keys)):
        out[following[of[i]]] = keys[i]
        following[of[i]] += 1
    return places


@njit(nogil=True, cache=True)
def unique(keys):
    """Makes sorted keys unique in place; gives how many are left."""
    n = 0
    for i in range(len(keys)):
        if n == 0 or keys[i] != keys[n - 1]:
            keys[n] = keys[i]
            n += 1
    return n


@njit(nogil=True, cache=True)
def drop_known(keys, known):
    """Takes the keys of one rising array out of another, in place; gives how many are left."""
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
def make_directory(keys, base, shift, directory):
    """directory: [D + 1] int32, the first place whose key has at least each top part."""
    at = 0
    for part in range(len(directory)):
        while at < len(keys) and (keys[at] - base) >> shift < part:
            at += 1
        directory[part] = at


@njit(nogil=True, cache=True)
def place_of(key, keys, base, shift, directory):
    """The place of a key, or -1."""
    part = (key - base) >> shift
    if key < base or part >= len(directory) - 1:
        return -1
    low, high = directory[part], directory[part + 1]
    while low < high:
        middle = (low + high) >> 1
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    if low < len(keys) and keys[low] == key:
        return low
    return -1


@njit(nogil=True, cache=True)
def look_up(wanted, keys, base, shift, directory, places):
    """places[i] becomes the place of wanted[i]; gives the first i that has none, or -1."""
    for i in range(len(wanted)):
        place = place_of(wanted[i], keys, base, shift, directory)
        if place < 0:
            return i
        places[i] = place
    return -1


@njit(nogil=True, cache=True)
def resolve_batch(places, again, always, degrees, over, below, none, packed):
    """Packed value and remoteness of a batch of states, from those of the level below.

    places: [C] of the children in ``below``; again: [C] uint8 or empty; degrees: [B]; over: [B];
    below, packed: unsigned, see words/packed.py; ``none``: the remoteness that stands for none.
    """
    c = 0
    for i in range(len(degrees)):
        if over[i]:
            packed[i] = over[i]
            continue
        nearest_win, nearest_draw, farthest = -1, -1, -1
        drawn = False
        for _ in range(degrees[i]):
            entry = np.int64(below[places[c]])
            value, plies = entry & 3, entry >> 2
            if not (always or (len(again) > 0 and again[c])):
                value = 4 - value
            if value == WIN:
                if nearest_win < 0 or plies < nearest_win:
                    nearest_win = plies
            elif value == DRAW:
                drawn = True
                if plies != none and (nearest_draw < 0 or plies < nearest_draw):
                    nearest_draw = plies
            elif plies > farthest:
                farthest = plies
            c += 1
        if nearest_win >= 0:
            packed[i] = (nearest_win + 1) << 2 | WIN
        elif drawn:
            packed[i] = (nearest_draw + 1 if nearest_draw >= 0 else none) << 2 | DRAW
        else:
            packed[i] = (farthest + 1) << 2 | LOSS
