"""Tic-tac-toe: put a stone on an empty cell; a line of one's own stones wins.

State, an integer, for ``cells = width * height``, cells numbered from 0 in reading order:

    bits 2 * cells - 1 … cells      bits cells - 1 … 0
    stones of the other player      stones of the player to move

Move: the cell. Tier: the stones on the board. Texts number cells from 1:

    1 2 3
    4 5 6
    7 8 9
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
from perfectplay.games import boards, pictures


@dataclass(frozen=True)
class TicTacToe(Game[int, int]):
    """Put three of your marks in a line before the other player does.

    The players take turns to mark an empty cell: the first player with crosses, the second with
    noughts. The player who first has ``length`` marks in a row, column or diagonal wins, or loses
    with ``misere``. A full board without a line is a draw.

    Source: Tic-tac-toe, https://en.wikipedia.org/wiki/Tic-tac-toe
    """

    title = "Tic-tac-toe"
    category = "Lines"

    width: int = 3
    height: int = 3
    length: int = 3
    misere: bool = False

    KNOWN: ClassVar[tuple[PublishedValues, ...]] = (
        PublishedValues(
            states=5_478, representatives=765, terminal=958, wins=2_836, draws=1_068, losses=1_574,
            value=Value.DRAW, remoteness=9, source="OEIS A008907, A048245; recomputed",
        ),
        PublishedValues(
            parameters={"misere": True}, states=5_478, representatives=765, terminal=958,
            wins=3_054, draws=980, losses=1_444, value=Value.DRAW, best=("5",),
            source="recomputed by tests/games/test_games.py",
        ),
        PublishedValues(
            parameters={"width": 4}, states=111_973, representatives=28_275, value=Value.WIN,
            remoteness=7, source="recomputed by tests/games/test_games.py",
        ),
        PublishedValues(
            parameters={"width": 4, "height": 4, "length": 4}, states=9_722_011,
            representatives=1_217_977, wins=2_730_266, draws=6_031_189, losses=960_556,
            value=Value.DRAW, longest_win=7,
            source="recomputed by tests/landmarks/test_landmarks.py",
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
        taken = state | state >> self.cells
        for cell in range(self.cells):
            if not taken >> cell & 1:
                yield cell

    def play(self, state: int, move: int) -> int:
        mine = state & self.full | 1 << move
        return state >> self.cells | mine << self.cells

    def outcome(self, state: int) -> Value | None:
        theirs = state >> self.cells
        for line in self.lines:
            if theirs & line == line:
                return Value.WIN if self.misere else Value.LOSS
        return Value.DRAW if state & self.full | theirs == self.full else None

    def tier(self, state: int) -> int:
        return popcount(state)

    def symmetries(self, state: int) -> Iterator[int]:
        both = 1 | 1 << self.cells  # one cell, for the stones of either player
        for turn in self.turns:
            image = 0
            for cell in range(self.cells):
                image |= (state >> cell & both) << turn[cell]
            yield image

    def text(self, state: int, seat: int | None = None) -> str:
        mine, theirs = state & self.full, state >> self.cells
        return boards.stones_text(mine, theirs, self.width, self.height, seat)

    def winning_cells(self, state: int) -> list[int]:
        return boards.completed(self.lines, state >> self.cells)

    def board(self, state: int, seat: int | None = None) -> Grid:
        mine, theirs = state & self.full, state >> self.cells
        mover = pictures.first_is(mine, theirs, seat)
        pieces = pictures.men(mine, theirs, self.cells, mover, ("cross", "ring"))
        moves = {cell: cell for cell in self.moves(state)}
        return Grid(self.height, self.width, pieces, moves, note=f"{'XO'[mover]} to move")

    def parse(self, text: str) -> int:
        mine, theirs = boards.read_stones(text, self.width, self.height)
        return mine | theirs << self.cells

    def move_text(self, move: int) -> str:
        return str(move + 1)

    def parse_move(self, text: str) -> int:
        return boards.read_number(text, self.cells, "cell")
