"""Chomp: bite a square off a bar of chocolate, with all below and to the right; one is poisoned.

The poisoned square is the top left one: whoever eats it loses.

State: the squares left in each row from the top, which never increase downwards; (0, 0, …) at the
end. Move: (row, column) of the bite, from 0; texts count from 1. On a square bar, exchanging rows
and columns is a symmetry. Tier: the squares eaten.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from perfectplay.core.errors import ParseError
from perfectplay.core.value import Value
from perfectplay.game.board import Grid
from perfectplay.game.game import Game
from perfectplay.game.published_values import PublishedValues
from perfectplay.game.tuples import put
from perfectplay.games import boards

GALE = "D. Gale, A Curious Nim-Type Game (1974): the first player wins unless 1×1; recomputed"


@dataclass(frozen=True)
class Chomp(Game[tuple[int, ...], tuple[int, int]]):
    """Bite into a bar of chocolate; the poisoned square loses.

    A bar of chocolate has ``rows`` rows of ``columns`` squares; the square at the top left is
    poisoned. In each move a player chooses a square that is left, and eats it with all squares
    below it and to the right of it. The player who has to eat the poisoned square loses, as in
    misère play. The first player wins on every bar of more than one square, but no general rule for
    the moves is known.

    Source: Chomp, https://en.wikipedia.org/wiki/Chomp
    """

    title = "Chomp"
    category = "Heaps"

    rows: int = 3
    columns: int = 4

    impartial: ClassVar[bool] = True

    KNOWN: ClassVar[tuple[PublishedValues, ...]] = (
        PublishedValues(
            parameters={"rows": 1, "columns": 1}, states=2, value=Value.LOSS, remoteness=1,
            source=GALE,
        ),
        *(
            PublishedValues(
                parameters={"rows": rows, "columns": columns}, draws=0, value=Value.WIN,
                best=(bite,), source=GALE,
            )
            for rows, columns, bite in (
                (2, 2, "2,2"), (3, 3, "2,2"), (4, 4, "2,2"), (5, 5, "2,2"),
                (3, 4, "2,3"), (3, 5, "3,4"), (4, 5, "3,3"), (4, 6, "2,3"), (5, 6, "3,4"),
            )
        ),
    )  # fmt: skip

    def __post_init__(self) -> None:
        if self.rows < 1 or self.columns < 1:
            raise ValueError("rows and columns must be at least 1")

    def start(self) -> tuple[int, ...]:
        return (self.columns,) * self.rows

    def moves(self, state: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        for row in range(self.rows):
            for column in range(state[row]):
                yield (row, column)

    def play(self, state: tuple[int, ...], move: tuple[int, int]) -> tuple[int, ...]:
        for row in range(move[0], self.rows):
            state = put(state, row, min(state[row], move[1]))
        return state

    def outcome(self, state: tuple[int, ...]) -> Value | None:
        return Value.WIN if state[0] == 0 else None

    def tier(self, state: tuple[int, ...]) -> int:
        return self.rows * self.columns - sum(state)

    def symmetries(self, state: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        yield state
        if self.rows == self.columns:
            image = state
            for column in range(self.columns):
                length = 0
                for row in range(self.rows):
                    if state[row] > column:
                        length += 1
                image = put(image, column, length)
            yield image

    def text(self, state: tuple[int, ...], seat: int | None = None) -> str:
        cells = [
            "#" if column < length else boards.EMPTY
            for length in state
            for column in range(self.columns)
        ]
        return boards.board_text(["P" if state[0] else boards.EMPTY, *cells[1:]], self.columns)

    def board(self, state: tuple[int, ...], seat: int | None = None) -> Grid:
        pieces = {
            row * self.columns + column: "square" for row in range(self.rows)
            for column in range(state[row])
        }  # fmt: skip
        if state[0]:
            pieces[0] = "cross"
        bites = {(row, column): row * self.columns + column for row, column in self.moves(state)}
        return Grid(self.rows, self.columns, pieces, bites)

    def parse(self, text: str) -> tuple[int, ...]:
        cells, _ = boards.read_board(text, self.columns, self.rows, "#P")
        rows = [cells[i : i + self.columns] for i in range(0, len(cells), self.columns)]
        state = tuple(len(row.rstrip(boards.EMPTY)) for row in rows)
        if any(boards.EMPTY in row[:n] for row, n in zip(rows, state, strict=True)) or sorted(
            state, reverse=True
        ) != list(state):
            raise ParseError(f'expected rows of "#", none longer than the one above, got "{text}"')
        return state

    def move_text(self, move: tuple[int, int]) -> str:
        return f"{move[0] + 1},{move[1] + 1}"

    def parse_move(self, text: str) -> tuple[int, int]:
        row, _, column = text.partition(",")
        return (
            boards.read_number(row, self.rows, "row"),
            boards.read_number(column, self.columns, "column"),
        )
