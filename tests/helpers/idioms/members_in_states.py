"""Idioms that compile: members of an IntEnum and a StrEnum in states, and late ones."""

from __future__ import annotations

from enum import Enum, IntEnum, StrEnum
from typing import NamedTuple

from idioms.letters_in_states import LINES, Side
from idioms.noting import compiling
from perfectplay import Game, Value, put

COMPILES, compiles = compiling()


class Cell(IntEnum):
    FREE = 0
    CROSS = 1
    NOUGHT = 2

    @property
    def other(self):
        return Cell(3 - self)

    def next(self):
        return self.other


class CellBoard(NamedTuple):
    cells: tuple
    turn: Cell


@compiles("members of an IntEnum in states: is, ==, +, Cell(3 - cell), cell.other")
class _(Game):
    def start(self):
        return CellBoard((Cell.FREE,) * 4, Cell.CROSS)

    def moves(self, state):
        return [i for i, cell in enumerate(state.cells) if cell is Cell.FREE]

    def play(self, state, move):
        cells = list(state.cells)
        cells[move] = state.turn
        return CellBoard(tuple(cells), Cell(3 - state.turn) if move % 2 else state.turn.other)

    def outcome(self, state):
        for a, b in LINES:
            if state.cells[a] and state.cells[a] + state.cells[b] == 2 * state.turn.next():
                return Value.LOSS
        return None if Cell.FREE in state.cells else Value.DRAW


@compiles("a number in the place of a member of an IntEnum")
class _(Game):
    def start(self):
        return (4, Cell.CROSS)

    def moves(self, state):
        return [m for m in (1, 2) if m <= state[0]]

    def play(self, state, move):
        return (state[0] - move, 3 - state[1])

    def outcome(self, state):
        if state[0]:
            return None
        return Value.LOSS if state[1] == Cell.CROSS else Value.WIN


class Mark(StrEnum):
    FREE = "."
    CROSS = "x"
    NOUGHT = "o"

    @property
    def other(self):
        return Mark.NOUGHT if self is Mark.CROSS else Mark.CROSS

    def next(self):
        return self.other


@compiles("members of a StrEnum in states: is, mark == 'x', mark.other, Mark('x'), f'{mark}'")
class _(Game):
    def start(self):
        return ((Mark.FREE,) * 4, Mark.CROSS)

    def moves(self, state):
        return [f"{state[1]}{i}" for i, mark in enumerate(state[0]) if mark == "."]

    def play(self, state, move):
        cells = list(state[0])
        cells[int(move[1])] = state[1]
        return (tuple(cells), state[1].next() if state[1].value == "x" else Mark("x"))

    def outcome(self, state):
        cells, mark = state
        for a, b in LINES:
            if cells[a] != Mark.FREE and cells[a] == cells[b] == mark.other.value:
                return Value.WIN if mark.name == "CROSS" else Value.LOSS
        return None if "." in cells else Value.DRAW


@compiles("members of an Enum that only later states hold, in a board of None")
class _(Game):
    def start(self):
        return ((None,) * 4, 0)

    def moves(self, state):
        return [i for i in range(4) if state[0][i] is None]

    def play(self, state, move):
        return (put(state[0], move, Side.BLACK if state[1] else Side.WHITE), 1 - state[1])

    def outcome(self, state):
        for a, b in LINES:
            if state[0][a] is not None and state[0][a] is state[0][b]:
                return Value.WIN if state[0][a].value == "b" else Value.LOSS
        return None if None in state[0] else Value.DRAW


@compiles("members of a StrEnum that only later states hold, and plain texts that equal them")
class _(Game):
    def start(self):
        return ((None,) * 4, 0)

    def moves(self, state):
        return [i for i in range(4) if state[0][i] is None]

    def play(self, state, move):
        return (put(state[0], move, Mark.NOUGHT if state[1] else "x"), 1 - state[1])

    def outcome(self, state):
        for a, b in LINES:
            if state[0][a] == state[0][b] and state[0][a] in ("o", Mark.CROSS):
                return Value.WIN if state[0][a] == "o" else Value.LOSS
        return None if None in state[0] else Value.DRAW


class Way(Enum):
    NORTH = (-1, 0)
    EAST = (0, 1)
    SOUTH = (1, 0)
    WEST = (0, -1)

    def turned(self, times=1):
        order = [Way.NORTH, Way.EAST, Way.SOUTH, Way.WEST]
        return order[(order.index(self) + times) % 4]

    def is_back(self, other):
        return other is self.turned(2)

    def step(self, r, c):
        dr, dc = self.value
        return (r + dr, c + dc)


@compiles("methods of an Enum with arguments: way.is_back(other), way.step(r, c), way.turned(2)")
class _(Game):
    """A robot on two by three cells never turns back, and never comes back."""

    def start(self):
        return (1, 1, Way.NORTH, 1 << 4)

    def moves(self, state):
        r, c, facing, seen = state
        for way in Way:
            if not way.is_back(facing):
                a, b = way.step(r, c)
                if 0 <= a < 2 and 0 <= b < 3 and not seen >> 3 * a + b & 1:
                    yield way

    def play(self, state, move):
        r, c, facing, seen = state
        a, b = move.step(r, c)
        return (
            a,
            b,
            move if move.turned() is not facing else move.turned(0),
            seen | 1 << 3 * a + b,
        )

    def outcome(self, state):
        return None

    stuck = Value.LOSS
