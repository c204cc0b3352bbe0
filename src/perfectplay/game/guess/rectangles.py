"""Rectangles that only the plays of a game tell: twelve cells may be 3 × 4, 4 × 3, 2 × 6, 6 × 2."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from perfectplay.game.guess.cell_changes import CellChange
from perfectplay.game.guess.grid_shapes import GridShape, is_row_board, longest_run
from perfectplay.game.guess.play_sample import SampleStep

ENDS = 4
"""Least number of ends by a line that tell a shape."""


def rectangles(length: int, others: int = 3) -> Iterator[GridShape]:
    """The rectangles of a flat sequence with up to so many other fields, squares left out.

    >>> [(shape.rows, shape.columns) for shape in rectangles(12, others=0)]
    [(6, 2), (4, 3), (3, 4), (2, 6)]
    """
    for beside in range(others + 1):
        for columns in _sides(length - beside):
            for first in range(min(beside, 1) + 1):
                yield GridShape((length - beside) // columns, columns, first)


def _sides(count: int) -> list[int]:
    return [c for c in range(2, count // 2 + 1) if count % c == 0 and c * c != count]


def columns_of(
    count: int, changes: Sequence[CellChange], steps: Sequence[SampleStep]
) -> int | None:
    """The columns of the one rectangle that the plays fit; None if none or several do.

    Plays that end by a line of equal pieces fit if such a line always ends the play. Else cells
    that a move changes together, or that a piece forbids, are as far apart in each part of the
    board: in a wrong rectangle, a step to the next cell is a leap at the end of each row.
    """
    by_lines = _by_lines(count, changes, steps)
    if by_lines is not None or is_row_board(changes, steps):
        return by_lines
    pairs = set(_together(changes)) or set(_forbidden(changes, steps))
    offsets = {other - one for one, other in pairs}
    found = []
    for columns in _sides(count):
        steps_there = {
            (other // columns - one // columns, other % columns - one % columns)
            for one, other in pairs
        }
        if len(steps_there) == len(offsets) and any(down for down, _ in steps_there):
            found.append(columns)
    return found[0] if len(found) == 1 and len(offsets) > 1 else None


def _by_lines(count: int, changes: Sequence[CellChange], steps: Sequence[SampleStep]) -> int | None:
    ends: list[CellChange] = []
    others: list[CellChange] = []
    for change, step in zip(changes, steps, strict=True):
        if len(change.filled) == 1 == len(change.cells):
            won = step.ending is not None and step.ending.name != "DRAW"
            (ends if won else others).append(change)
    if len(ends) < ENDS:
        return None
    found: list[int] = []
    for columns in (*_sides(count), count):  # the last is one row
        directions: list[tuple[int, int | None]] = [(1, 1)]
        if columns < count:
            directions += (columns, 0), (columns + 1, 1), (columns - 1, -1)
        line = min(longest_run(change, directions, columns) for change in ends)
        if line > 2 and all(longest_run(change, directions, columns) < line for change in others):
            found.append(columns)
    return found[0] if len(found) == 1 and found[0] < count else None


def _together(changes: Iterable[CellChange]) -> Iterator[tuple[int, int]]:
    for change in changes:
        if len(change.cells) == 2:
            yield change.cells[0], change.cells[1]


def _forbidden(
    changes: Sequence[CellChange], steps: Sequence[SampleStep]
) -> Iterator[tuple[int, int]]:
    """A cell that is filled, and a cell that cannot be filled from then on; for pieces of one kind
    and moves that are the numbers of cells."""
    for i in range(len(steps) - 1):
        now, then, cells = steps[i], steps[i + 1], changes[i].cells
        if now.play is None or now.play != then.play or cells != (now.move,):
            continue
        for lost in set(now.legal) - set(then.legal) - {now.move}:
            yield min(lost, now.move), max(lost, now.move)
