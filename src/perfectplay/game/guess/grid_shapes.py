"""Shapes that a flat sequence of cells may have, and what speaks for and against each."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import isqrt

from perfectplay.game.game import Game
from perfectplay.game.guess.cell_changes import CellChange
from perfectplay.game.guess.play_sample import SampleStep

PAIRS = (
    ("rows", "columns"), ("rows", "cols"), ("height", "width"), ("h", "w"), ("ranks", "files"),
    ("n_rows", "n_cols"), ("nrows", "ncols"),
)  # fmt: skip
SIDES = ("size", "side", "n", "width", "board_size", "dimension")
"""Names of a game's numbers that give the shape of its board."""

BESIDE = 3
"""Maximum number of other fields beside the cells."""

SIDE = 64
"""Maximum length of a side."""


@dataclass(frozen=True)
class GridShape:
    """Rows and columns of the cells from ``first`` on. ``told``: by the game's own numbers or
    moves, so that no more needs to speak for it; ``side``: the game has a number that is the length
    of a side."""

    rows: int
    columns: int
    first: int = 0
    told: bool = False
    side: bool = False

    @property
    def count(self) -> int:
        return self.rows * self.columns

    def others(self, length: int) -> list[int]:
        """The fields that are no cells."""
        return [i for i in range(length) if not self.first <= i < self.first + self.count]


def flat_shapes(game: Game, length: int, steps: Sequence[SampleStep]) -> Iterator[GridShape]:
    """The shapes to try for a flat sequence: those that the game tells, then squares."""
    for rows, columns in (*_of_moves(steps), *_of_numbers(game)):
        if 0 <= length - rows * columns <= BESIDE:
            yield GridShape(rows, columns, told=True)
    for beside in range(BESIDE + 1):
        side = isqrt(length - beside) if length > beside else 0
        if side > 2 and side * side == length - beside and not _is_length(game, side * side):
            named = _is_side(game, side)
            for first in range(min(beside, 1) + 1):
                yield GridShape(side, side, first, side=named)


def row_shape(length: int, turns: Sequence[int]) -> GridShape | None:
    """One row of all cells but the fields at both ends that tell whose turn it is."""
    first, last = 0, length
    while first in turns:
        first += 1
    while last - 1 in turns:
        last -= 1
    small = first > BESIDE or length - last > BESIDE or last - first < 4
    return None if small or last - first > SIDE else GridShape(1, last - first, first)


def _of_moves(steps: Sequence[SampleStep]) -> Iterator[tuple[int, int]]:
    """The shape of moves that are (row, column)."""
    moves = [step.move for step in steps]
    if all(
        isinstance(move, tuple)
        and len(move) == 2
        and all(type(part) is int and 0 <= part < SIDE for part in move)
        for move in moves
    ):
        rows, columns = (max(move[i] for move in moves) + 1 for i in (0, 1))
        if rows > 1 and columns > 1:
            yield rows, columns


def _of_numbers(game: Game) -> Iterator[tuple[int, int]]:
    """The shapes that the game's attributes, or constants of its file, tell by their names."""
    told = _numbers_of(game)
    for one, other in PAIRS:
        rows, columns = told(one), told(other)
        if rows and columns and rows > 1 and columns > 1:
            yield rows, columns


def _is_length(game: Game, count: int) -> bool:
    """True if the game calls the number of cells its size or width: then they are one row."""
    told = _numbers_of(game)
    return any(told(name) == count for name in (*SIDES, "length"))


def _is_side(game: Game, side: int) -> bool:
    """True if the game has a number with the name of a side and this length."""
    told = _numbers_of(game)
    return any(told(name) == side for name in SIDES)


def _numbers_of(game: Game) -> Callable[[str], int | None]:
    constants = vars(sys.modules.get(type(game).__module__, sys))

    def told(name: str) -> int | None:
        upper = name.upper()
        for found in (getattr(game, name, 0), getattr(game, upper, 0), constants.get(upper)):
            if type(found) is int and 1 <= found <= SIDE * SIDE:
                return found
        return None

    return told


# --- what speaks for and against a square ---------------------------------------------------------


