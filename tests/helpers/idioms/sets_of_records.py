"""Idioms that compile: frozensets of frozen dataclasses and of NamedTuples in states."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from idioms.noting import compiling
from perfectplay import Game, Value

COMPILES, compiles = compiling()


@dataclass(frozen=True, order=True)
class Cell:
    row: int
    column: int

    def near(self):
        yield Cell(self.row, 1 - self.column)
        yield Cell(1 - self.row, self.column)


@dataclass(frozen=True)
class Sides:
    mine: frozenset[Cell] = frozenset()
    yours: frozenset[Cell] = frozenset()


CELLS = [Cell(r, c) for r in range(2) for c in range(2)]
ALL = frozenset(CELLS)
LINES = [frozenset(c for c in CELLS if c.row == r) for r in range(2)]


class Squares(Game):
    """Two by two: a row wins."""

    def start(self):
        return Sides()

    def moves(self, state):
        for cell in CELLS:
            if cell not in state.mine and cell not in state.yours:
                yield cell

    def play(self, state, move):
        return Sides(state.yours, state.mine | {move})

    def outcome(self, state):
        if any(line <= state.yours for line in LINES):
            return Value.LOSS
        return Value.DRAW if len(state.mine | state.yours) == 4 else None


@compiles("frozensets of frozen dataclasses: cell in s, s | {cell}, line <= s, Cell(0, 1) in s")
class _(Squares):
    def outcome(self, state):
        if any(line <= state.yours for line in LINES) and Cell(0, 1) not in state.mine:
            return Value.LOSS
        return Value.DRAW if len(state.mine | state.yours) == 4 else None


@compiles("sorted(s), min(s), any(c.row == 1 for c in s), comprehensions of sets of dataclasses")
class _(Squares):
    def moves(self, state):
        yield from sorted(ALL - state.mine - state.yours, reverse=True)

    def play(self, state, move):
        kept = frozenset(Cell(c.row, c.column) for c in state.mine if c.row < 2)
        return replace(state, mine=state.yours, yours=kept | {move})

    def outcome(self, state):
        if any(n in state.yours for c in state.yours for n in c.near() if n.row == c.row):
            return Value.LOSS
        if state.mine and min(state.mine) == Cell(1, 1):
            return Value.WIN
        return Value.DRAW if len(state.mine | state.yours) == 4 else None


class Spot(NamedTuple):
    row: int
    mark: str


@compiles("frozensets of NamedTuples with a letter: Spot(0, 'x') in s, (1, 'o') in s, for a, b in")
class _(Game):
    def start(self):
        return frozenset()

    def moves(self, state):
        for row in range(3):
            for mark in ("x", "o"):
                if Spot(row, mark) not in state:
                    yield Spot(row, mark)

    def play(self, state, move):
        return state | {move}

    def outcome(self, state):
        if (1, "o") in state and sum(row for row, mark in state if mark == "x") > 1:
            return Value.LOSS
        return Value.DRAW if len(state) == 4 else None


class Side(Enum):
    BLACK = 1
    WHITE = 2


@dataclass(frozen=True)
class Man:
    side: Side
    at: Cell
    king: bool = False


@compiles("frozensets of pieces: Man(WHITE, Cell(0, 1), king) in s, any(m.at == cell for m in s)")
class _(Game):
    def start(self):
        return (Side.WHITE, frozenset({Man(Side.BLACK, Cell(1, 1))}))

    def moves(self, state):
        _, men = state
        for cell in CELLS:
            if not any(man.at == cell for man in men):
                yield Man(state[0], cell, cell.row == 1)

    def play(self, state, move):
        turn, men = state
        return (Side.BLACK if turn is Side.WHITE else Side.WHITE, men | {move})

    def outcome(self, state):
        if Man(Side.WHITE, Cell(0, 1)) in state[1] and sum(man.king for man in state[1]) == 1:
            return Value.LOSS
        return Value.DRAW if len(state[1]) == 4 else None
