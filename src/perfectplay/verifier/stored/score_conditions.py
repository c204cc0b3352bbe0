"""The verifier's kernels for games of points; `plain_scores.py` is the slow twin of both.

An *entry* of a game of points is one uint64: its lower half is an entry as in `kernels.py`, above
it is the score plus 2^31. No score is below 1 - 2^31, so that the upper half is never 0.
"""

from __future__ import annotations

import numpy as np

from perfectplay.core.kernels import njit

BIAS = np.int64(1 << 31)
LARGEST = np.int64((1 << 31) - 1)


@njit(nogil=True, cache=True)
def pack_scored(values, plies, scores, entries):
    """entries[i] of values [N] uint8, plies [N] int32 and scores [N] int32, nothing reached yet."""
    for i in range(len(values)):
        low = ((np.int64(plies[i]) + 1) << 3) | (np.int64(values[i]) << 1)
        entries[i] = (np.uint64(np.int64(scores[i]) + BIAS) << np.uint64(32)) | np.uint64(low)


@njit(nogil=True, cache=True)
def judge_scores(own, degrees, over, finals, found, again, gains, always, bad, scores, plies):
    """Compare each state's entry with what its end, or its moves' gains and children, say.

    own: [B] entries; degrees: [B] int32; over: [B] uint8, not 0 if a state is over; finals: [B]
    int32, the scores there; found: [C] entries of the children, 0 where one is not stored: its
    parent is skipped; again: [C] uint8 or empty; gains: [C] int32. Returns how many are wrong:
    their places in bad, and in scores and plies [B] int64 what is right.
    """
    wrong = 0
    e = 0
    for i in range(len(own)):
        end = e + degrees[i]
        best = -(np.int64(1) << 40)
        nearest = np.int64(0)
        whole = True
        while e < end:
            entry = found[e]
            if entry == 0:
                whole = False
            score = np.int64(entry >> np.uint64(32)) - BIAS
            after = np.int64((entry >> np.uint64(3)) & np.uint64((1 << 29) - 1)) - 1
            if not (always or (len(again) > 0 and again[e] != 0)):
                score = -score
            brings = score + gains[e]
            if brings > best:
                best = brings
                nearest = after + 1
            elif brings == best and after + 1 < nearest:
                nearest = after + 1
            e += 1
        if not whole:
            continue
        if over[i] != 0:
            best = np.int64(finals[i])
            nearest = np.int64(0)
        value = np.int64(3 if best > 0 else 1 if best < 0 else 2)
        fits = -LARGEST <= best <= LARGEST
        low = ((nearest + 1) << 3) | (value << 1) | 1
        should = np.uint64(low)
        if fits:
            should |= np.uint64(best + BIAS) << np.uint64(32)
        if not fits or (own[i] | np.uint64(1)) != should:
            bad[wrong] = i
            scores[wrong] = best
            plies[wrong] = nearest
            wrong += 1
    return wrong


@njit(nogil=True, cache=True)
def enter(edges, entered):
    """Count moves to some places; entered: [N] int32."""
    for e in range(len(edges)):
        entered[edges[e]] += 1


@njit(nogil=True, cache=True)
def leave(edges, entered, fresh):
    """Take moves to some places away again. Returns how many places no move leads to any more: they
    are in fresh, [E] int64."""
    count = 0
    for e in range(len(edges)):
        place = edges[e]
        entered[place] -= 1
        if entered[place] == 0:
            fresh[count] = place
            count += 1
    return count


@njit(nogil=True, cache=True)
def follow(places, starts, edges, before):
    """Note of the ends of moves where they begin: places [K], with their moves in edges from
    starts[k] on; before: [N] int64."""
    for k in range(len(places)):
        for e in range(starts[k], starts[k + 1]):
            before[edges[e]] = places[k]


@njit(nogil=True, cache=True)
def loop_before(at, before, order, loop):
    """Walk backwards from a place until one comes again; return how many places the loop has.

    before: as `follow` fills it; order: [N] int32, work space; loop: [N] int64, where the places
    are then, each followed by one that leads to it.
    """
    order[:] = -1
    count = 0
    while order[at] < 0:
        order[at] = count
        loop[count] = at
        count += 1
        at = before[at]
    begin = order[at]
    for i in range(begin, count):
        loop[i - begin] = loop[i]
    return count - begin
