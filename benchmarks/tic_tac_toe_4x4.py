"""Tic-tac-toe on 4×4, whose states are written in the ways that people write them.

Each has sixteen cells and the player to move, so that the rules do the same work.
"""
# ruff: noqa: RUF005

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from perfectplay import Game, Value

LINES = (
    *(tuple(range(4 * row, 4 * row + 4)) for row in range(4)),
    *(tuple(range(column, 16, 4)) for column in range(4)),
    (0, 5, 10, 15),
    (3, 6, 9, 12),
)


class FlatTuple(Game):
    """Seventeen integers: the cells, and the player to move."""

    def start(self) -> Any:
        return (0,) * 16 + (1,)

    def moves(self, state: Any) -> Iterator[int]:
        for cell in range(16):
            if state[cell] == 0:
                yield cell

    def play(self, state: Any, move: int) -> Any:
        turn = state[16]
        cells = state[:move] + (turn,) + state[move + 1 :]
        return cells[:16] + (3 - turn,)

    def outcome(self, state: Any) -> Value | None:
        for a, b, c, d in LINES:
            if state[a] == state[b] == state[c] == state[d] != 0:
                return Value.LOSS
        return None if 0 in state[:16] else Value.DRAW


class ByComprehensions(FlatTuple):
    """The same tuple, all of it asked and made by generator expressions."""

    def moves(self, state: Any) -> Any:
        return [cell for cell in range(16) if state[cell] == 0]

    def play(self, state: Any, move: int) -> Any:
        cells = tuple(state[16] if cell == move else state[cell] for cell in range(16))
        return cells + (3 - state[16],)

    def outcome(self, state: Any) -> Value | None:
        if any(all(state[cell] == 3 - state[16] for cell in line) for line in LINES):
            return Value.LOSS
        return None if any(state[cell] == 0 for cell in range(16)) else Value.DRAW


class ByList(FlatTuple):
    """The same tuple, changed as a list."""

    def play(self, state: Any, move: int) -> Any:
        cells = list(state)
        cells[move] = cells[16]
        cells[16] = 3 - cells[16]
        return tuple(cells)


class TurnedByLists(FlatTuple):
    """Cells as the player to move sees them: 1 and 2, exchanged item by item after each move."""

    def start(self) -> Any:
        return (0,) * 16

    def play(self, state: Any, move: int) -> Any:
        cells = list(state)
        cells[move] = 1
        turned = [0] * 16
        for cell in range(16):
            if cells[cell] > 0:
                turned[cell] = 3 - cells[cell]
        return tuple(turned)

    def outcome(self, state: Any) -> Value | None:
        for a, b, c, d in LINES:
            if state[a] == state[b] == state[c] == state[d] != 0:
                return Value.LOSS
        return None if 0 in state else Value.DRAW


class BoardAndTurn(Game):
    """``(board, turn)`` of integers."""

    def start(self) -> Any:
        return ((0,) * 16, 1)

    def moves(self, state: Any) -> Iterator[int]:
        board, _ = state
        for cell in range(16):
            if board[cell] == 0:
                yield cell

    def play(self, state: Any, move: int) -> Any:
        board, turn = state
        return (board[:move] + (turn,) + board[move + 1 :], 3 - turn)

    def outcome(self, state: Any) -> Value | None:
        board = state[0]
        for a, b, c, d in LINES:
            if board[a] == board[b] == board[c] == board[d] != 0:
                return Value.LOSS
        return None if 0 in board else Value.DRAW


