"""Idioms that compile: functions, classes and objects in tables of the module or of the class."""
# ruff: noqa: UP028, E731, RUF012

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from idioms.noting import Heap, Piles, compiling
from perfectplay import Game, Value, put

COMPILES, compiles = compiling()


def one_less(n):
    return n - 1


def halved(n):
    return n // 2


WAYS = (one_less, halved)


@compiles("WAYS = (one_less, halved): for way in WAYS: way(n), WAYS[i](n), given to a helper")
class _(Heap):
    def after(self, state, way):
        return max(0, way(state))

    def moves(self, state):
        for i, way in enumerate(WAYS):
            if self.after(state, way) < state and way(state) >= 0:
                yield i

    def play(self, state, move):
        return WAYS[move](state)


NAMED = {"one": one_less, "two": lambda n: n - 2, "half": (lambda n: n // 2)}


@compiles("WAYS = {'one': lambda n: n - 1, ...}: WAYS[move](n), for name, way in WAYS.items()")
class _(Heap):
    fits = {"one": lambda n: n > 0, "two": lambda n: n > 1, "half": lambda n: n % 2 == 0}

    def moves(self, state):
        for name, way in NAMED.items():
            if self.fits[name](state) and way(state) < 5:
                yield name

    def play(self, state, move):
        return NAMED[move](state)


def lessened(by, n, least=0):
    return max(least, n - by)


CUTS = {"one": partial(lessened, 1), "two": partial(lessened, 2, least=1), "half": halved}


@compiles("CUTS = {'one': partial(lessened, 1), 'half': halved}: CUTS[move](n), cut(n, least=1)")
class _(Heap):
    cuts = (partial(lessened, 3), partial(lessened, by=2))

    def moves(self, state):
        for name, cut in CUTS.items():
            if cut(state) < state:
                yield name

    def play(self, state, move):
        least = min(cut(n=state) for cut in self.cuts)
        return CUTS[move](state) if least < 2 else self.cuts[state % 2](n=state, least=1)


@compiles("methods that are lambdas")
class _(Heap):
    play = lambda self, state, move: state - move


class Direction:
    def __init__(self, name, row, column):
        self.name, self.row, self.column = name, row, column

    @property
    def length(self):
        return abs(self.row) + abs(self.column)

    def getRow(self):
        return self.row

    def ahead(self, row, column):
        return (row + self.getRow(), column + self.column)


DIRECTIONS = [Direction("right", 0, 1), Direction("down", 1, 0), Direction("leap", 1, 2)]


@compiles("DIRECTIONS = [Direction('right', 0, 1), ...]: each.row, properties, methods")
class _(Game):
    """A rook of Wythoff's kind on two by four, which may leap once."""

    def start(self):
        return (0, 0, 1)

    def moves(self, state):
        row, column, leaps = state
        for number, each in enumerate(DIRECTIONS):
            r, c = each.ahead(row, column)
            if r < 2 and c < 4 and (each.length < 3 or leaps) and each.name != "left":
                yield number

    def play(self, state, move):
        row, column, leaps = state
        each = DIRECTIONS[move]
        return (row + each.row, column + each.column, leaps - (each.length > 2))

    def outcome(self, state):
        return Value.LOSS if state[:2] == (1, 3) else None


@dataclass(frozen=True)
class Step:
    piles: tuple[int, ...]
    most: int = 1


STEPS = {"left": Step((0,)), "both": Step((0, 2)), "right": Step((2, 1), 2)}


@compiles("STEPS = {'left': Step((0,)), ...} of frozen dataclasses: STEPS[move].piles, loops")
class _(Piles):
    def moves(self, state):
        for name, step in STEPS.items():
            if all(state[pile] for pile in step.piles) or (step.most == 2 and state[2]):
                yield name

    def play(self, state, move):
        for pile in STEPS[move].piles:
            state = put(state, pile, max(0, state[pile] - STEPS[move].most))
        return state

    def outcome(self, state):
        return Value.LOSS if not any(self.moves(state)) else None


class Piece:
    steps: tuple[int, ...] = ()
    rides = False

    @classmethod
    def targets(cls, place, own):
        found = []
        for step in cls.steps:
            to = place + step
            while 0 <= to < 6 and to not in own:
                found.append(to)
                if not cls.rides:
                    break
                to += step
        return found


class King(Piece):
    steps = (-1, 1)


class Rook(Piece):
    steps = (1,)
    rides = True


PIECES = {"K": King, "R": Rook}


@compiles("PIECES = {'K': King, ...} of classes: PIECES[letter].targets(...), cls.steps, inherited")
class _(Game):
    """A piece on a row of six that becomes a rook where it stops; eight moves at most."""

    def start(self):
        return ("K", 2, 4)

    def moves(self, state):
        letter, place, left = state
        if left and (PIECES[letter].rides or place != 4):
            yield from PIECES[letter].targets(place, (3,))

    def play(self, state, move):
        letter, _, left = state
        return ("R" if letter == "K" and move == 1 else letter, move, left - 1)

    def outcome(self, state):
        return Value.LOSS if state[1] == 5 or (state[0] == "R" and state[1] > 2) else None

    stuck = Value.DRAW


class Slow:
    def __init__(self, most):
        self.most = most

    def steps(self, n):
        yield from range(1, min(n, self.most) + 1)


class Fast(Slow):
    def steps(self, n):
        if n >= self.most:
            yield self.most


class Even(Slow):
    def steps(self, n):
        for step in (2, 4):
            if step <= n:
                yield step


@compiles(
    "methods of one name in several classes: for each in TAKERS: each.steps(n); LAST.steps(n)"
)
class _(Heap):
    takers = (Slow(1), Fast(3), Even(0))
    last = Slow(2)

    def start(self):
        return 11

    def moves(self, state):
        for step in self.takers[state % 3].steps(state):
            yield step
        if state < 4:
            yield from self.last.steps(state)


@compiles("methods of the game in a list of it: self.checks = [self.enough, self.fits]")
class _(Heap):
    def __init__(self):
        self.checks = [self.enough, self.fits]
        self.ways = {"one": self.one, "half": self.half}

    def enough(self, state, n):
        return n <= state

    def fits(self, state, n):
        return state % 3 > 0 or n != 2

    def one(self, state):
        return state - 1

    def half(self, state):
        return state // 2

    def moves(self, state):
        for way in self.ways:
            n = state - self.ways[way](state)
            if all(check(state, n) for check in self.checks):
                yield way

    def play(self, state, move):
        return self.ways[move](state)

    stuck = Value.DRAW
