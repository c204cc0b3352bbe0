"""Games whose rules are interpreted, each with another kind of state and move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from perfectplay import Game, Value

Cells = frozenset[tuple[int, int]]


@dataclass(frozen=True)
class Drops(Game):
    """Connect 4 on a text of rows; moves are written as f-strings with a width."""

    width: int = 4
    height: int = 4
    length: int = 4

    @cached_property
    def lines(self) -> list[list[int]]:
        """The cells of each line that wins."""
        w, h, last = self.width, self.height, self.length - 1
        return [
            [(r + dr * i) * w + c + dc * i for i in range(self.length)]
            for r in range(h)
            for c in range(w)
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1))
            if r + dr * last < h and 0 <= c + dc * last < w
        ]

    def start(self) -> str:
        return "." * (self.width * self.height)

    def moves(self, state: str) -> Iterator[str]:
        for column in range(self.width):
            if state[column] == ".":
                yield f"drop {column + 1:2}"

    def play(self, state: str, move: str) -> str:
        cell = int(move.split()[1]) - 1
        while cell + self.width < len(state) and state[cell + self.width] == ".":
            cell += self.width
        letter = "x" if state.count("x") == state.count("o") else "o"
        return state[:cell] + letter + state[cell + 1 :]

    def outcome(self, state: str) -> Value | None:
        last = "o" if state.count("x") == state.count("o") else "x"
        if any(all(state[cell] == last for cell in line) for line in self.lines):
            return Value.LOSS
        return Value.DRAW if "." not in state else None


@dataclass(frozen=True)
class Lines(Drops):
    """Three in a row on a text, with the four symmetries of a board that is no square."""

    height: int = 3
    length: int = 3

    def moves(self, state: str) -> Iterator[str]:
        return (f"at {cell:2}" for cell, letter in enumerate(state) if letter == ".")

    def play(self, state: str, move: str) -> str:
        cell = int(move[3:])
        letter = "x" if state.count("x") == state.count("o") else "o"
        return state[:cell] + letter + state[cell + 1 :]

    def symmetries(self, state: str) -> Iterator[str]:
        rows = [state[i : i + self.width] for i in range(0, len(state), self.width)]
        for board in (rows, rows[::-1]):
            yield "".join(board)
            yield "".join(row[::-1] for row in board)


@dataclass(frozen=True)
class Floor:
    """Cells that are empty, and who lays the next domino: across or down."""

    empty: Cells
    turn: str


@dataclass(frozen=True)
class Dominoes(Game):
    """Domineering on frozen dataclasses that hold a frozenset of cells; moves with a width."""

    width: int = 6
    height: int = 4
    stuck = Value.LOSS

    def start(self) -> Floor:
        cells = ((row, column) for row in range(self.height) for column in range(self.width))
        return Floor(frozenset(cells), "across")

    def moves(self, state: Floor) -> Iterator[str]:
        dr, dc = (0, 1) if state.turn == "across" else (1, 0)
        for row, column in sorted(state.empty):
            if (row + dr, column + dc) in state.empty:
                yield f"{row:2} {column:2}"

    def play(self, state: Floor, move: str) -> Floor:
        row, column = map(int, move.split())
        if state.turn == "across":
            return Floor(state.empty - {(row, column), (row, column + 1)}, "down")
        return Floor(state.empty - {(row, column), (row + 1, column)}, "across")

    def outcome(self, state: Floor) -> Value | None:
        return None


Pieces = tuple[str, str, str, str]


@dataclass(frozen=True)
class NamedSquares(Game):
    """King and rook against king, with loops: names of squares in a tuple, more than 64 words."""

    size: int = 8
    stuck = Value.DRAW

    @cached_property
    def rays(self) -> dict[str, list[list[str]]]:
        """From each square, the squares in each of eight directions, the four of a rook first."""
        n = self.size
        names = {(x, y): f"{'abcdefgh'[x]}{y + 1}" for x in range(n) for y in range(n)}
        ways = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))
        return {
            name: [
                [names[x + dx * k, y + dy * k] for k in range(1, n)
                 if (x + dx * k, y + dy * k) in names]
                for dx, dy in ways
            ]
            for (x, y), name in names.items()
        }  # fmt: skip

    @cached_property
    def near(self) -> dict[str, list[str]]:
        """The squares around each."""
        return {square: [ray[0] for ray in rays if ray] for square, rays in self.rays.items()}

    def start(self) -> Pieces:
        return ("a1", "b1", "d4", "white")

    def seen(self, king: str, rook: str) -> Iterator[str]:
        """The squares that the rook attacks, the king's own one not among them."""
        for ray in self.rays.get(rook, ())[:4]:
            for square in ray:
                if square == king:
                    break
                yield square

    def moves(self, state: Pieces) -> Iterator[str]:
        king, rook, black, turn = state
        if turn == "white":
            for square in self.near[king]:
                if square not in (rook, black) and square not in self.near[black]:
                    yield f"K{square}"
            for square in self.seen(king, rook):
                if square != black:
                    yield f"R{square}"
            return
        attacked = set(self.seen(king, rook))
        for square in self.near[black]:
            free = square == rook or square not in attacked
            if free and square != king and square not in self.near[king]:
                yield f"k{square}"

    def play(self, state: Pieces, move: str) -> Pieces:
        king, rook, black, _ = state
        to = move[1:]
        if move[0] == "K":
            return (to, rook, black, "black")
        if move[0] == "R":
            return (king, to, black, "black")
        return (king, "-", to, "bare") if to == rook else (king, rook, to, "white")

    def outcome(self, state: Pieces) -> Value | None:
        king, rook, black, turn = state
        if turn == "bare":
            return Value.DRAW
        attacked = set(self.seen(king, rook)) if turn == "black" else ()
        mated = black in attacked and next(self.moves(state), None) is None
        return Value.LOSS if mated else None


INTERPRETED_GAMES: dict[str, tuple[Any, dict[str, int], dict[str, int]]] = {
    "a text, moves as f-strings with a width": (Drops, {}, {"height": 3, "length": 3}),
    "the same with four symmetries": (Lines, {}, {"width": 3}),
    "dataclasses with sets of cells": (Dominoes, {}, {"width": 4}),
    "names of squares in tuples, with loops": (NamedSquares, {}, {"size": 4}),
}
"""Each game: its class, its parameters, and those of a quick run."""
