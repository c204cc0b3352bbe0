"""Idioms that compile: what self has, and constants of a module."""

from __future__ import annotations

import enum
import functools
from dataclasses import dataclass, field

import numpy as np

from idioms.noting import Heap, Piles, compiling
from perfectplay import Game, Value

COMPILES, compiles = compiling()


@compiles("fields: numbers, True or False", 3, True)
@dataclass(frozen=True)
class _(Heap):
    most: int = 2
    misere: bool = False

    def moves(self, state):
        return range(1, min(state, self.most) + 1)

    def outcome(self, state):
        if state == 0:
            return Value.WIN if self.misere else Value.LOSS
        return None


@compiles("a field that is a text, compared with a text", "misere")
@dataclass(frozen=True)
class _(Heap):
    rule: str = "normal"

    def outcome(self, state):
        if state == 0:
            return Value.WIN if self.rule == "misere" else Value.LOSS
        return None


@compiles("fields that are tuples", (1, 3))
@dataclass(frozen=True)
class _(Heap):
    takes: tuple[int, ...] = (1, 2)

    def moves(self, state):
        for take in self.takes:
            if take <= state:
                yield take


@compiles("nested tuples: rows of one length")
class _(Piles):
    lines = ((0, 1), (1, 2), (2, 0))

    def outcome(self, state):
        n = self.lines[state[2]][1] - 1
        for a, b in self.lines:
            n += state[a] + state[b]
        return Value.LOSS if n == 0 else None


@compiles("nested tuples: rows of unlike length")
class _(Piles):
    rows = ((0,), (0, 1), (0, 1, 2), ())
    stuck = Value.DRAW

    def moves(self, state):
        for i in self.rows[sum(state) - 1]:
            if state[i]:
                yield i
        for row in self.rows:
            if len(row) > 5:
                yield 0


@compiles("nested tuples: rows of rows")
class _(Piles):
    lines = (((0, 1), (0, 2)), ((1, 0),), ())

    def outcome(self, state):
        n = 0
        for i in range(3):
            for a, b in self.lines[i]:
                n += state[a] + state[b]
        return Value.LOSS if n == 0 else None


@compiles("long tuples, tuples of many rows")
class _(Heap):
    def moves(self, state):
        for a, b in MANY:
            if a == 0 and b == 1:
                yield b
        first, second = MANY[state]
        if LONG[state] == 2 * state and len(MANY) == 40 and first + second <= state:
            yield 1


@compiles("read-only NumPy arrays of integers")
class _(Piles):
    def moves(self, state):
        for i in range(3):
            if TABLE[i, 1] + state[i] > 1 and TABLE.shape[0] == 3:
                yield i


@compiles("frozensets, ranges")
class _(Heap):
    takes = frozenset((1, 2))
    some = range(1, 3)

    def moves(self, state):
        for n in self.some:
            if n in self.takes and n <= state:
                yield n


@compiles("frozensets of pairs: (a, b) in pairs")
class _(Piles):
    ends = frozenset(((0, 0), (9, 9)))

    def outcome(self, state):
        return Value.LOSS if (state[0], state[2]) in self.ends and state[1] == 0 else None


@compiles("members of an IntEnum, ==, is")
class _(Piles):
    def outcome(self, state):
        if state[0] is Stone.NONE or state[0] == Stone.NONE:
            return Value.LOSS if state[1] + state[2] == Stone(0) else None
        return None


class Stone(enum.IntEnum):
    NONE = 0
    BLACK = 1


@compiles("class attributes, constants of the module")
class _(Heap):
    most = 2

    def moves(self, state):
        return range(1, min(state, self.most, N - 4) + 1)


@compiles("properties, cached properties", 2)
@dataclass(frozen=True)
class _(Heap):
    size: int = 3

    @property
    def most(self):
        return self.size + 1

    @functools.cached_property
    def takes(self):
        return tuple(range(1, self.most))

    def moves(self, state):
        for n in self.takes:
            if n <= min(self.most, state):
                yield n


@compiles("what __post_init__ sets", 2)
@dataclass(frozen=True)
class _(Heap):
    size: int = 3
    takes: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self):
        object.__setattr__(self, "takes", tuple(range(1, self.size + 1)))

    def moves(self, state):
        for n in self.takes:
            if n <= state:
                yield n


