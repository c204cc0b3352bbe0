"""Checked rules with a time limit for each call, which also report progress."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from perfectplay.conformance.watch import Watch
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.game import Game

_EVERY = 256  # calls between two reports


class WatchedGame(CheckedGame):
    """Rules that restart the time limit of a watch with every call.

    So a state with many moves or images may take long, while a rule that never returns is noticed.
    ``alive`` is called after every 256 calls.
    """

    def __init__(
        self, game: Game, watch: Watch, alive: Callable[[], None], *, max_moves: int
    ) -> None:
        self._watch = watch
        self._alive = alive
        self._calls = 0
        super().__init__(game, max_moves=max_moves)

    def _call(self, method: str, *args: Any) -> Any:
        self._watch.again()
        self._calls += 1
        if self._calls % _EVERY == 0:
            self._alive()
        return super()._call(method, *args)
