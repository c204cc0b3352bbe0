"""Idioms that compile: what a function that calls itself asks of several such calls at once."""

from __future__ import annotations

from idioms.noting import compiling
from perfectplay import Game, Value

COMPILES, compiles = compiling()

SIDES = {"X": (range(3), {6, 7, 8}), "O": (range(0, 9, 3), {2, 5, 8})}
STEPS = ((-1, 0), (0, -1), (0, 1), (1, 0))
NEAR = {
    3 * r + c: [3 * (r + a) + c + b for a, b in STEPS if 0 <= r + a < 3 and 0 <= c + b < 3]
    for r in range(3) for c in range(3)
}  # fmt: skip


class Joining(Game):
    """Three by three, already half full: X joins top and bottom, O left and right."""

    def start(self):
        return "X.O..X.O."

    def mover(self, board):
        return "X" if board.count("X") == board.count("O") else "O"

    def moves(self, board):
        return [i for i, mark in enumerate(board) if mark == "."]

    def play(self, board, i):
        return board[:i] + self.mover(board) + board[i + 1 :]

    def joined(self, board, at, who, seen):
        if at in seen or board[at] != who:
            return False
        seen.add(at)
        for near in NEAR[at]:
            if self.joined(board, near, who, seen):
                return True
        return at in SIDES[who][1]

    def outcome(self, board):
        last = "O" if self.mover(board) == "X" else "X"
        seen = set()
        for at in (0, 1, 2) if last == "X" else (0, 3, 6):
            if self.joined(board, at, last, seen):
                return Value.LOSS
        return None if "." in board else Value.DRAW


@compiles("a search that calls itself: return at in goal or any(self.joined(x, seen) for x in ...)")
class _(Joining):
    def joined(self, board, at, who, seen):
        if at in seen or board[at] != who:
            return False
        seen.add(at)
        return (at >= 6 if who == "X" else at % 3 == 2) or any(
            self.joined(board, near, who, seen) for near in NEAR[at]
        )


@compiles("the same of a def in a method; begin, goal = SIDES[who] of a range and a set")
class _(Joining):
    def outcome(self, board):
        last = "O" if self.mover(board) == "X" else "X"
        begin, goal = SIDES[last]
        seen = set()

        def visit(at):
            if at in seen or board[at] != last:
                return False
            seen.add(at)
            return at in goal or any(visit(near) for near in self.near(at))

        if any(visit(at) for at in begin):
            return Value.LOSS
        return None if "." in board else Value.DRAW

    def near(self, at):
        return NEAR[at]


@compiles(
    "sum, max, all, a list of what it gives: 1 + sum(self.size(x) for x in ...), not all(...)"
)
class _(Game):
    """A pile is taken from, or parted; what is left is asked by a function that calls itself."""

    stuck = Value.LOSS

    def start(self):
        return (9, 0)

    def ways(self, n):
        if n < 2:
            return 1
        return sum(self.ways(n - k) for k in (2, 3) if k <= n) + 1

    def depth(self, n):
        return 0 if n < 2 else 1 + max(self.depth(n - k) for k in (2, 3) if n - k >= 0)

    def odd(self, n):
        if n < 2 or not all(self.odd(n - k) for k in (2, 4) if n >= k):
            return n % 2 == 1
        return sum(1 for k in (2, 3) if self.odd(n // k)) > 0

    def moves(self, state):
        n, _ = state
        return [k for k in (1, 2, 3) if k <= n and (self.odd(n) or k < 3)]

    def play(self, state, move):
        n, far = state
        return (n - move, (far + self.ways(n - move) + self.depth(n)) % 4)

    def outcome(self, state):
        return Value.LOSS if state[0] == 0 else None
