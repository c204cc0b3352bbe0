"""Positions with exactly one good move, the key, as arrays; many thousands at a time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perfectplay.analysis.evaluate.compiled_moves import expanded_moves, stored_expander
from perfectplay.analysis.puzzles.looked_positions import LookedPositions
from perfectplay.compiler.expander import Expander
from perfectplay.core.progress import Reporter
from perfectplay.core.rows import row_places, row_starts
from perfectplay.core.value import State, Value
from perfectplay.tablebase.many_moves import ManyMoves, many_moves
from perfectplay.tablebase.solution import Solution
from perfectplay.tablebase.table import StateEntries

MOVES = 2_000_000
"""About how many moves are in memory at a time."""


@dataclass(frozen=True)
class KeyPositions:
    """C positions with at least two moves of which one is the key, and their T moves.

    keys: [C] int64, of the stored states; values: [C] uint8; moves: all of them; places: [C] int64,
    the place of the key among the moves of its position; after: [C] int64, of the state after it.
    """

    keys: NDArray[np.int64]
    values: NDArray[np.uint8]
    moves: ManyMoves
    places: NDArray[np.int64]
    after: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.keys)

    @property
    def plies(self) -> NDArray[np.int64]:
        """[C] the plies to the end; -1 in an endless draw."""
        return self.moves.plies

    @property
    def kept(self) -> NDArray[np.int64]:
        """[C] how many moves keep the value, or the score."""
        return self.moves.sums(self.moves.keeps)

    @property
    def wrong(self) -> NDArray[np.bool_]:
        """[T] whether a move is not the key of its position."""
        wrong = np.ones(len(self.moves.brings), bool)
        wrong[self.moves.starts[:-1] + self.places] = False
        return wrong

    def at_keys(self, column: NDArray[np.int64]) -> NDArray[np.int64]:
        """[C] the entries of a column of moves, [T], at the keys."""
        chosen: NDArray[np.int64] = column[self.moves.starts[:-1] + self.places]
        return chosen

    def largest(self, column: NDArray[np.int64]) -> NDArray[np.int64]:
        """[C] the largest entry of each position in a column of moves, [T]."""
        if not len(self):
            return column[:0]
        most: NDArray[np.int64] = np.maximum.reduceat(column, self.moves.starts[:-1])
        return most

    def take(self, chosen: NDArray[np.intp]) -> KeyPositions:
        """Some of them."""
        moves, after = _rows(self.moves, chosen), self.after[chosen]
        return KeyPositions(
            self.keys[chosen], self.values[chosen], moves, self.places[chosen], after
        )


def key_positions(
    arrays: MoveArrays, looked: LookedPositions, *, only: bool, moves: float, reporter: Reporter
) -> KeyPositions:
    """Those of the positions that have a key.

    A key is the only move that keeps the value, or the score. Without ``only``, the one fastest win
    is a key, too. ``moves``: how many a position has on average.
    """
    found: list[KeyPositions] = []
    first = 0
    while not found or first < len(looked.keys):
        end = min(first + max(1, int(MOVES / moves)), len(looked.keys))
        keys, entries = looked.keys[first:end], looked.entries.take(slice(first, end))
        found.append(_of_batch(arrays, keys, entries, only=only))
        first = end
        reporter.tell("looking", end, len(looked.keys))
    return _joined(found)


def _of_batch(
    arrays: MoveArrays, keys: NDArray[np.int64], entries: StateEntries, *, only: bool
) -> KeyPositions:
    moves, after = arrays.moves(keys, entries)
    unique = moves.sums(moves.keeps) == 1
    if not only:
        unique |= (entries.values == Value.WIN) & (moves.sums(moves.best) == 1)
    unique &= moves.counts > 1
    chosen = np.flatnonzero(unique)
    flat = np.flatnonzero(moves.best & np.repeat(unique, moves.counts))
    rows = _rows(moves, chosen)
    places = flat - moves.starts[:-1][chosen]
    return KeyPositions(keys[chosen], entries.values[chosen], rows, places, after[flat])


def _rows(moves: ManyMoves, chosen: NDArray[np.intp]) -> ManyMoves:
    """The moves of some of the positions."""
    flat, counts = row_places(moves.starts, chosen)
    worth, plies = moves.worth[chosen], moves.plies[chosen]
    return ManyMoves([], row_starts(counts), worth, moves.brings[flat], moves.far[flat], plies)


def _joined(some: list[KeyPositions]) -> KeyPositions:
    counts = np.concatenate([one.moves.counts for one in some])
    moves = ManyMoves(
        [],
        row_starts(counts),
        np.concatenate([one.moves.worth for one in some]),
        np.concatenate([one.moves.brings for one in some]),
        np.concatenate([one.moves.far for one in some]),
        np.concatenate([one.moves.plies for one in some]),
    )
    return KeyPositions(
        np.concatenate([one.keys for one in some]),
        np.concatenate([one.values for one in some]),
        moves,
        np.concatenate([one.places for one in some]),
        np.concatenate([one.after for one in some]),
    )


@dataclass(frozen=True)
class MoveArrays:
    """Moves of stored states, which are named by their keys. ``expander``: None: by the
    interpreter."""

    solution: Solution
    expander: Expander | None

    def entries(self, keys: NDArray[np.int64]) -> StateEntries:
        """The entries of states."""
        return self.solution.table.look_up(keys)

    def moves(
        self, keys: NDArray[np.int64], entries: StateEntries
    ) -> tuple[ManyMoves, NDArray[np.int64]]:
        """The moves of some states (without the moves themselves), and the key after each."""
        if self.expander is not None:
            return expanded_moves(self.solution, self.expander, keys, entries, [])
        after: list[NDArray[np.int64]] = []

        def look_up(wanted: list[State]) -> StateEntries:
            after.append(self.solution._keys(wanted))
            return self.entries(after[0])

        states = self.solution.keys.states_of(keys)
        return many_moves(self.solution.rules, look_up, states, entries), after[0]


def move_arrays(solution: Solution, keys: NDArray[np.int64]) -> MoveArrays:
    """How to get the moves of stored states with these keys."""
    return MoveArrays(solution, stored_expander(solution, keys))