class BoardOfRows(Game):
    """``(rows, turn)``, the rows tuples of integers."""

    def start(self) -> Any:
        return (((0,) * 4,) * 4, 1)

    def moves(self, state: Any) -> Iterator[tuple[int, int]]:
        rows, _ = state
        for r in range(4):
            for c in range(4):
                if rows[r][c] == 0:
                    yield (r, c)

    def play(self, state: Any, move: tuple[int, int]) -> Any:
        (r, c), (rows, turn) = move, state
        row = rows[r][:c] + (turn,) + rows[r][c + 1 :]
        return (rows[:r] + (row,) + rows[r + 1 :], 3 - turn)

    def outcome(self, state: Any) -> Value | None:
        rows = state[0]
        for a, b, c, d in LINES:
            first = rows[a // 4][a % 4]
            second, third = rows[b // 4][b % 4], rows[c // 4][c % 4]
            if first == second == third == rows[d // 4][d % 4] != 0:
                return Value.LOSS
        return None if any(0 in row for row in rows) else Value.DRAW


class RowsAsLists(BoardOfRows):
    """The same; the rows are changed as lists."""

    def play(self, state: Any, move: tuple[int, int]) -> Any:
        (r, c), (rows, turn) = move, state
        grid = [list(row) for row in rows]
        grid[r][c] = turn
        return (tuple(tuple(row) for row in grid), 3 - turn)


class Named(NamedTuple):
    board: tuple[int, ...]
    turn: int


class NamedTuples(BoardAndTurn):
    """A NamedTuple of board and turn."""

    def start(self) -> Any:
        return Named((0,) * 16, 1)

    def play(self, state: Any, move: int) -> Any:
        board = state.board[:move] + (state.turn,) + state.board[move + 1 :]
        return Named(board, 3 - state.turn)


@dataclass(frozen=True)
class Sheet:
    board: tuple[int, ...] = (0,) * 16
    turn: int = 1


class Dataclasses(Game):
    """A frozen dataclass of board and turn, with replace."""

    def start(self) -> Any:
        return Sheet()

    def moves(self, state: Any) -> Iterator[int]:
        for cell in range(16):
            if state.board[cell] == 0:
                yield cell

    def play(self, state: Any, move: int) -> Any:
        board = state.board[:move] + (state.turn,) + state.board[move + 1 :]
        return replace(state, board=board, turn=3 - state.turn)

    def outcome(self, state: Any) -> Value | None:
        for a, b, c, d in LINES:
            if state.board[a] == state.board[b] == state.board[c] == state.board[d] != 0:
                return Value.LOSS
        return None if 0 in state.board else Value.DRAW


class Letters(Game):
    """A tuple of letters, and the letter to move."""

    def start(self) -> Any:
        return ((".",) * 16, "X")

    def moves(self, state: Any) -> Iterator[int]:
        board, _ = state
        for cell in range(16):
            if board[cell] == ".":
                yield cell

    def play(self, state: Any, move: int) -> Any:
        board, turn = state
        return (board[:move] + (turn,) + board[move + 1 :], "O" if turn == "X" else "X")

    def outcome(self, state: Any) -> Value | None:
        board = state[0]
        for a, b, c, d in LINES:
            if board[a] == board[b] == board[c] == board[d] != ".":
                return Value.LOSS
        return None if "." in board else Value.DRAW


class Nones(Game):
    """None for an empty cell, and the letter to move."""

    def start(self) -> Any:
        return ((None,) * 16, "X")

    def moves(self, state: Any) -> Iterator[int]:
        for cell, stone in enumerate(state[0]):
            if stone is None:
                yield cell

    def play(self, state: Any, move: int) -> Any:
        board, turn = state
        return (board[:move] + (turn,) + board[move + 1 :], "O" if turn == "X" else "X")

    def outcome(self, state: Any) -> Value | None:
        board = state[0]
        for a, b, c, d in LINES:
            if board[a] is not None and board[a] == board[b] == board[c] == board[d]:
                return Value.LOSS
        return Value.DRAW if all(board) else None


class Text(Game):
    """A text of seventeen characters: the cells, and the player to move."""

    def start(self) -> Any:
        return "." * 16 + "X"

    def moves(self, state: Any) -> Iterator[int]:
        for cell in range(16):
            if state[cell] == ".":
                yield cell

    def play(self, state: Any, move: int) -> Any:
        turn = state[16]
        cells = state[:move] + turn + state[move + 1 :]
        return cells[:16] + ("O" if turn == "X" else "X")

    def outcome(self, state: Any) -> Value | None:
        for a, b, c, d in LINES:
            if state[a] == state[b] == state[c] == state[d] != ".":
                return Value.LOSS
        return None if "." in state[:16] else Value.DRAW


class TextAndTurn(Letters):
    """``(board, turn)``, both texts."""

    def start(self) -> Any:
        return ("." * 16, "X")

    def play(self, state: Any, move: int) -> Any:
        board, turn = state
        return (board[:move] + turn + board[move + 1 :], "O" if turn == "X" else "X")


class TextAsList(TextAndTurn):
    """The same; the board is changed as a list, and joined again."""

    def play(self, state: Any, move: int) -> Any:
        board, turn = state
        cells = list(board)
        cells[move] = turn
        return ("".join(cells), "O" if turn == "X" else "X")


class Bytes(FlatTuple):
    """Seventeen bytes: the cells, and the player to move."""

    def start(self) -> Any:
        return bytes(16) + b"\1"

    def play(self, state: Any, move: int) -> Any:
        turn = state[16]
        cells = state[:move] + bytes([turn]) + state[move + 1 :]
        return cells[:16] + bytes([3 - turn])


class BytesAndTurn(BoardAndTurn):
    """``(board, turn)``, bytes and an integer; the board is changed as a bytearray."""

    def start(self) -> Any:
        return (bytes(16), 1)

    def play(self, state: Any, move: int) -> Any:
        board, turn = state
        cells = bytearray(board)
        cells[move] = turn
        return (bytes(cells), 3 - turn)


SETS = tuple(frozenset(line) for line in LINES)
PAIRS = tuple(frozenset(divmod(cell, 4) for cell in line) for line in LINES)
CELLS = frozenset(divmod(cell, 4) for cell in range(16))


class TwoSets(Game):
    """Two frozensets of numbers, the first of the player to move."""

    def start(self) -> Any:
        return (frozenset(), frozenset())

    def moves(self, state: Any) -> Iterator[int]:
        for cell in range(16):
            if cell not in state[0] and cell not in state[1]:
                yield cell

    def play(self, state: Any, move: int) -> Any:
        return (state[1], state[0] | {move})

    def outcome(self, state: Any) -> Value | None:
        if any(line <= state[1] for line in SETS):
            return Value.LOSS
        return Value.DRAW if len(state[0] | state[1]) == 16 else None


class TwoSetsOfCells(Game):
    """Two frozensets of cells (row, column), the first of the player to move."""

    def start(self) -> Any:
        return (frozenset(), frozenset())

    def moves(self, state: Any) -> list[tuple[int, int]]:
        return sorted(CELLS - state[0] - state[1])

    def play(self, state: Any, move: tuple[int, int]) -> Any:
        return (state[1], state[0] | {move})

    def outcome(self, state: Any) -> Value | None:
        if any(line <= state[1] for line in PAIRS):
            return Value.LOSS
        return Value.DRAW if len(state[0] | state[1]) == 16 else None


TIC_TAC_TOE_WAYS: dict[str, tuple[type[Game], float | None]] = {
    "a flat tuple": (FlatTuple, None),
    "a flat tuple, by comprehensions": (ByComprehensions, 0.8),
    "a flat tuple, by a list": (ByList, 0.8),
    "a flat tuple, turned by lists": (TurnedByLists, 0.5),
    "(board, turn)": (BoardAndTurn, 0.8),
    "(rows, turn)": (BoardOfRows, 0.8),
    "(rows, turn), by lists of rows": (RowsAsLists, 0.8),
    "a NamedTuple": (NamedTuples, 0.8),
    "a frozen dataclass": (Dataclasses, 0.8),
    "letters": (Letters, 0.5),
    "letters and None": (Nones, 0.5),
    "a text": (Text, 0.5),
    "(text, letter)": (TextAndTurn, 0.5),
    "(text, letter), a list joined": (TextAsList, 0.5),
    "bytes": (Bytes, 0.8),
    "(bytes, turn), a bytearray": (BytesAndTurn, 0.8),
    "two frozensets": (TwoSets, 0.5),
    "two frozensets of cells": (TwoSetsOfCells, 0.5),
}
"""The ways, and how fast each should be, measured by the flat tuple."""
