"""Loops over one thing or another: rules near those of the page."""
# ruff: noqa: RUF015, SIM108

from __future__ import annotations

from idioms.lists_as_tuples import Turn
from idioms.noting import Heap, compiling
from perfectplay import Game, Value

GAMES, rules = compiling()
SHORT, LONG = ((0, 1), (1, 0)), ((0, 1), (1, 0), (1, 1))
FEW, MANY = (1,), (1, 2, 3)


class Grid(Game):
    """A corner to be reached by steps; whose turn it is says which steps there are."""

    stuck = Value.LOSS

    def start(self):
        return (4, 3, 0)

    def moves(self, s):
        for a, b in LONG:
            if a <= s[0] and b <= s[1]:
                yield (a, b)

    def play(self, s, m):
        return (s[0] - m[0], s[1] - m[1], 1 - s[2])

    def outcome(self, s):
        return None


@rules("for a, b in A if c else B, rows of unlike number")
class _(Grid):
    def moves(self, s):
        for a, b in SHORT if s[2] else LONG:
            if a <= s[0] and b <= s[1]:
                yield (a, b)


@rules("for d in A if c else B, kept in a name")
class _(Grid):
    def moves(self, s):
        steps = SHORT if s[2] else LONG
        for a, b in steps:
            if a <= s[0] and b <= s[1]:
                yield (a, b)


@rules("for d in a name set in two branches")
class _(Grid):
    def moves(self, s):
        if s[2]:
            steps = SHORT
        else:
            steps = LONG
        for a, b in steps:
            if a <= s[0] and b <= s[1]:
                yield (a, b)


@rules("for d in A if c else B if d else C")
class _(Grid):
    def moves(self, s):
        for a, b in SHORT if s[2] else LONG if s[0] > 2 else ((1, 1),):
            if a <= s[0] and b <= s[1]:
                yield (a, b)


@rules("for d in A if c else ()")
class _(Grid):
    def moves(self, s):
        for a, b in SHORT if s[0] else ():
            if a <= s[0] and b <= s[1]:
                yield (a, b)
        for a, b in () if s[1] == 1 else ((0, 1),):
            if b <= s[1]:
                yield (a, b)


@rules("numbers: a tuple, a range or a list")
class _(Heap):
    def moves(self, state):
        for n in FEW if state % 3 == 0 else range(1, 3) if state % 3 == 1 else [1, 2]:
            if n <= state:
                yield n


@rules("any, sum, max, in, list, sorted, tuple of A if c else B")
class _(Heap):
    def outcome(self, state):
        few = state % 2 == 0
        if any(n > 2 for n in (FEW if few else MANY)) and state == 5:
            return Value.WIN
        if state == 3 and sum(MANY if not few else FEW) == 6 and 3 in (FEW if few else MANY):
            return Value.LOSS
        if state == 2 and max(FEW if few else MANY) == 1 and list(FEW if few else MANY)[0] == 1:
            return Value.WIN
        return Value.LOSS if state == 0 else None


@rules("(A if c else B)[i], len of it")
class _(Heap):
    def moves(self, state):
        for i in range(len(FEW if state % 2 else MANY)):
            n = (FEW if state % 2 else MANY)[i]
            if n <= state:
                yield n


@rules("a name for A if c else B, by index and len")
class _(Heap):
    def moves(self, state):
        takes = FEW if state % 2 else MANY
        for i in range(len(takes)):
            if takes[i] <= state:
                yield takes[i]


@rules("a loop over a slice or a longer one")
class _(Turn):
    def moves(self, s):
        for i, pile in enumerate(s[:2] if s[3] else s[:3]):
            if pile:
                yield i


@rules("break, continue, else and nested loops over A if c else B")
class _(Grid):
    def moves(self, s):
        for a, b in SHORT if s[2] else LONG:
            for c in (0,) if a else (0, 1):
                if c > b:
                    continue
                if a <= s[0] and b <= s[1] and c == 0:
                    yield (a, b)
            if a > s[0]:
                break
        else:
            if s[0] and s[1]:
                yield (1, 1)


@rules("a generator of one thing or another in a function")
class _(Grid):
    def steps(self, turn):
        yield from SHORT if turn else LONG

    def moves(self, s):
        for a, b in self.steps(s[2]):
            if a <= s[0] and b <= s[1]:
                yield (a, b)


@rules("a function that returns one thing or another")
class _(Heap):
    def moves(self, state):
        for n in self.takes(state):
            if n <= state:
                yield n

    def takes(self, state):
        return FEW if state % 2 else (1, 2)[: len(FEW)]


@rules("tuples of unlike length in a comparison")
class _(Heap):
    def outcome(self, state):
        return Value.LOSS if (state if state else 0) in (FEW if state > 9 else (0, -1)) else None
