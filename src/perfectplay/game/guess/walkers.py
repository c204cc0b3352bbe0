"""Pieces that a state holds as (row, column) beside the cells: ``((0, 0), (3, 3), rows, turn)``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from perfectplay.core.value import State
from perfectplay.game.guess.cell_reading import CellReading, UnreadableError, Values
from perfectplay.game.guess.play_sample import SampleStep
from perfectplay.game.state_parts import parts_of

Parts: TypeAlias = tuple[Any, ...]

MOST = 4
"""The most pieces that are looked for."""


class Walker(str):
    """A piece that is no value of a cell: its letter."""


def with_walkers(reading: CellReading, steps: Sequence[SampleStep]) -> CellReading | None:
    """A reading in rows, with the pieces that stand beside it in the state put on their cells.

    None if there are none. Parts of the state are such pieces if they are always on cells of the
    board, each on its own while the play goes on, and all these cells are alike; and if each move
    names the cell to which it takes one of them.

    >>> from perfectplay.game.guess.cell_reading import readings
    >>> start, child = ((0, 0), ((0, 0), (0, 0))), ((0, 1), ((1, 0), (0, 0)))
    >>> step = SampleStep(start, 0, (0, 1), child, 1, ((0, 1),), None)
    >>> with_walkers(next(readings([start, child])), [step]).read(child, 1)
    (1, 'A', 0, 0)
    """
    found = [(parts_of(step.state) or (), parts_of(step.child) or ()) for step in steps]
    places = _on_cells(reading, [parts for pair in found for parts in pair])
    if not 1 <= len(places) <= MOST or not _all_walk(places, found, steps):
        return None
    cells = [reading.read(step.child, step.child_seat) for step in steps]
    below = {
        on[_cell(parts[i], reading)]
        for on, (_, parts) in zip(cells, found, strict=True) for i in places
    }  # fmt: skip
    if len(below) > 1:
        return None
    taken = set[Any]().union(*cells)
    letters = [letter for letter in "ABCDEFGHIJKL" if letter not in taken]
    pieces = dict(zip(places, map(Walker, letters), strict=False))

    def read(state: State, seat: int | None) -> Values:
        cells, parts = list(reading.read(state, seat)), parts_of(state) or ()
        for i, piece in pieces.items():
            if i >= len(parts) or not _is_cell(parts[i], reading):
                raise UnreadableError
            cells[_cell(parts[i], reading)] = piece
        return tuple(cells)

    return replace(reading, read=read)


def _on_cells(reading: CellReading, states: list[Parts]) -> list[int]:
    """The places of the parts that are always the (row, column) of a cell."""
    if not reading.rows or len({len(parts) for parts in states}) > 1:
        return []
    places = range(len(states[0]))
    return [i for i in places if all(_is_cell(parts[i], reading) for parts in states)]


def _all_walk(
    places: list[int], found: list[tuple[Parts, Parts]], steps: Sequence[SampleStep]
) -> bool:
    """True if these parts stand on different cells, and each move takes one of them elsewhere."""
    return all(
        len({one[i] for i in places}) == len(places)
        and _is_walk([(one[i], other[i]) for i in places if one[i] != other[i]], step.move)
        for (one, other), step in zip(found, steps, strict=True)
    )


def _is_cell(part: object, reading: CellReading) -> bool:
    """True for the (row, column) of a cell."""
    if not isinstance(part, tuple) or len(part) != 2 or not all(type(n) is int for n in part):
        return False
    row, column = part
    return bool(0 <= row < reading.rows and 0 <= column < reading.columns)


def _cell(part: tuple[int, int], reading: CellReading) -> int:
    return part[0] * reading.columns + part[1]


def _is_walk(changed: list[tuple[Any, Any]], move: object) -> bool:
    """True if one piece has changed its cell, for one that the move names."""
    if len(changed) != 1:
        return False
    target = changed[0][1]
    return bool(target == move or (isinstance(move, tuple) and target in move))
