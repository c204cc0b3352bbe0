"""Teeko on 5×5: each player puts down four stones in turn, then moves one to a free cell beside it.

Four own stones in a row (of any of the eight directions) or in a 2×2 square win.

State: two planes of 25 bits in one integer, row after row from the lowest bit: the low plane has
the stones of the player to move, the high one those of the other player; moves turn the state.

Move: the cells of the low plane that change, one for a stone that is put down, two for a stone that
is moved.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from perfectplay import Game, Value, bits, popcount
from perfectplay.game.published_values import PublishedValues

CELLS = 25
PLANE = (1 << CELLS) - 1

SOURCE = "G. L. Steele, 1998: neither player can force a win (HAKMEM's open question, solved)"


@dataclass(frozen=True)
class Teeko(Game):
    """Teeko with each player's ``stones``; the game as it is sold has four."""

    stones: int = 4

    KNOWN: ClassVar[tuple[PublishedValues, ...]] = (
        PublishedValues(value=Value.DRAW, source=SOURCE),
    )

    def __post_init__(self) -> None:
        if self.stones != 4:
            raise ValueError("stones must be 4: four in a row or in a square win")

    @cached_property
    def near(self) -> tuple[int, ...]:
        """For each cell its neighbours."""
        return tuple(
            sum(
                1 << c
                for c in range(CELLS)
                if c != cell and abs(c // 5 - cell // 5) < 2 and abs(c % 5 - cell % 5) < 2
            )
            for cell in range(CELLS)
        )

    @cached_property
    def fours(self) -> tuple[int, ...]:
        """The 44 sets of four cells that win."""
        shapes = ((0, 1, 2, 3), (0, 5, 10, 15), (0, 6, 12, 18), (3, 7, 11, 15), (0, 1, 5, 6))
        found = []
        for shape in shapes:
            width, height = max(c % 5 for c in shape), max(c // 5 for c in shape)
            for y in range(5 - height):
                for x in range(5 - width):
                    found.append(sum(1 << c + x + 5 * y for c in shape))
        return tuple(found)

    def start(self) -> int:
        return 0

    def outcome(self, state: int) -> Value | None:
        theirs = state >> CELLS
        for four in self.fours:
            if theirs & four == four:
                return Value.LOSS
        return None

    def moves(self, state: int) -> Iterator[int]:
        mine = state & PLANE
        free = PLANE & ~(mine | state >> CELLS)
        if popcount(mine) < 4:
            for cell in bits(free):
                yield 1 << cell
        else:
            for cell in bits(mine):
                for there in bits(self.near[cell] & free):
                    yield 1 << cell | 1 << there

    def play(self, state: int, move: int) -> int:
        return (state & PLANE ^ move) << CELLS | state >> CELLS

    # --- the eight symmetries, of both planes at once -------------------------------------------

    def mirrored(self, state: int) -> int:
        """Left and right exchanged."""
        image = state & COLUMNS[2]
        image |= (state & COLUMNS[0]) << 4 | (state & COLUMNS[4]) >> 4
        return image | (state & COLUMNS[1]) << 2 | (state & COLUMNS[3]) >> 2

    def upended(self, state: int) -> int:
        """Bottom and top exchanged."""
        image = state & ROWS[2]
        image |= (state & ROWS[0]) << 20 | (state & ROWS[4]) >> 20
        return image | (state & ROWS[1]) << 10 | (state & ROWS[3]) >> 10

    def transposed(self, state: int) -> int:
        """Rows and columns exchanged: a cell d columns right of the diagonal moves by 4d."""
        image = state & DIAGONALS[4]
        for d in range(1, 5):
            image |= (state & DIAGONALS[4 + d]) << 4 * d | (state & DIAGONALS[4 - d]) >> 4 * d
        return image

    def symmetries(self, state: int) -> Iterator[int]:
        for turned in (state, self.transposed(state)):
            upended = self.upended(turned)
            yield turned
            yield upended
            yield self.mirrored(turned)
            yield self.mirrored(upended)


def both(cells: list[int]) -> int:
    """Some cells in both planes."""
    return sum(1 << c | 1 << c + CELLS for c in cells)


COLUMNS = tuple(both([c for c in range(CELLS) if c % 5 == x]) for x in range(5))
ROWS = tuple(both([c for c in range(CELLS) if c // 5 == y]) for y in range(5))
DIAGONALS = tuple(both([c for c in range(CELLS) if c % 5 - c // 5 == d]) for d in range(-4, 5))
