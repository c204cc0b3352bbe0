"""Moves that leave a graph, into solved states: at which ply each begins to count."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from perfectplay.core.arrays import BoolArray, ByteArray, Int32Array


@dataclass
class OutsideValues:
    """Results of the moves out of a graph of N states, in plies of the state itself and for the
    player to move in it: a child lost in n - 1 (won, if the mover moves again) is a win in n.

    nearest_win: [N] int32, the nearest win, or -1; nearest_draw: [N] int32, the
    nearest draw that has a remoteness; farthest_loss: [N] int32; drawn: [N] uint8, whether an
    endless draw can be had.

    >>> outside = OutsideValues.none(2)
    >>> outside.nearest_win[1] = 4
    >>> outside.held().tolist(), outside.blocked().tolist()
    ([0, 1], [False, True])
    """

    nearest_win: Int32Array
    nearest_draw: Int32Array
    farthest_loss: Int32Array
    drawn: ByteArray

    @classmethod
    def none(cls, n: int) -> OutsideValues:
        """No move leaves the graph."""
        win, draw, loss = (np.full(n, -1, np.int32) for _ in range(3))
        return cls(win, draw, loss, np.zeros(n, np.uint8))

    def of(self, first: int, end: int) -> tuple[Int32Array, Int32Array, Int32Array, ByteArray]:
        """The four arrays of some states."""
        some = slice(first, end)
        return (
            self.nearest_win[some], self.nearest_draw[some], self.farthest_loss[some],
            self.drawn[some],
        )  # fmt: skip

    def blocked(self) -> BoolArray:
        """[N] whether a state has a move out that is no loss, so that it is not lost itself."""
        return (self.nearest_win >= 0) | (self.nearest_draw >= 0) | (self.drawn > 0)

    def held(self) -> ByteArray:
        """[N] whether a state has a move out, which may keep it from being lost, for now or
        for ever."""
        held: ByteArray = (self.blocked() | (self.farthest_loss >= 0)).astype(np.uint8)
        return held


class StatesByPly:
    """Some states by ply: those with plies[i] >= 0 that are in ``which`` [N] bool (None: all).

    >>> timed = StatesByPly(np.array([5, -1, 2, 5], np.int32))
    >>> timed.next(), timed.take(2).tolist(), timed.next(), timed.take(5).tolist(), timed.next()
    (2, [2], 5, [0, 3], None)
    """

    def __init__(self, plies: Int32Array, which: BoolArray | None = None) -> None:
        timed = plies >= 0 if which is None else (plies >= 0) & which
        states = np.flatnonzero(timed).astype(np.int32)
        order = np.argsort(plies[states], kind="stable")
        self._states = states[order]
        self._plies = plies[self._states]
        self._at = 0

    def next(self) -> int | None:
        """The next ply that has states."""
        return int(self._plies[self._at]) if self._at < len(self._plies) else None

    def take(self, ply: int) -> Int32Array:
        """The states up to a ply that have not been taken yet."""
        end = int(np.searchsorted(self._plies, ply, "right"))
        taken = self._states[self._at : end]
        self._at = max(self._at, end)
        return taken


class OutsideSchedule:
    """The results from outside by ply: wins, losses that are released, draws."""

    def __init__(self, outside: OutsideValues | None) -> None:
        given = outside if outside is not None else OutsideValues.none(0)
        self.held = given.held()
        self.wins = StatesByPly(given.nearest_win)
        self.losses = StatesByPly(given.farthest_loss, ~given.blocked())
        self.draws = StatesByPly(given.nearest_draw)

    def next(self, drawn: bool) -> int | None:
        """The next ply at which a result counts."""
        sources = [self.draws] if drawn else [self.wins, self.losses]
        return min((ply for source in sources if (ply := source.next()) is not None), default=None)

    def release(self, ply: int) -> Int32Array:
        """The states whose moves out are all lost by a ply: these no longer prevent a loss."""
        states = self.losses.take(ply)
        self.held[states] = 0
        return states
