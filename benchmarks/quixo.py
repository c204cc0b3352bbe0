"""Quixo on n×n: take a blank or own cube from the rim, push it in again elsewhere; n in a row wins.

State: two planes of n² bits in one integer, row after row from the lowest bit: the low plane has
the cubes of the player to move, the high one those of the other player; moves turn the state.
Whoever makes a line of the opponent's sign loses, even if a line of his own is made too.

Move: an index into all ways to take a cube and push it in: n=4 has 32.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from perfectplay import Game, Value
from perfectplay.game.published_values import PublishedValues

SOURCE = "recomputed by tests/project/test_quixo_and_teeko.py and tests/landmarks/test_landmarks.py"


@dataclass(frozen=True)
class Quixo(Game):
    """Quixo; the game as it is sold has n=5, and 3^25 states."""

    n: int = 4

    KNOWN: ClassVar[tuple[PublishedValues, ...]] = (
        PublishedValues(
            parameters={"n": 3}, states=16_021, draws=0, value=Value.WIN, remoteness=7,
            source=SOURCE,
        ),
        PublishedValues(value=Value.WIN, remoteness=21, longest_loss=22, source=SOURCE),
    )  # fmt: skip

    def __post_init__(self) -> None:
        if not 2 <= self.n <= 5:
            raise ValueError("n must be from 2 to 5: a state is one 64-bit word")

    # --- the board ------------------------------------------------------------------------------

    @property
    def cells(self) -> int:
        return self.n * self.n

    @property
    def plane(self) -> int:
        """All cells of the low plane."""
        return (1 << self.cells) - 1

    @cached_property
    def pushes(self) -> tuple[tuple[int, int, int, int], ...]:
        """For each move: the cell that is taken, the cells that shift (in both planes), the cell
        where the cube goes in, and the bits by which cells shift: rising cells if above 0."""
        found = []
        for cell in range(self.cells):
            row, column = divmod(cell, self.n)
            if 0 < row < self.n - 1 and 0 < column < self.n - 1:
                continue
            left, bottom = row * self.n, column
            for step, first in ((1, left), (self.n, bottom)):
                last = first + step * (self.n - 1)
                if cell != first:
                    found.append((cell, range(first, cell + 1, step), first, step))
                if cell != last:
                    found.append((cell, range(cell, last + 1, step), last, -step))
        return tuple(
            (1 << cell, sum(1 << c | 1 << c + self.cells for c in line), 1 << end, step)
            for cell, line, end, step in found
        )

    @cached_property
    def taken(self) -> tuple[int, ...]:
        """For each move: the bit by which the opponent's cube forbids it."""
        return tuple(cell << self.cells for cell, _, _, _ in self.pushes)

    @cached_property
    def shifted(self) -> tuple[int, ...]:
        return tuple(line for _, line, _, _ in self.pushes)

    @cached_property
    def entered(self) -> tuple[int, ...]:
        return tuple(end for _, _, end, _ in self.pushes)

    @cached_property
    def up(self) -> tuple[int, ...]:
        return tuple(max(step, 0) for _, _, _, step in self.pushes)

    @cached_property
    def down(self) -> tuple[int, ...]:
        return tuple(max(-step, 0) for _, _, _, step in self.pushes)

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """The rows, columns and diagonals of the low plane."""
        n = self.n
        lines = [range(i * n, i * n + n) for i in range(n)]
        lines += [range(i, n * n, n) for i in range(n)]
        lines += [range(0, n * n, n + 1), range(n - 1, n * n - 1, n - 1)]
        return tuple(sum(1 << cell for cell in line) for line in lines)

    # --- the rules ------------------------------------------------------------------------------

    def start(self) -> int:
        return 0

    def moves(self, state: int) -> Iterator[int]:
        for move in range(len(self.taken)):
            if not state & self.taken[move]:
                yield move

    def play(self, state: int, move: int) -> int:
        line = self.shifted[move]
        pushed = (state & line) << self.up[move] >> self.down[move] & line
        # a shift brings the neighbour's sign into every cell of the line but the one that is free
        pushed &= ~(self.entered[move] << self.cells)
        state = state & ~line | pushed | self.entered[move]
        return (state & self.plane) << self.cells | state >> self.cells

    def outcome(self, state: int) -> Value | None:
        mine, theirs = state & self.plane, state >> self.cells
        for line in self.lines:
            if mine & line == line:
                return Value.WIN  # the other player has just made it
        for line in self.lines:
            if theirs & line == line:
                return Value.LOSS
        return None

    # --- the eight symmetries, of both planes at once -------------------------------------------

    @cached_property
    def columns(self) -> tuple[int, ...]:
        """The cells of each column, in both planes."""
        return tuple(
            sum(1 << c | 1 << c + self.cells for c in range(x, self.cells, self.n))
            for x in range(self.n)
        )

    @cached_property
    def rows(self) -> tuple[int, ...]:
        """The cells of each row, in both planes."""
        return tuple(
            sum(1 << c | 1 << c + self.cells for c in range(y * self.n, (y + 1) * self.n))
            for y in range(self.n)
        )

    @cached_property
    def diagonals(self) -> tuple[int, ...]:
        """The cells whose column is d above their row, in both planes; d from 1 - n to n - 1."""
        n = self.n
        return tuple(
            sum(1 << c | 1 << c + self.cells for c in range(self.cells) if c % n - c // n == d)
            for d in range(1 - n, n)
        )

    def mirrored(self, state: int) -> int:
        """Left and right exchanged."""
        image = 0
        for x in range(self.n):
            far = self.n - 1 - 2 * x
            image |= (state & self.columns[x]) << max(far, 0) >> max(-far, 0)
        return image

    def upended(self, state: int) -> int:
        """Bottom and top exchanged."""
        image = 0
        for y in range(self.n):
            far = self.n * (self.n - 1 - 2 * y)
            image |= (state & self.rows[y]) << max(far, 0) >> max(-far, 0)
        return image

    def transposed(self, state: int) -> int:
        """Rows and columns exchanged."""
        image = 0
        for i in range(2 * self.n - 1):
            far = (i + 1 - self.n) * (self.n - 1)
            image |= (state & self.diagonals[i]) << max(far, 0) >> max(-far, 0)
        return image

    def symmetries(self, state: int) -> Iterator[int]:
        upended = self.upended(state)
        yield upended
        yield self.mirrored(state)
        yield self.mirrored(upended)
        state = self.transposed(state)
        upended = self.upended(state)
        yield state
        yield upended
        yield self.mirrored(state)
        yield self.mirrored(upended)
