"""What the conformance check found, for people and as JSON."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from perfectplay.contract.game import Game
from perfectplay.contract.promises import broken
from perfectplay.contract.showing import shown, shown_move
from perfectplay.words.errors import PerfectPlayError, RulesError, with_remedy
from perfectplay.words.value import Move, State

EXAMPLES = 3
"""Findings that are kept of each promise."""


@dataclass(frozen=True)
class Finding:
    """One broken promise: its name, what happened, where, and what to do about it.

    ``state_text`` and ``move_text`` are the state and the move for people; None where the
    promise is not about one.

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
        """The finding that an error of the rules amounts to."""
        if not isinstance(error, RulesError):
            error = broken("rules-raised", f"{type(error).__name__}: {error}")
        state, move = error.state, error.move
        state_text = None if state is None else shown(game, state)
        move_text = None if move is None else shown_move(game, move)
        return cls(
            error.promise, error.problem, error.remedy, state, move, state_text, move_text
        )  # fmt: skip

    def __str__(self) -> str:
        return f"{self.promise}: {with_remedy(self.message, self.remedy)}"

    def as_dict(self) -> dict[str, Any]:
        """The finding as JSON; state and move as texts."""
        return {
            "promise": self.promise,
            "message": self.message,
            "state": self.state_text,
            "move": self.move_text,
            "remedy": self.remedy,
        }


@dataclass(frozen=True)
class Report:
    """What `check_game` found. ``findings`` are faults, ``notes`` are worth knowing.

    ``complete`` says that every state that a play can reach was checked; ``moves_checked`` are the
    moves of the states checked, ``images_checked`` the symmetric images compared with them, and
    ``states_compared`` the states on which compiled rules gave the same answers.

    >>> report = Report("Nim", (), ("states are interpreted",), 12, True, 30)
    >>> report.ok
    True
    >>> print(report.text())
    Nim keeps every promise, on all its 12 states
    looked at 12 states and 30 moves; compiled rules were not compared
    note: states are interpreted
    """

    game: str
    findings: tuple[Finding, ...]
    notes: tuple[str, ...]
    states_checked: int
    complete: bool
    moves_checked: int = 0
    images_checked: int = 0
    states_compared: int = 0

    @property
    def ok(self) -> bool:
        """Whether no promise was found broken."""
        return not self.findings

    def text(self) -> str:
        """The report for people, one finding or note a line."""
        lines = [self._headline(), self._extent()]
        lines += [str(finding) for finding in self.findings]
        lines += [f"note: {note}" for note in self.notes]
        return "\n".join(lines)

    def _headline(self) -> str:
        count = number_of(self.states_checked, "state")
        scope = f"all its {count}" if self.complete else f"the {count} that were checked"
        if self.ok:
            return f"{self.game} keeps every promise, on {scope}"
        names = list(dict.fromkeys(finding.promise for finding in self.findings))
        plural = "promise" if len(names) == 1 else "promises"
        where = f", seen on {scope}" if self.states_checked else ""
        return f"{self.game} breaks {len(names)} {plural}{where}"

    def _extent(self) -> str:
        """How much was looked at."""
        seen = [number_of(self.states_checked, "state"), number_of(self.moves_checked, "move")]
        if self.images_checked:
            seen.append(number_of(self.images_checked, "symmetric image"))
        compared = "compiled rules were not compared"
        if self.states_compared:
            states = number_of(self.states_compared, "state")
            compared = f"compiled rules gave the same answers on {states}"
        return f"looked at {', '.join(seen[:-1])} and {seen[-1]}; {compared}"

    def as_dict(self) -> dict[str, Any]:
        """The report as JSON."""
        return {
            "game": self.game,
            "ok": self.ok,
            "states_checked": self.states_checked,
            "moves_checked": self.moves_checked,
            "images_checked": self.images_checked,
            "states_compared": self.states_compared,
            "complete": self.complete,
            "findings": [finding.as_dict() for finding in self.findings],
            "notes": list(self.notes),
        }


def number_of(number: int, noun: str) -> str:
    """The number with its noun.

    >>> number_of(1, "state"), number_of(1234, "move")
    ('1 state', '1,234 moves')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


class Book:
    """Findings and notes as they are made: a few of each promise, each note once."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.findings: list[Finding] = []
        self.notes: list[str] = []
        self._count: Counter[str] = Counter()
        self._noted: set[str] = set()

    def add(self, error: PerfectPlayError) -> None:
        """Keeps an error of the rules, unless its promise has examples enough."""
        promise = error.promise if isinstance(error, RulesError) else "rules-raised"
        if self._count[promise] < EXAMPLES:
            self.keep(Finding.of(self.game, error))

    def keep(self, finding: Finding) -> None:
        """Keeps a finding that was made elsewhere, unless its promise has examples enough."""
        self._count[finding.promise] += 1
        if self._count[finding.promise] <= EXAMPLES:
            self.findings.append(finding)

    def fault(self, promise: str, message: str, state: State = None, move: Move = None) -> None:
        """Keeps a broken promise."""
        if self._count[promise] < EXAMPLES:
            self.add(broken(promise, message, state, move))

    def has(self, promise: str) -> bool:
        """Whether a promise was found broken."""
        return self._count[promise] > 0

    def note(self, topic: str, text: str) -> None:
        """Keeps the first note on a topic."""
        if topic not in self._noted:
            self._noted.add(topic)
            self.notes.append(text)

    def noted(self, topic: str) -> bool:
        """Whether there is a note on a topic."""
        return topic in self._noted
