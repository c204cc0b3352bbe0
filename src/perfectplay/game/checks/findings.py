"""Broken promises found in a game, and notes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from perfectplay.core.errors import PerfectPlayError, RulesError, with_remedy
from perfectplay.core.value import Move, State
from perfectplay.game.checks.promises import broken
from perfectplay.game.game import Game
from perfectplay.game.showing import shown, shown_move

EXAMPLES = 3
"""Maximum number of findings kept for each promise."""


@dataclass(frozen=True)
class Finding:
    """One broken promise: its name, what happened, where, and the remedy.

    ``state_text`` and ``move_text``: the texts of the state and of the move, or None.

    >>> finding = Finding("stuck-state", "there is no legal move in state 4", "Set stuck", state=4)
    >>> print(finding)
    stuck-state: there is no legal move in state 4; set stuck
    """

    promise: str
    message: str
    remedy: str
    state: State = None
    move: Move = None
    state_text: str | None = None
    move_text: str | None = None

    @classmethod
    def of(cls, game: Game, error: PerfectPlayError) -> Finding:
        """The finding for an error of the rules."""
        if not isinstance(error, RulesError):
            error = broken("rules-raised", f"{type(error).__name__}: {error}")
        state, move = error.state, error.move
        state_text = None if state is None else shown(game, state)
        move_text = None if move is None else shown_move(game, move)
        described = error.promise, error.problem, error.remedy
        return cls(*described, state, move, state_text, move_text)

    def __str__(self) -> str:
        return f"{self.promise}: {with_remedy(self.message, self.remedy)}"

    def as_dict(self) -> dict[str, Any]:
        """The finding as a dictionary for JSON, with texts of state and move."""
        return {
            "promise": self.promise,
            "message": self.message,
            "state": self.state_text,
            "move": self.move_text,
            "remedy": self.remedy,
        }


class FindingLog:
    """Collects findings, at most `EXAMPLES` for each promise, and one note for each topic."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.findings: list[Finding] = []
        self.notes: list[str] = []
        self._count: Counter[str] = Counter()
        self._noted: set[str] = set()

    def add(self, error: PerfectPlayError) -> None:
        """Record an error of the rules, unless its promise has enough examples."""
        promise = error.promise if isinstance(error, RulesError) else "rules-raised"
        if self._count[promise] < EXAMPLES:
            self.keep(Finding.of(self.game, error))

    def keep(self, finding: Finding) -> None:
        """Record a finding, unless it is known or its promise has enough examples."""
        if str(finding) in map(str, self.findings):
            return
        self._count[finding.promise] += 1
        if self._count[finding.promise] <= EXAMPLES:
            self.findings.append(finding)

    def fault(self, promise: str, message: str, state: State = None, move: Move = None) -> None:
        """Record a broken promise."""
        if self._count[promise] < EXAMPLES:
            self.add(broken(promise, message, state, move))

    def has(self, promise: str) -> bool:
        """True if a promise was found broken."""
        return self._count[promise] > 0

    def note(self, topic: str, text: str) -> None:
        """Record the first note on a topic."""
        if topic not in self._noted:
            self._noted.add(topic)
            self.notes.append(text)

    def noted(self, topic: str) -> bool:
        """True if there is a note on a topic."""
        return topic in self._noted
