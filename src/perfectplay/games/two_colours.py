"""Boards with men of two colours: each row is a number in base 3, all rows are in one integer.

Two bit masks of a 6×6 board need 72 bits. Its rows as numbers in base 3 need 60, so that a state
fits 64 bits. Tables convert a row to two masks, and a mask to a number.

State, seen by the player to move: ``group`` bits for each row (10 for a width of 6), the first row
lowest. In a row the digit of column x counts 3^x: 0 empty, 1 a man of the player to move, 2 a man
of the other. If that does not fit (8×8), the state is a tuple of both masks, with cells numbered
from 0 in reading order; such a game runs interpreted.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from perfectplay.game.game import Game

WIDEST = 8
"""Maximum width in one integer; wider rows would need tables larger than the CPU caches."""


class TwoColours(Game):
    """A game on ``width`` × ``height`` cells; `men` and `state_of` convert its states."""

    width: int
    height: int

    @cached_property
    def cells(self) -> int:
        return self.width * self.height

    @cached_property
    def full(self) -> int:
        """All cells, as a mask."""
        return (1 << self.cells) - 1

    @cached_property
    def row(self) -> int:
        """The first row, as a mask."""
        return (1 << self.width) - 1

    @cached_property
    def file(self) -> int:
        """The first column, as a mask."""
        return sum(1 << y * self.width for y in range(self.height))

    @cached_property
    def group(self) -> int:
        """Number of bits of a row in a state."""
        return int(3**self.width - 1).bit_length()

    @cached_property
    def one_word(self) -> bool:
        """True if states are integers."""
        return self.width <= WIDEST and self.group * self.height <= 63

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """For each mask of a row, the number in base 3 with the digit 1 for each set bit."""
        rows = range(1 << self.width if self.one_word else 1)
        return tuple(sum(3**x for x in range(self.width) if row >> x & 1) for row in rows)

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """For each number of a row, the mover's men and, ``width`` bits higher, the other's."""
        own = {number: row for row, number in enumerate(self.numbers)}
        found = [0] * (1 << self.group if self.one_word else 1)
        for mine, row in own.items():
            for theirs, other in own.items():
                if row & other == 0:
                    found[mine + 2 * theirs] = row | other << self.width
        return tuple(found)

    def men(self, state: Any) -> tuple[int, int]:
        """Masks of the men of the player to move and of the other."""
        if not self.one_word:
            return (state[0], state[1])
        mine, theirs = 0, 0
        for y in range(self.height):
            both = self.masks[state >> y * self.group & (1 << self.group) - 1]
            mine |= (both & self.row) << y * self.width
            theirs |= both >> self.width << y * self.width
        return (mine, theirs)

    def state_of(self, mine: int, theirs: int) -> Any:
        """The state for these masks."""
        if not self.one_word:
            return (mine, theirs)
        state = 0
        for y in range(self.height):
            own = self.numbers[mine >> y * self.width & self.row]
            other = self.numbers[theirs >> y * self.width & self.row]
            state |= (own + 2 * other) << y * self.group
        return state

    def mirrored(self, men: int) -> int:
        """A mask reflected from left to right."""
        image = 0
        for x in range(self.width):
            image |= (men >> x & self.file) << self.width - 1 - x
        return image

    def upside_down(self, men: int) -> int:
        """A mask with its rows in reverse order."""
        image = 0
        for y in range(self.height):
            image |= (men >> y * self.width & self.row) << (self.height - 1 - y) * self.width
        return image
