"""Kernel that plays many plays over tables; `Situations.play` is its slow twin.

A situation is what a player sees: a state, the player to move and, if that player asks for it, the
opponent's last move. Random numbers are those of `play/tournament/rng.py`: they depend only on the
seed, the play and the ply, not on the split of the plays among threads.
"""

from __future__ import annotations

import numpy as np

from perfectplay.core.kernels import njit

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)


@njit(nogil=True, cache=True)
def mixed(x):
    """Finishing steps of splitmix64: uint64 to uint64."""
    x = (x ^ (x >> np.uint64(30))) * _FIRST
    x = (x ^ (x >> np.uint64(27))) * _SECOND
    return x ^ (x >> np.uint64(31))


@njit(nogil=True, cache=True)
def play_all(
    starts, counts, targets, ends, movers, gains, finals, first,
    keys, plays, swap, most, tally, unanswered, missed,
):  # fmt: skip
    """Play some plays; return the number of those that reached an open situation.

    starts: [S] int64, counts: [S] int32, situation s leads to the counts[s] situations from
    targets[starts[s]] on, with equal chances; targets: [T] int32; ends: [S] uint8, 0 if the play
    goes on, 1 to 3 for its value for player 0, 4 if the situation is open (not tabulated);
    movers: [S] uint8, the player to move, plus 2 if that player has no answer. gains: [T] int32,
    points of player 0 for the move to each target, and finals: [S] int32, at the end: in a game of
    points their sum decides, in any other both are empty. first: [2] int64, where even plays and,
    with ``swap``, odd ones begin; keys: [2] uint64, of the players' random numbers. plays: [P]
    int64, their numbers; ``most``: plies after which a play is stopped.

    tally: [2, 4, 4] int64, added to: by even or odd, then loss, draw, win of player 0, stopped;
    number of plays, sum, least and most of their plies. unanswered: [2] int64, added to.
    missed: [2, P] int64, filled with the plays that reached an open situation, which are not
    counted, and the situation.
    """
    misses = 0
    for play in plays:
        side = play & 1 if swap else 0
        s = first[side]
        turn = np.uint64(play + 1) * _STEP
        base0, base1 = mixed(keys[0] + turn), mixed(keys[1] + turn)
        plies, silent0, silent1, points = 0, 0, 0, 0
        while ends[s] == 0 and plies < most:
            mover = movers[s]
            low = starts[s]
            d = counts[s]
            if d > 1:
                base = base1 if mover & 1 else base0
                h = mixed(base + np.uint64(plies + 1) * _STEP)
                low += np.int64(((h >> np.uint64(32)) * np.uint64(d)) >> np.uint64(32))
            if mover == 2:
                silent0 += 1
            elif mover == 3:
                silent1 += 1
            if len(gains) > 0:
                points += gains[low]
            s = targets[low]
            plies += 1
        if ends[s] > 3:
            missed[0, misses] = play
            missed[1, misses] = s
            misses += 1
            continue
        result = 3 if ends[s] == 0 else np.int64(ends[s]) - 1
        if len(finals) > 0 and result < 3:
            points += finals[s]
            result = 1 + (points > 0) - (points < 0)
        row = tally[side, result]
        row[0] += 1
        row[1] += plies
        row[2] = min(row[2], plies)
        row[3] = max(row[3], plies)
        unanswered[0] += silent0
        unanswered[1] += silent1
    return misses
