"""Idioms that compile: NamedTuples."""

from __future__ import annotations

from typing import NamedTuple

from idioms.noting import compiling
from perfectplay import Game, Value, put

COMPILES, compiles = compiling()


class Two(NamedTuple):
    left: int
    right: int = 0

    @property
    def total(self):
        return self.left + self.right

    def least(self, n):
        return min(self.left, self.right, n)


class TwoPiles(Game):
    def start(self):
        return Two(2, 1)

    def moves(self, state):
        if state.left:
            yield 0
        if state.right:
            yield 1

    def play(self, state, move):
        return Two(state.left - 1, state.right) if move == 0 else Two(state.left)

    def outcome(self, state):
        return Value.LOSS if state.left + state.right == 0 else None


@compiles("NamedTuple states: names, construction, defaults")
class _(TwoPiles):
    pass


@compiles("NamedTuple states: keywords, _replace, put, _make, *")
class _(TwoPiles):
    def play(self, state, move):
        if move == 0:
            return put(state._replace(left=state.left - 1), 0, state.left - 1)
        cells = list(state)
        cells[1] -= 1
        same = Two(*cells)
        return Two._make(cells) if same.right > 5 else Two(right=same.right, left=same.left)


@compiles("getattr(state, name), state._replace(**{name: value}), for name in Two._fields")
class _(TwoPiles):
    def moves(self, state):
        for name in Two._fields:
            if getattr(state, name):
                yield name

    def play(self, state, move):
        less = getattr(state, move) - 1
        if move == "left":
            return state._replace(**{move: less})
        return state._replace(**{move: less}, left=state.left)


class Place(NamedTuple):
    x: int
    y: int

    def __add__(self, other):
        return Place(self.x + other.x, self.y + other.y)


WAYS = [Place(0, 1), Place(1, 0)]


@compiles("NamedTuples of a class in the states, in constants: for way in WAYS, WAYS[i]")
class _(Game):
    stuck = Value.LOSS
    GOAL = Place(2, 2)

    def start(self):
        return Place(0, 0)

    def moves(self, state):
        return [i for i, way in enumerate(WAYS) if state.x + way.x < 3 and state.y + way.y < 3]

    def play(self, state, move):
        return state + WAYS[move]

    def outcome(self, state):
        return Value.LOSS if state == self.GOAL or state in (Place(1, 2), Place(2, 1)) else None


@compiles("NamedTuple states: their methods and properties")
class _(TwoPiles):
    def outcome(self, state):
        return Value.LOSS if state.total == 0 and state.least(3) == 0 else None
