"""Two games of a few lines, and a way to break one rule of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from perfectplay.core.value import Value
from perfectplay.game.game import Game


@dataclass(frozen=True)
class Countdown(Game):
    """Take one or two of some stones; who takes the last wins. The tests change one rule each."""

    stones: int = 5

    def start(self) -> Any:
        return self.stones

    def moves(self, state):
        return [move for move in (1, 2) if move <= state]

    def play(self, state, move):
        return state - move

    def outcome(self, state):
        return Value.LOSS if state == 0 else None


class Pair(Countdown):
    """The same on tuples, with a second pile that nothing touches."""

    def start(self) -> Any:
        return (self.stones, 7)

    def moves(self, state):
        return [move for move in (1, 2) if move <= state[0]]

    def play(self, state, move):
        return (state[0] - move, state[1])

    def outcome(self, state):
        return Value.LOSS if state[0] == 0 else None


def changed(base: type[Game] = Countdown, /, **rules: Any) -> Game:
    """A game whose rules are those of another but for some."""
    return type("Changed", (base,), rules)()
