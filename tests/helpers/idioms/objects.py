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
