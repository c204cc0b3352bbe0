"""Idioms that fall back to the interpreter: records with methods of their own, and more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from idioms.noting import falling_back
from perfectplay import Game, Value

FALLS_BACK, falls_back = falling_back()


@dataclass(frozen=True)
class Pile:
    stones: int

    def __len__(self):
        return self.stones


@dataclass(frozen=True)
class Two:
    piles: tuple[Pile, Pile]


@falls_back(
    "a record with a __getitem__ in a lambda, a chain, a map",
    "Pile, which has methods such as __getitem__ or __iter__, is indexed, looped over, tested or "
    "taken apart where the text does not tell that it is one (HERE); name its class, def won(",
)
class _(Game):
    def start(self):
        return Two((Pile(1), Pile(2)))

    def moves(self, state):
        return [i for i, pile in enumerate(state.piles) if pile]

    def play(self, state, move):
        left = [len(state.piles[0]), len(state.piles[1])]
        left[move] -= 1
        return Two((Pile(left[0]), Pile(left[1])))

    def outcome(self, state):
        return Value.LOSS if sum(map(len, state.piles)) == 0 else None  # HERE


class Row(NamedTuple):
    piles: tuple[int, ...]

    def __len__(self):
        return len(self.piles)


@falls_back(
    "a NamedTuple with a __len__ or an __iter__",
    "its states hold Row, a NamedTuple with methods such as __len__ or __iter__ of its own; write "
    "@dataclass(frozen=True), which may have __len__,",
)
class _(Game):
    def start(self):
        return Row((1, 2))

    def moves(self, state):
        return [i for i in range(len(state)) if state.piles[i]]

    def play(self, state, move):
        return Row(tuple(n - (i == move) for i, n in enumerate(state.piles)))

    def outcome(self, state):
        return Value.LOSS if sum(state.piles) == 0 else None
