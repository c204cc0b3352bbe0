"""Wild tic-tac-toe: each move puts a cross or a nought; completing a line of one mark wins.

State, an integer, for ``cells = width * height``, cells numbered from 0 in reading order:

    bits 2 * cells - 1 … cells      bits cells - 1 … 0
    noughts                         crosses

Move: the cell for a cross, ``cells`` + the cell for a nought; texts: ``X5`` and ``O5``.
Tier: the marks on the board.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from perfectplay.core.errors import ParseError
from perfectplay.core.value import Value
from perfectplay.game.board import Grid
from perfectplay.game.game import Game
from perfectplay.game.published_values import PublishedValues
from perfectplay.game.tuples import popcount
from perfectplay.games import boards


@dataclass(frozen=True)
class WildTicTacToe(Game[int, int]):
    """Tic-tac-toe in which each move puts a cross or a nought, as you like.

    In each move a player puts a cross or a nought on an empty cell. The player who completes a line
    of ``length`` equal marks wins, whoever put the others there, or loses with ``misere``. A full
    board without a line is a draw.

    Source: Wild tic-tac-toe, https://en.wikipedia.org/wiki/Wild_tic-tac-toe
    """

    title = "Wild tic-tac-toe"
    category = "Lines"

    width: int = 3
    height: int = 3
    length: int = 3
    misere: bool = False

    KNOWN: ClassVar[tuple[PublishedValues, ...]] = (
        PublishedValues(
            states=18_753, representatives=2_694, value=Value.WIN, remoteness=7,
            best=("X5", "O5"), source="recomputed by tests/games/test_games.py",
        ),
    )  # fmt: skip

    def __post_init__(self) -> None:
        boards.check_lines(self.width, self.height, self.length, 31)

    @property
    def cells(self) -> int:
        return self.width * self.height

    @property
    def full(self) -> int:
        """All cells, as a mask."""
        return (1 << self.cells) - 1

    @cached_property
    def lines(self) -> tuple[int, ...]:
        return boards.lines(self.width, self.height, self.length)

    @cached_property
    def turns(self) -> tuple[tuple[int, ...], ...]:
        return boards.turns(self.width, self.height)

    def start(self) -> int:
        return 0

    def moves(self, state: int) -> Iterator[int]:
        taken = (state | state >> self.cells) & self.full
        for cell in range(self.cells):
            if not taken >> cell & 1:
                yield cell
                yield cell + self.cells

    def play(self, state: int, move: int) -> int:
        return state | 1 << move

    def outcome(self, state: int) -> Value | None:
        crosses = state & self.full
        noughts = state >> self.cells
        for line in self.lines:
            if crosses & line == line or noughts & line == line:
                return Value.WIN if self.misere else Value.LOSS
        return Value.DRAW if crosses | noughts == self.full else None

    def tier(self, state: int) -> int:
        return popcount(state)

    def symmetries(self, state: int) -> Iterator[int]:
        both = 1 | 1 << self.cells  # one cell, for either mark
        for turn in self.turns:
            image = 0
            for cell in range(self.cells):
                image |= (state >> cell & both) << turn[cell]
            yield image

    def text(self, state: int, seat: int | None = None) -> str:
        cells = boards.cell_texts(state, state >> self.cells, self.cells, "XO")
        return boards.board_text(cells, self.width)

    def winning_cells(self, state: int) -> list[int]:
        return boards.completed(self.lines, state & self.full, state >> self.cells)

    def board(self, state: int, seat: int | None = None) -> Grid:
        pieces = {
            mark % self.cells: ("cross", "ring")[mark // self.cells]
            for mark in range(2 * self.cells)
            if state >> mark & 1
        }
        moves = {mark: mark % self.cells for mark in self.moves(state)}
        return Grid(self.height, self.width, pieces, moves)

    def parse(self, text: str) -> int:
        cells, _ = boards.read_board(text, self.width, self.height, "XO")
        return boards.mask(cells, "X") | boards.mask(cells, "O") << self.cells

    def move_text(self, move: int) -> str:
        return f"{'XO'[move // self.cells]}{move % self.cells + 1}"

    def parse_move(self, text: str) -> int:
        found = re.fullmatch(r"([XO]) *(\d+)", text.strip().upper())
        if not found:
            raise ParseError(f'expected a mark and a cell such as "X5", got "{text}"')
        return boards.read_number(found[2], self.cells, "cell") + self.cells * (found[1] == "O")
