"""Four games with many symmetries, as people write them: states are tuples of cells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from perfectplay import Game, Value

Cells = tuple[int, ...]


def square(n: int) -> tuple[Cells, ...]:
    """The eight symmetries of a square of n × n cells, as permutations of them."""
    cells = range(n * n)
    turned = tuple(cell % n * n + n - 1 - cell // n for cell in cells)
    mirrored = tuple(cell // n * n + n - 1 - cell % n for cell in cells)
    found = [tuple(cells)]
    for one in found:
        for change in (turned, mirrored):
            image = tuple(one[place] for place in change)
            if image not in found:
                found.append(image)
    return tuple(found)


def rows(n: int, length: int) -> tuple[Cells, ...]:
    """All rows of ``length`` cells on a square of n × n."""
    found = []
    for y in range(n):
        for x in range(n):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                last_x, last_y = x + dx * (length - 1), y + dy * (length - 1)
                if 0 <= last_x < n and last_y < n:
                    found.append(tuple((y + i * dy) * n + x + i * dx for i in range(length)))
    return tuple(found)


@dataclass(frozen=True)
class Rings(Game):
    """A morris game on three squares, one in another: a mill wins. 1 is the mover's man, 2 the
    other's; men are placed first, and then move along the lines."""

    men: int = 2

    @cached_property
    def neighbours(self) -> tuple[Cells, ...]:
        """For each point, 8 on each square, the points beside it; short rows are filled up."""
        found = []
        for point in range(24):
            ring, place = divmod(point, 8)
            near = [ring * 8 + (place + 1) % 8, ring * 8 + (place - 1) % 8]
            if place % 2:
                near += [one * 8 + place for one in (ring - 1, ring + 1) if 0 <= one < 3]
            found.append((*near, *near)[:4])
        return tuple(found)

    @cached_property
    def mills(self) -> tuple[Cells, ...]:
        around = [(r * 8 + i, r * 8 + i + 1, r * 8 + (i + 2) % 8) for r in range(3)
                  for i in (0, 2, 4, 6)]  # fmt: skip
        return (*around, *((i, 8 + i, 16 + i) for i in (1, 3, 5, 7)))

    @cached_property
    def tables(self) -> tuple[Cells, ...]:
        """The sixteen symmetries: turned, mirrored, the inner and the outer square exchanged."""
        return tuple(
            tuple(
                (2 - ring if inside else ring) * 8 + (sign * place + turn) % 8
                for ring in range(3) for place in range(8)
            )
            for inside in (False, True) for sign in (1, -1) for turn in (0, 2, 4, 6)
        )  # fmt: skip

    def start(self) -> Cells:
        return (0,) * 24

    def moves(self, state: Cells) -> Iterator[tuple[int, int]]:
        if sum(cell != 0 for cell in state) < 2 * self.men:
            for to in range(24):
                if state[to] == 0:
                    yield (to, to)
        else:
            for at in range(24):
                if state[at] == 1:
                    for i in range(4):
                        to = self.neighbours[at][i]
                        if state[to] == 0 and to not in self.neighbours[at][:i]:
                            yield (at, to)

    def play(self, state: Cells, move: tuple[int, int]) -> Cells:
        at, to = move
        return tuple(
            2 if i == to else 0 if i == at else (0, 2, 1)[cell] for i, cell in enumerate(state)
        )

    def outcome(self, state: Cells) -> Value | None:
        for a, b, c in self.mills:
            if state[a] == 2 and state[b] == 2 and state[c] == 2:
                return Value.LOSS
        return None

    stuck = Value.LOSS

    def symmetries(self, state: Cells) -> Iterator[Cells]:
        for table in self.tables:
            yield tuple(state[place] for place in table)


