"""Idioms that compile: functions of itertools, functools and operator of what a state holds."""

from __future__ import annotations

import operator
from functools import reduce
from itertools import (
    accumulate,
    chain,
    count,
    cycle,
    dropwhile,
    groupby,
    islice,
    repeat,
    starmap,
    takewhile,
)
from operator import attrgetter, itemgetter
from typing import NamedTuple

from idioms.noting import Piles, compiling
from perfectplay import Game, Value

COMPILES, compiles = compiling()


@compiles("reduce(f, xs), reduce(f, xs, start), of a lambda, a method, operator.xor and its like")
class _(Piles):
    def added(self, total, pile):
        return total + 2 * pile

    def outcome(self, state):
        total = reduce(operator.add, state) + reduce(lambda a, b: a * 3 + b, state)
        more = reduce(self.added, state, 1) + reduce(operator.xor, (x + 1 for x in state))
        return Value.LOSS if total + more == 2 else None


@compiles("accumulate(xs), accumulate(xs, f), accumulate(xs, initial=1)")
class _(Piles):
    def outcome(self, state):
        sums = list(accumulate(state))
        most = max(accumulate(state, max)) + max(accumulate(state, lambda a, b: a + 2 * b))
        begun = list(accumulate(state, initial=1))
        return Value.LOSS if sums[-1] + most == 0 and len(begun) == 4 else None


@compiles("chain(xs, ys), chain(*rows), chain.from_iterable(... for ...)")
class _(Piles):
    def moves(self, state):
        rows = (state, state[::-1])
        first = [i for i, x in enumerate(chain(state, (1,))) if x and i < 2]
        if sum(chain(*rows)) + sum(chain.from_iterable(range(x) for x in state)) > 0:
            yield from chain(first, (2 for x in state[2:] if x))


@compiles("islice(xs, n), islice(xs, i, j), islice(xs, i, None), next(islice(...))")
class _(Piles):
    def moves(self, state):
        place = next(islice(cycle((0, 1, 2)), sum(state), None))
        for i in islice(range(9), state[1], 3):
            if state[i] and (i != place or sum(islice(state, 2)) < 3):
                yield i


@compiles("takewhile(f, xs), dropwhile(f, xs)")
class _(Piles):
    def outcome(self, state):
        begin = sum(takewhile(lambda x: x > 0, state))
        rest = list(dropwhile(lambda x: x == 0, state))
        return Value.LOSS if begin == 0 and len(rest) == 0 else None


@compiles("starmap(f, pairs), repeat(x, n), count(n), zip(count(1), xs), cycle('ab') in zip")
class _(Piles):
    def outcome(self, state):
        total = sum(starmap(lambda a, b: a * b, zip(count(1), state, strict=False)))
        total += sum(starmap(operator.mul, zip(state, repeat(2), strict=False)))
        total += sum(x for x, turn in zip(state, cycle((0, 1)), strict=False) if turn)
        return Value.LOSS if total + sum(repeat(state[0], 2)) == 0 else None


@compiles("for key, group in groupby(xs), groupby(xs, key=f)")
class _(Game):
    """A row of cells is filled; the longest run counts."""

    def start(self):
        return "....."

    def moves(self, state):
        runs = [(letter, len(list(group))) for letter, group in groupby(state)]
        for i, cell in enumerate(state):
            if cell == "." and len(runs) < 4:
                yield i

    def play(self, state, move):
        turn = "X" if state.count("X") == state.count("O") else "O"
        return state[:move] + turn + state[move + 1 :]

    def outcome(self, state):
        for taken, group in groupby(state, key=lambda x: x != "."):
            if taken and sum(1 for _ in group) > 2:
                return Value.LOSS
        return None

    stuck = Value.DRAW


class Pile(NamedTuple):
    size: int
    place: int


@compiles("key=itemgetter(1), key=attrgetter('size'), map(operator.neg, xs), sorted by them")
class _(Game):
    def start(self):
        return (Pile(2, 0), Pile(1, 1), Pile(2, 2))

    def moves(self, state):
        most = max(state, key=attrgetter("size"))
        last = sorted(state, key=itemgetter(0))[-1]
        for pile in state:
            if pile.size and (pile == most or pile.place < last.place):
                yield pile.place

    def play(self, state, move):
        return tuple(Pile(x.size - (x.place == move), x.place) for x in state)

    def outcome(self, state):
        return Value.LOSS if sum(map(operator.neg, (x.size for x in state))) == 0 else None
