"""Retrograde analysis by a queue over reversed edges: for levels that are many and thin."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from perfectplay.core.arrays import BoolArray, ByteArray, Int32Array, IntArray
from perfectplay.core.progress import Reporter
from perfectplay.core.value import Value
from perfectplay.solver.explore.edge_store import EdgeStore
from perfectplay.solver.retrograde import retrograde_kernels as kernels
from perfectplay.solver.retrograde import sweep_kernels
from perfectplay.solver.retrograde.tier_boundary import OutsideSchedule
from perfectplay.solver.threads import ThreadTeam, ranges

WIDE = 20_000
"""Levels with more states are shared out among the threads."""

_NEVER = np.iinfo(np.int64).max


class BackwardSpread:
    """Spreads what is decided to the parents, ply by ply; wide levels on all cores.

    ``left``: [N] bool, the undecided states, those whose parents have not been visited yet, and
    the drawn ends: edges to other states do not count any more.
    """

    def __init__(
        self,
        pieces: EdgeStore,
        left: BoolArray,
        values: ByteArray,
        remoteness: Int32Array,
        schedule: OutsideSchedule,
        team: ThreadTeam,
    ) -> None:
        self.values, self.remoteness = values, remoteness
        self.schedule, self.team = schedule, team
        bits = np.zeros(-(-len(values) // 64), np.uint64)
        sweep_kernels.collect(left.view(np.uint8), 1, 0, bits)
        self.starts, self.parents = reversed_edges(pieces, values, bits, team)
        self.open_moves = np.zeros(len(values), np.int32)
        for p in range(pieces.count):
            sweep_kernels.count_moves(*pieces.arguments(p)[:4], values, bits, self.open_moves)
        if len(schedule.held):
            self.open_moves += schedule.held  # the moves out count as one that is not bad yet
        self.queue = np.empty(len(values), np.int32)
        self.pieces = ranges(len(values), team.threads)
        self.found = [np.empty(high - low, np.int32) for low, high in self.pieces]

    def run(self, frontier: Int32Array, plies: int, drawn: bool, reporter: Reporter) -> None:
        """From states that were decided at plies - 1; ``drawn``: draws over undecided parents."""
        n = len(self.values)
        self.queue[: len(frontier)] = frontier
        head, filled = 0, len(frontier)
        while True:
            scheduled = self.schedule.next(drawn)
            if head == filled:
                if scheduled is None:
                    break
                plies = max(plies, scheduled) + 1
            elif filled - head <= WIDE or self.team.threads == 1:
                head, filled, plies = self._thin_levels(head, filled, plies, scheduled, drawn)
            else:
                reached = self._wide_level(head, filled, plies, drawn)
                head, filled, plies = filled, reached, plies + 1
            if scheduled is not None and scheduled < plies:
                filled = self._scheduled(filled, plies - 1, drawn)
            reporter.tell("resolving", filled, n, n)

    def _thin_levels(
        self, head: int, filled: int, plies: int, last: int | None, drawn: bool
    ) -> tuple[int, int, int]:
        widest = WIDE if self.team.threads > 1 else len(self.values)
        place = (self.queue, head, filled, widest, plies, _NEVER if last is None else last)
        graph = (self.starts, self.parents, self.values, self.remoteness, self.open_moves)
        reached: tuple[int, int, int] = self.team.call(kernels.decide_thin, *place, *graph, drawn)
        return reached

    def _wide_level(self, head: int, filled: int, plies: int, drawn: bool) -> int:
        """One level on all cores, each thread deciding the states of its own range."""
        graph = (self.queue[head:filled], self.starts, self.parents)
        states = (self.values, self.remoteness, self.open_moves)

        def work(piece: int) -> int:
            place = (*self.pieces[piece], plies, drawn)
            return int(kernels.decide(*graph, *place, *states, self.found[piece]))

        counts = self.team.map(work, range(len(self.pieces)))
        for found, count in zip(self.found, counts, strict=True):
            self.queue[filled : filled + count] = found[:count]
            filled += count
        return filled

    def _scheduled(self, filled: int, plies: int, drawn: bool) -> int:
        """Decide what moves out of the graph decide at a ply."""
        if drawn:
            return self._decide(filled, self.schedule.draws.take(plies), Value.DRAW, plies)
        filled = self._decide(filled, self.schedule.wins.take(plies), Value.WIN, plies)
        lost = self.schedule.release(plies)
        self.open_moves[lost] -= 1
        return self._decide(filled, lost[self.open_moves[lost] == 0], Value.LOSS, plies)

    def _decide(self, filled: int, states: Int32Array, value: Value, plies: int) -> int:
        states = states[self.values[states] == 0]
        self.values[states] = value
        self.remoteness[states] = plies
        self.queue[filled : filled + len(states)] = states
        return filled + len(states)


def reversed_edges(
    pieces: EdgeStore, values: ByteArray, left: NDArray[np.uint64], team: ThreadTeam
) -> tuple[IntArray, NDArray[np.uint32]]:
    """For each state its undecided parents, in rising order: starts [N + 1] and parent * 2 + again
    [E]. Edges count whose child is in ``left``, as bits."""
    shares, always = ranges(len(values), team.threads), pieces.always_again

    def reverse(places: IntArray, parents: NDArray[np.uint32]) -> None:
        def work(share: tuple[int, int]) -> None:
            rest = (always, values, left, *share, places, parents)
            for p in range(pieces.count):
                sweep_kernels.reverse_open(*pieces.arguments(p), *rest)

        team.map(work, shares, long=True)

    starts = np.zeros(len(values) + 1, np.int64)
    reverse(starts[1:], np.empty(0, np.uint32))  # counts them
    np.cumsum(starts, out=starts)
    parents = np.empty(int(starts[-1]), np.uint32)
    reverse(starts[:-1].copy(), parents)
    return starts, parents
