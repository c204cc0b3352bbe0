"""Idioms that compile: loops over constant tables of lists, and rows of rows."""
# ruff: noqa: RUF005

from __future__ import annotations

from itertools import chain

from idioms.noting import Piles, compiling
from idioms.rows_of_constants import ROADS, Hop, Walk
from perfectplay import Game, Value

COMPILES, compiles = compiling()

LINKS = {0: [1, 2], 1: [0], 2: [0, 1]}
CELLS = {(0, 0): [(0, 1), (1, 0)], (0, 1): [(0, 0)], (1, 0): [(0, 0), (0, 1)]}
ACROSS, DOWN = [[0, 1], [1, 2, 0]], [[2, 1]]


def linked(place):
    return LINKS[place]


LANES = {("A", "B"), ("B", "C"), ("C", "A"), ("C", "D")}


@compiles("for a, near in NEAR.items(), for (r, c), near in BESIDE.items() of lists: any, len, in")
class _(Piles):
    def moves(self, state):
        for a, near in LINKS.items():
            for b in near:
                if state[a] > b:
                    yield a
        for a, near in LINKS.items():
            if state[a] and (len(near) == 1 or 0 not in near):
                yield a
        yield from (r for (r, c), near in CELLS.items() if any(state[y] for y, x in near))

    def play(self, state, move):
        return tuple(n - (i == move and n > 0) for i, n in enumerate(state))

    def outcome(self, state):
        ends = [a for a, near in LINKS.items() if not any(state[b] for b in near)]
        return Value.LOSS if len(ends) == 3 or state[0] == 0 else None


@compiles("for i, line in enumerate(ROWS), for line in ROWS + COLUMNS, chain(ROWS, COLUMNS): lists")
class _(Piles):
    def moves(self, state):
        for i, line in enumerate(ACROSS):
            if state[i] and any(state[j] for j in line):
                yield i
        for line in chain(ACROSS, DOWN):
            if sum(state[i] for i in line) > 0 < state[line[0]]:
                yield line[0]

    def outcome(self, state):
        lines = [line[0] for line in ACROSS + DOWN if not any(state[i] for i in line)]
        return Value.LOSS if len(lines) == 3 or state[:2] == (0, 0) else None


@compiles("near(place), self.near(place) of def near(self, place): return NEAR[place], a list")
class _(Piles):
    def near(self, place):
        """The places beside one."""
        return LINKS[place]

    def moves(self, state):
        for a in range(3):
            for b in [a] + self.near(a):
                if state[a] and state[b]:
                    yield b

    def outcome(self, state):
        full = [a for a in range(3) if state[a] and (len(linked(a)) > 1 or 0 in self.near(a))]
        return Value.LOSS if not full else None

    stuck = Value.WIN


@compiles("[place] + NEAR[place], near + [a] of lists of a table")
class _(Piles):
    def moves(self, state):
        for a, near in LINKS.items():
            for b in near + [a]:
                if state[a] and state[b]:
                    yield b

    def outcome(self, state):
        found = LINKS[state[1]] + [9]
        found.append(state[0])
        return Value.LOSS if found == [1, 2, 9, 0] or not any(state[1:]) else None


@compiles("{b for a, b in LANES if a == x}, any, all, sum of a constant set, in any order")
class _(Hop):
    def start(self):
        return ("A", 0, 0, 0, 0)

    def ahead(self, place):
        return {b if a == place else a for a, b in LANES if place in (a, b)}

    def moves(self, state):
        for to in sorted(self.ahead(state[0])):
            if all(to != "D" or state[3] for _ in LANES):
                yield to

    def play(self, state, move):
        marks = list(state[1:])
        marks["ABCD".index(move)] = 1
        return (move, *marks)

    def outcome(self, state):
        met = sum(a == state[0] or b == state[0] for a, b in LANES)
        if all(state[1:4]) and met > 1:
            return Value.LOSS
        return Value.WIN if any(b == state[0] == "D" for a, b in LANES) else None


RAYS = {i: [list(range(i + 1, 4)), list(range(i - 1, -1, -1)), []] for i in range(4)}
NESTED = tuple(tuple(map(tuple, RAYS[i])) for i in range(4))
PATHS = {"A": [["B", "C", "D"], []], "B": [["A"], ["C", "D"]], "C": [], "D": [["B", "A"]]}
SQUARES = {"a1": [["a2", "b1"], ["b2"]], "a2": [["a1"]], "b1": [[], ["a1", "b2"]], "b2": [["b1"]]}
BESIDE = {"a1": {"b1", "a2"}, "a2": {"a1"}, "b1": {"b2", "a1"}, "b2": set()}


@compiles("rows of rows: for ray in RAYS[i]: for j in ray, len(ray), ray[-1], in, lists or tuples")
class _(Hop):
    def start(self):
        return (0, 0, 0, 0, 0)

    def moves(self, state):
        place = state[0]
        for ray in RAYS[place]:
            for j in ray:
                if state[1 + j]:
                    break
                yield j
        if any(len(ray) > 1 and ray[-1] == 0 and 1 in ray for ray in NESTED[place - 1]):
            yield 1
        yield from [j for ray in NESTED[place] for j in ray if state[1 + j] and j == 3]

    def outcome(self, state):
        return Value.DRAW if all(state[1:4]) else None


ROOKS = {
    (r, c): [[(r, x) for x in range(c + 1, 2)], [(x, c) for x in range(r + 1, 3)]]
    for r in range(3)
    for c in range(2)
}


@compiles("rows of rows of cells: for ray in RAYS[r, c]: for r, c in ray, (0, 1) in ray")
class _(Game):
    """A rook goes right or down, not past a stone, to the last cell; then it stays there."""

    stuck = Value.LOSS

    def start(self):
        return ((0, 0), (1, 1))

    def moves(self, state):
        place, stone = state
        for ray in ROOKS[place]:
            for cell in ray:
                if cell == stone and (0, 1) not in ray:
                    break
                yield cell
        if any(r == c for ray in ROOKS[place[0], 0] for r, c in ray):
            yield place[0], 1

    def play(self, state, move):
        return (move, (state[1][0], 0))

    def outcome(self, state):
        return Value.DRAW if state[0] == state[1] or state[0] == (2, 1) else None


@compiles("rows of rows of words, the same: for path in PATHS[a]: for b in path; sorted(BESIDE[a])")
class _(Walk):
    def moves(self, state):
        for path in PATHS[state[0]]:
            for b in path:
                if b == "C" and state[1] % 2:
                    break
                yield b
        for b in sorted(ROADS[state[0]]):
            if any(b in path and path[0] != "B" for path in PATHS[state[0]]):
                yield b

    def outcome(self, state):
        if not any(len(path) > 0 for path in PATHS[state[0]]):
            return Value.LOSS
        return None if state[1] else Value.DRAW


@compiles("rows of rows of texts of two characters, of a square; sorted(BESIDE[square])")
class _(Game):
    """Two walk on four squares; who meets the other has won."""

    def start(self):
        return ("a1", "b2", 5)

    def moves(self, state):
        here, other, left = state
        for line in SQUARES[here]:
            for square in line:
                if square == other and left > 3:
                    break
                yield square
        for square in sorted(BESIDE[here]):
            if square != other and (square[0] == "a" or square[1] != other[1]):
                yield square

    def play(self, state, move):
        return (state[1], move, state[2] - 1)

    def outcome(self, state):
        here, other, left = state
        if here == other:
            return Value.LOSS
        return None if left else Value.DRAW

    stuck = Value.LOSS
