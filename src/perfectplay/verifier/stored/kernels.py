"""The verifier's kernels: look-ups in sorted keys, and a state's worth from its moves'.

They know nothing of games or files and share nothing with the engines; `plain_rules.py` is the slow
twin of `judge`, and a binary search in the tests that of `look_up`.

An *entry* is one uint32 for each stored state: bit 0, whether a play from the start is known to
reach it; bits 1 and 2, its value; above them its remoteness plus one, 0 for none. No entry is 0,
so that 0 stands for a state that is not stored.
"""

from __future__ import annotations

import numpy as np

from perfectplay.core.kernels import njit

REACHED = np.uint32(1)
LOSS, DRAW, WIN = 1, 2, 3
RANKS = 1 << 32
"""Distances that one value may have, near its middle, among the ranks of `judge`."""

ENDLESS = 1 << 30
"""Ranks as farther than any draw that ends."""

BLOCK = 256
HASHED = 64
"""Added to the shift of a hash table, to distinguish it from that of a directory."""


@njit(nogil=True, cache=True)
def pack_entries(values, plies, entries):
    """entries[i] of values [N] uint8 and plies [N] int32 (-1: none), nothing reached yet."""
    for i in range(len(values)):
        entries[i] = (np.uint32(plies[i] + 1) << np.uint32(3)) | (np.uint32(values[i]) << 1)


@njit(nogil=True, cache=True)
def first_fall(keys):
    """The first place whose key is not above the one before it, or -1."""
    for i in range(1, len(keys)):
        if keys[i] <= keys[i - 1]:
            return i
    return -1


@njit(nogil=True, cache=True)
def fill_directory(keys, shift, directory):
    """directory[b]: how many keys have high parts, (key - keys[0]) >> shift, below b."""
    bucket = 0
    for i in range(len(keys)):
        mine = (keys[i] - keys[0]) >> shift
        while bucket <= mine:
            directory[bucket] = i
            bucket += 1
    while bucket < len(directory):
        directory[bucket] = len(keys)
        bucket += 1


@njit(nogil=True, cache=True)
def squared_lengths(directory):
    """The sum of the squared lengths of the buckets of a directory, as a float."""
    total = 0.0
    for b in range(1, len(directory)):
        length = np.float64(directory[b] - directory[b - 1])
        total += length * length
    return total


@njit(nogil=True, cache=True)
def slot_of(key, shift):
    """Where a key is looked for first: the top bits of a product, 64 - shift of them."""
    return np.int64((np.uint64(key) * np.uint64(0xD1342543DE82EF95)) >> np.uint64(shift))


@njit(nogil=True, cache=True)
def fill_slots(keys, shift, slots):
    """Enter each key's place + 1 into an empty table of 2^(64 - shift) slots, 0 for none."""
    last = len(slots) - 1
    for i in range(len(keys)):
        slot = slot_of(keys[i], shift)
        while slots[slot] != 0:
            slot = (slot + 1) & last
        slots[slot] = i + 1


@njit(nogil=True, cache=True)
def locate_in_directory(wanted, begin, end, keys, shift, directory, places):
    """places[j]: where wanted[begin + j] stands among the keys, or -1.

    The first loop only reads the directory, the second only the keys: so many reads of memory
    are under way at once.
    """
    first = keys[0]
    span = np.uint64(keys[len(keys) - 1] - first)
    high_part = np.uint64(shift)
    for j in range(end - begin):
        offset = np.uint64(wanted[begin + j] - first)  # of a key before the first: far too large
        places[j] = directory[offset >> high_part] if offset <= span else -1
    for j in range(end - begin):
        if places[j] < 0:
            continue
        key = wanted[begin + j]
        low = np.uint64(places[j])
        part = np.uint64(key - first) >> high_part
        left = np.uint64(directory[part + np.uint64(1)]) - low
        # by halves, then all of the last few: the processor has no jump to guess
        while left > 8:
            half = left >> np.uint64(1)
            low += half if keys[low + half - np.uint64(1)] < key else np.uint64(0)
            left -= half
        smaller = np.uint64(0)
        for k in range(left):
            smaller += np.uint64(keys[low + k] < key)
        low += smaller
        there = low < np.uint64(len(keys)) and keys[low] == key
        places[j] = np.int64(low) if there else -1


@njit(nogil=True, cache=True)
def locate_hashed(wanted, begin, end, keys, shift, slots, places):
    """As `locate_in_directory`, by a hash table."""
    last = len(slots) - 1
    for j in range(end - begin):
        places[j] = slots[slot_of(wanted[begin + j], shift)]
    for j in range(end - begin):
        key = wanted[begin + j]
        place = places[j]
        if place != 0 and keys[place - 1] != key:
            slot = slot_of(key, shift)
            while place != 0 and keys[place - 1] != key:
                slot = (slot + 1) & last
                place = np.int64(slots[slot])
        places[j] = place - 1


@njit(nogil=True, cache=True)
def locate(wanted, begin, end, keys, shift, table, places):
    """places[j]: where wanted[begin + j] stands among the keys, or -1; table: slots where HASHED
    is added to the shift, else a directory."""
    if shift >= HASHED:
        locate_hashed(wanted, begin, end, keys, shift - HASHED, table, places)
    else:
        locate_in_directory(wanted, begin, end, keys, shift, table, places)


