"""Idioms that compile: objects of plain classes that rules make for themselves."""

from __future__ import annotations

from idioms.noting import compiling
from perfectplay import Game, Value

COMPILES, compiles = compiling()


class Board:
    """Two rows of pits, and what was taken."""

    PITS = 2

    def __init__(self, state):
        self.pits = list(state[:4])
        self.taken: int = state[4]
        self.last = 0

    def sow(self, pit):
        stones, self.pits[pit] = self.pits[pit], 0
        while stones > 0:
            pit = (pit + 1) % len(self.pits)
            self.pits[pit] += 1
            stones -= 1
        self.last = pit

    def take(self):
        if self.pits[self.last] == 2:
            self.taken += self.pits[self.last]
            self.pits[self.last] = 0

    def turned(self):
        self.pits = self.pits[Board.PITS :] + self.pits[: self.PITS]
        return self

    @property
    def left(self):
        return sum(self.pits)

    def to_state(self):
        return (*self.pits, self.taken % 2)


class Sowing(Game):
    """Stones are sown; who has none to sow loses."""

    stuck = Value.LOSS

    def start(self):
        return (1, 2, 1, 0, 0)

    def moves(self, state):
        board = Board(state)
        return [pit for pit in range(Board.PITS) if board.pits[pit]]

    def play(self, state, move):
        board = Board(state)
        board.sow(move)
        board.take()
        return board.turned().to_state()

    def outcome(self, state):
        return Value.LOSS if Board(state).left == 0 else None


@compiles("board = Board(state), board.sow(move), board.to_state(): an object of a plain class")
class _(Sowing):
    pass


@compiles("attributes of such objects: board.last = 0, board.taken += 1, board.pits[i], board.PITS")
class _(Sowing):
    def moves(self, state):
        board = Board(state)
        board.last = board.PITS
        while board.last > 0:
            board.last -= 1
            if board.pits[board.last]:
                yield board.last

    def play(self, state, move):
        board = other = Board(state)
        board.sow(move)
        other.take()
        if board.last == 3:
            other.taken += 1
        return board.turned().to_state()


class Square:
    """A board of two rows and as many columns, with private attributes."""

    SIZE = 2

    def __init__(self, cells, points=(0, 0)):
        self._cells = list(cells)
        self._points = list(points)
        self.__changes = 0

    def get(self, x, y):
        return self._cells[y * Square.SIZE + x]

    def set(self, x, y, value):
        self.__changes += 1
        self._cells[y * Square.SIZE + x] = value

    def index(self, value):
        place = self._cells.index(value)
        return place % Square.SIZE, place // Square.SIZE

    @property
    def count(self):
        return self.__changes

    def pop(self):
        last = self._cells[-1]
        self._cells[-1] = 0
        return last

    def copy(self):
        return Square(self._cells, self._points)

    def cells(self):
        return tuple(self._cells)

    def take(self, n):
        self._points[n % 2] += 1
        self.set(n % 2, n // 2, 0)

    def freeze(self):
        return tuple(self._cells), tuple(self._points)


def is_free(board: Square, x, y):
    return board.get(x, y) == 0


@compiles(
    "board.get(x, y), board.set(x, y, 1), board.index(0), _cells: names that builtins use, "
    "private ones"
)
class _(Game):
    stuck = Value.LOSS

    def start(self):
        return (0, 1, 0, 2)

    def moves(self, state):
        board = Square(state)
        for n in range(4):
            if is_free(board, n % 2, n // 2) and Square(state).get(0, 0) < 2:
                yield n

    def play(self, state, move):
        board = Square(state)
        x, y = board.index(0)
        board.set(move % 2, move // 2, 1 + x)
        if board.count and board.get(1, 1) == 2 and y == 0:
            board = board.copy()
            board.set(0, 1, board.pop())
        return board.cells()

    def outcome(self, state):
        return None


@compiles("return board.freeze() of two lists: as long as in the start")
class _(Game):
    def start(self):
        return ((1, 2, 1, 1), (0, 0))

    def moves(self, state):
        return [n for n in range(4) if state[0][n]]

    def play(self, state, move):
        board = Square(state[0], state[1])
        board.take(move)
        return board.freeze()

    def outcome(self, state):
        return None if any(state[0]) else Value.LOSS if state[1][0] > 1 else Value.WIN
