"""The task of a worker: the game, the folder and the limits, as plain JSON."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

from perfectplay.core.errors import RulesDifferError
from perfectplay.game.game import Game
from perfectplay.identity.fingerprint import fingerprint
from perfectplay.tablebase.store.manifest import GameEntry
from perfectplay.tablebase.store.rules_address import address_of, game_at, game_entry


@dataclass(frozen=True)
class GameTask:
    """A game for another process. ``address``, ``parameters``: where the worker finds the game, as
    in a manifest; ``rules``: the fingerprint that it must have."""

    name: str
    address: str
    parameters: dict[str, Any]
    rules: str

    def game(self) -> Game:
        """The game. Raises RulesDifferError if its rules changed, and what `game_at` raises."""
        game = game_at(self.address, GameEntry(self.name, self.address, self.parameters))
        if fingerprint(game).whole != self.rules:
            raise RulesDifferError(
                f"the rules of {self.name} in {self.address} are not those that the server began "
                "with: they were changed meanwhile; start the server again"
            )
        return game

    def as_json(self) -> str:
        """One line."""
        return json.dumps(asdict(self))

    @classmethod
    def of_json(cls, text: str) -> Self:
        """The task of a line that `as_json` has made."""
        return cls(**json.loads(text))


@dataclass(frozen=True)
class SolveTask(GameTask):
    """The solve of one game. ``memory``: bytes; ``longest``: the most estimated seconds;
    ``anew``: set aside the solution that is in the folder."""

    folder: str
    memory: int | None = None
    longest: float = 600.0
    anew: bool = False


def game_task(game: Game, address: str | None) -> GameTask:
    """A game for another process; ``address``: as it was given to the program, if it was."""
    entry, rules = game_entry(game), fingerprint(game).whole
    address = address or address_of(game, folders=True)
    return GameTask(entry.name, address, dict(entry.parameters), rules)


def task_for(game: Game, address: str | None, folder: Path) -> SolveTask:
    """The task of solving a game; ``address`` as for `game_task`."""
    return SolveTask(**asdict(game_task(game, address)), folder=str(folder))
