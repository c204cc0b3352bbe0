"""Idioms that compile: NamedTuples and frozen dataclasses in states."""

# ruff: noqa: RUF005

from __future__ import annotations

import dataclasses
from dataclasses import astuple, dataclass, replace
from typing import NamedTuple

from idioms.noting import compiling
from perfectplay import Game, Value, put

COMPILES, compiles = compiling()


class Place(NamedTuple):
    row: int
    column: int = 0


@compiles("NamedTuples in states")
class _(Game):
    def start(self):
        return (Place(2), Place(row=1, column=1))

    def moves(self, state):
        for i, place in enumerate(state):
            if place.row:
                yield i

    def play(self, state, move):
        here = state[move]
        return put(state, move, Place(here.row - 1, 1 - here.column))

    def outcome(self, state):
        first, second = state
        return Value.LOSS if first.row == second.row == 0 else None


@dataclass(frozen=True)
class Heaps:
    heaps: tuple
    passed: bool = False

    @property
    def left(self):
        return sum(self.heaps)

    def without(self, i):
        return Heaps(self.heaps[:i] + (self.heaps[i] - 1,) + self.heaps[i + 1 :])


class HeapsAndAPass(Game):
    def start(self):
        return Heaps((1, 2))

    def moves(self, state):
        if not state.passed:
            yield -1
        for i, heap in enumerate(state.heaps):
            if heap:
                yield i

    def play(self, state, move):
        if move < 0:
            return Heaps(state.heaps, True)
        left = list(state.heaps)
        left[move] -= 1
        return Heaps(heaps=tuple(left))

    def outcome(self, state):
        return Value.LOSS if sum(state.heaps) == 0 else None


@compiles("states that are frozen dataclasses: names, construction, defaults")
class _(HeapsAndAPass):
    pass


@compiles("replace(state, ...), dataclasses.replace")
class _(HeapsAndAPass):
    def play(self, state, move):
        if move < 0:
            return replace(state, passed=True)
        left = list(state.heaps)
        left[move] -= 1
        return dataclasses.replace(state, passed=False, heaps=tuple(left))


@compiles("methods and properties of frozen dataclasses")
class _(HeapsAndAPass):
    def play(self, state, move):
        return Heaps(state.heaps, True) if move < 0 else state.without(move)

    def outcome(self, state):
        return Value.LOSS if state.left == 0 else None


@compiles("astuple(state): loops, an index, unpacked, list(...), where no field is a dataclass")
class _(HeapsAndAPass):
    def outcome(self, state):
        heaps, passed = astuple(state)
        return Value.LOSS if sum(heaps) == 0 and passed < 2 else None

    def moves(self, state):
        return [i for i, heap in enumerate(dataclasses.astuple(state)[0]) if heap]


class Taking(NamedTuple):
    heap: int
    number: int = 1


@dataclass(frozen=True)
class Pair:
    left: int
    right: int


@dataclass(frozen=True)
class Square:
    row: int
    col: int

    def __add__(self, other):
        return Square(self.row + other.row, self.col + other.col)

    def __neg__(self):
        return Square(-self.row, -self.col)

    def __mul__(self, n):
        return Square(self.row * n, self.col * n)

    def __rmul__(self, n):
        return self * n

    @property
    def inside(self):
        return self.row in range(3) and self.col in range(3)


STEPS = [Square(0, 1), Square(1, 0), Square(1, 1)]


class Queen(Game):
    """A queen that only goes down and to the right, on nine squares; she never stays in the middle
    column of the last row."""

    def start(self):
        return Square(0, 0)

    def moves(self, state):
        for i, step in enumerate(STEPS):
            if (state + step).inside and state + 2 * step != Square(3, 2):
                yield i

    def play(self, state, move):
        return state + STEPS[move]

    def outcome(self, state):
        return Value.LOSS if state == Square(2, 2) else None


@compiles("operators of frozen dataclasses: square + step, 2 * step, -step, square += step")
class _(Queen):
    stuck = Value.LOSS

    def play(self, state, move):
        step = -(STEPS[move] * -1)
        state += step
        return state


@compiles("frozen dataclasses in constants: for step in STEPS, STEPS[i]; step != Square(0, 1)")
class _(Queen):
    stuck = Value.LOSS
    ORIGIN = Square(0, 0)

    def moves(self, state):
        return [
            i for i, step in enumerate(STEPS)
            if (step.row + state.row < 3 and step.col + state.col < 3)
            and (step != Square(0, 1) or state == self.ORIGIN)
        ]  # fmt: skip


@dataclass(frozen=True)
class Step:
    row: int
    col: int


@compiles("square == Step(1, 1), square == (1, 1), square in (Step(1, 1), ...): never equal")
class _(Queen):
    stuck = Value.LOSS

    def moves(self, state):
        ways = Step(state.row, state.col), Step(0, 1)
        if state == Step(state.row, state.col) or state == (state.row, state.col):
            return []
        return [
            i for i, step in enumerate(STEPS)
            if (state + step).inside and (state not in ways or step != Square(0, 1))
        ]  # fmt: skip


@compiles("match state: case Pair(left=0), case Pair(0, n); match move: case Taking(1, n)")
class _(Game):
    def start(self):
        return Pair(2, 1)

    def moves(self, state):
        match state:
            case Pair(left=0, right=0):
                return []
            case Pair(0, n):
                return [Taking(1, k) for k in range(1, n + 1)]
            case Pair(left, right) if left + right > 0:
                ones = [Taking(1, k + 1) for k in range(right)]
                return [Taking(0, k + 1) for k in range(left)] + ones

    def play(self, state, move):
        match move:
            case Taking(heap=0, number=n):
                return replace(state, left=state.left - n)
            case Taking(1, n):
                return replace(state, right=state.right - n)

    def outcome(self, state):
        match state:
            case Pair(left=0, right=0):
                return Value.LOSS
