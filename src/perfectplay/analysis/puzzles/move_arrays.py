"""The moves of many stored states, by compiled rules if there are many, else by the interpreter."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perfectplay.analysis.evaluate.compiled_moves import expanded_moves, stored_expander
from perfectplay.compiler.expander import Expander
from perfectplay.core.value import State
from perfectplay.tablebase.many_moves import ManyMoves, many_moves
from perfectplay.tablebase.solution import Solution
from perfectplay.tablebase.table import StateEntries


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
