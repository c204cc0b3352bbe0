"""Hexapawn: pawns move one step ahead and capture one step diagonally ahead, as in chess.

A pawn on the last rank wins; a player without a move, or without pawns, has lost.

State, an integer, seen by the player to move, whose pawns move up, for ``cells = rows * columns``,
cells numbered from 0 in reading order:

    bits 2 * cells - 1 … cells      bits cells - 1 … 0
    pawns of the other player       pawns of the player to move

Move: (from, to), written ``a1-a2``; boards show the player to move at the bottom; seat 0 is W.
Left-right reflection is a symmetry. Tier: the steps that pawns have made, plus those that captured
pawns can no longer make.
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

GARDNER = "M. Gardner, Mathematical Games (March 1962); counts recomputed"


@dataclass(frozen=True)
class Hexapawn(Game[int, tuple[int, int]]):
    """Bring a pawn across a small board.

    Each player has a row of pawns on their first rank. A pawn moves one step ahead onto an empty
    cell, or captures one step diagonally ahead, as in chess. The player who brings a pawn to the
    last rank wins; a player who cannot move, or has no pawn left, loses. M. Gardner presented the
    game in 1962, for a learning machine made of matchboxes.

    Source: Hexapawn, https://en.wikipedia.org/wiki/Hexapawn
    """

    title = "Hexapawn"
    category = "Pawns and men"

    rows: int = 3
    columns: int = 3

    stuck = Value.LOSS

    KNOWN: ClassVar[tuple[PublishedValues, ...]] = (
        PublishedValues(
            states=131, representatives=69, terminal=61, value=Value.LOSS, remoteness=6,
            source=GARDNER,
        ),
        *(
            PublishedValues(
                parameters={"rows": rows, "columns": columns}, states=states, value=value,
                remoteness=remoteness, source=GARDNER,
            )
            for rows, columns, states, value, remoteness in (
                (3, 4, 1_084, Value.WIN, 5), (3, 5, 8_348, Value.WIN, 7),
                (4, 3, 755, Value.LOSS, 8), (4, 4, 13_855, Value.WIN, 11),
                (5, 4, 71_986, Value.LOSS, 16), (5, 5, 1_875_484, Value.WIN, 19),
            )
        ),
    )  # fmt: skip

    def __post_init__(self) -> None:
        if self.rows < 2 or self.columns < 1 or self.cells > 31:
            raise ValueError("rows must be at least 2, columns at least 1, with at most 31 cells")

    @property
    def cells(self) -> int:
        return self.rows * self.columns

    @property
    def full(self) -> int:
        """All cells, as a mask."""
        return (1 << self.cells) - 1

    @property
    def top(self) -> int:
        """The first row, as a mask."""
        return (1 << self.columns) - 1

    @property
    def bottom(self) -> int:
        """The last row, as a mask."""
        return self.top << self.cells - self.columns

    @property
    def both_tops(self) -> int:
        """The first row, for the pawns of either player."""
        return self.top | self.top << self.cells

    @cached_property
    def both_files(self) -> int:
        """The first column, for the pawns of either player."""
        return sum(1 << row * self.columns for row in range(2 * self.rows))

    def start(self) -> int:
        return self.bottom | self.top << self.cells

    def moves(self, state: int) -> Iterator[tuple[int, int]]:
        mine = state & self.full
        theirs = state >> self.cells
        for source in range(self.columns, self.cells):
            if mine >> source & 1:
                ahead = source - self.columns
                column = source % self.columns
                if column > 0 and theirs >> ahead - 1 & 1:
                    yield (source, ahead - 1)
                if not (mine | theirs) >> ahead & 1:
                    yield (source, ahead)
                if column < self.columns - 1 and theirs >> ahead + 1 & 1:
                    yield (source, ahead + 1)

    def play(self, state: int, move: tuple[int, int]) -> int:
        mine = state & self.full ^ (1 << move[0] | 1 << move[1])
        theirs = (state >> self.cells) & ~(1 << move[1])
        after = theirs | mine << self.cells
        turned = 0
        for row in range(self.rows):  # turn the board for the other player
            pawns = after >> row * self.columns & self.both_tops
            turned |= pawns << (self.rows - 1 - row) * self.columns
        return turned

    def outcome(self, state: int) -> Value | None:
        return Value.LOSS if (state >> self.cells) & self.bottom else None

    def tier(self, state: int) -> int:
        mine = state & self.full
        theirs = state >> self.cells
        steps = 0  # that the pawns still have ahead
        for row in range(self.rows):
            steps += row * popcount(mine >> row * self.columns & self.top)
            steps += (self.rows - 1 - row) * popcount(theirs >> row * self.columns & self.top)
        return 2 * self.columns * (self.rows - 1) - steps

    def symmetries(self, state: int) -> Iterator[int]:
        yield state
        image = 0
        for column in range(self.columns):
            image |= (state >> column & self.both_files) << self.columns - 1 - column
        yield image

    def text(self, state: int, seat: int | None = None) -> str:
        mine, theirs = state & self.full, state >> self.cells
        return boards.pawns_text(mine, theirs, self.columns, self.rows, seat)

    def board(self, state: int, seat: int | None = None) -> Grid:
        mine, theirs = state & self.full, state >> self.cells
        return pictures.pawns(mine, theirs, self.columns, self.rows, seat, self.moves(state))

    def parse(self, text: str) -> int:
        mine, theirs = boards.read_pawns(text, self.columns, self.rows)
        return mine | theirs << self.cells

    def move_text(self, move: tuple[int, int]) -> str:
        return boards.step_text(move, self.columns, self.rows)

    def parse_move(self, text: str) -> tuple[int, int]:
        return boards.read_step(text, self.columns, self.rows, "a1-a2")
