"""Games of heaps, of numbers, of points."""
# ruff: noqa: RUF005, RUF012

from __future__ import annotations

from typing import NamedTuple

from perfectplay import Game, Value


class Nim(Game):
    stuck = Value.LOSS

    def start(self):
        return (3, 4, 5)

    def moves(self, heaps):
        return [(i, n) for i, heap in enumerate(heaps) for n in range(1, heap + 1)]

    def play(self, heaps, move):
        new = list(heaps)
        new[move[0]] -= move[1]
        return tuple(sorted(new))

    def outcome(self, heaps):
        return None


class Queen(NamedTuple):
    x: int
    y: int


class Wythoff(Game):
    stuck = Value.LOSS

    def start(self):
        return Queen(8, 9)

    def moves(self, state):
        for n in range(1, max(state) + 1):
            if n <= state.x:
                yield Queen(n, 0)
            if n <= state.y:
                yield Queen(0, n)
            if n <= min(state):
                yield Queen(n, n)

    def play(self, state, move):
        return Queen(state.x - move.x, state.y - move.y)

    def outcome(self, state):
        return None


class Kayles(Game):
    """Pins as a text; a ball takes one or two neighbours."""

    stuck = Value.LOSS

    def start(self):
        return "|" * 8

    def moves(self, pins):
        for i in range(8):
            if pins[i] == "|":
                yield (i, 1)
                if pins[i : i + 2] == "||":
                    yield (i, 2)

    def play(self, pins, move):
        first, count = move
        return "".join(" " if first <= i < first + count else pin for i, pin in enumerate(pins))

    def outcome(self, pins):
        return None


class Chomp(Game):
    """Rows of a bar: how many pieces each has. The first piece is poisoned."""

    def start(self):
        return (4, 4, 4)

    def moves(self, bar):
        for row in range(3):
            for column in range(bar[row]):
                yield (row, column)

    def play(self, bar, move):
        row, column = move
        return tuple(min(n, column) if i >= row else n for i, n in enumerate(bar))

    def outcome(self, bar):
        return Value.WIN if bar == (0, 0, 0) else None


class Grundys(Game):
    """A heap is split into two unlike ones: tuples that grow."""

    stuck = Value.LOSS

    def start(self):
        return (9,)

    def moves(self, heaps):
        for i, heap in enumerate(heaps):
            for part in range(1, (heap + 1) // 2):
                yield (i, part)

    def play(self, heaps, move):
        i, part = move
        rest = heaps[:i] + heaps[i + 1 :]
        return tuple(sorted(rest + (part, heaps[i] - part)))

    def outcome(self, heaps):
        return None


class Takeaway(Game):
    """What may be taken depends on the last move: a dict of lists."""

    stuck = Value.LOSS
    NEXT = {1: [1, 2], 2: [2, 3], 3: [1, 3]}

    def start(self):
        return (17, 1)

    def moves(self, state):
        left, last = state
        for n in self.NEXT[last]:
            if n <= left:
                yield n

    def play(self, state, move):
        return (state[0] - move, move)

    def outcome(self, state):
        return None


class Coins(Game):
    """A row of coins, taken from its ends: points."""

    scoring = True
    COINS = (3, 9, 1, 2, 7, 4)

    def start(self):
        return (0, 6)

    def moves(self, state):
        return ["left", "right"] if state[1] - state[0] > 1 else ["left"]

    def gain(self, state, move):
        return self.COINS[state[0] if move == "left" else state[1] - 1]

    def play(self, state, move):
        return (state[0] + 1, state[1]) if move == "left" else (state[0], state[1] - 1)

    def outcome(self, state):
        return 0 if state[0] == state[1] else None


class Digits(Game):
    """Take a digit from either end of what is left, masked in a text: the larger sum wins."""

    scoring = True

    def start(self):
        return "2718"

    def moves(self, state):
        left = [i for i in range(4) if state[i] != "_"]
        return [left[0], left[-1]] if len(left) > 1 else left

    def gain(self, state, move):
        return "0123456789".index(state[move])

    def play(self, state, move):
        return state[:move] + "_" + state[move + 1 :]

    def outcome(self, state):
        return 0 if state == "____" else None


class Divisors(Game):
    """Subtract a divisor; who reaches one has won."""

    def start(self):
        return 60

    def moves(self, n):
        return sorted({d for d in range(1, n) if n % d == 0}, key=lambda d: -d)

    def play(self, n, move):
        return n - move

    def outcome(self, n):
        return Value.LOSS if n == 1 else None


class Mancala(Game):
    """Three pits a side, sown one by one; a list, and who has no seeds loses."""

    stuck = Value.LOSS

    def start(self):
        return (2, 1, 2, 1, 2, 2)

    def moves(self, pits):
        return [i for i in range(3) if pits[i]]

    def play(self, pits, move):
        new = list(pits)
        seeds, new[move] = new[move], 0
        at = move
        while seeds:
            at = (at + 1) % 6
            if at != move:
                new[at] += 1
                seeds -= 1
        if at >= 3 and new[at] in (2, 3):
            new[at] = 0
        return tuple(new[3:] + new[:3])

    def outcome(self, pits):
        return None
