"""Result of `explain`: a rule, its errors, and its trial on a larger game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from perfectplay.core.json_of import json_of
from perfectplay.core.value import Value
from perfectplay.game.game import Game
from perfectplay.tablebase.conjecture_result import ConjectureCounts, state_as_dict
from perfectplay.tablebase.record import game_fields
from perfectplay.tablebase.solution import Solution


@dataclass(frozen=True)
class LargerGame:
    """Trial of a rule on all states of the game with larger parameters."""

    game: Game
    tried: ConjectureCounts

    def as_dict(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "parameters": game_fields(self.game)["parameters"],
            "states": self.tried.tried,
            "holds": self.tried.holds,
            "errors": self.tried.failed,
            "exceptions": exceptions_of(self.tried),
        }


@dataclass(frozen=True)
class Explanation:
    """A rule for the ``count`` states of a ``value``, as ``words`` and as ``expression``.

    Both are None if no rule is better than a guess. ``tried`` is the trial on every state;
    ``complete``: the search ended before its time limit; ``larger`` is None if there is no larger
    game to try, which ``notes`` explain.
    """

    solution: Solution
    value: Value
    count: int
    words: str | None
    expression: str | None
    length: int | None
    tried: ConjectureCounts
    complete: bool
    larger: LargerGame | None
    notes: tuple[str, ...]

    @property
    def exact(self) -> bool:
        """True if the rule is right on every state."""
        return self.expression is not None and self.tried.holds

    def as_dict(self) -> dict[str, Any]:
        """The one JSON object of ``perfectplay explain --json``."""
        game, found = self.solution.game, self.expression is not None
        return {
            **game_fields(game),
            "value": str(self.value),
            "rule": self.words,
            "expression": self.expression,
            "conjecture": self.tried.expression if found else None,
            **json_of(self, "length exact"),
            "errors": self.tried.failed if found else None,
            "exceptions": exceptions_of(self.tried) if found else [],
            "checked_on": self.tried.tried,
            "of_value": self.count,
            "representatives": self.solution.symmetric,
            **json_of(self, "complete larger notes"),
        }

    def __repr__(self) -> str:
        if self.expression is None:
            return f"<no rule found for the {self.count:,} states of value {self.value}>"
        right = "exact" if self.exact else f"{self.tried.failed:,} errors"
        return f"<{self.value}: {self.expression}, {right} on {self.tried.tried:,} states>"


def exceptions_of(tried: ConjectureCounts) -> list[dict[str, Any]]:
    """Smallest states for which a rule is wrong, as JSON."""
    return [state_as_dict(tried.solution, found.states[0]) for found in tried.counterexamples]
