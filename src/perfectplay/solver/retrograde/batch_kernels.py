"""Kernels over batches of states of a tier, from the packed values of their children."""

from __future__ import annotations

import numpy as np

from perfectplay.core.kernels import njit
from perfectplay.core.packed import WIDE_LIMIT as WIDE_NONE

LOSS, DRAW, WIN = 1, 2, 3

BAND = 32
"""Bits of a number that rank the remotenesses of one value."""

HALF_BAND = 1 << BAND - 1


@njit(nogil=True, cache=True)
def resolve_batch(entries, again, always, degrees, over, none, packed):
    """Packed value and remoteness of a batch of states, from those of their children.

    entries: [C] uint32, of the children, one state after the other; again: [C] uint8 or empty;
    degrees: [B]; over: [B]; packed: [B], see core/packed.py; ``none``: the remoteness that stands
    for none in it.
    """
    # The larger, the better for the mover, and no branches: values in bands, far losses and near
    # wins and draws at the top of each (a draw without a remoteness at the bottom).
    several, c = len(again) > 0, 0
    for i in range(len(degrees)):
        if over[i]:
            packed[i] = over[i]
            continue
        best = np.int64((LOSS << BAND) - 1)  # a loss in 0 plies, if there are no moves
        for _ in range(degrees[i]):
            entry = np.int64(entries[c])
            value, plies = entry & 3, entry >> 2
            value = value if always or (several and again[c] != 0) else 4 - value
            best = max(best, (value << BAND) + (plies if value == LOSS else -plies))
            c += 1
        value = (best + HALF_BAND) >> BAND
        plies = best - (value << BAND)
        plies = plies if value == LOSS else -plies
        packed[i] = (plies + 1 if plies != WIDE_NONE else none) << 2 | value


@njit(nogil=True, cache=True)
def count_batch(packed, degrees, sizes, counts):
    """Count a batch of states by their packed values, and the states that they stand for.

    packed: [B] uint16, see core/packed.py; degrees: [B], moves of each; sizes: [B], of their
    classes, or empty: 1 each; counts: [2, P] int64, added to; P is more than each packed value.
    Returns the moves of both kinds.
    """
    moves, covered, alike = 0, 0, len(sizes) == 0
    for i in range(len(packed)):
        size = np.int64(1) if alike else sizes[i]
        entry = np.uint64(packed[i])
        counts[0, entry] += 1
        counts[1, entry] += size
        moves += degrees[i]
        covered += degrees[i] * size
    return moves, covered


@njit(nogil=True, cache=True)
def leave_batch(entries, inside, again, always, degrees, wins, draws, losses, drawn, inner):
    """The best results of the moves of a batch that leave its tier, and how many moves stay in it.

    entries, again: as for `resolve_batch`; inside: [C] uint8, the moves that stay; wins, draws,
    losses: [B] int32, -1 at first, and drawn: [B] uint8, as in `OutsideValues`; inner: [B] int64.
    """
    c = 0
    for i in range(len(degrees)):
        for _ in range(degrees[i]):
            if inside[c]:
                inner[i] += 1
            else:
                entry = np.int64(entries[c])
                value, plies = entry & 3, (entry >> 2) + 1
                if not (always or (len(again) > 0 and again[c])):
                    value = 4 - value
                if value == WIN:
                    if wins[i] < 0 or plies < wins[i]:
                        wins[i] = plies
                elif value == LOSS:
                    losses[i] = max(losses[i], plies)
                elif plies > WIDE_NONE:
                    drawn[i] = 1
                elif draws[i] < 0 or plies < draws[i]:
                    draws[i] = plies
            c += 1