@compiles("a local name for a constant")
class _(Piles):
    size = 3

    def play(self, state, move):
        n = self.size
        zeros = (0,) * n
        return tuple(state[i] - (i == move) + zeros[i] for i in range(n))


@compiles("expressions of constants, branches that a constant decides")
class _(Heap):
    size = 3
    wrap = False

    def moves(self, state):
        mask = (1 << self.size) - 1
        if self.wrap:
            yield "never"
        for n in range(1, len(range(self.size))):
            if n & mask and n <= state:
                yield n


@compiles("lists as constants: loops, an index, in, len")
class _(Heap):
    def moves(self, state):
        for n in TAKES:
            if n <= state and n in TAKES and len(TAKES) == 2:
                yield n
        for low, high in PAIRS:
            if (low, high) in PAIRS and low == state == PAIRS[0][1]:
                yield high


@compiles("LIST.index(x), LIST.count(x) of a constant list, of tuples, too")
class _(Heap):
    def moves(self, state):
        for n in range(1, 3):
            if n <= state and TAKES.index(n) == n - 1 and TAKES.count(n) == 1:
                yield PAIRS.index(PAIRS[n % 2]) + n - n % 2
        if state in TAKES and PAIRS.count((state, 5)) == 0:
            yield TAKES.index(state) + 1


@compiles("rows that are lists: indexed, looped over, unpacked")
class _(Heap):
    def moves(self, state):
        yield 1
        for row in ROWS:
            if all(n <= state for n in row) and row[0] < len(row):
                yield row[0]
        if any(a + b == state for a, b in ROWS):
            yield sum(ROWS[state % 2]) - ROWS[0][1] * 2 + 1

    def play(self, state, move):
        return max(0, state - max(1, move))


@compiles("dicts as constants: d[k], d.get(k, other), in, loops, keys, values, items")
class _(Heap):
    def moves(self, state):
        for n in NEXT[state % 2]:
            if n <= state or (STEP.get(state, 7) == 7 and n == 1):
                yield n
        for key, value in STEP.items():
            if key == state and value in STEP.values() and key in STEP:
                yield {1: 1, 2: 2}[value]

    def play(self, state, move):
        return max(0, state - move)


PRICES = {(2, 0): 1, (1, 2): 2, (0, 0): 5}


@compiles("PRICES.get((state[0], i), 0), PRICES.get(state[1:], 0): keys put together")
class _(Piles):
    def moves(self, state):
        return [i for i in range(3) if state[i] and PRICES.get((state[0], i), 0) < 2]

    def outcome(self, state):
        return Value.LOSS if PRICES.get(state[1:], 0) == 5 else super().outcome(state)


N = 7
TAKES = [1, 2]
PAIRS = [(1, 2), (2, 2)]
ROWS = [[1, 2], [2, 1]]
STEP = {2: 1, 3: 2}
NEXT = {0: [1, 2], 1: [1]}
MANY = tuple((i, i + 1) for i in range(40))
LONG = tuple(2 * i for i in range(100))
TABLE = np.array([[1, 1], [0, 1], [0, 1]], np.uint8)
TABLE.setflags(write=False)


@compiles("state == self.goal, of rows of unlike length; rows == ROWS, != ROWS")
class _(Game):
    """A disc goes to a larger one, or to an empty peg, five times at most."""

    stuck = Value.DRAW

    def __init__(self):
        self.goal = ((), (), (2, 1))
        self.other = ((), (2,), (1,))

    def start(self):
        return (((2, 1), (), ()), (0, 0), 5)

    def moves(self, state):
        pegs, _, left = state
        for i, a in enumerate(pegs):
            for j, b in enumerate(pegs):
                if left and a and (not b or b[-1] > a[-1]):
                    yield i, j

    def play(self, state, move):
        pegs, _, left = state
        i, j = move
        pegs = [list(peg) for peg in pegs]
        pegs[j].append(pegs[i].pop())
        return (tuple(tuple(peg) for peg in pegs), (i, j), left - 1)

    def outcome(self, state):
        pegs, last, _ = state
        if pegs == self.goal:
            return Value.WIN
        if pegs == self.other or ((last, last) != ROUNDS and last == (2, 1)):
            return Value.LOSS
        return None


ROUNDS = ((1, 2), (1, 2))
