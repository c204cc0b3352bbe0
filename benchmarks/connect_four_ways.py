"""Connect 4 on 5×4 with cells and the player to move as integers, and as characters.

Cells are numbered row after row from the bottom; a move is the column.
"""
# ruff: noqa: RUF005

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from perfectplay import Game, Value

WIDTH, HEIGHT = 5, 4
CELLS = WIDTH * HEIGHT
TOP = CELLS - WIDTH

LINES = tuple(
    tuple((y + i * dy) * WIDTH + x + i * dx for i in range(4))
    for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1))
    for y in range(HEIGHT)
    for x in range(WIDTH)
    if 0 <= x + 3 * dx < WIDTH and y + 3 * dy < HEIGHT
)


class FlatTuple(Game):
    """Twenty-one integers: the cells, and the player to move."""

    def start(self) -> Any:
        return (0,) * CELLS + (1,)

    def moves(self, state: Any) -> Iterator[int]:
        for column in range(WIDTH):
            if state[TOP + column] == 0:
                yield column

    def play(self, state: Any, move: int) -> Any:
        cell, turn = move, state[CELLS]
        while state[cell] != 0:
            cell += WIDTH
        cells = state[:cell] + (turn,) + state[cell + 1 :]
        return cells[:CELLS] + (3 - turn,)

    def outcome(self, state: Any) -> Value | None:
        for a, b, c, d in LINES:
            if state[a] == state[b] == state[c] == state[d] != 0:
                return Value.LOSS
        return None if 0 in state[TOP:CELLS] else Value.DRAW


class Text(Game):
    """A text of twenty-one characters: the cells, and the player to move."""

    def start(self) -> Any:
        return "." * CELLS + "X"

    def moves(self, state: Any) -> Iterator[int]:
        for column in range(WIDTH):
            if state[TOP + column] == ".":
                yield column

    def play(self, state: Any, move: int) -> Any:
        cell, turn = move, state[CELLS]
        while state[cell] != ".":
            cell += WIDTH
        cells = state[:cell] + turn + state[cell + 1 :]
        return cells[:CELLS] + ("O" if turn == "X" else "X")

    def outcome(self, state: Any) -> Value | None:
        for a, b, c, d in LINES:
            if state[a] == state[b] == state[c] == state[d] != ".":
                return Value.LOSS
        return None if "." in state[TOP:CELLS] else Value.DRAW


class TextAndTurn(Game):
    """``(board, turn)``, both texts."""

    def start(self) -> Any:
        return ("." * CELLS, "X")

    def moves(self, state: Any) -> Iterator[int]:
        board, _ = state
        for column in range(WIDTH):
            if board[TOP + column] == ".":
                yield column

    def play(self, state: Any, move: int) -> Any:
        board, turn = state
        cell = move
        while board[cell] != ".":
            cell += WIDTH
        return (board[:cell] + turn + board[cell + 1 :], "O" if turn == "X" else "X")

    def outcome(self, state: Any) -> Value | None:
        board, _ = state
        for a, b, c, d in LINES:
            if board[a] == board[b] == board[c] == board[d] != ".":
                return Value.LOSS
        return None if "." in board[TOP:] else Value.DRAW


CONNECT_FOUR_WAYS: dict[str, tuple[type[Game], float | None]] = {
    "a flat tuple": (FlatTuple, None),
    "a text": (Text, 0.5),
    "(text, letter)": (TextAndTurn, 0.5),
}
"""The ways, and how fast each should be, measured by the flat tuple."""
