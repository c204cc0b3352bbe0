"""Idioms that compile: states with letters, None, and members of an Enum."""
# ruff: noqa: RUF005

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from idioms.noting import compiling
from perfectplay import Game, Value, put

COMPILES, compiles = compiling()
LINES = ((0, 1), (2, 3), (0, 2), (1, 3))
EMPTY = "."


class Letters(Game):
    """Two by two: who has two in a row wins."""

    def start(self):
        return (EMPTY,) * 4 + ("X",)

    def moves(self, state):
        for i, cell in enumerate(state[:4]):
            if cell == EMPTY:
                yield i

    def play(self, state, move):
        cells = list(state)
        cells[move] = state[4]
        cells[4] = "O" if state[4] == "X" else "X"
        return tuple(cells)

    def outcome(self, state):
        for a, b in LINES:
            if state[a] == state[b] != EMPTY:
                return Value.LOSS
        return None if EMPTY in state else Value.DRAW


@compiles("states that hold letters: ==, !=, in, conditional expressions")
class _(Letters):
    pass


@compiles("a == f(x) != b: a call between two comparisons")
class _(Letters):
    def cell(self, state, i):
        return state[i]

    def outcome(self, state):
        for a, b in LINES:
            if state[a] == self.cell(state, b) != EMPTY:
                return Value.LOSS
            if 5 < sum(1 for cell in state if cell == "X") <= 6:
                return Value.WIN
        return None if EMPTY in state else Value.DRAW


@compiles("constant texts: loops, an index, in")
class _(Letters):
    def moves(self, state):
        for letter in "XO":
            for i in range(4):
                if state[i] == EMPTY and letter == state[4]:
                    yield i

    def play(self, state, move):
        cells = list(state)
        cells[move] = "XO"[state[4] == "O"]
        cells[4] = "OX"[1 if state[4] not in "X" else 0]
        return tuple(cells)


@compiles("sets of letters: in {...}, in a frozenset")
class _(Letters):
    stones = frozenset("XO")

    def moves(self, state):
        return [i for i in range(4) if state[i] not in self.stones]

    def outcome(self, state):
        for a, b in LINES:
            if state[a] in {"X", "O"} and state[a] == state[b]:
                return Value.LOSS
        return Value.DRAW if all(cell in self.stones for cell in state[:4]) else None


class Cards(Game):
    """Three letters, of which one is turned into a lower one; all alike is the end."""

    def start(self):
        return ("b", "d", "a", "white")

    def moves(self, state):
        return [i for i in range(3) if state[i] != "a"]

    def play(self, state, move):
        *cards, turn = state
        cards[move] = {"d": "b", "b": "a"}[cards[move]]
        return (*cards, "black" if turn == "white" else "white")

    def outcome(self, state):
        *cards, _ = state
        return Value.LOSS if len(set(cards)) == 1 else None


@compiles("sets of letters as scratch: set(cards), {a, b}, -, len, in, seen.add(x)")
class _(Cards):
    def moves(self, state):
        seen = {"a"}
        for i in range(3):
            if state[i] not in seen:
                seen.add(state[i])
                yield i

    def outcome(self, state):
        *cards, turn = state
        there = set(cards)
        if there == {"b", "a"} and turn == "white":
            return Value.DRAW
        return Value.LOSS if not there - {"a"} or len(there | {"d"}) == 1 else None


@compiles('a < b of letters and words, "a" <= x <= "c", sorted(set(cards)), reverse=True')
class _(Cards):
    def moves(self, state):
        *cards, turn = state
        for x in sorted(set(cards), reverse=turn < "c"):
            if x > "a":
                yield cards.index(x)

    def outcome(self, state):
        *cards, turn = state
        if cards[0] >= cards[1] >= cards[2] and "a" <= cards[0] <= "c":
            return Value.LOSS
        return Value.DRAW if sorted(cards)[1] == "a" and turn > "pass" else None


