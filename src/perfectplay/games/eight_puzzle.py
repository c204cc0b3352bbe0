"""The 8-puzzle: slide tiles on a 3×3 board into order. A game for one player.

State: the nine cells in reading order, 0 for the gap; solved is (1, 2, 3, 4, 5, 6, 7, 8, 0).
Move: the tile that slides. A start that cannot be solved is an endless draw.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from perfectplay.core.errors import ParseError
from perfectplay.core.value import Value
from perfectplay.game.board import Grid
from perfectplay.game.game import Game
from perfectplay.game.published_values import PublishedValues
from perfectplay.game.tuples import swap
from perfectplay.games import boards

SOLVED = (1, 2, 3, 4, 5, 6, 7, 8, 0)


@dataclass(frozen=True)
class EightPuzzle(Game[tuple[int, ...], int]):
    """Slide eight tiles on a board of 3×3 into order.

    Eight tiles and a gap are on a board of 3×3. In each move a tile beside the gap slides into it.
    The puzzle is solved when the tiles are in order, with the gap at the end. Half of all
    arrangements can be solved, and none needs more than 31 moves; the default start needs 31.

    Source: 15 puzzle, https://en.wikipedia.org/wiki/15_puzzle
    """

    title = "The 8-puzzle"
    category = "Puzzle"

    tiles: tuple[int, ...] = (8, 6, 7, 2, 5, 4, 3, 0, 1)

    players = 1

    KNOWN: ClassVar[tuple[PublishedValues, ...]] = (
        PublishedValues(
            states=181_440, terminal=1, wins=181_440, draws=0, losses=0, value=Value.WIN,
            remoteness=31, mistakes=0.47, longest_win=31,
            source="A. Reinefeld, Complete Solution of the Eight-Puzzle (1993); 2 states at 31",
        ),
    )  # fmt: skip

    def __post_init__(self) -> None:
        if sorted(self.tiles) != list(range(9)):
            raise ValueError("tiles must be the numbers 0 to 8, each once; 0 is the gap")

    def start(self) -> tuple[int, ...]:
        return self.tiles

    def moves(self, state: tuple[int, ...]) -> Iterator[int]:
        gap = self.cell(state, 0)
        if gap >= 3:
            yield state[gap - 3]
        if gap % 3 > 0:
            yield state[gap - 1]
        if gap % 3 < 2:
            yield state[gap + 1]
        if gap < 6:
            yield state[gap + 3]

    def cell(self, state: tuple[int, ...], tile: int) -> int:
        """Cell of a tile."""
        for cell in range(8):
            if state[cell] == tile:
                return cell
        return 8

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return swap(state, self.cell(state, 0), self.cell(state, move))

    def outcome(self, state: tuple[int, ...]) -> Value | None:
        return Value.WIN if state == SOLVED else None

    def text(self, state: tuple[int, ...], seat: int | None = None) -> str:
        return boards.board_text([str(tile) if tile else boards.EMPTY for tile in state], 3)

    def board(self, state: tuple[int, ...], seat: int | None = None) -> Grid:
        tiles = [str(tile) if tile else None for tile in state]
        return Grid(3, 3, tiles, {tile: self.cell(state, tile) for tile in self.moves(state)})

    def parse(self, text: str) -> tuple[int, ...]:
        cells = re.sub(r"[\s/,]", "", text).replace(boards.EMPTY, "0")
        if sorted(cells) != list("012345678"):
            raise ParseError(
                f'expected the tiles 1 to 8 and "." such as "1 2 3/4 5 6/7 8 .", got "{text}"'
            )
        return tuple(int(tile) for tile in cells)

    def parse_move(self, text: str) -> int:
        return boards.read_number(text, 8, "tile") + 1
