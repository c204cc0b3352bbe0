"""Connect 4 on 7×6 as two boards of 49 bits: together too many for a key of one word."""

from __future__ import annotations

from collections.abc import Iterator

from perfectplay import Game, Value

WIDTH, HEIGHT = 7, 6
COLUMN = HEIGHT + 1
FULL = sum(1 << (x * COLUMN + y) for x in range(WIDTH) for y in range(HEIGHT))


class TwoBoards(Game):
    """The stones of the player to move, and all stones; a column has a bit more than it has
    cells."""

    def start(self) -> tuple[int, int]:
        return 0, 0

    def moves(self, state: tuple[int, int]) -> Iterator[int]:
        for column in range(WIDTH):
            if not state[1] >> (column * COLUMN + HEIGHT - 1) & 1:
                yield column

    def play(self, state: tuple[int, int], column: int) -> tuple[int, int]:
        mine, stones = state
        return mine ^ stones, stones | stones + (1 << column * COLUMN)

    def outcome(self, state: tuple[int, int]) -> Value | None:
        mine, stones = state
        theirs = mine ^ stones
        for step in (1, HEIGHT, HEIGHT + 1, HEIGHT + 2):
            pair = theirs & theirs >> step
            if pair & pair >> 2 * step:
                return Value.LOSS
        return Value.DRAW if stones == FULL else None
