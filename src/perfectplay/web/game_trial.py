"""A trial of a game with large parameters in a process of its own, before the server makes it.

A board of a million rows, for example, would use up the memory of the server. The time and memory
that the game takes decide, not the size of a number.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable

from perfectplay.core.errors import RulesError
from perfectplay.core.fork_pool import can_fork
from perfectplay.core.separate_process import EndedError, Tell, apart, limit_memory
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game
from perfectplay.game.showing import faults_of

SECONDS = 4.0
"""Seconds for making the game and its first positions."""

MEMORY = 256 << 20
"""Bytes for the same."""

MOVES = 10_000
"""The most moves of one of these positions."""

_ENDLESS = ("endless-moves", "endless-symmetries")
_PLIES = 20  # of a random play


def can_try() -> bool:
    """Whether this system can run a trial: it can fork, and tells the memory of a process."""
    return can_fork() and os.path.exists("/proc/self/statm")


def is_light(make: Callable[[], Game]) -> bool:
    """Whether a game can be made, and a play of it begun, within `SECONDS` and `MEMORY`. Rules that
    raise count as light: they raise in the server too, which reports it."""
    finished: list[object] = []
    try:
        done = apart(
            lambda tell: _try(make, tell), time.monotonic() + SECONDS, finished.append, lambda: None
        )
    except EndedError:
        return False
    return done and finished == [True]


def _try(make: Callable[[], Game], tell: Tell) -> None:
    limit_memory(MEMORY)
    try:
        _begin(make())
    except MemoryError:
        tell(False)
    except RulesError as error:
        tell(error.promise not in _ENDLESS and not isinstance(error.__cause__, MemoryError))
    except faults_of():  # the server will report it
        tell(True)
    else:
        tell(True)


def _begin(game: Game) -> None:
    rules, draw = CheckedGame(game, max_moves=MOVES), random.Random(0)
    state = rules.start()
    for _ in range(_PLIES):
        rules.text(state)
        options = rules.position(state).options
        if not options:
            return
        state = draw.choice(options)[1]
