"""Idioms that compile: states of tuples in tuples, of True and False, of frozen dataclasses."""

# ruff: noqa: RUF005

from __future__ import annotations

import dataclasses
from dataclasses import astuple, dataclass, replace
from typing import NamedTuple

from idioms.noting import Piles, compiling
from perfectplay import Game, Value, put

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


class Place(NamedTuple):
    row: int
    column: int = 0


@compiles("NamedTuples in states")
class _(Game):
    def start(self):
        return (Place(2), Place(row=1, column=1))

    def moves(self, state):
        for i, place in enumerate(state):
            if place.row:
                yield i

    def play(self, state, move):
        here = state[move]
        return put(state, move, Place(here.row - 1, 1 - here.column))

    def outcome(self, state):
        first, second = state
        return Value.LOSS if first.row == second.row == 0 else None


@dataclass(frozen=True)
class Heaps:
    heaps: tuple
    passed: bool = False

    @property
    def left(self):
        return sum(self.heaps)

    def without(self, i):
        return Heaps(self.heaps[:i] + (self.heaps[i] - 1,) + self.heaps[i + 1 :])


class HeapsAndAPass(Game):
    def start(self):
        return Heaps((1, 2))

    def moves(self, state):
        if not state.passed:
            yield -1
        for i, heap in enumerate(state.heaps):
            if heap:
                yield i

    def play(self, state, move):
        if move < 0:
            return Heaps(state.heaps, True)
        left = list(state.heaps)
        left[move] -= 1
        return Heaps(heaps=tuple(left))

    def outcome(self, state):
        return Value.LOSS if sum(state.heaps) == 0 else None


@compiles("states that are frozen dataclasses: names, construction, defaults")
class _(HeapsAndAPass):
    pass


@compiles("replace(state, ...), dataclasses.replace")
class _(HeapsAndAPass):
    def play(self, state, move):
        if move < 0:
            return replace(state, passed=True)
        left = list(state.heaps)
        left[move] -= 1
        return dataclasses.replace(state, passed=False, heaps=tuple(left))


@compiles("methods and properties of frozen dataclasses")
class _(HeapsAndAPass):
    def play(self, state, move):
        return Heaps(state.heaps, True) if move < 0 else state.without(move)

    def outcome(self, state):
        return Value.LOSS if state.left == 0 else None


@compiles("astuple(state): loops, an index, unpacked, list(...), where no field is a dataclass")
class _(HeapsAndAPass):
    def outcome(self, state):
        heaps, passed = astuple(state)
        return Value.LOSS if sum(heaps) == 0 and passed < 2 else None

    def moves(self, state):
        return [i for i, heap in enumerate(dataclasses.astuple(state)[0]) if heap]


class Taking(NamedTuple):
    heap: int
    number: int = 1


@dataclass(frozen=True)
class Pair:
    left: int
    right: int


@dataclass(frozen=True)
class Square:
    row: int
    col: int

    def __add__(self, other):
        return Square(self.row + other.row, self.col + other.col)

    def __neg__(self):
        return Square(-self.row, -self.col)

    def __mul__(self, n):
        return Square(self.row * n, self.col * n)

    def __rmul__(self, n):
        return self * n

    @property
    def inside(self):
        return self.row in range(3) and self.col in range(3)


STEPS = [Square(0, 1), Square(1, 0), Square(1, 1)]


class Queen(Game):
    """A queen that only goes down and to the right, on nine squares; she never stays in the middle
    column of the last row."""

    def start(self):
        return Square(0, 0)

    def moves(self, state):
        for i, step in enumerate(STEPS):
            if (state + step).inside and state + 2 * step != Square(3, 2):
                yield i

    def play(self, state, move):
        return state + STEPS[move]

    def outcome(self, state):
        return Value.LOSS if state == Square(2, 2) else None


@compiles("operators of frozen dataclasses: square + step, 2 * step, -step, square += step")
class _(Queen):
    stuck = Value.LOSS

    def play(self, state, move):
        step = -(STEPS[move] * -1)
        state += step
        return state


