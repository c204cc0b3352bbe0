"""Games whose states are written as people write them: rows, records, letters, None, an Enum."""

# ruff: noqa: RUF005

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from perfectplay import Game, Value

LINES = ((0, 1, 2), (3, 4, 5), (0, 3), (1, 4), (2, 5))
"""On two rows of three cells."""

REFLECTED = (2, 1, 0, 5, 4, 3)


class Letters(Game):
    """A tuple of letters, and whose turn it is."""

    def start(self):
        return ((".",) * 6, "X")

    def moves(self, state):
        return [i for i, cell in enumerate(state[0]) if cell == "."]

    def play(self, state, move):
        cells, turn = state
        return (cells[:move] + (turn,) + cells[move + 1 :], "O" if turn == "X" else "X")

    def outcome(self, state):
        cells = state[0]
        for line in LINES:
            if cells[line[0]] != "." and all(cells[i] == cells[line[0]] for i in line):
                return Value.LOSS
        return None if "." in cells else Value.DRAW


class Mirrored(Letters):
    def symmetries(self, state):
        yield (tuple(state[0][i] for i in REFLECTED), state[1])


class Rows(Game):
    """Rows of numbers in a tuple."""

    def start(self):
        return ((0, 0, 0), (0, 0, 0))

    def moves(self, state):
        for r in range(2):
            for c in range(3):
                if not state[r][c]:
                    yield (r, c)

    def play(self, state, move):
        r, c = move
        mover = 1 + sum(cell != 0 for row in state for cell in row) % 2
        row = state[r][:c] + (mover,) + state[r][c + 1 :]
        return state[:r] + (row,) + state[r + 1 :]

    def outcome(self, state):
        for row in state:
            if row[0] and row[0] == row[1] == row[2]:
                return Value.LOSS
        if any(state[0][c] and state[0][c] == state[1][c] for c in range(3)):
            return Value.LOSS
        return Value.DRAW if all(cell for row in state for cell in row) else None

    def symmetries(self, state):
        yield tuple(row[::-1] for row in state)
        yield state[::-1]
        yield tuple(row[::-1] for row in state[::-1])


class Side(Enum):
    WHITE = "w"
    BLACK = "b"


class Seen(NamedTuple):
    cells: tuple[Side | None, ...]
    turn: Side


class Members(Game):
    """Members of an Enum, and None."""

    def start(self):
        return Seen((None,) * 6, Side.WHITE)

    def moves(self, state):
        return [i for i in range(6) if state.cells[i] is None]

    def play(self, state, move):
        cells = list(state.cells)
        cells[move] = state.turn
        return Seen(tuple(cells), Side.BLACK if state.turn is Side.WHITE else Side.WHITE)

    def outcome(self, state):
        cells = state.cells
        for line in LINES:
            if cells[line[0]] is not None and all(cells[i] is cells[line[0]] for i in line):
                return Value.LOSS
        return None if None in cells else Value.DRAW


@dataclass(frozen=True)
class Sheet:
    cells: tuple[str, ...] = ("",) * 6
    crosses: bool = True

    @property
    def letter(self) -> str:
        return "X" if self.crosses else "O"


class Sheets(Game):
    """Frozen dataclasses, with True and False."""

    def start(self):
        return Sheet()

    def moves(self, state):
        return [i for i, cell in enumerate(state.cells) if not cell]

    def play(self, state, move):
        cells = state.cells[:move] + (state.letter,) + state.cells[move + 1 :]
        return replace(state, cells=cells, crosses=not state.crosses)

    def outcome(self, state):
        for line in LINES:
            first = state.cells[line[0]]
            if first and all(state.cells[i] == first for i in line):
                return Value.LOSS
        return None if "" in state.cells else Value.DRAW

    def symmetries(self, state):
        yield replace(state, cells=tuple(state.cells[i] for i in REFLECTED))


GAMES: list[Game] = [Letters(), Mirrored(), Rows(), Members(), Sheets()]
