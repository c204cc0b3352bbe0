"""Connect 4 on a flat tuple of cells, with plain loops: what a person writes first.

State: the cells, row after row from the bottom; 1 is a stone of the player to move, -1 one of the
other player, 0 an empty cell. Move: the column.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from perfectplay import Game, Value, put

Cells = tuple[int, ...]


@dataclass(frozen=True)
class ConnectFourCells(Game):
    """Connect 4 without a bit trick."""

    width: int = 5
    height: int = 4
    length: int = 4

    @property
    def limits(self) -> tuple[tuple[int, int], ...]:
        return ((-1, 1),) * (self.width * self.height)

    def start(self) -> Cells:
        return (0,) * (self.width * self.height)

    def moves(self, state: Cells) -> Iterator[int]:
        top = (self.height - 1) * self.width
        for column in range(self.width):
            if state[top + column] == 0:
                yield column

    def play(self, state: Cells, move: int) -> Cells:
        cell = move
        while state[cell] != 0:
            cell += self.width
        return tuple(-stone for stone in put(state, cell, 1))

    def outcome(self, state: Cells) -> Value | None:
        for y in range(self.height):
            for x in range(self.width):
                if state[y * self.width + x] == -1 and self.has_line(state, x, y):
                    return Value.LOSS
        return None if 0 in state else Value.DRAW

    def has_line(self, state: Cells, x: int, y: int) -> bool:
        """Whether a line of the player who has just moved begins at a cell."""
        for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            last_x, last_y = x + dx * (self.length - 1), y + dy * (self.length - 1)
            if 0 <= last_x < self.width and last_y < self.height:
                stones = 0
                while (
                    stones < self.length
                    and state[(y + dy * stones) * self.width + x + dx * stones] == -1
                ):
                    stones += 1
                if stones == self.length:
                    return True
        return False
