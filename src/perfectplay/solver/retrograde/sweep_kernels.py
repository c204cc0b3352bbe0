"""Kernels of retrograde analysis over forward edges: ``retrograde_forward.py`` calls them, and
``retrograde_reference.py`` is their slow twin.

Sets of states are bits: [ceil(N / 64)] uint64. values: [N] uint8, 0 = undecided; remoteness: [N]
int32. starts, low, high, again: of a piece, whose first state is ``first`` (see ``edge_store.py``).
"""

from __future__ import annotations

import numpy as np

from perfectplay.core.kernels import njit

EXHAUSTED = np.uint32(0xFFFFFFFF)


@njit(nogil=True, cache=True)
def has(bits, i):
    """Whether a state is in a set."""
    return (bits[i >> 6] >> np.uint64(i & 63)) & np.uint64(1)


@njit(nogil=True, cache=True)
def put_in(bits, i):
    """Put a state into a set."""
    bits[i >> 6] |= np.uint64(1) << np.uint64(i & 63)


@njit(nogil=True, cache=True)
def child_of(low, high, e):
    """The child of an edge."""
    if len(high) > 0:
        return np.int64(low[e]) | np.int64(high[e]) << 16
    return np.int64(low[e])


@njit(nogil=True, cache=True)
def collect(values, value, first, bits):
    """Put the states first + i with values[i] == value into a set; return how many there are."""
    n = 0
    for i in range(len(values)):
        if values[i] == value:
            put_in(bits, first + i)
            n += 1
    return n


@njit(nogil=True, cache=True)
def choose(first, starts, low, high, again, values, witness):
    """Take the first move of each undecided state as its witness that it is not lost yet.

    witness: [N] uint32, child * 2 + again, or EXHAUSTED if there is no move.
    """
    for j in range(len(starts) - 1):
        i = first + j
        if values[i] == 0:
            witness[i] = EXHAUSTED
            if starts[j] < starts[j + 1]:
                e = starts[j]
                mark = 1 if len(again) > 0 and again[e] else 0
                witness[i] = np.uint32(child_of(low, high, e) << 1 | mark)


@njit(nogil=True, cache=True)
def sweep_good(
    first, starts, low, high, again, good, good_again, value, plies, values, remoteness, out
):
    """Decide the undecided states that have a child in ``good``, or, by a move after which the
    mover moves again, in ``good_again``; put them into ``out``. Returns (decided, edges read)."""
    n = 0
    scanned = 0
    for j in range(len(starts) - 1):
        i = first + j
        if values[i] != 0:
            continue
        begin, end = starts[j], starts[j + 1]
        scanned += end - begin
        found = np.uint64(0)
        if len(again) > 0:
            for e in range(begin, end):
                child = child_of(low, high, e)
                found |= has(good_again, child) if again[e] else has(good, child)
        else:
            # no early end: reads that do not wait for one another
            for e in range(begin, end):
                found |= has(good, child_of(low, high, e))
        if found:
            values[i] = value
            remoteness[i] = plies
            put_in(out, i)
            n += 1
    return n, scanned


@njit(nogil=True, cache=True)
def any_bad(first, size, bad, bad_again, values, witness):
    """Whether the witness of some undecided state has become bad."""
    for i in range(first, first + size):
        if values[i] == 0 and witness[i] != EXHAUSTED:
            child = np.int64(witness[i] >> np.uint32(1))
            if has(bad_again if witness[i] & np.uint32(1) else bad, child):
                return True
    return False


@njit(nogil=True, cache=True)
def sweep_bad(
    first, starts, low, high, again, bad, bad_again, value, plies, values, remoteness, witness,
    tried, held, out,
):  # fmt: skip
    """Look for another witness if one has become bad; decide the states that have none left,
    except those that are ``held``: [N] uint8 or empty.

    tried: [N] uint16, the moves before this one are all bad. Returns (decided, edges read).
    """
    n = 0
    scanned = 0
    for j in range(len(starts) - 1):
        i = first + j
        if values[i] != 0 or witness[i] == EXHAUSTED:
            continue
        child = np.int64(witness[i] >> np.uint32(1))
        if not has(bad_again if witness[i] & np.uint32(1) else bad, child):
            continue
        witness[i] = EXHAUSTED
        e = starts[j] + tried[i]
        while e < starts[j + 1]:
            child = child_of(low, high, e)
            mark = 1 if len(again) > 0 and again[e] else 0
            scanned += 1
            if not has(bad_again if mark else bad, child):
                witness[i] = np.uint32(child << 1 | mark)
                tried[i] = min(e - starts[j], 65535)
                break
            e += 1
        if witness[i] == EXHAUSTED and not (len(held) > 0 and held[i]):
            values[i] = value
            remoteness[i] = plies
            put_in(out, i)
            n += 1
    return n, scanned


@njit(nogil=True, cache=True)
def sweep_lost(
    first, starts, low, high, again, bad, bad_again, value, plies, values, remoteness, held, out
):
    """Decide the undecided states whose moves are all bad, as `sweep_bad` does without witnesses:
    look at the moves of each until one is not bad. Returns (decided, edges read)."""
    n = 0
    scanned = 0
    for j in range(len(starts) - 1):
        i = first + j
        if values[i] != 0 or (len(held) > 0 and held[i]):
            continue
        lost = True
        e = starts[j]
        while lost and e < starts[j + 1]:
            child = child_of(low, high, e)
            mark = len(again) > 0 and again[e] != 0
            lost = has(bad_again if mark else bad, child) != 0
            e += 1
        scanned += e - starts[j]
        if lost:
            values[i] = value
            remoteness[i] = plies
            put_in(out, i)
            n += 1
    return n, scanned


# --- parents of what is left ----------------------------------------------------------------------


@njit(nogil=True, cache=True)
def reverse_open(
    first, starts, low, high, again, always, values, alive, child_low, child_high, places, parents
):
    """places[c] += 1 for every edge from an undecided state to a child c of
    [child_low, child_high) that is in ``alive``; the edge is written to the place of before.

    parents: empty if edges are only counted.
    """
    for j in range(len(starts) - 1):
        if values[first + j] == 0:
            for e in range(starts[j], starts[j + 1]):
                child = child_of(low, high, e)
                if child_low <= child < child_high and has(alive, child):
                    if len(parents) > 0:
                        mark = 1 if always or (len(again) > 0 and again[e]) else 0
                        parents[places[child]] = (first + j) << 1 | mark
                    places[child] += 1


@njit(nogil=True, cache=True)
def count_moves(first, starts, low, high, values, alive, open_moves):
    """open_moves[i] becomes the number of edges of an undecided state to children in ``alive``."""
    for j in range(len(starts) - 1):
        if values[first + j] == 0:
            n = 0
            for e in range(starts[j], starts[j + 1]):
                if has(alive, child_of(low, high, e)):
                    n += 1
            open_moves[first + j] = n
