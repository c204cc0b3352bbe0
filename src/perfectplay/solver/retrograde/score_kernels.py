"""Kernels over graphs of games of points. They know nothing of games.

Their slow twin is in `score_pass.py`.

scores: [N] int64, what is still to be won, for the player to move; remoteness: [N] int32; starts,
edges, again, gains, finals: as in `MoveGraph`. If moves leave the graph, best: [N] int64 and
nearest: [N] int32 are the results of the best of them, nearest -1 for a state without any.
"""

from __future__ import annotations

import numpy as np

from perfectplay.core.kernels import njit

LIMIT = (1 << 31) - 1


@njit(nogil=True, cache=True)
def score_states(
    order, starts, edges, again, always, gains, over, finals, best, nearest, scores, remoteness
):
    """Score the states of ``order``, each from its children, which are scored already. Returns the
    first state whose score 32 bits do not hold, else -1."""
    for k in range(len(order)):
        i = order[k]
        if over[i]:
            scores[i] = finals[i]
            remoteness[i] = 0
            continue
        score, plies = 0, -1
        if len(nearest) > 0 and nearest[i] >= 0:
            score, plies = best[i], nearest[i]
        for e in range(starts[i], starts[i + 1]):
            child = edges[e]
            brings = scores[child]
            if not (always or (len(again) > 0 and again[e])):
                brings = -brings
            if len(gains) > 0:
                brings += gains[e]
            after = remoteness[child] + 1
            if plies < 0 or brings > score or (brings == score and after < plies):
                score, plies = brings, after
        if score > LIMIT or score < -LIMIT:
            return i
        scores[i] = score
        remoteness[i] = plies
    return -1


@njit(nogil=True, cache=True)
def score_batch(entries, again, always, gains, degrees, over, finals, packed):
    """Packed scores (core/packed.py) of a batch of states, from those of their children.

    entries: [C] uint64, of the children, one state after the other; packed: [B] uint64. Returns the
    first state whose score 32 bits do not hold, else -1.
    """
    c = 0
    for i in range(len(degrees)):
        score, plies = np.int64(finals[i]), np.int64(0)
        if not over[i]:
            plies = np.int64(-1)
            for _ in range(degrees[i]):
                brings, after = brought(entries[c], c, again, always, gains)
                if plies < 0 or brings > score or (brings == score and after < plies):
                    score, plies = brings, after
                c += 1
        if score > LIMIT or score < -LIMIT:
            return i
        packed[i] = packed_score(score, plies)
    return -1


@njit(nogil=True, cache=True)
def leave_batch(entries, inside, again, always, gains, degrees, best, nearest, inner):
    """The results of the best moves that leave a tier, and how many moves stay in it.

    inside: [C] uint8, the moves that stay; best: [B] int64; nearest: [B] int32, -1 at first;
    inner: [B] int64.
    """
    c = 0
    for i in range(len(degrees)):
        for _ in range(degrees[i]):
            if inside[c]:
                inner[i] += 1
            else:
                brings, after = brought(entries[c], c, again, always, gains)
                if nearest[i] < 0 or brings > best[i] or (brings == best[i] and after < nearest[i]):
                    best[i], nearest[i] = brings, after
            c += 1


@njit(nogil=True, cache=True)
def brought(entry, c, again, always, gains):
    """The score of a move for its mover, and the plies after it, from its child's entry."""
    brings = np.int64(entry >> np.uint64(32)) - (1 << 31)
    if not (always or (len(again) > 0 and again[c])):
        brings = -brings
    if len(gains) > 0:
        brings += gains[c]
    return brings, np.int64((entry & np.uint64(0xFFFFFFFF)) >> np.uint64(2)) + 1


@njit(nogil=True, cache=True)
def packed_score(score, plies):
    """A scored entry, as core/packed.py has it."""
    value = 3 if score > 0 else 1 if score < 0 else 2
    high = np.uint64(score + (1 << 31)) << np.uint64(32)
    return high | np.uint64(plies << 2 | value)
