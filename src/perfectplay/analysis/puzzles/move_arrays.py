"""The moves of many stored states, by compiled rules if there are many, else by the interpreter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from perfectplay.analysis.evaluate.compiled_moves import stored_expander
from perfectplay.compiler.expander import Expander
from perfectplay.core.value import State
from perfectplay.tablebase.many_moves import ManyMoves, brought_by, many_moves
from perfectplay.tablebase.solution import Solution
from perfectplay.tablebase.table import StateEntries


class MoveArrays(Protocol):
    """Moves of many positions. Positions are what it says they are; only it looks into them."""

    def positions(self, keys: NDArray[np.int64]) -> Any:
        """The stored states with these keys."""

    def entries(self, positions: Any) -> StateEntries:
        """Their entries."""

    def moves(self, positions: Any, entries: StateEntries) -> tuple[ManyMoves, Any]:
        """Their moves (without the moves themselves), and the position after each."""

    def take(self, positions: Any, places: NDArray[np.intp]) -> Any:
        """Some of the positions."""

    def joined(self, some: list[Any]) -> Any:
        """Several lots of positions as one."""


@dataclass(frozen=True)
class CompiledArrays:
    """By compiled rules; positions are arrays of keys."""

    solution: Solution
    expander: Expander

    def positions(self, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """As in `MoveArrays`."""
        return keys

    def entries(self, positions: NDArray[np.int64]) -> StateEntries:
        """As in `MoveArrays`."""
        return self.solution.table.look_up(positions)

    def moves(
        self, positions: NDArray[np.int64], entries: StateEntries
    ) -> tuple[ManyMoves, NDArray[np.int64]]:
        """As in `MoveArrays`."""
        rules = self.solution.rules
        found = self.expander.expand(np.ascontiguousarray(positions), 0, len(positions))
        always = rules.game.players == 1
        again = np.ones(len(found.children), np.uint8) if always else found.again
        gains = found.gains if rules.scoring else None
        after = self.entries(found.children)
        return brought_by([], found.degrees, entries, after, again, gains), found.children

    def take(self, positions: NDArray[np.int64], places: NDArray[np.intp]) -> NDArray[np.int64]:
        """As in `MoveArrays`."""
        return positions[places]

    def joined(self, some: list[NDArray[np.int64]]) -> NDArray[np.int64]:
        """As in `MoveArrays`."""
        return np.concatenate(some)


@dataclass(frozen=True)
class PlainArrays:
    """By the interpreted rules; positions are lists of states."""

    solution: Solution

    def positions(self, keys: NDArray[np.int64]) -> list[State]:
        """As in `MoveArrays`."""
        return self.solution.keys.states_of(keys)

    def entries(self, positions: list[State]) -> StateEntries:
        """As in `MoveArrays`."""
        return self.solution.look_up(positions)

    def moves(self, positions: list[State], entries: StateEntries) -> tuple[ManyMoves, list[State]]:
        """As in `MoveArrays`."""
        children: list[State] = []

        def look_up(wanted: list[State]) -> StateEntries:
            children.extend(wanted)
            return self.entries(wanted)

        return many_moves(self.solution.rules, look_up, positions, entries), children

    def take(self, positions: list[State], places: NDArray[np.intp]) -> list[State]:
        """As in `MoveArrays`."""
        return [positions[place] for place in places.tolist()]

    def joined(self, some: list[list[State]]) -> list[State]:
        """As in `MoveArrays`."""
        return [state for states in some for state in states]


def move_arrays(solution: Solution, keys: NDArray[np.int64]) -> MoveArrays:
    """How to get the moves of stored states with these keys."""
    expander = stored_expander(solution, keys)
    return PlainArrays(solution) if expander is None else CompiledArrays(solution, expander)
