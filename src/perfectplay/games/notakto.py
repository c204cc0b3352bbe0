"""Notakto: both players put crosses; whoever completes a line loses.

State: bit mask of the cells with a cross, numbered from 0 in reading order. Move: the cell; texts
number cells from 1. Tier: the number of crosses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from perfectplay.core.value import Value
from perfectplay.game.board import Grid
from perfectplay.game.game import Game
from perfectplay.game.published_values import PublishedValues
from perfectplay.game.tuples import popcount
from perfectplay.games import boards


@dataclass(frozen=True)
class Notakto(Game[int, int]):
    """Tic-tac-toe with crosses only, in which a line loses.

    Both players take turns to put a cross on an empty cell. The player who completes a line of
    ``length`` crosses, in a row, column or diagonal, loses: this is misère play. A full board
    always has a line, so there are no draws.

    Source: Notakto, https://en.wikipedia.org/wiki/Notakto
    """

    title = "Notakto"
    category = "Lines"

    width: int = 3
    height: int = 3
    length: int = 3

    impartial: ClassVar[bool] = True

    KNOWN: ClassVar[tuple[PublishedValues, ...]] = (
        PublishedValues(
            states=450, representatives=87, value=Value.WIN, remoteness=6, best=("5",),
            source="T. Plambeck and G. Whitehead, The Secrets of Notakto (2013); recomputed",
        ),
    )  # fmt: skip

    def __post_init__(self) -> None:
        boards.check_lines(self.width, self.height, self.length, 62)

    @property
    def cells(self) -> int:
        return self.width * self.height

    @cached_property
    def lines(self) -> tuple[int, ...]:
        return boards.lines(self.width, self.height, self.length)

    @cached_property
    def turns(self) -> tuple[tuple[int, ...], ...]:
        return boards.turns(self.width, self.height)

    def start(self) -> int:
        return 0

    def moves(self, state: int) -> Iterator[int]:
        for cell in range(self.cells):
            if not state >> cell & 1:
                yield cell

    def play(self, state: int, move: int) -> int:
        return state | 1 << move

    def outcome(self, state: int) -> Value | None:
        for line in self.lines:
            if state & line == line:
                return Value.WIN
        return None  # a full board has a line

    def tier(self, state: int) -> int:
        return popcount(state)

    def symmetries(self, state: int) -> Iterator[int]:
        for turn in self.turns:
            image = 0
            for cell in range(self.cells):
                image |= (state >> cell & 1) << turn[cell]
            yield image

    def text(self, state: int, seat: int | None = None) -> str:
        cells = ["X" if state >> cell & 1 else boards.EMPTY for cell in range(self.cells)]
        return boards.board_text(cells, self.width)

    def winning_cells(self, state: int) -> list[int]:
        return boards.completed(self.lines, state)

    def board(self, state: int, seat: int | None = None) -> Grid:
        pieces = {cell: "cross" for cell in range(self.cells) if state >> cell & 1}
        return Grid(self.height, self.width, pieces, {cell: cell for cell in self.moves(state)})

    def parse(self, text: str) -> int:
        cells, _ = boards.read_board(text, self.width, self.height, "X")
        return boards.mask(cells, "X")

    def move_text(self, move: int) -> str:
        return str(move + 1)

    def parse_move(self, text: str) -> int:
        return boards.read_number(text, self.cells, "cell")
