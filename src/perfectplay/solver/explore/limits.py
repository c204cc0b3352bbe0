"""How many states a solve may make, and the errors for a game that has more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from perfectplay.compiler.growth import Growth, find_growth
from perfectplay.core.errors import EndlessGameError, StateLimitError, with_remedy
from perfectplay.core.value import State
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.game import Game
from perfectplay.game.promises import PROMISES

FIRST_LOOK = 10_000
"""States at the first look for growth without end; the next is at ten times as many."""

LEAST_LOOKED, MOST_LOOKED = 1_000, 20_000
"""Moves of such a look, at least and at most; between them, a tenth of the states."""


@dataclass
class StateLimits:
    """``given``: the caller's limit, or None; then ``room`` is the number of states that fit
    ``held_by`` (in words).

    ``looks``: whether to look for growth without end. ``most``: states that no way of solving has
    room for; ``size``: bytes that the states of the interpreter may take; None if unknown. One line
    of play with more is too much. ``remedy``: what to do about too many states; ``estimate``: of
    all states, in words, or "".
    """

    given: int | None
    room: int
    held_by: str = "memory"
    looks: bool = False
    most: int | None = None
    size: int | None = None
    remedy: str = "allow more memory"
    estimate: str = ""
    next_look: int = field(default_factory=lambda: FIRST_LOOK)
    seen: Growth | None = None

    def check(self, states: int, last: Callable[[], State], game: Game) -> None:
        """Raises EndlessGameError if the game is proved to grow without end, StateLimitError if it
        has too many ``states``; ``last`` returns the state found last."""
        limit = self.room if self.given is None else self.given
        beyond = states > limit
        if self.looks and (beyond or states >= self.next_look):
            self.next_look = 10 * states
            self._look(states, game)
        if beyond:
            raise self._too_many(states, limit, CheckedGame(game).state_text(last()))

    def _look(self, states: int, game: Game) -> None:
        looked = min(MOST_LOOKED, max(LEAST_LOOKED, states // 10))
        most = self.most if self.given is None else self.given
        found = self.seen = find_growth(CheckedGame(game), looked, most=most, size=self.size)
        if found is None:
            return
        if found.endless:
            message = f"the game grows without end: {found.sentence()}"
            remedy = PROMISES["grows-without-end"]
            raise EndlessGameError(with_remedy(message, remedy), states=states, growth=found)
        too_large = self.size is not None and found.size > self.size
        if too_large or (most is not None and found.states > most):
            limit = f"the limit of {most:,} states allows" if self.given is not None else ""
            message = (
                f"one line of play alone makes more states than {limit or self.held_by + ' holds'}"
                f": {found.sentence()}; whether it ever ends is not known"
            )
            raise StateLimitError(f"{message}; {self._what_to_do()}", states=states, growth=found)

    def _what_to_do(self) -> str:
        return self.remedy if self.given is None else "allow more with max_states (--max-states)"

    def _too_many(self, states: int, limit: int, last: str) -> StateLimitError:
        """The error for a game that is not explored: it may be endless, or just large."""
        if self.given is None:
            allowed = f"more than {self.held_by} holds (about {limit:,})"
        else:
            allowed = f"more than the limit of {limit:,} states"
        parts = [f"the game has made {states:,} states, {allowed}, and is not done"]
        if self.estimate:
            parts.append(f"it is estimated to have {self.estimate} states")
        parts.append(f"the last one is {last}")
        if self.seen is not None:
            parts.append(f"along one line {self.seen.sentence()}; if that never ends, nor does it")
        parts.append(self._what_to_do())
        return StateLimitError("; ".join(parts), states=states, growth=self.seen)
