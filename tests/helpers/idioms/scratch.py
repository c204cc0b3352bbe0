"""Idioms that compile: lists and sets as scratch."""

from __future__ import annotations

from idioms.noting import Piles, compiling
from perfectplay import Value

COMPILES, compiles = compiling()


@compiles("list(state), items set, tuple(list)")
class _(Piles):
    def play(self, state, move):
        piles = list(state)
        piles[move] -= 1
        return tuple(piles)


@compiles("[*state], [*state, v]")
class _(Piles):
    def play(self, state, move):
        piles = [*state, 7]
        piles[move] -= 1
        piles.pop()
        return tuple(piles)


@compiles("[0] * n")
class _(Piles):
    def play(self, state, move):
        piles = [0] * 3
        for i in range(3):
            piles[i] = state[i] - (i == move)
        return (piles[0], piles[1], piles[2])


@compiles("append, pop, insert, extend, remove, copy, sort, reverse, slices of a list")
class _(Piles):
    def play(self, state, move):
        piles = []
        for pile in state:
            piles.append(pile)
        piles[move] -= 1
        other = piles.copy()
        other.extend(piles)
        other.insert(0, 5)
        other.remove(5)
        other.sort()
        other.reverse()
        while len(other) > 3:
            other.pop()
        n = len(other[1:])
        return tuple(piles) if n == 2 else state


@compiles("lists of lists")
class _(Piles):
    def outcome(self, state):
        board = [[0] * 3 for _ in range(2)]
        for i in range(3):
            board[i % 2][i] = state[i]
        return Value.LOSS if sum(sum(row) for row in board) == 0 else None


@compiles("set(), add, in")
class _(Piles):
    def outcome(self, state):
        seen = set()
        for pile in state:
            if pile in seen:
                continue
            seen.add(pile)
        return Value.LOSS if len(seen) == 1 and 0 in seen else None