class Pieces(Game):
    """A man of the player to move goes; all change sides."""

    stuck = Value.LOSS
    turned = str.maketrans("kK", "Kk")

    def start(self):
        return ("p", "K", "", "P", "k")

    def moves(self, state):
        return [i for i in range(5) if state[i].isupper()]

    def play(self, state, move):
        cells = list(state)
        cells[move] = "" if cells[move].lower() == "p" else "P"
        if any(x.islower() for x in cells[:2]) and not cells[1].isalpha():
            cells[0] = cells[0].upper()
        return tuple(x.translate(self.turned) if x and x in "kK" else x.swapcase() for x in cells)

    def outcome(self, state):
        return Value.DRAW if not any(state) else None


@compiles("isupper, islower, isalpha, isdigit, upper, lower, swapcase, translate of a letter")
class _(Pieces):
    pass


@compiles("None for an empty cell: is None, is not None, all, count")
class _(Game):
    def start(self):
        return (None,) * 4

    def mover(self, state):
        return "X" if state.count(None) % 2 == 0 else "O"

    def moves(self, state):
        return [i for i in range(4) if state[i] is None]

    def play(self, state, move):
        return state[:move] + (self.mover(state),) + state[move + 1 :]

    def winner(self, state):
        for a, b in LINES:
            if state[a] is not None and state[a] == state[b]:
                return state[a]
        return None

    def outcome(self, state):
        if self.winner(state) is not None:
            return Value.LOSS
        return Value.DRAW if all(state) else None


class Side(Enum):
    WHITE = "w"
    BLACK = "b"


class Board(NamedTuple):
    cells: tuple
    turn: Side


@compiles("members of an Enum in states: is, ==")
class _(Game):
    def start(self):
        return Board((None,) * 4, Side.WHITE)

    def moves(self, state):
        return [i for i in range(4) if state.cells[i] is None]

    def play(self, state, move):
        cells = list(state.cells)
        cells[move] = state.turn
        return Board(tuple(cells), Side.BLACK if state.turn is Side.WHITE else Side.WHITE)

    def outcome(self, state):
        for a, b in LINES:
            if state.cells[a] is not None and state.cells[a] is state.cells[b]:
                return Value.LOSS
        return None if None in state.cells else Value.DRAW


class Player(Enum):
    WHITE = (1, "w")
    BLACK = (2, "b")

    def __init__(self, step, letter):
        self.step = step
        self.letter = letter

    @property
    def other(self):
        return Player.BLACK if self is Player.WHITE else Player.WHITE

    def next(self):
        return self.other


@compiles("properties of members of an Enum, methods without arguments: side.other, side.value")
class _(Game):
    def start(self):
        return ((None, None, Player.WHITE), Player.BLACK)

    def moves(self, state):
        cells, side = state
        return [i for i in range(3) if cells[i] is None or cells[i].letter != side.letter]

    def play(self, state, move):
        cells, side = state
        return (put(cells, move, side), side.next())

    def outcome(self, state):
        cells, side = state
        if side.name == "WHITE" and side.other in cells[: side.step]:
            return Value.WIN
        return Value.LOSS if all(cell is side for cell in cells) else None


@dataclass(frozen=True)
class Sheet:
    cells: tuple = ("",) * 4
    turn: str = "X"


@compiles("Side['WHITE'], Side('w'), loops over an Enum, side in Side")
class _(Game):
    def start(self):
        return (Side.WHITE, 3, None)

    def moves(self, state):
        for side in Side:
            if side is state[0] and state[0] in Side:
                yield 1

    def play(self, state, move):
        other = Side["BLACK"] if state[0] == Side("w") else Side.WHITE
        return (other, state[1] - move, state[0])

    def outcome(self, state):
        return (
            Value.LOSS
            if state[1] == 0 and state[0] == state[2] is None
            else (Value.DRAW if state[1] == 0 else None)
        )


class Turn(Enum):
    FIRST = 1
    SECOND = -1


class Go(Enum):
    ONE = 3
    TWO = 6


@compiles("Turn(-turn.value): the member with a value that is computed")
class _(Game):
    def start(self):
        return (4, Turn.FIRST, Go.ONE)

    def moves(self, state):
        return [m for m in (1, 2) if m <= state[0]]

    def play(self, state, move):
        turn = Turn(-state[1].value)
        return (state[0] - move, turn, Go(3 * move))

    def outcome(self, state):
        if state[0]:
            return None
        return Value.LOSS if Turn(state[1].value) is state[1] is Turn.FIRST else Value.DRAW
