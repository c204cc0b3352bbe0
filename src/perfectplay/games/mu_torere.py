"""Mu torere, the Maori game on an eight-pointed star with a centre; four men each.

A man moves to the only free point: along the ring to a neighbouring point, from any point of the
ring to the centre, or from the centre to any point. A player who cannot move loses. Without a
further rule the first player wins at once; ``restricted`` forbids that.

State, an integer; points 0 to 7 run clockwise round the ring, 8 is the centre:

    0 1 2       bit 18            bits 17 … 9      bits 8 … 0
    7 8 3       first ply,        men of the       men of the
    6 5 4       if restricted     other player     player to move

Move: the point that a man leaves. Texts number the ring from 1; the centre is 9. The sixteen
rotations and reflections of the ring are symmetries.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, pi, sin
from typing import ClassVar

from perfectplay.core.value import Value
from perfectplay.game.board import Cells
from perfectplay.game.game import Game
from perfectplay.game.published_values import PublishedValues
from perfectplay.games import boards, pictures

CENTRE = 8
POINTS = 0b111111111
FIRST_PLY = 1 << 18
PICTURE = (0, 1, 2, 7, 8, 3, 6, 5, 4)
"""The point at each cell of the picture, in reading order."""

ASCHER = "M. Ascher, Mu Torere (1987); recomputed"


@dataclass(frozen=True)
class MuTorere(Game[int, int]):
    """Block the other player's men on a star of eight points.

    The board is a ring of eight points around a centre. Each player has four men on neighbouring
    points, and one point is free. In each move a man goes to the free point: from a neighbouring
    point of the ring, from the ring to the centre, or from the centre to the ring. A player who
    cannot move loses. With ``restricted``, the very first move may not win at once. The game is
    played by the Māori.

    Source: Mū tōrere, https://en.wikipedia.org/wiki/M%C5%AB_t%C5%8Drere
    """

    title = "Mu torere"
    category = "Pawns and men"

    restricted: bool = False

    stuck = Value.LOSS

    KNOWN: ClassVar[tuple[PublishedValues, ...]] = (
        PublishedValues(
            states=590, representatives=43, terminal=40, wins=160, draws=350, losses=80,
            value=Value.WIN, remoteness=1, source=ASCHER,
        ),
        PublishedValues(
            parameters={"restricted": True}, states=591, value=Value.LOSS, remoteness=4,
            source=ASCHER,
        ),
    )  # fmt: skip

    turns: ClassVar[tuple[tuple[int, ...], ...]] = tuple(
        (*((turn + way * point) % 8 for point in range(8)), CENTRE)
        for turn in range(8)
        for way in (1, -1)
    )
    """For each symmetry, the image of each point."""

    def start(self) -> int:
        return 0b00001111 | 0b11110000 << 9 | (FIRST_PLY if self.restricted else 0)

    def free(self, mine: int, theirs: int) -> int:
        """The free point."""
        for point in range(8):
            if not (mine | theirs) >> point & 1:
                return point
        return CENTRE

    def can_move(self, mine: int, theirs: int, point: int) -> bool:
        """True if ``mine`` has a man on the point who can move."""
        if not mine >> point & 1:
            return False
        free = self.free(mine, theirs)
        return CENTRE in (point, free) or (point - free) % 8 in (1, 7)

    def blocked(self, mine: int, theirs: int) -> bool:
        """True if no man of ``mine`` can move."""
        return not any(self.can_move(mine, theirs, point) for point in range(9))

    def moves(self, state: int) -> Iterator[int]:
        mine = state & POINTS
        theirs = state >> 9 & POINTS
        for point in range(9):
            if self.can_move(mine, theirs, point):
                after = mine ^ (1 << point | 1 << self.free(mine, theirs))
                if not (state & FIRST_PLY and self.blocked(theirs, after)):
                    yield point

    def play(self, state: int, move: int) -> int:
        mine = state & POINTS
        theirs = state >> 9 & POINTS
        return theirs | (mine ^ (1 << move | 1 << self.free(mine, theirs))) << 9

    def outcome(self, state: int) -> Value | None:
        return Value.LOSS if self.blocked(state & POINTS, state >> 9 & POINTS) else None

    def symmetries(self, state: int) -> Iterator[int]:
        both = 1 | 1 << 9  # one point, for the men of either player
        for turn in self.turns:
            image = state & FIRST_PLY
            for point in range(9):
                image |= (state >> point & both) << turn[point]
            yield image

    def text(self, state: int, seat: int | None = None) -> str:
        mine, theirs = 0, 0
        for cell, point in enumerate(PICTURE):
            mine |= (state >> point & 1) << cell
            theirs |= (state >> 9 + point & 1) << cell
        text = boards.stones_text(mine, theirs, 3, 3, seat)
        return f"{text}\nfirst ply" if state & FIRST_PLY else text

    def board(self, state: int, seat: int | None = None) -> Cells:
        mine, theirs = state & POINTS, state >> 9 & POINTS
        mover = pictures.first_is(mine, theirs, seat)
        free = self.free(mine, theirs)
        ring = [(2 * sin(pi * (i - 1) / 4), -2 * cos(pi * (i - 1) / 4)) for i in range(8)]
        joined = [(i, (i + 1) % 8) for i in range(8)] + [(i, CENTRE) for i in range(8)]
        return Cells(
            [*ring, (0.0, 0.0)], pictures.men(mine, theirs, 9, mover, ("disc", "disc")),
            {point: (point, free) for point in self.moves(state)}, joined,
            note=pictures.turn(mover),
        )  # fmt: skip

    def parse(self, text: str) -> int:
        board = text.strip().removesuffix("first ply").rstrip("\n/ ")
        mine, theirs = boards.read_stones(board, 3, 3)
        state = FIRST_PLY if text.strip().endswith("first ply") else 0
        for cell, point in enumerate(PICTURE):
            state |= (mine >> cell & 1) << point | (theirs >> cell & 1) << 9 + point
        return state

    def move_text(self, move: int) -> str:
        return str(move + 1)

    def parse_move(self, text: str) -> int:
        return boards.read_number(text, 9, "point")