@dataclass(frozen=True)
class QuixoCells(Game):
    """Quixo on 16 cells: 1 is the mover's, 2 the other's."""

    tables: ClassVar[tuple[Cells, ...]] = square(4)
    lines: ClassVar[tuple[Cells, ...]] = rows(4, 4)

    def start(self) -> Cells:
        return (0,) * 16

    def moves(self, state: Cells) -> Iterator[tuple[int, int]]:
        for cell in range(16):
            row, column = cell // 4, cell % 4
            if (row in (0, 3) or column in (0, 3)) and state[cell] != 2:
                for end in (row * 4, row * 4 + 3, column, column + 12):
                    if end != cell:
                        yield (cell, end)

    def play(self, state: Cells, move: tuple[int, int]) -> Cells:
        cell, end = move
        step = 1 if end // 4 == cell // 4 else 4
        if end < cell:
            step = -step
        cells = [0] * 16
        for i in range(16):
            cells[i] = state[i]
        at = cell
        while at != end:
            cells[at] = cells[at + step]
            at += step
        cells[end] = 1
        return tuple((0, 2, 1)[cells[i]] for i in range(16))

    def outcome(self, state: Cells) -> Value | None:
        for a, b, c, d in self.lines:
            if state[a] == 1 and state[b] == 1 and state[c] == 1 and state[d] == 1:
                return Value.WIN
        for a, b, c, d in self.lines:
            if state[a] == 2 and state[b] == 2 and state[c] == 2 and state[d] == 2:
                return Value.LOSS
        return None

    def symmetries(self, state: Cells) -> Iterator[Cells]:
        for table in self.tables:
            yield tuple(state[place] for place in table)


@dataclass(frozen=True)
class FourInARow(Game):
    """Stones are placed in turns on a square board; four in a row win."""

    n: int = 5

    @cached_property
    def tables(self) -> tuple[Cells, ...]:
        return square(self.n)

    @cached_property
    def lines(self) -> tuple[Cells, ...]:
        return rows(self.n, 4)

    def start(self) -> Cells:
        return (0,) * (self.n * self.n)

    def moves(self, state: Cells) -> Iterator[int]:
        for cell in range(self.n * self.n):
            if state[cell] == 0:
                yield cell

    def play(self, state: Cells, move: int) -> Cells:
        return tuple((0, 2, 1)[cell] if i != move else 2 for i, cell in enumerate(state))

    def outcome(self, state: Cells) -> Value | None:
        for a, b, c, d in self.lines:
            if state[a] == 2 and state[b] == 2 and state[c] == 2 and state[d] == 2:
                return Value.LOSS
        return None

    stuck = Value.DRAW

    def symmetries(self, state: Cells) -> Iterator[Cells]:
        for table in self.tables:
            yield tuple(state[place] for place in table)


@dataclass(frozen=True)
class Solitaire(Game):
    """Peg solitaire on a cross of 33 holes: one peg is to be left, anywhere."""

    players = 1
    holes: ClassVar[Cells] = tuple(
        y * 7 + x for y in range(7) for x in range(7) if 2 <= x <= 4 or 2 <= y <= 4
    )
    tables: ClassVar[tuple[Cells, ...]]
    jumps: ClassVar[tuple[Cells, ...]]

    def start(self) -> Cells:
        return tuple(int(hole != 24) for hole in self.holes)

    def moves(self, state: Cells) -> Iterator[tuple[int, int, int]]:
        for at, over, to in self.jumps:
            if state[at] == 1 and state[over] == 1 and state[to] == 0:
                yield (at, over, to)

    def play(self, state: Cells, move: tuple[int, int, int]) -> Cells:
        at, over, to = move
        return tuple(
            0 if i in (at, over) else 1 if i == to else cell for i, cell in enumerate(state)
        )

    def outcome(self, state: Cells) -> Value | None:
        return Value.WIN if sum(state) == 1 else None

    stuck = Value.LOSS

    def tier(self, state: Cells) -> int:
        return -sum(state)

    def symmetries(self, state: Cells) -> Iterator[Cells]:
        for table in self.tables:
            yield tuple(state[place] for place in table)


def _jumps() -> Iterator[Cells]:
    holes = Solitaire.holes
    for at in holes:
        for step in (1, -1, 7, -7):
            to = at + 2 * step
            if at + step in holes and to in holes and (abs(step) == 7 or at // 7 == to // 7):
                yield (holes.index(at), holes.index(at + step), holes.index(to))


Solitaire.jumps = tuple(_jumps())
Solitaire.tables = tuple(
    tuple(Solitaire.holes.index(one[hole]) for hole in Solitaire.holes) for one in square(7)
)

SYMMETRIC_GAMES: dict[str, type[Game]] = {
    "rings, 16 images of 24 cells": Rings,
    "Quixo, 8 images of 16 cells": QuixoCells,
    "four in a row, 8 images of 25 cells": FourInARow,
    "solitaire, 8 images of 33 cells": Solitaire,
}
