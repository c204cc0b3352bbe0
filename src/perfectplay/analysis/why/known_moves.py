"""What reasons look at in a solution: each position once, however many reasons ask for it."""

from __future__ import annotations

from perfectplay.core.value import State, Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.tablebase.record import Record
from perfectplay.tablebase.solution import Solution


class GivenUpError(Exception):
    """There are too many positions, or moves that no pairs are made of."""


class KnownMoves:
    """The records, values and moves of a solution that were asked for so far."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        self.rules: CheckedGame = solution.rules
        self._records: dict[State, Record] = {}
        self._options: dict[State, dict[str, State] | None] = {}
        self._values: dict[State, Value] = {}

    def record(self, state: State) -> Record:
        """That of a state, whoever is to move."""
        if state not in self._records:
            self._records[state] = self.solution.probe(state)
        return self._records[state]

    def value(self, state: State) -> Value:
        """That of a state."""
        if state not in self._values:
            self._values[state] = self.solution.value(state)
        return self._values[state]

    def options(self, state: State) -> dict[str, State]:
        """The moves by their texts. Raises GivenUpError for moves that no pairs are made of."""
        if state not in self._options:
            options = self.rules.position(state).options
            named = {self.rules.move_text(move): after for move, after in options}
            again = any(self.rules.moves_again(state, move, after) for move, after in options)
            self._options[state] = None if again or len(named) < len(options) else named
        found = self._options[state]
        if found is None:
            raise GivenUpError
        return found
