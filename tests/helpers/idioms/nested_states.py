"""Idioms that compile: states of tuples in tuples, of True and False."""

# ruff: noqa: RUF005

from __future__ import annotations

from idioms.noting import Piles, compiling
from perfectplay import Game, Value

COMPILES, compiles = compiling()

ROWS = ((0, 1, 0), (2, 0, 1))


class Rows(Game):
    """Stones in rows: one stone at a time, from any cell."""

    def start(self):
        return ROWS

    def moves(self, state):
        for r, row in enumerate(state):
            for c in range(3):
                if row[c]:
                    yield (r, c)

    def play(self, state, move):
        r, c = move
        row = state[r][:c] + (state[r][c] - 1,) + state[r][c + 1 :]
        return state[:r] + (row,) + state[r + 1 :]

    def outcome(self, state):
        return None if any(cell for row in state for cell in row) else Value.LOSS


@compiles("states that are rows: state[r][c], slices and sums of rows")
class _(Rows):
    pass


@compiles("tuple(tuple(...) for row in state), rows turned and mirrored")
class _(Rows):
    def play(self, state, move):
        return tuple(
            tuple(cell - ((r, c) == move) for c, cell in enumerate(row))
            for r, row in enumerate(state)
        )

    def symmetries(self, state):
        yield tuple(row[::-1] for row in state)
        yield state[::-1]


def frozen(grid):
    return tuple(tuple(row) for row in grid)


@compiles("a grid that a function is given: tuple(tuple(row) for row in grid)")
class _(Rows):
    def start(self):
        return ROWS, 1

    def moves(self, state):
        return [(r, c) for r, row in enumerate(state[0]) for c in range(3) if row[c]]

    def play(self, state, move):
        grid = [list(row) for row in state[0]]
        grid[move[0]][move[1]] -= 1
        return frozen(grid), -state[1]

    def outcome(self, state):
        return None if any(cell for row in state[0] for cell in row) else Value.LOSS


@compiles("zip(*rows): columns, tuple(zip(*rows[::-1]))")
class _(Rows):
    def outcome(self, state):
        turned = tuple(zip(*state[::-1], strict=True))
        if turned[2:] == ((1, 0),) and turned[0] == (0, 0):
            return Value.WIN
        columns = zip(*state, strict=True)
        return Value.LOSS if all(sum(column) == 0 for column in columns) else None


@compiles("zip(*grid) of lists: [list(column) for column in zip(*grid[::-1])], all(...), in, join")
class _(Rows):
    def turned(self, grid):
        return [list(column) for column in zip(*grid[::-1], strict=True)]

    def outcome(self, state):
        grid = [list(row) for row in state]
        high = [n for n, column in enumerate(zip(*grid, strict=True)) if column.count(0) < 2]
        if not any(any(column) for column in zip(*grid, strict=True)) and not high:
            return Value.LOSS
        once = list(map(list, zip(*grid, strict=True)))
        back = self.turned(self.turned(self.turned(self.turned(once))))
        return Value.WIN if back[0][1] < 2 and grid[1][0] == once[0][1] else None


@compiles("states of a board and a turn: board, turn = state")
class _(Game):
    def start(self):
        return ((1, 0, 2), 0)

    def moves(self, state):
        board, _ = state
        return [i for i, cell in enumerate(board) if cell]

    def play(self, state, move):
        board, turn = state
        return board[:move] + (board[move] - 1,) + board[move + 1 :], 1 - turn

    def player(self, state):
        return state[1]

    def outcome(self, state):
        (board, turn) = state
        return (Value.LOSS if turn == 0 else Value.WIN) if sum(board) == 0 else None


@compiles("states that hold True and False")
class _(Piles):
    def start(self):
        return (True, False, True)

    def play(self, state, move):
        return tuple(x and i != move for i, x in enumerate(state))

    def outcome(self, state):
        return None if True in state else Value.LOSS
