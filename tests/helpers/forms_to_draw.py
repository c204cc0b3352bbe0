"""Tic-tac-toe with states of many forms, without a picture of its own."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from enum import Enum
from typing import Any, ClassVar, NamedTuple

import numpy as np

from perfectplay import Game, Value

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
NAMES = [f"{file}{rank}" for rank in "321" for file in "abc"]


class Lines(Game):
    """Tic-tac-toe whose states are what ``code`` makes of nine cells (0, 1, 2) and the turn."""

    code: ClassVar[Callable[[tuple[int, ...], int], Any]] = staticmethod(lambda cells, turn: cells)
    plain: ClassVar[Callable[[Any], list[int]]] = staticmethod(list)
    names: ClassVar[list[Any]] = list(range(9))

    def start(self):
        return self.code((0,) * 9, 0)

    def moves(self, state):
        return [self.names[i] for i, value in enumerate(self.plain(state)) if not value]

    def play(self, state, move):
        cells = list(self.plain(state))
        turn = 0 if cells.count(1) == cells.count(2) else 1
        cells[self.names.index(move)] = 1 + turn
        return self.code(tuple(cells), 1 - turn)

    def outcome(self, state):
        cells = self.plain(state)
        if any(cells[a] == cells[b] == cells[c] != 0 for a, b, c in LINES):
            return Value.LOSS
        return None if 0 in cells else Value.DRAW


class Mark(Enum):
    NONE = 0
    CROSS = 1
    NOUGHT = 2


@dataclasses.dataclass(frozen=True)
class Position:
    turn: int
    board: tuple[int, ...]


class Named(NamedTuple):
    player: str
    squares: str


def letters(cells) -> str:
    return "".join(".XO"[value] for value in cells)


def numbers(text) -> list[int]:
    return [".XO".index(letter) for letter in text if letter in ".XO"]


def nested(cells) -> tuple[tuple[int, ...], ...]:
    return (cells[:3], cells[3:6], cells[6:])


def lines_of(code, plain, **more) -> Game:
    """Tic-tac-toe with states of another form."""
    members = {"code": staticmethod(code), "plain": staticmethod(plain), **more}
    return type("Lines", (Lines,), members)()


def array_of(dtype) -> Game:
    return lines_of(
        lambda cells, turn: np.array(cells, dtype=dtype).tobytes(),
        lambda state: np.frombuffer(state, dtype=dtype).astype(int).tolist(),
    )


def turned(cells, turn) -> tuple[int, ...]:
    return tuple((value, 3 - value)[turn] if value else 0 for value in cells)


def unturned(cells) -> list[int]:
    return list(turned(cells, (len(cells) - cells.count(0)) % 2))


FORMS: dict[str, Game] = {
    "a text": lines_of(lambda c, t: letters(c), numbers),
    "a text and the turn": lines_of(lambda c, t: letters(c) + "xo"[t], numbers),
    "lines": lines_of(lambda c, t: "\n".join(letters(row) for row in nested(c)), numbers),
    "lines and a sentence": lines_of(
        lambda c, t: "\n".join(letters(row) for row in nested(c)) + f"\n{'xo'[t]} moves", numbers
    ),
    "slashes": lines_of(lambda c, t: "/".join(letters(row) for row in nested(c)), numbers),
    "slashes and the turn": lines_of(
        lambda c, t: "/".join(letters(row) for row in nested(c)) + " " + "xo"[t], numbers
    ),
    "slashes, the turn, a count": lines_of(
        lambda c, t: "/".join(letters(row) for row in nested(c)) + f";{'xo'[t]};{c.count(0)}",
        numbers,
    ),
    "blanks between": lines_of(
        lambda c, t: "\n".join(" ".join(letters(row)) for row in nested(c)), numbers
    ),
    "letters in bytes": lines_of(
        lambda c, t: letters(c).encode(), lambda state: numbers(state.decode())
    ),
    "numbers in bytes": lines_of(lambda c, t: bytes(c), list),
    "int8": array_of(np.int8),
    "int16": array_of(np.int16),
    "int64": array_of(np.int64),
    "float64": array_of(np.float64),
    "numbers": lines_of(lambda c, t: c, list),
    "numbers and the turn": lines_of(lambda c, t: (*c, t), lambda s: list(s[:9])),
    "the turn and numbers": lines_of(lambda c, t: (t, *c), lambda s: list(s[1:])),
    "1 and -1": lines_of(
        lambda c, t: tuple((0, 1, -1)[v] for v in c), lambda s: [(0, 1, -1).index(v) for v in s]
    ),
    "turned to the mover": lines_of(turned, unturned),
    "letters and None": lines_of(
        lambda c, t: tuple((None, "X", "O")[v] for v in c),
        lambda s: [(None, "X", "O").index(v) for v in s],
    ),
    "an Enum": lines_of(lambda c, t: tuple(map(Mark, c)), lambda s: [v.value for v in s]),
    "nested tuples": lines_of(lambda c, t: nested(c), lambda s: [v for row in s for v in row]),
    "nested tuples and the turn": lines_of(
        lambda c, t: (nested(c), t), lambda s: [v for row in s[0] for v in row]
    ),
    "a tuple of texts": lines_of(
        lambda c, t: tuple(map(letters, nested(c))), lambda s: numbers("".join(s))
    ),
    "a text in a tuple": lines_of(lambda c, t: (letters(c), "XO"[t]), lambda s: numbers(s[0])),
    "a dataclass": lines_of(lambda c, t: Position(t, c), lambda s: list(s.board)),
    "a NamedTuple": lines_of(lambda c, t: Named("XO"[t], letters(c)), lambda s: numbers(s.squares)),
    "moves from 1": lines_of(lambda c, t: letters(c), numbers, names=list(range(1, 10))),
    "moves (row, column)": lines_of(
        lambda c, t: c, list, names=[(y, x) for y in range(3) for x in range(3)]
    ),
    "moves with names": lines_of(lambda c, t: letters(c), numbers, names=NAMES),
    "drawn by its text": lines_of(
        lambda c, t: sum(v * 3**i for i, v in enumerate(c)),
        lambda s: [s // 3**i % 3 for i in range(9)],
        text=lambda self, s: "\n".join(letters(row) for row in nested(tuple(self.plain(s)))),
    ),
    "drawn by its text with labels": lines_of(
        lambda c, t: sum(v * 3**i for i, v in enumerate(c)),
        lambda s: [s // 3**i % 3 for i in range(9)],
        text=lambda self, s: "\n".join(
            [f"{3 - y} {' '.join(letters(row))}" for y, row in enumerate(nested(self.plain(s)))]
            + ["  a b c"]
        ),
    ),
}
"""Tic-tac-toe in many forms, each of which is a board of 3 × 3."""
