"""Gobblet Gobblers on 3×3: tic-tac-toe with pieces of three sizes that cover smaller ones.

Each side has two small, two middle and two large pieces. A move puts one from the hand, or one that
is on top on the board, on a cell that is empty or has only smaller pieces on top. Three pieces in a
row, seen from above, win. If a player lifts a piece and so shows a row of the other player that is
still there after the move, the other player wins.

State: six masks of nine cells, 9 bits each: the small, middle and large pieces of the player to
move, then the other player's. Cells are numbered by rows.

Move: size * 100 + from * 10 + to; from 9 is the hand.

The tier is the number of pieces on the board, which never falls; inside a tier pieces wander, so
there are loops.
"""

from __future__ import annotations

from collections.abc import Iterator

from perfectplay import Game, Value

LINES = (0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124)
HAND = 9
FULL = (1 << 9) - 1


def _turned(cell: int, image: int) -> int:
    """Where a cell is in one of the eight images of the board."""
    row, column = divmod(cell, 3)
    if image & 1:
        column = 2 - column
    if image & 2:
        row = 2 - row
    return 3 * column + row if image & 4 else 3 * row + column


IMAGES = tuple(
    tuple(
        sum(1 << _turned(cell, image) for cell in range(9) if mask >> cell & 1)
        for mask in range(512)
    )
    for image in range(8)
)
"""IMAGES[k][mask] is the mask in the k-th image of the board."""


class GobbletGobblers(Game):
    """Three in a row with pieces that cover smaller ones."""

    title = "Gobblet Gobblers"
    stuck = Value.LOSS

    def start(self) -> int:
        return 0

    def tier(self, state: int) -> int:
        return state.bit_count()

    def outcome(self, state: int) -> Value | None:
        large = state >> 18 | state >> 45
        middle = large | state >> 9 | state >> 36
        mine = state >> 18 & FULL | state >> 9 & ~large & FULL | state & ~middle & FULL
        yours = state >> 45 & FULL | state >> 36 & ~large & FULL | state >> 27 & ~middle & FULL
        for line in LINES:
            if mine & line == line:
                return Value.WIN
        for line in LINES:
            if yours & line == line:
                return Value.LOSS
        return None

    def moves(self, state: int) -> Iterator[int]:
        larger = 0  # cells with pieces that are larger than those of the size
        for size in (2, 1, 0):
            mine = state >> 9 * size & FULL
            taken = larger | mine | state >> 27 + 9 * size & FULL
            if mine.bit_count() < 2:
                for target in range(9):
                    if not taken >> target & 1:
                        yield size * 100 + HAND * 10 + target
            for cell in range(9):
                if mine & ~larger & 1 << cell:
                    for target in range(9):
                        if not taken >> target & 1:
                            yield size * 100 + cell * 10 + target
            larger = taken

    def play(self, state: int, move: int) -> int:
        size, cell, target = move // 100, move // 10 % 10, move % 10
        if cell != HAND:
            state ^= 1 << 9 * size + cell
        state |= 1 << 9 * size + target
        return state >> 27 | (state & (1 << 27) - 1) << 27

    def symmetries(self, state: int) -> Iterator[int]:
        for image in range(8):
            turned = 0
            for part in range(6):
                turned |= IMAGES[image][state >> 9 * part & FULL] << 9 * part
            yield turned

    def board(self, state: int) -> list[str]:
        letters = "smlSML"
        cells = ["." for _ in range(9)]
        for part in (0, 3, 1, 4, 2, 5):
            for cell in range(9):
                if state >> 9 * part + cell & 1:
                    cells[cell] = letters[part]
        return ["".join(cells[i : i + 3]) for i in (0, 3, 6)]
