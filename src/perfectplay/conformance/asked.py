"""The rules as a check asks them: each question has time of its own, and is a sign of life."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from perfectplay.conformance.watch import Watch
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.game import Game

_EVERY = 256  # questions between two reports


class WatchedGame(CheckedGame):
    """Rules whose every question begins the patience of a watch anew.

    So a state with many moves or many symmetric images takes as long as it takes, and a rule that
    does not come to an end is still noticed. ``alive`` is called now and then.
    """

    def __init__(
        self, game: Game, watch: Watch, alive: Callable[[], None], *, max_moves: int
    ) -> None:
        self._watch = watch
        self._alive = alive
        self._questions = 0
        super().__init__(game, max_moves=max_moves)

    def _asked(self, method: str, *args: Any) -> Any:
        self._watch.again()
        self._questions += 1
        if self._questions % _EVERY == 0:
            self._alive()
        return super()._asked(method, *args)
