"""Games whose symmetries are data, with states of several kinds; beside each one that gives the
same images by a method."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from perfectplay import Game, Value, put

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
MIRROR = (2, 1, 0, 5, 4, 3, 8, 7, 6)
DIAGONAL = (0, 3, 6, 1, 4, 7, 2, 5, 8)
TURN = (6, 3, 0, 7, 4, 1, 8, 5, 2)


def group() -> tuple[tuple[int, ...], ...]:
    """All eight symmetries of a square of 3 × 3."""
    found = [tuple(range(9))]
    for one in found:
        for change in (MIRROR, DIAGONAL):
            image = tuple(one[place] for place in change)
            if image not in found:
                found.append(image)
    return tuple(found)


ALL = group()


@dataclass(frozen=True)
class Flat(Game):
    """Tic-tac-toe on nine cells and the turn, of which cells and turn can change colours: whoever
    moves, the play is the same."""

    cell_symmetries = (
        (*MIRROR, 9),
        (*DIAGONAL, 9),
        (tuple(range(10)), (*({1: 2, 2: 1},) * 9, {0: 1, 1: 0})),
    )

    def start(self):
        return (0,) * 10

    def moves(self, state):
        for i in range(9):
            if state[i] == 0:
                yield i

    def play(self, state, move):
        return put(put(state, move, 1 + state[9]), 9, 1 - state[9])

    def outcome(self, state):
        for a, b, c in LINES:
            if state[a] == state[b] == state[c] != 0:
                return Value.LOSS
        return None if 0 in state[:9] else Value.DRAW


@dataclass(frozen=True)
class FlatMethod(Flat):
    """The same images by a method, which changes values and so is compiled as it is."""

    cell_symmetries = ()

    def symmetries(self, state):
        for table in ALL:
            image = tuple(state[place] for place in table)
            yield (*image, state[9])
            yield (*tuple((0, 2, 1)[cell] for cell in image), 1 - state[9])


@dataclass(frozen=True)
class Plain(Flat):
    """The eight images of the board alone."""

    cell_symmetries = ((*MIRROR, 9), (*DIAGONAL, 9))

    def tier(self, state):
        return sum(cell != 0 for cell in state[:9])


@dataclass(frozen=True)
class PlainMethod(Plain):
    """The same by a method that only permutes: it becomes data."""

    cell_symmetries = None

    def symmetries(self, state):
        for table in ALL:
            yield (*(state[place] for place in table), state[9])


class Board(NamedTuple):
    cells: tuple[int, ...]
    first: bool


@dataclass(frozen=True)
class Nested(Game):
    """The same in a NamedTuple, with True and False for the turn."""

    cell_symmetries = ((*MIRROR, 9), (*TURN, 9))

    def start(self):
        return Board((0,) * 9, first=True)

    def moves(self, state):
        for i in range(9):
            if state.cells[i] == 0:
                yield i

    def play(self, state, move):
        return Board(put(state.cells, move, 1 if state.first else 2), not state.first)

    def outcome(self, state):
        for a, b, c in LINES:
            if state.cells[a] == state.cells[b] == state.cells[c] != 0:
                return Value.LOSS
        return None if 0 in state.cells else Value.DRAW


@dataclass(frozen=True)
class NestedMethod(Nested):
    cell_symmetries = None

    def symmetries(self, state):
        for table in ALL:
            yield Board(tuple(state.cells[place] for place in table), state.first)


@dataclass(frozen=True)
class Record:
    rows: tuple[tuple[str, ...], ...]
    turn: str


@dataclass(frozen=True)
class Letters(Game):
    """Rows of letters in a dataclass; colours and turn are exchanged by one dict for all fields."""

    cell_symmetries = ((*MIRROR, 9), (*DIAGONAL, 9), (tuple(range(10)), {"X": "O", "O": "X"}))

    def start(self):
        return Record(((".",) * 3,) * 3, "X")

    def moves(self, state):
        for y in range(3):
            for x in range(3):
                if state.rows[y][x] == ".":
                    yield (y, x)

    def play(self, state, move):
        y, x = move
        rows = put(state.rows, y, put(state.rows[y], x, state.turn))
        return replace(state, rows=rows, turn="O" if state.turn == "X" else "X")

    def outcome(self, state):
        for a, b, c in LINES:
            one = state.rows[a // 3][a % 3]
            if one == state.rows[b // 3][b % 3] == state.rows[c // 3][c % 3] != ".":
                return Value.LOSS
        return None if any("." in row for row in state.rows) else Value.DRAW


@dataclass(frozen=True)
class LettersMethod(Letters):
    cell_symmetries = None

    def symmetries(self, state):
        other = "O" if state.turn == "X" else "X"
        for table in ALL:
            cells = [state.rows[place // 3][place % 3] for place in table]
            swapped = ["O" if c == "X" else "X" if c == "O" else c for c in cells]
            yield Record(tuple(tuple(cells[y * 3 : y * 3 + 3]) for y in range(3)), state.turn)
            yield Record(tuple(tuple(swapped[y * 3 : y * 3 + 3]) for y in range(3)), other)


@dataclass(frozen=True)
class Text(Game):
    """A board that is a text."""

    cell_symmetries = (MIRROR, DIAGONAL)

    def start(self):
        return "." * 9

    def moves(self, state):
        for i in range(9):
            if state[i] == ".":
                yield i

    def play(self, state, move):
        mark = "X" if state.count(".") % 2 else "O"
        return state[:move] + mark + state[move + 1 :]

    def outcome(self, state):
        for a, b, c in LINES:
            if state[a] == state[b] == state[c] != ".":
                return Value.LOSS
        return None if "." in state else Value.DRAW


@dataclass(frozen=True)
class TextMethod(Text):
    cell_symmetries = None

    def symmetries(self, state):
        for table in ALL:
            yield "".join(state[place] for place in table)


@dataclass(frozen=True)
class Bytes(Text):
    """The same in bytes."""

    def start(self):
        return bytes(9)

    def moves(self, state):
        for i in range(9):
            if state[i] == 0:
                yield i

    def play(self, state, move):
        return state[:move] + bytes([1 + state.count(0) % 2]) + state[move + 1 :]

    def outcome(self, state):
        for a, b, c in LINES:
            if state[a] == state[b] == state[c] != 0:
                return Value.LOSS
        return None if 0 in state else Value.DRAW


@dataclass(frozen=True)
class BytesMethod(Bytes):
    cell_symmetries = None

    def symmetries(self, state):
        for table in ALL:
            yield bytes([state[place] for place in table])


@dataclass(frozen=True)
class Ring(Game):
    """A game with loops: men on a ring of six move to the empty places beside them; whoever cannot
    move loses."""

    stuck = Value.LOSS
    cell_symmetries = ((1, 2, 3, 4, 5, 0), (5, 4, 3, 2, 1, 0))

    def start(self):
        return (1, 1, 2, 2, 0, 0)

    def moves(self, state):
        for i in range(6):
            for to in ((i + 1) % 6, (i + 5) % 6):
                if state[i] == 1 and state[to] == 0:
                    yield (i, to)

    def play(self, state, move):
        i, to = move
        return tuple((0, 2, 1)[cell] for cell in put(put(state, i, 0), to, 1))

    def outcome(self, state):
        return None


@dataclass(frozen=True)
class RingMethod(Ring):
    cell_symmetries = None

    def symmetries(self, state):
        for turn in range(6):
            yield state[turn:] + state[:turn]
            yield (state[turn:] + state[:turn])[::-1]


PAIRS: list[tuple[Any, Any]] = [
    (Flat, FlatMethod), (Plain, PlainMethod), (Nested, NestedMethod), (Letters, LettersMethod),
    (Text, TextMethod), (Bytes, BytesMethod), (Ring, RingMethod),
]  # fmt: skip
