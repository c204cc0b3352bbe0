"""The positions among which puzzles are looked for: all, or some of each value and distance."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perfectplay.analysis.evaluate.positions import equal_shares
from perfectplay.core.progress import Reporter
from perfectplay.core.value import Value
from perfectplay.tablebase.solution import Solution
from perfectplay.tablebase.table import StateEntries, nothing_known

ROOM = 20_000_000
"""The most moves, about, of all positions that are looked at."""


@dataclass(frozen=True)
class LookedPositions:
    """keys: [N] int64, of stored states; entries: theirs; total: how many there are of the kind."""

    keys: NDArray[np.int64]
    entries: StateEntries
    total: int

    @property
    def exact(self) -> bool:
        """Whether they are all."""
        return len(self.keys) == self.total


def looked_positions(
    solution: Solution, most: int, least: int, seed: int, reporter: Reporter
) -> LookedPositions:
    """The stored states that are at least ``least`` plies from the end and not lost; in a game of
    points the lost ones too; in a game for one player only those that can be solved.

    If there are more than ``most``, about so many by chance, as many of each value and distance as
    there are; fewer if they have very many moves. Each state has its own number by chance
    (`chances`), so that the order in which states are stored does not matter.
    """
    alone = solution.rules.game.players == 1
    worst = Value.LOSS if solution.rules.scoring else Value.WIN if alone else Value.DRAW
    most = max(1, min(most, int(ROOM / branching(solution))))
    classes = {}
    for (value, plies), count in solution.histogram.items():
        endless = plies is None or plies < 0
        if (endless or plies >= least) and value >= worst:
            classes[int(value), -1 if endless else plies] = count
    width = max((plies for _, plies in classes), default=0) + 2
    taken = np.zeros((4, width))
    shares = equal_shares(most, list(classes.values()))
    for ((value, plies), count), share in zip(classes.items(), shares, strict=True):
        taken[value, plies + 1] = share / count
    found, blocks, seen = [], [], 0
    for keys, entries in solution.table.blocks():
        column = np.minimum(entries.remoteness + 1, width - 1)
        inside = entries.remoteness < width - 1
        chance = np.where(inside, taken[entries.values, column], 0.0)
        places = np.flatnonzero((chance > 0) & (chances(keys, seed) < chance))
        seen += len(keys)
        reporter.tell("reading", seen, len(solution.table))
        if len(places):
            found.append(keys[places])
            blocks.append(entries.take(places))
    total = sum(classes.values())
    if not found:
        nothing = nothing_known(0, solution.rules.scoring)
        return LookedPositions(np.empty(0, np.int64), nothing, total)
    return LookedPositions(np.concatenate(found), StateEntries.joined(blocks), total)


def branching(solution: Solution) -> float:
    """How many moves a stored state has, on average of those that are no ends."""
    going = sum(count for (_, plies), count in solution.histogram.items() if plies != 0)
    return max(1.0, solution.moves / max(1, going))


def chances(keys: NDArray[np.int64], seed: int) -> NDArray[np.float64]:
    """[N] a number by chance for each key, at least 0 and below 1: SplitMix64 of key and seed.

    >>> chances(np.array([1, 2]), 0).round(3).tolist()
    [0.746, 0.749]
    """
    with np.errstate(over="ignore"):
        mixed = keys.astype(np.uint64) + np.uint64(0x9E3779B97F4A7C15) * np.uint64(seed + 1)
        mixed += np.uint64(0x9E3779B97F4A7C15)
        mixed = (mixed ^ mixed >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ mixed >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
        mixed ^= mixed >> np.uint64(31)
    return (mixed >> np.uint64(11)).astype(np.float64) * 2.0**-53
