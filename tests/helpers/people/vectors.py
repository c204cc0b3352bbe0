"""Games with small classes of their own: vectors, banks of a river, jugs, pieces; and grids."""

# the style is that of the people who wrote them
# ruff: noqa: RUF059

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from perfectplay import Game, Value


@dataclass(frozen=True)
class Bank:
    missionaries: int
    cannibals: int

    def __add__(self, other):
        return Bank(self.missionaries + other.missionaries, self.cannibals + other.cannibals)

    def __sub__(self, other):
        return Bank(self.missionaries - other.missionaries, self.cannibals - other.cannibals)

    def safe(self):
        return self.missionaries == 0 or self.missionaries >= self.cannibals


@dataclass(frozen=True)
class Crossing:
    left: Bank
    right: Bank
    boat: str


BOATS = [Bank(m, c) for m in range(3) for c in range(3) if 1 <= m + c <= 2]


class Missionaries(Game):
    """Three missionaries and three cannibals cross a river."""

    players = 1
    stuck = Value.LOSS

    def start(self):
        return Crossing(Bank(3, 3), Bank(0, 0), "left")

    def moves(self, state):
        here = state.left if state.boat == "left" else state.right
        for boat in BOATS:
            if boat.missionaries <= here.missionaries and boat.cannibals <= here.cannibals:
                after = self.play(state, boat)
                if after.left.safe() and after.right.safe():
                    yield boat

    def play(self, state, move):
        if state.boat == "left":
            return Crossing(state.left - move, state.right + move, "right")
        return Crossing(state.left + move, state.right - move, "left")

    def outcome(self, state):
        if state.left == Bank(0, 0):
            return Value.WIN
        return None


class Jugs(NamedTuple):
    big: int
    small: int


class WaterJugs(Game):
    """Measure four litres with jugs of five and three."""

    players = 1
    capacity = Jugs(5, 3)
    goal = 4

    def start(self):
        return Jugs(0, 0)

    def moves(self, state):
        for name in Jugs._fields:
            if getattr(state, name) < getattr(self.capacity, name):
                yield "fill", name
            if getattr(state, name) > 0:
                yield "empty", name
        if state.big and state.small < self.capacity.small:
            yield "pour", "big"
        if state.small and state.big < self.capacity.big:
            yield "pour", "small"

    def play(self, state, move):
        verb, jug = move
        match verb:
            case "fill":
                return state._replace(**{jug: getattr(self.capacity, jug)})
            case "empty":
                return state._replace(**{jug: 0})
            case "pour":
                if jug == "big":
                    amount = min(state.big, self.capacity.small - state.small)
                    return Jugs(state.big - amount, state.small + amount)
                amount = min(state.small, self.capacity.big - state.big)
                return Jugs(state.big + amount, state.small - amount)

    def outcome(self, state):
        return Value.WIN if self.goal in state else None


@dataclass(frozen=True, order=True)
class Point:
    x: int
    y: int

    def __add__(self, other: Point) -> Point:
        return Point(self.x + other.x, self.y + other.y)

    def __str__(self) -> str:
        return "abc"[self.x] + str(self.y + 1)

    @property
    def inside(self) -> bool:
        return self.x in range(2) and self.y in range(3)


