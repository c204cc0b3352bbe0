"""How many states a solve may make before it is called endless."""

from __future__ import annotations

import math
import time
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

from perfectplay.contract.game import Game
from perfectplay.contract.rules import Rules
from perfectplay.words.errors import EndlessGameError
from perfectplay.words.value import State

THIN_STATES = 10_000_000
"""The default limit where level after level has a handful of states."""

HANDFUL = 30_000

PATIENCE, LONGEST = 25.0, 75.0
"""Seconds of exploring after which a game is given up whose growth does not slacken so that it
would end within the limit: those in which each thread worked, or all that passed. What else a
machine does must not make a game endless; work of other processes is not seen."""

FEW = 512
"""States expanded that say nothing of how a game grows."""


def clocks() -> tuple[float, float]:
    """Seconds of work of all this process's threads, and seconds, both since some moment."""
    return time.process_time(), time.perf_counter()


@dataclass
class Limits:
    """``given``: the caller's limit, or None; ``wide``: the default, what memory holds;
    ``least``: states from which on growth is judged, since rules that are looked at in other ways
    too may have made few after a while; ``threads`` that work.

    ``thin_from``: how many states there were when more than a handful last waited; ``history``:
    states expanded, and states there were then, at each check.
    """

    given: int | None
    wide: int
    least: int = 0
    threads: int = 1
    thin_from: int = 0
    history: list[tuple[int, int]] = field(default_factory=list)
    began: tuple[float, float] = field(default_factory=clocks)

    def check(
        self,
        states: int,
        waiting: int,
        last: Callable[[], State],
        game: Game,
    ) -> None:
        """Raises EndlessGameError where ``states``, of which ``waiting`` are not expanded yet,
        are too many; ``last`` gives the state found last."""
        if self.given is not None:
            if states > self.given:
                raise _endless(states, f"the limit of {self.given:,} states", last(), game)
            return
        if waiting >= HANDFUL:
            self.thin_from = states
        if states > self.wide:
            raise _endless(states, f"the default limit of {self.wide:,}", last(), game)
        if states - self.thin_from > THIN_STATES and waiting:
            limit = "the default limit for games that grow a few states a ply"
            raise _endless(states, limit, last(), game)
        done = states - waiting
        if not self.history or done >= self.history[-1][0] * 1.05:
            self.history.append((done, states))
        judged = waiting and states >= self.least and self._late()
        if judged and self._foretold() > self.wide:
            limit = "what a growth that hardly slackens allows after so long"
            raise _endless(states, limit, last(), game)

    def _late(self) -> bool:
        worked, passed = (now - then for now, then in zip(clocks(), self.began, strict=True))
        return worked > PATIENCE * self.threads or passed > LONGEST

    def _foretold(self) -> float:
        """How many states there may be: new states for each one expanded become fewer whenever
        twice as many are expanded, and where there is less than one the game begins to end."""
        done, states = self.history[-1]
        marks = [self._states_at(done >> k) for k in range(4)]
        if done < FEW or any(a[0] == b[0] for a, b in pairwise(marks)):
            return states  # too few were expanded to say
        now, _, before = ((a[1] - b[1]) / (a[0] - b[0]) for a, b in pairwise(marks))
        if now <= 1:
            return states
        slackening = (before - now) / 2
        if slackening <= 0:
            return math.inf
        return float(states * 2 ** min(64.0, (now - 1) / slackening))

    def _states_at(self, done: int) -> tuple[int, int]:
        place = bisect_right(self.history, (done, 1 << 62)) - 1
        return self.history[max(0, place)]


def _endless(states: int, limit: str, last: State, game: Game) -> EndlessGameError:
    text = Rules(game).state_text(last)
    return EndlessGameError(
        f"the game has made {states:,} states, beyond {limit}, and is not done; "
        f"the last one is {text}; if it has no end, mend its rules, "
        "and if it is just large, allow more with max_states (--max-states)",
        states=states,
    )
