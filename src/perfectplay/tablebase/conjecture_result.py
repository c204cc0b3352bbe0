"""The result of testing a conjecture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from perfectplay.core.json_of import json_of
from perfectplay.core.value import State, Value
from perfectplay.tablebase.record import game_fields, jsonable
from perfectplay.tablebase.state_queries import StateQueries

Entry = tuple[Value, int | None]


@dataclass(frozen=True)
class Counterexample:
    """A state, or a pair of states, for which a conjecture is false; ``entries``: value and
    remoteness (None: endless) of each."""

    states: tuple[State, ...]
    entries: tuple[Entry, ...]


@dataclass(frozen=True, repr=False)
class ConjectureCounts:
    """``tried``: the number of states (or pairs) that the conjecture is about, of ``states`` states
    in all; ``failed``: how many are counterexamples, of which the smallest are kept."""

    solution: StateQueries
    expression: str
    where: str | None
    over: int
    states: int
    tried: int
    failed: int
    counterexamples: tuple[Counterexample, ...]

    @property
    def holds(self) -> bool:
        """True if there is no counterexample."""
        return self.failed == 0

    @property
    def of_representatives(self) -> bool:
        """True if only one state of each class of symmetric states was tried."""
        return self.solution.symmetric

    def __bool__(self) -> bool:
        return self.holds

    def __repr__(self) -> str:
        things = "states" if self.over == 1 else "pairs of states"
        if self.holds:
            return f"<holds on {self.tried:,} {things}>"
        return f"<fails on {self.failed:,} of {self.tried:,} {things}>"

    def as_dict(self) -> dict[str, Any]:
        """The JSON object of ``perfectplay conjecture --json``."""
        return {
            **game_fields(self.solution.game),
            **json_of(self, "expression where over holds states"),
            "representatives": self.of_representatives,
            **json_of(self, "tried failed"),
            "counterexamples": [self._as_dict(found) for found in self.counterexamples],
        }

    def _as_dict(self, found: Counterexample) -> dict[str, Any]:
        shown = [state_as_dict(self.solution, state) for state in found.states]
        return shown[0] if self.over == 1 else dict(zip("ab", shown, strict=True))


def state_as_dict(solution: StateQueries, state: State) -> dict[str, Any]:
    """A state with its value as JSON."""
    text = solution.rules.text(state, None)
    return {"state": jsonable(state), "text": text, **solution.worth_fields(state)}
