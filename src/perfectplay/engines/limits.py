"""How many states a solve may make before it is called endless."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from perfectplay.contract.game import Game
from perfectplay.words.errors import EndlessGameError
from perfectplay.words.value import State

THIN_STATES = 10_000_000
"""The default limit where level after level has a handful of states."""

_HANDFUL = 10_000


@dataclass
class Limits:
    """``given``: the caller's limit, or None; ``wide``: what memory holds.

    ``thin_from``: how many states there were when more than a handful last waited.
    """

    given: int | None
    wide: int
    thin_from: int = 0

    def check(self, states: int, waiting: int, last: Callable[[], State], game: Game) -> None:
        """Raises EndlessGameError where ``states``, of which ``waiting`` are not expanded yet,
        are too many; ``last`` gives the state found last."""
        if self.given is not None:
            if states > self.given:
                raise _endless(states, f"the limit of {self.given:,} states", last(), game)
            return
        if states > self.wide:
            raise _endless(states, "what memory holds", last(), game)
        if waiting >= _HANDFUL:
            self.thin_from = states
        if states - self.thin_from > THIN_STATES and waiting:
            raise _endless(states, "the limit for games that grow a few states a ply", last(), game)


def _endless(states: int, limit: str, last: State, game: Game) -> EndlessGameError:
    try:
        text = str(game.text(last))
    except Exception:  # rules that go wrong are shown as they are
        text = repr(last)
    text = text if len(text) <= 200 else f"{text[:200]}…"
    return EndlessGameError(
        f"the game has made {states:,} states, beyond {limit}, and is not done; "
        f"the last one is {text}. If it has no end, mend its rules; "
        "if it is just large, allow more with max_states (--max-states)",
        states=states,
    )