def is_square_board(
    changes: Sequence[CellChange], steps: Sequence[SampleStep], side: int, kinds: int
) -> bool:
    """True if the moves fit cells in a square, and not only cells in a row.

    Cells that change together must be aligned, and reach into other rows. If each move changes
    one cell, at most two kinds of pieces are put on cells, no play ends by a run of cells that is
    a run in one row only by chance, and the moves that a piece forbids are aligned with it.
    """
    if together := [change.cells for change in changes if len(change.cells) > 1]:
        across = any(cells[-1] - cells[0] >= side for cells in together)
        leaps = [cells for cells in together if len(cells) == 2 and _knight(*cells, side)]
        knights = kinds > 2 or len(leaps) == len(together)
        return across and all(
            _aligned(cells, side) or (knights and cells in leaps) for cells in together
        )
    put = all(change.filled and not change.emptied for change in changes)
    return (
        put
        and kinds <= 2
        and not _ends_by_runs(changes, steps, side)
        and not _forbids_elsewhere(changes, steps, lambda one, other: _queen(one, other, side))
    )


def _aligned(cells: Sequence[int], side: int) -> bool:
    """True if one of the cells is in line with all others, as a queen moves."""
    return any(all(_queen(hub, cell, side) for cell in cells) for hub in cells)


def _apart(one: int, other: int, side: int) -> tuple[int, int]:
    return abs(one // side - other // side), abs(one % side - other % side)


def _queen(one: int, other: int, side: int) -> bool:
    down, across = _apart(one, other, side)
    return down == 0 or across in (0, down)


def _knight(one: int, other: int, side: int) -> bool:
    return sorted(_apart(one, other, side)) == [1, 2]


def _ends_by_runs(changes: Sequence[CellChange], steps: Sequence[SampleStep], side: int) -> bool:
    """True if every decisive end has a run of equal pieces in the order of the fields, longer than
    any line of the square through the last piece."""
    runs, lines = [], []
    for change, step in zip(changes, steps, strict=True):
        if step.ending is not None and step.ending.name != "DRAW" and len(change.filled) == 1:
            runs.append(longest_run(change, [(1, None)]))
            directions = [(1, 1), (side, 0), (side + 1, 1), (side - 1, -1)]
            lines.append(longest_run(change, directions, side))
    return len(runs) > 2 and min(runs) > 1 and min(runs) > min(lines)


def longest_run(
    change: CellChange, directions: Sequence[tuple[int, int | None]], side: int = 1
) -> int:
    """The longest run of equal pieces through the one cell that was filled. ``directions``: (step
    from cell to cell, columns to the right in each step); ``side``: the columns of the board."""
    cells, (middle,) = change.after, change.filled
    best = 1
    for step, across in directions:
        run = 1
        for sign in (1, -1):
            at = middle + sign * step
            while 0 <= at < len(cells) and cells[at] == cells[middle]:
                if across is not None and at % side - (at - sign * step) % side != sign * across:
                    break
                run, at = run + 1, at + sign * step
        best = max(best, run)
    return best


def _forbids_elsewhere(
    changes: Sequence[CellChange], steps: Sequence[SampleStep], near: Callable[[int, int], bool]
) -> bool:
    """True if a piece takes away a later move of the same player to a cell that is not near."""
    shifts = {
        step.move - change.cells[0] if type(step.move) is int and len(change.cells) == 1 else None
        for change, step in zip(changes, steps, strict=True)
    }
    if len(shifts) != 1 or None in shifts:
        return False  # moves are not the numbers of cells
    shift = shifts.pop()
    for i in range(len(steps) - 2):
        now, then = steps[i], steps[i + 2]
        if now.play is None or now.play != then.play or now.seat != then.seat:
            continue
        new = [*changes[i].cells, *changes[i + 1].cells]
        lost = {move - shift for move in now.legal} - {move - shift for move in then.legal}
        if any(not any(near(cell, piece) for piece in new) for cell in lost.difference(new)):
            return True
    return False


def is_row_board(changes: Sequence[CellChange], steps: Sequence[SampleStep]) -> bool:
    """True if the moves fit cells in one row: a piece goes to a near cell or through empty ones,
    and takes away moves near it only."""
    for change in changes:
        cells = change.cells
        between = set(range(cells[0], cells[-1])).difference(cells) if cells else set()
        if between and cells[-1] - cells[0] > 2 and between & change.occupied:
            return False
    return not _forbids_elsewhere(changes, steps, lambda one, other: abs(one - other) <= 2)
