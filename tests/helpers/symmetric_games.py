"""Games whose symmetries are known."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from perfectplay import Game, Value, put

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@dataclass(frozen=True)
class Cells(Game):
    """Tic-tac-toe on a tuple: nine cells, in any order, and the turn."""

    order: tuple[int, ...] = tuple(range(9))

    @cached_property
    def lines(self):
        return tuple(tuple(self.order[cell] for cell in line) for line in LINES)

    def start(self):
        return (0,) * 10

    def moves(self, state):
        return [i for i in range(9) if not state[i]]

    def play(self, state, move):
        return put(put(state, move, 1 + state[9]), 9, 1 - state[9])

    def outcome(self, state):
        for a, b, c in self.lines:
            if state[a] == state[b] == state[c] != 0:
                return Value.LOSS
        return None if 0 in state[:9] else Value.DRAW


class Ring(Game):
    """Mu torere: a ring of eight and a centre; a turn takes the start elsewhere."""

    stuck = Value.LOSS

    def start(self):
        return (1, 1, 1, 1, 2, 2, 2, 2, 0, 0)

    def moves(self, state):
        free = state[:9].index(0)
        for i in range(9):
            near = 8 in (i, free) or (i - free) % 8 in (1, 7)
            enemy = free != 8 or any(state[(i + d) % 8] == 2 - state[9] for d in (1, 7))
            if state[i] == 1 + state[9] and near and enemy:
                yield i

    def play(self, state, move):
        free = state[:9].index(0)
        return put(put(put(state, free, state[move]), move, 0), 9, 1 - state[9])

    def outcome(self, state):
        return None


class Both(NamedTuple):
    left: int
    right: int
    turn: int


class Named(Game):
    def start(self):
        return Both(3, 3, 0)

    def moves(self, state):
        return [(i, n) for i in (0, 1) for n in range(1, state[i] + 1)]

    def play(self, state, move):
        taken = put(state, move[0], state[move[0]] - move[1])
        return taken._replace(turn=1 - state.turn)

    def outcome(self, state):
        return Value.LOSS if state.left + state.right == 0 else None


class Piles(Game):
    """Two piles that are alike, but for what a test changes."""

    stuck = Value.LOSS
    size = 6
    odd: Any = None

    def start(self):
        return (self.size, self.size)

    def moves(self, state):
        return [(i, n) for i in (0, 1) for n in range(1, min(2, state[i]) + 1)]

    def play(self, state, move):
        return put(state, move[0], state[move[0]] - move[1])

    def outcome(self, state):
        return None
