"""Boards with men of two colours: each row a number in base 3, all rows in one integer.

Two bit masks of a 6×6 board need 72 bits; its rows as numbers in base 3 need 60, and so a state is
one 64-bit word. A row is looked up in a table as two masks, and a mask as a number.

State, seen by the player to move, for ``group`` bits a row (10 for a width of 6), the first row
lowest; in a row the digit of column x counts 3^x: 0 empty, 1 a man of the player to move, 2 one of
the other. Where that does not fit (8×8), the state is the tuple of both masks, cells numbered from
0 in reading order: such a game is right, and runs interpreted.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from perfectplay.game.game import Game

WIDEST = 8
"""Wider rows would need tables that no cache holds."""


class TwoColours(Game):
    """A game on ``width`` × ``height`` cells, whose states `men` reads and `state_of` makes."""

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
        """The bits of a row in a state."""
        return int(3**self.width - 1).bit_length()

    @cached_property
    def one_word(self) -> bool:
        """Whether states are integers."""
        return self.width <= WIDEST and self.group * self.height <= 63

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """For each mask of a row, the number in base 3 with a digit 1 for each bit."""
        rows = range(1 << self.width if self.one_word else 1)
        return tuple(sum(3**x for x in range(self.width) if row >> x & 1) for row in rows)

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """For each number of a row, the men of the player to move, the other's ``width`` higher."""
        own = {number: row for row, number in enumerate(self.numbers)}
        found = [0] * (1 << self.group if self.one_word else 1)
        for mine, row in own.items():
            for theirs, other in own.items():
                if row & other == 0:
                    found[mine + 2 * theirs] = row | other << self.width
        return tuple(found)

    def men(self, state: Any) -> tuple[int, int]:
        """The men of the player to move and of the other, as masks."""
        if not self.one_word:
            return (state[0], state[1])
        mine, theirs = 0, 0
        for y in range(self.height):
            both = self.masks[state >> y * self.group & (1 << self.group) - 1]
            mine |= (both & self.row) << y * self.width
            theirs |= both >> self.width << y * self.width
        return (mine, theirs)

    def state_of(self, mine: int, theirs: int) -> Any:
        """The state with these men."""
        if not self.one_word:
            return (mine, theirs)
        state = 0
        for y in range(self.height):
            own = self.numbers[mine >> y * self.width & self.row]
            other = self.numbers[theirs >> y * self.width & self.row]
            state |= (own + 2 * other) << y * self.group
        return state

    def mirrored(self, men: int) -> int:
        """A mask from left to right."""
        image = 0
        for x in range(self.width):
            image |= (men >> x & self.file) << self.width - 1 - x
        return image

    def upside_down(self, men: int) -> int:
        """A mask with the last row first."""
        image = 0
        for y in range(self.height):
            image |= (men >> y * self.width & self.row) << (self.height - 1 - y) * self.width
        return image