DIRECTIONS = [Point(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


@dataclass(frozen=True)
class Board:
    mover: Point
    waiting: Point
    arrows: frozenset[tuple[int, int]]

    def blocked(self, p: Point) -> bool:
        return not p.inside or (p.x, p.y) in self.arrows or p == self.waiting

    def rays(self, origin: Point, ignore: Point):
        for d in DIRECTIONS:
            p = origin + d
            while p == ignore or not (self.blocked(p) or p == self.mover):
                yield p
                p = p + d


class Amazons(Game):
    """One amazon each on two by three."""

    stuck = Value.LOSS

    def start(self):
        return Board(Point(0, 0), Point(1, 2), frozenset())

    def moves(self, state):
        for target in state.rays(state.mover, state.mover):
            if target == state.mover:
                continue
            for arrow in state.rays(target, state.mover):
                if arrow != target:
                    yield (target, arrow)

    def play(self, state, move):
        target, arrow = move
        return Board(state.waiting, target, state.arrows | {(arrow.x, arrow.y)})

    def outcome(self, state):
        return None


class Toads(Game):
    """Toads and frogs, with patterns that are replaced."""

    stuck = Value.LOSS

    def start(self):
        return "T:TT..FF."

    def moves(self, s):
        who, strip = s.split(":")
        pats = [("T.", ".T"), ("TF.", ".FT")] if who == "T" else [(".F", "F."), (".TF", "FT.")]
        return [
            strip[:i] + new + strip[i + len(old) :]
            for old, new in pats
            for i in range(len(strip))
            if strip.startswith(old, i)
        ]

    def play(self, s, m):
        return "TF"[s[0] == "T"] + ":" + m

    def outcome(self, s):
        return None


LEVEL = """
######
#. $ #
#  @ #
# $ .#
######
""".strip()
WIDTH = LEVEL.index("\n") + 1
GOALS = {i for i, c in enumerate(LEVEL) if c == "."}
WALLS = {i for i, c in enumerate(LEVEL) if c == "#"}
STEPS = {"up": -WIDTH, "down": WIDTH, "left": -1, "right": 1}


class Sokoban(Game):
    """Two boxes; many plays at random end where nothing can be pushed any more."""

    players = 1

    def start(self):
        return LEVEL.index("@"), frozenset(i for i, c in enumerate(LEVEL) if c == "$")

    def moves(self, state):
        man, boxes = state
        for name, d in STEPS.items():
            to = man + d
            if to in WALLS:
                continue
            if to in boxes and (to + d in WALLS or to + d in boxes):
                continue
            yield name

    def play(self, state, move):
        man, boxes = state
        d = STEPS[move]
        man += d
        if man in boxes:
            boxes = boxes - {man} | {man + d}
        return man, boxes

    def outcome(self, state):
        man, boxes = state
        return Value.WIN if boxes == GOALS else None


class Cell(Enum):
    EMPTY = 0
    TRAIL = 1
    HEAD_A = 2
    HEAD_B = 3


MOVES = {"N": (-1, 0), "S": (1, 0), "W": (0, -1), "E": (0, 1)}


class Tron(Game):
    """Light cycles on three by four: trails block."""

    stuck = Value.LOSS
    rows, cols = 3, 4

    def start(self):
        grid = [[Cell.EMPTY for _ in range(self.cols)] for _ in range(self.rows)]
        grid[0][0] = Cell.HEAD_A
        grid[-1][-1] = Cell.HEAD_B
        return self.freeze(grid), Cell.HEAD_A

    @staticmethod
    def freeze(grid):
        return tuple(tuple(row) for row in grid)

    def find(self, grid, what):
        for r, row in enumerate(grid):
            for c, cell in enumerate(row):
                if cell is what:
                    return r, c
        raise ValueError(f"no {what} on the grid")

    def moves(self, state):
        grid, head = state
        r, c = self.find(grid, head)
        legal = []
        for name, (dr, dc) in MOVES.items():
            nr, nc = r + dr, c + dc
            if 0 <= nr < self.rows and 0 <= nc < self.cols and grid[nr][nc] is Cell.EMPTY:
                legal.append(name)
        return legal

    def play(self, state, move):
        grid, head = state
        r, c = self.find(grid, head)
        dr, dc = MOVES[move]
        new = [list(row) for row in grid]
        new[r][c] = Cell.TRAIL
        new[r + dr][c + dc] = head
        return self.freeze(new), (Cell.HEAD_B if head is Cell.HEAD_A else Cell.HEAD_A)

    def outcome(self, state):
        return None


class Bulgarian(Game):
    """Collect one of every pile in a new one, or remove a pile of one or two; who empties wins."""

    def start(self):
        return (1, 2, 3)

    def moves(self, piles):
        yield "collect"
        for size in Counter(piles):
            if size <= 2:
                yield f"remove {size}"

    def play(self, piles, move):
        if move == "collect":
            return tuple(sorted([p - 1 for p in piles if p > 1] + [len(piles)]))
        size = int(move.split()[1])
        counts = Counter(piles)
        counts[size] -= 1
        return tuple(sorted(counts.elements()))

    def outcome(self, piles):
        return None if piles else Value.LOSS
