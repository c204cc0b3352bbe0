"""Games with maps, lines and prices in tables of the module, by people who precompute."""

from __future__ import annotations

from enum import IntEnum
from itertools import combinations

from perfectplay import Game, Value

MAP = ["..#.", "....", "#..#"]
STEP = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}


def free(r, c):
    return 0 <= r < 3 and 0 <= c < 4 and MAP[r][c] != "#"


class Slide(Game):
    """A robot slides over ice until something stops it; it never stops twice at one place."""

    stuck = Value.LOSS

    def start(self):
        return (0, 0, frozenset())

    def target(self, r, c, way):
        dr, dc = STEP[way]
        while free(r + dr, c + dc):
            r, c = r + dr, c + dc
        return r, c

    def moves(self, state):
        r, c, seen = state
        for way in "NESW":
            if (to := self.target(r, c, way)) != (r, c) and to not in seen:
                yield way

    def play(self, state, way):
        r, c, seen = state
        to = self.target(r, c, way)
        return (*to, seen | {(r, c)})

    def outcome(self, state):
        return None


class Fifteen(Game):
    """Numbers from 1 to 6 are taken; who has three with the sum of ten wins."""

    def start(self):
        return ((), ())

    def moves(self, state):
        taken = set(state[0]) | set(state[1])
        return [n for n in range(1, 7) if n not in taken]

    def play(self, state, n):
        me, you = state
        return you, tuple(sorted((*me, n)))

    def outcome(self, state):
        me, you = state
        if any(a + b + c == 10 for a, b, c in combinations(you, 3)):
            return Value.LOSS
        return Value.DRAW if len(me) + len(you) == 6 else None


class Colouring(Game):
    """A ring is coloured; who leaves a place without a colour loses. A dict made by __init__."""

    def __init__(self, n: int = 4, colours: int = 2):
        self.n = n
        self.colours = "RGBY"[:colours]
        self.near = {v: [(v - 1) % n, (v + 1) % n] for v in range(n)}

    def start(self):
        return (None,) * self.n

    def allowed(self, state, v):
        used = {state[w] for w in self.near[v] if state[w] is not None}
        return [c for c in self.colours if c not in used]

    def moves(self, state):
        for v in range(self.n):
            if state[v] is None:
                for c in self.allowed(state, v):
                    yield (v, c)

    def play(self, state, move):
        v, c = move
        return (*state[:v], c, *state[v + 1 :])

    def outcome(self, state):
        if any(state[v] is None and not self.allowed(state, v) for v in range(self.n)):
            return Value.WIN
        return Value.LOSS if all(state) else None


class Way(IntEnum):
    N = 0
    E = 1
    S = 2
    W = 3

    def left(self):
        return Way((self - 1) % 4)

    def right(self):
        return Way((self + 1) % 4)


AHEAD = {Way.N: (-1, 0), Way.E: (0, 1), Way.S: (1, 0), Way.W: (0, -1)}
LOOT = {(0, 0): 1, (1, 1): 3, (0, 1): 2}


class Robots(Game):
    """A robot turns and goes on two by two; loot is looked up with try."""

    stuck = Value.LOSS

    def start(self):
        return ((0, 0), Way.E, 0, 4)

    def moves(self, state):
        (r, c), way, _, left = state
        if left == 0:
            return
        dr, dc = AHEAD[way]
        if r + dr in range(2) and c + dc in range(2):
            yield "F"
        yield "L"
        yield "R"

    def play(self, state, move):
        (r, c), way, loot, left = state
        if move == "L":
            return ((r, c), way.left(), loot, left - 1)
        if move == "R":
            return ((r, c), way.right(), loot, left - 1)
        dr, dc = AHEAD[way]
        place = (r + dr, c + dc)
        try:
            loot += LOOT[place]
        except KeyError:
            loot = min(loot, 3)
        return (place, way, loot % 5, left - 1)

    def outcome(self, state):
        place, _, loot, _ = state
        return Value.LOSS if place == (1, 1) and loot >= 2 else None


class Hanoi(Game):
    """The towers of Hanoi, two discs: tuples that change their length, lists of lists."""

    puzzle = True

    def __init__(self, discs: int = 2):
        self.discs = discs
        self.goal = ((), (), tuple(range(discs, 0, -1)))

    def start(self):
        return (tuple(range(self.discs, 0, -1)), (), ())

    def moves(self, pegs):
        tops = [min(peg, default=99) for peg in pegs]
        for i, a in enumerate(tops):
            for j, b in enumerate(tops):
                if a < b:
                    yield i, j

    def play(self, pegs, move):
        i, j = move
        pegs = [list(peg) for peg in pegs]
        pegs[j].append(pegs[i].pop())
        return tuple(tuple(peg) for peg in pegs)

    def outcome(self, pegs):
        return Value.WIN if pegs == self.goal else None


EDGES = list(combinations(range(4), 2))
TRIANGLES = [
    (EDGES.index((a, b)), EDGES.index((a, c)), EDGES.index((b, c)))
    for a, b, c in combinations(range(4), 3)
]


class Sim(Game):
    """Lines between four points; who completes a triangle of one colour loses."""

    misere = True

    def start(self):
        return "-" * len(EDGES)

    @classmethod
    def has_triangle(cls, board, colour):
        return any(all(board[e] == colour for e in t) for t in TRIANGLES)

    @staticmethod
    def turn(board):
        return "rb"[(len(board) - board.count("-")) % 2]

    def moves(self, board):
        return [EDGES[i] for i, x in enumerate(board) if x == "-"]

    def play(self, board, edge):
        i = EDGES.index(edge)
        return board[:i] + self.turn(board) + board[i + 1 :]

    def outcome(self, board):
        if self.has_triangle(board, "b" if self.turn(board) == "r" else "r"):
            return Value.WIN
        return None if "-" in board else Value.DRAW