@njit(nogil=True, cache=True)
def look_up(children, n, keys, shift, table, entries, found, fresh, tiers, number, astray):
    """found[j] becomes the entry of children[j] if it was 0 and the key is in this tier.

    What is found is marked as reached; fresh, if it has room, gets the places of those that
    were not yet. tiers: [n] int64, the tiers of the children as the rules say them, or empty;
    astray: [n] int64 or empty as well, gets the j of those found whose tier is not ``number``.
    Returns (how many fresh, how many of ``found[:n]`` are still 0, how many astray).
    """
    places = np.empty(BLOCK, np.int64)
    count = 0
    still = 0
    strays = 0
    for begin in range(0, n, BLOCK):
        end = min(begin + BLOCK, n)
        locate(children, begin, end, keys, shift, table, places)
        for j in range(begin, end):
            if found[j] != 0:
                continue
            if places[j - begin] < 0:
                still += 1
                continue
            place = np.uint64(places[j - begin])
            entry = entries[place]
            found[j] = entry
            if len(tiers) > 0 and tiers[j] != number:
                astray[strays] = j
                strays += 1
            if len(fresh) > 0:
                fresh[count] = places[j - begin]
                count += entry & REACHED == 0
            # many threads may do this at once: all of them write the same
            entries[place] = entry | REACHED
    return count, still, strays


@njit(nogil=True, cache=True)
def judge(own, degrees, over, found, again, always, bad, right):
    """Compare each state's entry with what its outcome, or its children's entries, say.

    own: [B] entries; degrees: [B] int32; over: [B] uint8, the value of a state that is over, else
    0; found: [C] entries of the children, 0 where one is not stored: its parent is skipped;
    again: [C] uint8 or empty. Returns how many are wrong: their places in bad, and in right the
    entries that they should have.
    """
    wrong = 0
    e = 0
    several = len(again) > 0
    for i in range(len(own)):
        end = e + degrees[i]
        # the larger, the better for the mover: wins above draws above losses, and among wins and
        # draws the nearer, among losses the farther. No branches: nobody can guess them.
        best = LOSS * RANKS - 1  # without moves: lost, and nothing is farther than that
        whole = True
        while e < end:
            entry = np.int64(found[e])
            value, plies = (entry >> 1) & 3, (entry >> 3) - 1
            plies = plies if plies >= 0 else ENDLESS
            whole &= entry != 0
            value = value if always or (several and again[e] != 0) else 4 - value
            best = max(best, value * RANKS + (plies if value == LOSS else -plies))
            e += 1
        if not whole:
            continue
        value = (best + RANKS // 2) // RANKS
        plies = best - value * RANKS if value == LOSS else value * RANKS - best
        should = (plies + 2 if plies != ENDLESS else 0) << 3 | value << 1
        if over[i] != 0:
            should = (1 << 3) | (np.int64(over[i]) << 1)
        if np.int64(own[i] | REACHED) != should | 1:
            bad[wrong] = i
            right[wrong] = should
            wrong += 1
    return wrong


@njit(nogil=True, cache=True)
def gather(keys, entries, places, some_keys, some_entries):
    """The keys and entries at some places."""
    for j in range(len(places)):
        some_keys[j] = keys[places[j]]
        some_entries[j] = entries[places[j]]


@njit(nogil=True, cache=True)
def count_reached(entries):
    """How many states are marked as reached."""
    n = 0
    for i in range(len(entries)):
        n += np.int64(entries[i] & REACHED)
    return n


@njit(nogil=True, cache=True)
def inner_edges(children, degrees, tiers, number, keys, shift, table, starts, edges):
    """The moves of some states that stay in their tier.

    tiers: [C] int64, the tiers of the children as the rules say them, of which only those count
    that are ``number``, or empty; starts: [B + 1] int64 and edges: [C] int64, places in the tier.
    Returns how many edges.
    """
    place = np.empty(1, np.int64)
    n = 0
    e = 0
    starts[0] = 0
    for i in range(len(degrees)):
        for _ in range(degrees[i]):
            locate(children, e, e + 1, keys, shift, table, place)
            if place[0] >= 0 and (len(tiers) == 0 or tiers[e] == number):
                edges[n] = place[0]
                n += 1
            e += 1
        starts[i + 1] = n
    return n


@njit(nogil=True, cache=True)
def spread(frontier, rows, starts, edges, entries, queue):
    """Mark all that can be reached from the frontier by edges inside a tier.

    rows: [N] int64, the row of each state in starts, or -1 for one that has been expanded;
    queue: [N] int64, work space. Returns how many states stand in the queue: the frontier and what
    was marked.
    """
    end = len(frontier)
    queue[:end] = frontier
    head = 0
    while head < end:
        row = rows[queue[head]]
        head += 1
        if row < 0:
            continue
        for e in range(starts[row], starts[row + 1]):
            child = edges[e]
            if entries[child] & REACHED == 0:
                entries[child] |= REACHED
                queue[end] = child
                end += 1
    return end
