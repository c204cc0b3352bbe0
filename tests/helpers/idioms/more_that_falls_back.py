"""Idioms that fall back to the interpreter: records with methods of their own, and more."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import total_ordering
from typing import NamedTuple

from idioms.noting import Piles, falling_back
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


@falls_back(
    "[()] beside longer tuples of cells, in a method that calls itself",
    "[()] stands beside lists of longer tuples, of which nobody knows the kind (HERE); let each",
)
class _(Piles):
    def walks(self, state, cell, left):
        if left == 0:
            return [()]  # HERE
        found = []
        for to in [(cell[0] + 1, 0), (cell[0] + 2, 0)]:
            for tail in self.walks(state, to, left - 1):
                found.append((to, *tail))
        return found

    def moves(self, state):
        return [walk for walk in self.walks(state, (0, 0), sum(state)) if walk]

    def play(self, state, move):
        return (state[0] - 1, 0, 1) if state[0] else (0, 0, 0)


@falls_back("a set of sets", "a set of sets does not compile (HERE); a list of them does: [frozen")
class _(Piles):
    def moves(self, state):
        found = set()
        for i in range(3):
            if state[i]:
                found.add(frozenset({i}))  # HERE
        return found

    def play(self, state, move):
        return tuple(n - (i in move) for i, n in enumerate(state))


@total_ordering
class Rank(Enum):
    LOW = 1
    TOP = 2

    def __lt__(self, other):
        return self.value < other.value


@falls_back(
    "members of an Enum with a __lt__: rank > Rank.LOW, max(ranks)",
    "state[i] > Rank.LOW asks for the order of members of an Enum (HERE); compare numbers, a.val",
)
class _(Game):
    def start(self):
        return (Rank.TOP, Rank.TOP)

    def moves(self, state):
        return [i for i in range(2) if state[i] > Rank.LOW]  # HERE

    def play(self, state, move):
        return (Rank.LOW, state[1]) if move == 0 else (state[0], Rank.LOW)

    def outcome(self, state):
        return Value.LOSS if state == (Rank.LOW, Rank.LOW) else None


@falls_back(
    "del cells[i::2], of a slice with a step",
    "del cells[first::2], with a step, does not compile (HERE); those that stay: cells = [x for",
)
class _(Piles):
    stuck = Value.LOSS

    def outcome(self, state):
        cells, first = list(state), sum(state) % 2
        del cells[first::2]  # HERE
        return None if any(cells) else Value.LOSS


@falls_back(
    "max and min of tuples of unlike lengths",
    "min or max of tuples of unlike lengths does not compile (HERE); let all be of one length,",
)
class _(Piles):
    stuck = Value.LOSS

    def outcome(self, state):
        return Value.LOSS if max(state, state[1:], (1,)) == (1,) else None  # HERE


@falls_back(
    "m == (None, n), where parts of m are perhaps None",
    "tuples with parts that are perhaps None are compared (HERE); ask for each part: m[0] is N",
)
class _(Piles):
    def found(self, n):
        return (None, n) if n > 1 else (1, n)

    def moves(self, state):
        return [i for i in range(3) if state[i] and self.found(i) in ((None, i), (1, i))]

    def outcome(self, state):
        known = self.found(sum(state)) == (1, 0)  # HERE
        return Value.LOSS if known else None
