"""A solution in plain Python, for a system without NumPy: a browser."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.value import Move, State, Value
from perfectplay.game.game import StateKind
from perfectplay.game.shape.keys import KEYS_END
from perfectplay.game.shape.object_keys import ObjectKeys
from perfectplay.tablebase.all_states import reached_states
from perfectplay.tablebase.solution import Solution
from perfectplay.tablebase.table import StateEntry, Table


class ListTable(Table):
    """Entries by serial number. values, remoteness (-1: endless): [N]; scores: [N] or None."""

    def __init__(
        self, values: list[int], remoteness: list[int], scores: list[int] | None = None
    ) -> None:
        super().__init__([])
        self.scored = scores is not None
        self._values, self._remoteness, self._scores = values, remoteness, scores

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: int) -> StateEntry | None:
        """The entry of a key, or None."""
        if not 0 <= key < len(self._values):
            return None
        plies = self._remoteness[key]
        score = None if self._scores is None else self._scores[key]
        return StateEntry(Value(self._values[key]), None if plies < 0 else plies, score)


class PlainEntries(list[StateEntry | None]):
    """The entries of some states; None for an unknown one."""

    def listed(self) -> list[StateEntry | None]:
        """The same."""
        return self


class PlainSolution(Solution):
    """What `solve` gives without NumPy. All queries about single states, lines, counts and moves;
    arrays of many values raise MissingExtraError."""

    keys: ObjectKeys

    def _key(self, state: State) -> int:
        """The number of a state's representative, or -1."""
        if not _may_be(state, self.rules.kind):
            return -1
        key = self.keys.key(state)
        if key >= 0 or not self.symmetric:
            return key
        try:
            return max(self.keys.key(image) for image in self.rules.symmetries(state))
        except (PerfectPlayError, TypeError):
            return -1  # this is no state of the game

    def _entries(self, states: list[State]) -> Any:
        return PlainEntries(self._entry(state) for state in states)

    def state_blocks(self, *, symmetric: bool = False) -> Iterator[tuple[list[State], Any]]:
        """All states: with symmetries the representatives, unless ``symmetric``."""
        whole = symmetric and self.symmetric
        states = list(reached_states(self.rules)) if whole else self.keys.states
        yield states, self._entries(states)

    @cached_property
    def longest_win(self) -> tuple[State, int] | None:
        """The won state with the largest remoteness, of the smallest one; None without wins."""
        plies = max((r for v, r in self.histogram if v == Value.WIN), default=None)
        if plies is None:
            return None
        found = [s for s in self.states() if self._known(s)[:2] == (Value.WIN, plies)]
        try:
            return min(found), plies
        except TypeError:  # states without an order: the first one that was found
            return found[0], plies

    def scores(self) -> dict[State, int]:
        """Won states (1) and lost ones (-1) by remoteness, losses before wins; no draws."""
        entries = [(state, self._known(state)) for state in self.states()]
        decided = [(s, e) for s, e in entries if e.value is not Value.DRAW]
        decided.sort(key=lambda pair: (pair[1].remoteness or 0, pair[1].value))
        return {state: int(entry.value) - 2 for state, entry in decided}

    def moves_of(
        self, states: list[State], _: Any, *, distance: bool = True
    ) -> dict[State, list[Move]]:
        """The moves of some states."""
        chosen = self.best_moves if distance else self.keeping_moves
        found = {state: chosen(state) for state in states}
        return {state: moves for state, moves in found.items() if moves}


def _may_be(state: State, kind: StateKind) -> bool:
    """Whether something is of the kind of a game's states: 1.0 and True equal 1, and are none."""
    if kind is StateKind.INTEGER:
        return type(state) is int and 0 <= state < KEYS_END
    return kind is not StateKind.TUPLE or isinstance(state, tuple)