@compiles("frozen dataclasses in constants: for step in STEPS, STEPS[i]; step != Square(0, 1)")
class _(Queen):
    stuck = Value.LOSS
    ORIGIN = Square(0, 0)

    def moves(self, state):
        return [
            i for i, step in enumerate(STEPS)
            if (step.row + state.row < 3 and step.col + state.col < 3)
            and (step != Square(0, 1) or state == self.ORIGIN)
        ]  # fmt: skip


@dataclass(frozen=True)
class Step:
    row: int
    col: int


@compiles("square == Step(1, 1), square == (1, 1), square in (Step(1, 1), ...): never equal")
class _(Queen):
    stuck = Value.LOSS

    def moves(self, state):
        ways = Step(state.row, state.col), Step(0, 1)
        if state == Step(state.row, state.col) or state == (state.row, state.col):
            return []
        return [
            i for i, step in enumerate(STEPS)
            if (state + step).inside and (state not in ways or step != Square(0, 1))
        ]  # fmt: skip


@compiles("match state: case Pair(left=0), case Pair(0, n); match move: case Taking(1, n)")
class _(Game):
    def start(self):
        return Pair(2, 1)

    def moves(self, state):
        match state:
            case Pair(left=0, right=0):
                return []
            case Pair(0, n):
                return [Taking(1, k) for k in range(1, n + 1)]
            case Pair(left, right) if left + right > 0:
                ones = [Taking(1, k + 1) for k in range(right)]
                return [Taking(0, k + 1) for k in range(left)] + ones

    def play(self, state, move):
        match move:
            case Taking(heap=0, number=n):
                return replace(state, left=state.left - n)
            case Taking(1, n):
                return replace(state, right=state.right - n)

    def outcome(self, state):
        match state:
            case Pair(left=0, right=0):
                return Value.LOSS


def sown(board, place):
    board = list(board)
    stones, board[place] = board[place], 0
    while stones:
        place = (place + 1) % len(board)
        board[place] += 1
        stones -= 1
    return board, place


@compiles("return tuple(board), tuple(won), turn: lists from a function, as long as in the start")
class _(Game):
    def start(self):
        return (1, 1, 1, 1), (0, 0), 0

    def moves(self, state):
        board, _, turn = state
        return [i for i in (2 * turn, 2 * turn + 1) if board[i]]

    def play(self, state, move):
        board, won, turn = state
        board, last = sown(board, move)
        won = list(won)
        if board[last] == 2:
            won[turn] += 2
            board[last] = 0
        return tuple(board), tuple(won), 1 - turn

    def outcome(self, state):
        return Value.LOSS if max(state[1]) > 1 else None

    stuck = Value.DRAW


@compiles("heaps, may = map(list, state), a, b = (list(x) for x in state): of unlike parts")
class _(Game):
    def start(self):
        return ((2, 1), (True, True))

    def moves(self, state):
        heaps, may = (list(part) for part in state)
        for i, heap in enumerate(heaps):
            if heap:
                yield (i, 1)
            if heap == 1 and may[i]:
                yield (i, -1)

    def play(self, state, move):
        heaps, may = map(list, state)
        i, n = move
        heaps[i] -= n
        may[i] = may[i] and n > 0
        return tuple(heaps), tuple(may)

    def outcome(self, state):
        return Value.LOSS if state[0] == (0, 0) else None


@compiles("return (*map(tuple, pegs), left - 1), (*(tuple(p) for p in pegs), x): as in the start")
class _(Game):
    def start(self):
        return ((2, 1), (), (), 5)

    def moves(self, state):
        *pegs, left = state
        for i, source in enumerate(pegs):
            for j, target in enumerate(pegs):
                if left and source and (not target or target[-1] > source[-1]):
                    yield i, j

    def play(self, state, move):
        *pegs, left = state
        pegs = [list(peg) for peg in pegs]
        pegs[move[1]].append(pegs[move[0]].pop())
        if len(pegs[2]) == 2:
            return (*(tuple(peg) for peg in pegs), 0)
        return (*map(tuple, pegs), left - 1)

    def outcome(self, state):
        if len(state[2]) == 2:
            return Value.LOSS
        return None if state[3] else Value.DRAW
