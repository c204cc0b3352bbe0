"""A player that is asked for its move in many positions; its faults are counted, not raised."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from perfectplay.conformance.watch import TookTooLong, Watch
from perfectplay.core.errors import ParameterError, PlayerGoneError, StrategyError
from perfectplay.core.progress import Reporter
from perfectplay.core.value import Move, State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.moves import same_move
from perfectplay.game.showing import number_of, shown
from perfectplay.play.automatic import Automatic, Strategist
from perfectplay.play.strategy import Strategy

FIRST = 10
"""Positions from all over in which a player is tried first."""

LATE = 3
"""Answers that took too long that end one."""

TWICE = 100
"""Positions in which a player is asked twice."""


class Fault(StrEnum):
    """Why there is no legal move."""

    ILLEGAL = "illegal move"
    NONE = "no answer"
    RAISED = "error"
    LATE = "too late"


FAULTS = tuple(Fault)


@dataclass
class Faults:
    """The number of faults of each kind, and the first of each in words."""

    counts: dict[Fault, int] = field(default_factory=dict)
    first: dict[Fault, str] = field(default_factory=dict)

    def note(self, fault: Fault, words: Callable[[], str]) -> int:
        """Count a fault; its place in an array of answers, which is negative."""
        self.counts[fault] = self.counts.get(fault, 0) + 1
        if fault not in self.first:
            self.first[fault] = words()
        return -1 - FAULTS.index(fault)


class Asked(Protocol):
    """A player that can be asked."""

    name: str
    repeats: bool
    """Whether it says that it always gives the same answer to the same question."""

    faults: Faults

    def place(self, state: State, legal: Sequence[Move], last: Move | None) -> int:
        """The index of its move in ``legal``, or a negative number for a fault, which is noted."""


@dataclass
class AskedPlayer:
    """A player of docs/players.md."""

    player: Automatic
    faults: Faults = field(default_factory=Faults)
    repeats: bool = False

    def __post_init__(self) -> None:
        self.name = self.player.name

    def place(self, state: State, legal: Sequence[Move], last: Move | None) -> int:
        """As `Asked.place`."""
        try:
            return legal.index(self.player.choose(state, legal, last))
        except PlayerGoneError:
            raise
        except StrategyError as error:
            words = str(error)
            return self.faults.note(Fault.ILLEGAL, lambda: words)


@dataclass
class AskedStrategy:
    """A function of the state."""

    strategy: Strategy
    rules: CheckedGame
    faults: Faults = field(default_factory=Faults)
    repeats: bool = True

    def __post_init__(self) -> None:
        self.name = self.strategy.name

    def place(self, state: State, legal: Sequence[Move], last: Move | None) -> int:
        """As `Asked.place`."""
        try:
            move = self.strategy.answer(state, last, legal)
        except StrategyError as error:
            words = str(error)
            kind = Fault.RAISED if error.__cause__ is not None else Fault.ILLEGAL
            return self.faults.note(kind, lambda: words)
        if move is None:
            where = self.strategy.occasion(state, last)
            return self.faults.note(Fault.NONE, lambda: f"{self.name} gave None{where}")
        try:
            place = legal.index(move)
            if same_move(legal[place], move):
                return place
        except ValueError:
            pass
        call = state, move, legal, last
        return self.faults.note(Fault.ILLEGAL, lambda: self.strategy.illegal(self.rules, *call))


def asked(player: Automatic, rules: CheckedGame) -> Asked:
    """A player that can be asked."""
    if isinstance(player, Strategist):
        return AskedStrategy(player.strategy, rules)
    return AskedPlayer(player, repeats=player.repeats)


@dataclass
class Interview:
    """Questions to a player, each with a limit of seconds; progress is reported out of ``total``.

    ``asked``: how many; ``changed``: of the first ones, which are asked twice, how many got another
    answer; ``stopped``: why no more are asked, or None.
    """

    player: Asked
    rules: CheckedGame
    seconds: float
    reporter: Reporter
    asked: int = 0
    twice: int = 0
    changed: int = 0
    stopped: str | None = None
    total: int | None = None

    def places(
        self, states: Sequence[State], moves: Sequence[list[Move]], lasts: Sequence[Any] | None
    ) -> list[int]:
        """The answers in some positions: indices in ``moves``, or negative numbers for faults.
        Fewer than positions if it is stopped."""
        found: list[int] = []
        with Watch(self.seconds) as watch:
            while len(found) < len(states) and self.stopped is None:
                try:
                    with watch.question():
                        self._ask(states, moves, lasts, found, watch.again)
                except PlayerGoneError as gone:
                    self.stopped = str(gone)
                except TookTooLong:
                    found.append(self._late(states[len(found)]))
        return found

    def first_choice(self, state: State, legal: list[Move], last: Move | None) -> Move:
        """The answer in one position; the first legal move if it has none."""
        places = self.places([state], [legal], [last])
        return legal[max(places[0], 0)] if places else legal[0]

    def again(self) -> Interview:
        """An interview with the same player from the beginning."""
        self.player.faults = Faults()
        return Interview(self.player, self.rules, self.seconds, self.reporter)

    def summary(self, plies: NDArray[np.int64] | None) -> dict[str, Any]:
        """What an `Evaluation` says of the questions. plies: [N], of the positions."""
        faults = self.player.faults
        return {
            "name": self.player.name,
            "plies": None if plies is None else plies[: self.asked],
            "faults": {str(k): (count, faults.first[k]) for k, count in faults.counts.items()},
            "twice": self.twice,
            "changed": self.changed,
            "stopped": self.stopped,
        }

    def _ask(
        self, states: Sequence[State], moves: Sequence[list[Move]], lasts: Sequence[Any] | None,
        found: list[int], again: Callable[[], None],
    ) -> None:  # fmt: skip
        place, heard = self.player.place, self.reporter.listened_to
        for i in range(len(found), len(states)):
            again()
            last = None if lasts is None else lasts[i]
            answer = place(states[i], moves[i], last)
            if self.twice < TWICE and self.player.repeats:
                again()
                self.twice += 1
                self.changed += answer >= 0 and place(states[i], moves[i], last) != answer
            found.append(answer)
            self.asked += 1
            if heard:
                self.reporter.tell("asking", self.asked, self.total)

    def check_some(
        self, states: Sequence[State], moves: Sequence[list[Move]], lasts: Sequence[Any] | None
    ) -> None:
        """Raise StrategyError if the player has no legal move in any of some positions."""
        trial = self.again()
        places = trial.places(states, moves, lasts)
        faults = trial.player.faults
        self.player.faults = Faults()
        if trial.stopped is not None and not places:
            raise StrategyError(trial.stopped)
        if max(places, default=0) < 0:
            raise StrategyError(
                f"{self.player.name} gave no legal move in {number_of(len(places), 'position')} of "
                f"all kinds; the first time: {next(iter(faults.first.values()))}"
            )

    def _late(self, state: State) -> int:
        faults = self.player.faults
        self.asked += 1
        place = faults.note(
            Fault.LATE,
            lambda: f"no answer within {self.seconds:g} s in state {shown(self.rules.game, state)}",
        )
        if faults.counts[Fault.LATE] >= LATE:
            self.stopped = f"{LATE} answers took over {self.seconds:g} s"
        return place


def check_seconds(seconds: float) -> None:
    """Raise ParameterError for a limit that is no time."""
    if not isinstance(seconds, int | float) or isinstance(seconds, bool) or not seconds > 0:
        raise ParameterError(f"seconds must be a positive number, got {seconds!r}")
