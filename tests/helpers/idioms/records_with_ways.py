"""Idioms that compile: frozen dataclasses that say what an index, a loop, `in` and truth give."""

# ruff: noqa: RUF005

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from idioms.noting import compiling
from perfectplay import Game, Value

COMPILES, compiles = compiling()


@dataclass(frozen=True)
class Square:
    """Four cells, which one asks for by row and column."""

    cells: tuple[int, ...]
    turn: int = 1

    def __getitem__(self, place):
        row, column = place
        return self.cells[2 * row + column]

    def __contains__(self, place):
        return all(0 <= x < 2 for x in place)

    def put(self, row, column):
        i = 2 * row + column
        return Square(self.cells[:i] + (self.turn,) + self.cells[i + 1 :], 3 - self.turn)


class InARow(Game):
    """Two in a row win, or two in a column."""

    def start(self):
        return Square((0, 0, 0, 0))

    def moves(self, state):
        return [(r, c) for r in range(2) for c in range(2) if state[r, c] == 0]

    def play(self, state, move):
        return state.put(*move)

    def won(self, board):
        return any(
            (r + dr, c + dc) in board and board[r, c] == board[r + dr, c + dc] == 3 - board.turn
            for r in range(2) for c in range(2) for dr, dc in ((0, 1), (1, 0))
        )  # fmt: skip

    def outcome(self, state):
        if self.won(state):
            return Value.LOSS
        return None if any(state[r, c] == 0 for r in range(2) for c in range(2)) else Value.DRAW


@compiles("state[r, c], (r, c) in state of a __getitem__, a __contains__; board[r, c] in a helper")
class _(InARow):
    pass


@dataclass(frozen=True)
class Row:
    piles: tuple[int, ...]
    taken: int = 0

    def __getitem__(self, i):
        return self.piles[i]

    def __len__(self):
        return len(self.piles)

    def __iter__(self):
        return iter(self.piles)

    def __contains__(self, pile):
        return pile in self.piles

    def less(self, i, n):
        piles = [*self]
        piles[i] -= n
        return Row(tuple(piles), self.taken + n)


class Piles(Game):
    def start(self):
        return Row((2, 0, 3))

    def moves(self, state):
        for i, pile in enumerate(state):
            for n in range(1, min(pile, 2) + 1):
                yield i, n

    def play(self, state, move):
        return state.less(*move)

    def outcome(self, state):
        return Value.LOSS if sum(state) == 0 else None


@compiles("for pile in state, enumerate, zip, sum, max, sorted, list, set, any of an __iter__")
class _(Piles):
    def moves(self, state):
        pairs = zip(state, sorted(state), strict=True)
        for i, (pile, other) in enumerate(pairs):
            if pile and max(state) + len(set(state)) + other > 2 and list(state)[i] == pile:
                yield i, 1

    def outcome(self, state):
        return None if any(state) else Value.LOSS


@compiles("len(state), state[i], state[-1], state[1:], n in state, n not in state")
class _(Piles):
    def moves(self, state):
        for i in range(len(state)):
            if state[i] and (state[-1] or 2 in state):
                yield i, 1

    def outcome(self, state):
        return Value.LOSS if 3 not in state and sum(state[1:]) == 0 else None


@compiles("first, *rest = state, [*state], tuple(... for ... in state) of records")
class _(Piles):
    def play(self, state, move):
        i, n = move
        return Row(tuple(pile - n if j == i else pile for j, pile in enumerate(state)))

    def outcome(self, state):
        first, second, third = state
        return Value.LOSS if first + second + third == 0 and [*state] == [0, 0, 0] else None


@dataclass(frozen=True)
class Backwards:
    """What it says of itself is not what its fields are."""

    low: int
    high: int

    def __getitem__(self, i):
        return (self.high, self.low)[i]

    def __iter__(self):
        for i in range(len(self)):
            yield self[i]
        yield 7

    def __len__(self):
        return 1 + self.low if self else 2

    def __bool__(self):
        return self.low == 1


@compiles("if state, not state, bool(state) of a __bool__ or a __len__; an __iter__ that yields")
class _(Game):
    stuck = Value.LOSS

    def start(self):
        return Backwards(2, 3)

    def moves(self, state):
        if state[0]:
            yield "high"
        if state[-1]:
            yield "low"

    def play(self, state, move):
        if move == "high":
            return replace(state, high=state.high - 1)
        return replace(state, low=state.low - 1)

    def outcome(self, state):
        if not state and sum(state) == 7:
            return Value.WIN
        return Value.LOSS if state and max(state) == 7 and len(state) * state.high == 2 else None


@dataclass(frozen=True)
class Hands:
    hands: tuple[Backwards, Backwards]
    turn: int = 0

    def __getitem__(self, key):
        if isinstance(key, tuple):
            hand, place = key
            return self.hands[hand][place]
        return self.hands[1 - key].high


@compiles("records in records: state[0, 1], for hand in hands: if hand; isinstance(key, tuple)")
class _(Game):
    stuck = Value.LOSS

    def start(self):
        return Hands((Backwards(1, 1), Backwards(0, 2)))

    def moves(self, state):
        for i, hand in enumerate(state.hands):
            if hand or hand.low:
                yield i, hand.high
        if state[0, 0] and state[0, 1] + state[1] > 1:
            yield 0, 0

    def play(self, state, move):
        hands = list(state.hands)
        hands[move[0]] = Backwards(0, move[1])
        return Hands((hands[1], hands[0]), state.turn + 1)

    def outcome(self, state):
        return Value.LOSS if state.turn == 3 or sum(state.hands[0]) == 12 else None


class Line(NamedTuple):
    cells: str
    turn: str

    def __getitem__(self, i):
        return self.cells[i]

    def __contains__(self, letter):
        return letter in self.cells


@compiles("NamedTuples with a __getitem__: state[i] == '.', '.' in state, cells, turn = state")
class _(Game):
    def start(self):
        return Line("....", "x")

    def moves(self, state):
        return [i for i in range(4) if state[i] == "."]

    def play(self, state, move):
        cells, turn = state
        return Line(cells[:move] + turn + cells[move + 1 :], "o" if turn == "x" else "x")

    def outcome(self, state):
        if state[0] == state[1] != "." or state[-1] == state[-2] == "o":
            return Value.LOSS
        return None if "." in state else Value.DRAW
