"""Idioms that compile: `type(self)(...)`, and the items of a starred local as fields."""

from __future__ import annotations

from dataclasses import dataclass, replace

from idioms.noting import compiling
from perfectplay import Game, Value

COMPILES, compiles = compiling()


@dataclass(frozen=True)
class Step:
    by: int
    first: int
    last: int


@dataclass(frozen=True)
class Piles:
    """Two piles; the rows keep their length, though the text of `less` does not show it."""

    rows: tuple[int, ...]
    turns: int

    def turned(self):
        return type(self)(self.rows[::-1], self.turns)

    def less(self, place):
        head, tail = self.rows[:place], self.rows[place + 1 :]
        return replace(self, rows=(*head, self.rows[place] - 1, *tail), turns=self.turns + 1)


class Ways(Game):
    stuck = Value.LOSS

    def start(self):
        return Piles((2, 1), 0)

    def moves(self, state):
        for way in ((0, 1), (1, 0)):
            if state.rows[way[0]] and state.turns < 5:
                yield Step(1, *way)

    def play(self, state, move):
        return state.less(move.first).turned() if move.last else state.less(move.first)

    def outcome(self, state):
        return None


@compiles("type(self)(a, b), self.__class__(a, b); Step(pile, *way) of fields without defaults")
class _(Ways):
    pass
