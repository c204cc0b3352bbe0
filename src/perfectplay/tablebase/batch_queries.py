"""Queries about many states at once, and about all; a part of `Solution`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.core.value import Move, State, Value
from perfectplay.tablebase.best_moves import best_moves_of
from perfectplay.tablebase.counts import Counts, Histogram, counts_of
from perfectplay.tablebase.state_queries import StateQueries
from perfectplay.tablebase.table import StateEntries


class BatchQueries(StateQueries):
    """Values and moves of many states; the counts of all.

    ``histogram`` and ``moves`` are of the stored states; ``covered``, of those that they stand
    for if that differs.
    """

    histogram: Histogram
    moves: int
    covered: tuple[Histogram, int] | None

    def values(self, states: Any) -> NDArray[np.uint8]:
        """[N] the values of many states, 0 where no play reaches one.

        ``states``: [N] integers, [N, F] fields of tuples, or a sequence of states.
        """
        return self.table.look_up(self._keys(states)).values

    def remotenesses(self, states: Any) -> NDArray[np.int32]:
        """[N] the remotenesses of many states, -1 for an endless draw or an unknown state."""
        return self.table.look_up(self._keys(states)).remoteness

    def states(self) -> Iterator[State]:
        """All stored states: with symmetries the representatives only."""
        for keys, _ in self.table.blocks():
            yield from self.keys.states_of(keys)

    @cached_property  # reads all of a stored solution
    def longest_win(self) -> tuple[State, int] | None:
        """The won state (of the smallest key) with the largest remoteness; None without wins."""
        plies = [r for v, r in self.histogram if v == Value.WIN]
        if not plies:
            return None
        key = self.table.smallest_with(Value.WIN, max(plies))
        assert key is not None
        return self.keys.state(key), max(plies)

    def scores(self) -> dict[State, int]:
        """Won states (1) and lost ones (-1) by remoteness, losses before wins; no draws.

        With symmetries, of the representatives.
        """
        blocks = list(self.table.blocks())
        keys = np.concatenate([keys for keys, _ in blocks])
        values, plies, _ = StateEntries.joined([entries for _, entries in blocks])
        decided = np.flatnonzero(values != Value.DRAW)
        order = decided[np.lexsort((values[decided], plies[decided]))]
        scores = (values[order].astype(np.int64) - 2).tolist()
        return dict(zip(self.keys.states_of(keys[order]), scores, strict=True))

    def best_moves_of_all(self) -> dict[State, list[Move]]:
        """The best moves of each stored state that has moves, in the rules' order."""
        found: dict[State, list[Move]] = {}
        for keys, entries in self.table.blocks():
            states = self.keys.states_of(keys)
            found.update(best_moves_of(self.rules, self._entries, states, entries))
        return found

    # --- counts ----------------------------------------

    def __len__(self) -> int:
        """The number of states that the solution covers, each symmetric one counted."""
        return self.counts.states

    @property
    def counts(self) -> Counts:
        """Counts over all states that the solution covers."""
        if self.covered is not None:
            return counts_of(*self.covered)
        return counts_of(self.histogram, self.moves)

    @property
    def representatives(self) -> Counts | None:
        """The same counts over one state of each class; None without symmetries."""
        return counts_of(self.histogram, self.moves) if self.symmetric else None

    @property
    def by_remoteness(self) -> dict[int | None, dict[str, int]]:
        """Covered states by remoteness, rising (None, endless, last): wins, draws, losses."""
        histogram = self.covered[0] if self.covered is not None else self.histogram
        rows: dict[int | None, dict[str, int]] = {}
        for plies in sorted({r for _, r in histogram}, key=lambda r: (r < 0, r)):
            rows[plies if plies >= 0 else None] = {
                name: histogram.get((int(value), plies), 0)
                for name, value in (
                    ("wins", Value.WIN),
                    ("draws", Value.DRAW),
                    ("losses", Value.LOSS),
                )
            }
        return rows
