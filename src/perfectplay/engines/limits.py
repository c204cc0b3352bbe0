"""How many states a solve may make before it is called endless."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from perfectplay.contract.game import Game
from perfectplay.contract.rules import Rules
from perfectplay.words.errors import EndlessGameError
from perfectplay.words.value import State

THIN_STATES = 10_000_000
"""The default limit where level after level has a handful of states."""

HANDFUL = 30_000

PATIENCE = 25.0
"""Seconds of exploring after which a game that has only ever grown is given up."""


@dataclass
class Limits:
    """``given``: the caller's limit, or None; ``wide``: the default, what memory holds.

    ``thin_from``: how many states there were when more than a handful last waited.
    """

    given: int | None
    wide: int
    thin_from: int = 0
    began: float = field(default_factory=time.perf_counter)

    def check(
        self,
        states: int,
        waiting: int,
        last: Callable[[], State],
        game: Game,
        growing: bool | None = None,
    ) -> None:
        """Raises EndlessGameError where ``states``, of which ``waiting`` are not expanded yet,
        are too many; ``last`` gives the state found last.

        ``growing``: no level has been smaller than the one before (None: levels are not known;
        then more states that wait than are done are taken for it).
        """
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
        growing = 2 * waiting > states if growing is None else growing
        if growing and time.perf_counter() - self.began > PATIENCE:
            limit = f"what {PATIENCE:.0f} seconds of growth that does not slacken allow"
            raise _endless(states, limit, last(), game)


def _endless(states: int, limit: str, last: State, game: Game) -> EndlessGameError:
    text = Rules(game).state_text(last)
    return EndlessGameError(
        f"the game has made {states:,} states, beyond {limit}, and is not done; "
        f"the last one is {text}; if it has no end, mend its rules, "
        "and if it is just large, allow more with max_states (--max-states)",
        states=states,
    )
