"""Idioms that compile: dicts that functions of the rules give one another."""

from __future__ import annotations

from typing import ClassVar

from idioms.noting import Piles, compiling
from perfectplay import Game, Value

COMPILES, compiles = compiling()


def counted(items):
    found = {}
    for item in items:
        found[item] = found.get(item, 0) + 1
    return found


def added(counts, other):
    counts = counts.copy()
    for key, n in other.items():
        counts[key] = counts.get(key, 0) + n
    return counts


@compiles("functions that give dicts: counts = counted(state), added(counts, {**a, 1: 2})[k]")
class _(Piles):
    def without(self, counts, key):
        if key in counts:
            del counts[key]
        return counts

    def moves(self, state):
        counts = counted(state)
        for i, pile in enumerate(state):
            counts.update({9: i})
            if pile and added(counts, counted((pile,)))[pile] < 4:
                yield i
        if len(self.without(counts, 1)) == 2 and len(counted(state)) == 3:
            yield state.index(1)

    def outcome(self, state):
        both = {**counted(state), 7: 1}
        return Value.LOSS if both.get(0) == 3 and added(both, both)[7] == 2 else None


@compiles("dicts as arguments: total(counts, PRICES), self.fill(seen, state), near=LINKS[i]")
class _(Piles):
    PRICES: ClassVar[dict[int, int]] = {0: 0, 1: 2, 2: 3}
    LINKS: ClassVar[dict[int, list[int]]] = {0: [0, 1, 2], 1: [1, 0], 2: [2]}

    def fill(self, seen, state):
        for i, pile in enumerate(state):
            seen[pile] = i

    def total(self, counts, prices, most=9):
        return min(most, sum(n * prices[pile] for pile, n in counts.items()))

    def first(self, state, near):
        return next((i for i in near if state[i]), -1)

    def moves(self, state):
        seen = {}
        self.fill(seen, state)
        for i in range(3):
            place = self.first(state, near=self.LINKS[i])
            if place >= 0 and seen[state[place]] >= i:
                yield place

    def outcome(self, state):
        return Value.LOSS if self.total(counted(state), prices=self.PRICES) == 0 else None

    stuck = Value.DRAW


@compiles("board = dict(pieces), board[to] = board.pop(here), tuple(sorted(board.items()))")
class _(Game):
    def start(self):
        return ((((0, 0), "fox"), ((1, 1), "hen"), ((2, 1), "hen")), "fox", 4)

    def moves(self, state):
        pieces, turn, left = state
        board = dict(pieces)
        for r, c in [cell for cell, piece in board.items() if piece == turn] if left else ():
            for to in ((r, 1 - c), (r + 1, c)):
                if to not in board and to[0] < 3:
                    yield ((r, c), to)

    def play(self, state, move):
        pieces, turn, left = state
        board = dict(pieces)
        here, to = move
        board[to] = board.pop(here)
        return (tuple(sorted(board.items())), "hen" if turn == "fox" else "fox", left - 1)

    def outcome(self, state):
        return None

    stuck = Value.LOSS


@compiles("dict.fromkeys(xs) as a set in order: in, loops, len, del; key=PRICES.get")
class _(Piles):
    PRICES: ClassVar[dict[int, int]] = {0: 3, 1: 2, 2: 3}

    def moves(self, state):
        kinds = dict.fromkeys(x for x in state if x)
        if len(kinds) > 1 and 2 in kinds:
            del kinds[1]
        for x in kinds:
            yield state.index(x)
        if len(kinds) == 2:
            yield state.index(min(kinds, key=self.PRICES.get))
