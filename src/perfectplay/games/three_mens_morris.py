"""Three men's morris: place three men, then slide them, to make a line of three.

On a 3×3 board the players place their men in turn; when all six are placed, a man slides to a free
neighbouring point, along rows, columns and the two main diagonals. Three of one's own men in any
of the eight lines win; a player who cannot move loses.

State, an integer, points numbered from 0 in reading order:

    bits 17 … 9                  bits 8 … 0
    men of the other player      men of the player to move

Move: (from, to), from 9 for a man from the hand; texts number points from 1: ``5``, ``1-5``. The
eight rotations and reflections of the board are symmetries. Tier: the men on the board; only with
all six can a play return to a state.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from perfectplay.core.value import Value
from perfectplay.game.board import Cells
from perfectplay.game.game import Game
from perfectplay.game.published_values import PublishedValues
from perfectplay.game.tuples import popcount
from perfectplay.games import boards, pictures

POINTS = 0b111111111
HAND = 9


@dataclass(frozen=True)
class ThreeMensMorris(Game[int, tuple[int, int]]):
    """Put down three men, then move them until they are in a line.

    The board has nine points. First the players take turns to put down three men each. Then each
    moves a man along a row, column or main diagonal to a free neighbouring point. Three men of one
    player in a line win at any time; a player who cannot move loses. A play that never ends is a
    draw.

    Source: Three men's morris, https://en.wikipedia.org/wiki/Three_men%27s_morris
    """

    title = "Three men's morris"
    category = "Lines"

    stuck = Value.LOSS

    KNOWN: ClassVar[tuple[PublishedValues, ...]] = (
        PublishedValues(
            states=3_870, representatives=540, terminal=268, wins=2_161, draws=936, losses=773,
            value=Value.WIN, remoteness=9, best=("5",), longest_win=9, longest_loss=10,
            source="recomputed by tests/games/test_games.py",
        ),
    )  # fmt: skip

    lines: ClassVar[tuple[int, ...]] = boards.lines(3, 3, 3)
    turns: ClassVar[tuple[tuple[int, ...], ...]] = boards.turns(3, 3)
    beside: ClassVar[tuple[int, ...]] = (
        0b000011010, 0b000010101, 0b000110010,
        0b001010001, 0b111101111, 0b100010100,
        0b010011000, 0b101010000, 0b010110000,
    )  # fmt: skip
    """For each point the mask of its neighbours."""

    def start(self) -> int:
        return 0

    def moves(self, state: int) -> Iterator[tuple[int, int]]:
        mine = state & POINTS
        taken = mine | state >> 9
        if popcount(taken) < 6:
            for target in range(9):
                if not taken >> target & 1:
                    yield (HAND, target)
        else:
            for source in range(9):
                if mine >> source & 1:
                    free = self.beside[source] & ~taken
                    for target in range(9):
                        if free >> target & 1:
                            yield (source, target)

    def play(self, state: int, move: tuple[int, int]) -> int:
        mine = (state & POINTS | 1 << move[1]) & ~(1 << move[0])
        return state >> 9 | mine << 9

    def outcome(self, state: int) -> Value | None:
        theirs = state >> 9
        for line in self.lines:
            if theirs & line == line:
                return Value.LOSS
        return None

    def tier(self, state: int) -> int:
        return popcount(state)

    def symmetries(self, state: int) -> Iterator[int]:
        both = 1 | 1 << 9  # one point, for the men of either player
        for turn in self.turns:
            image = 0
            for point in range(9):
                image |= (state >> point & both) << turn[point]
            yield image

    def text(self, state: int, seat: int | None = None) -> str:
        return boards.stones_text(state & POINTS, state >> 9, 3, 3, seat)

    def winning_cells(self, state: int) -> list[int]:
        return boards.completed(self.lines, state >> 9)

    def board(self, state: int, seat: int | None = None) -> Cells:
        mine, theirs = state & POINTS, state >> 9
        mover = pictures.first_is(mine, theirs, seat)
        moves = {(a, b): b if a == HAND else (a, b) for a, b in self.moves(state)}
        joined = [(a, b) for a in range(9) for b in range(a + 1, 9) if self.beside[a] >> b & 1]
        return Cells(
            [(1.5 * (point % 3), 1.5 * (point // 3)) for point in range(9)],
            pictures.men(mine, theirs, 9, mover, ("disc", "disc")), moves, joined,
            note=pictures.turn(mover),
        )  # fmt: skip

    def parse(self, text: str) -> int:
        mine, theirs = boards.read_stones(text, 3, 3)
        return mine | theirs << 9

    def move_text(self, move: tuple[int, int]) -> str:
        source, target = move
        return str(target + 1) if source == HAND else f"{source + 1}-{target + 1}"

    def parse_move(self, text: str) -> tuple[int, int]:
        source, dash, target = text.rpartition("-")
        return (
            boards.read_number(source, 9, "point") if dash else HAND,
            boards.read_number(target, 9, "point"),
        )
