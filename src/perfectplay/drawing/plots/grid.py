"""Solutions over two fields of their states: the data of tables and heat maps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.core.errors import PlotError
from perfectplay.core.value import Move, State, Value
from perfectplay.drawing.plots.plot_axes import AxisChoice, choose, many_states
from perfectplay.drawing.plots.plot_columns import (
    LARGEST,
    FieldColumns,
    FieldValues,
    StateBlocks,
    picked,
    states_of,
)
from perfectplay.game.game import Game
from perfectplay.game.moves import one_line
from perfectplay.game.texts.default_texts import default_text
from perfectplay.solver.solution_of import solution_of
from perfectplay.tablebase.many_moves import best_moves_of
from perfectplay.tablebase.solution import Solution
from perfectplay.tablebase.state_fields import StateField

Place = tuple[int, int]
"""Row and column of a cell, from 0."""


_BATCH = 256


@dataclass(frozen=True)
class Axis:
    """A coordinate: the rising ``values`` of its rows or columns, and their ``texts``.

    If the field does not hold ``numbers``, values are indices of the texts.
    """

    field: StateField
    values: tuple[int, ...]
    texts: tuple[str, ...]
    numbers: bool

    def __len__(self) -> int:
        return len(self.values)

    def places(self, values: NDArray[np.int64]) -> NDArray[np.int64]:
        """[N] int64: row or column of each value, -1 if it is not on the axis."""
        known = np.array(self.values, np.int64)
        places = np.minimum(np.searchsorted(known, values), len(known) - 1)
        return np.where(known[places] == values, places, -1)


@dataclass(frozen=True, eq=False)
class SolutionGrid:
    """A solution as cells: rows are the values of ``y``, columns those of ``x``.

    counts: [Y, X, 4] int64, states of a cell by `Value`. For cells of one state, value: [Y, X]
    uint8, remoteness: [Y, X] int32 (-1 if endless) and keys: [Y, X] int64; for other cells 0, -1
    and -1. ``start`` is the cell of the start, None outside the grid. With one coordinate, ``y`` is
    None and there is one row. ``aggregate`` is the value whose share in each cell is shown; None
    if each cell is one state.
    """

    solution: Solution
    x: Axis
    y: Axis | None
    fixed: dict[StateField, str]
    aggregate: Value | None
    start: Place | None
    counts: NDArray[np.int64]
    value: NDArray[np.uint8]
    remoteness: NDArray[np.int32]
    keys: NDArray[np.int64]
    states: StateBlocks = field(repr=False)
    columns: FieldColumns = field(repr=False)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.value.shape[0], self.value.shape[1]

    @property
    def fixed_text(self) -> str:
        """Fixed fields for a title; empty if there are none."""
        return ", ".join(f"{field.label}={text}" for field, text in self.fixed.items())

    @property
    def filled(self) -> NDArray[np.int64]:
        """[Y, X] int64: number of states of each cell."""
        total: NDArray[np.int64] = self.counts.sum(axis=2)
        return total

    @property
    def share(self) -> NDArray[np.float64]:
        """[Y, X] float64: share of the states of each cell with the value of ``aggregate``
        (default: lost), from 0 to 1; NaN if there is no state."""
        counts = self.counts[:, :, self.aggregate or Value.LOSS]
        filled = self.filled
        return np.where(filled > 0, counts / np.maximum(filled, 1), np.nan)

    def state(self, row: int, column: int) -> State | None:
        """The only state of a cell; None if there are none or several."""
        key = int(self.keys[row, column])
        return None if key < 0 else self.states.keys.state(key)

    def places(self, states: list[State]) -> list[Place | None]:
        """Cells of many states; None for each state outside the grid."""
        if not states:
            return []
        numbers = self.columns.of_states(states)
        columns = self.x.places(numbers[self.x.field.index])
        rows = np.zeros_like(columns)
        if self.y is not None:
            rows = self.y.places(numbers[self.y.field.index])
        inside = (rows >= 0) & (columns >= 0)
        if self.aggregate is None:  # the cell may hold a state with other fixed values
            keys = self.states.keys.array(states)
            inside &= self.keys[rows, columns] == keys
        cells = zip(rows.tolist(), columns.tolist(), strict=True)
        return [cell if ok else None for cell, ok in zip(cells, inside.tolist(), strict=True)]


def grid_of(
    solution: Solution | Game,
    x: str | None = None,
    y: str | None = None,
    fixed: Mapping[str, object] | None = None,
    aggregate: Value | None = None,
) -> SolutionGrid:
    """Grid of a solution, or game, over one or two fields of its states.

    ``x`` and ``y`` are names or numbers of fields; default: the fields that vary. Other fields are
    ``fixed`` to a value, or aggregated: ``aggregate`` is the value whose share in each cell is
    wanted. Raises PlotError for unknown fields, too many that vary, and values that no state has.

    >>> from perfectplay import solve
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> grid = grid_of(solve(ThreeRocks(left=4, right=2)))
    >>> grid.x.field.name, grid.x.values, grid.y.values, grid.start
    ('left', (0, 1, 2, 3, 4), (0, 1, 2), (2, 4))
    >>> grid.value.tolist()  # 1 is a loss, 3 a win
    [[1, 3, 3, 3, 1], [3, 3, 3, 1, 3], [3, 3, 1, 3, 3]]
    >>> grid.state(1, 3), int(grid.remoteness[1, 3])
    ((3, 1), 2)
    """
    solution = solution_of(solution, "grid_of")
    columns = FieldColumns(solution.rules)
    states = states_of(solution)
    choice = choose(states, columns, x, y, fixed or {}, aggregate is not None)
    columns.learn(choice.seen)
    across, up = _axis(choice.x, choice.seen), None
    if choice.y is not None:
        up = _axis(choice.y, choice.seen)
    cells = _cells(states, columns, choice, across, up)
    if aggregate is None and (cells[0].sum(axis=2) > 1).any():
        raise many_states(choice)
    start = _start(columns, choice, across, up)
    return SolutionGrid(
        solution, across, up, choice.fixed, aggregate, start, *cells, states, columns
    )


def _axis(field: StateField, seen: list[FieldValues]) -> Axis:
    values = seen[field.index]
    if values.many:
        other = "choose another field" if len(seen) > 1 else "ask for --kind bars"
        raise PlotError(
            f"{field.label} has more than {LARGEST:,} values, too many for an axis; {other}, or "
            "make the game smaller with its parameters"
        )
    if not values.numbers:
        texts = tuple(map(default_text, values.sorted))
        return Axis(field, tuple(range(len(texts))), texts, False)
    low, high = min(values.values), max(values.values)
    # gaps are shown, unless they are most of the axis
    wide = high - low + 1 > min(LARGEST, 4 * len(values.values))
    numbers = values.sorted if wide else list(range(low, high + 1))
    return Axis(field, tuple(map(int, numbers)), tuple(map(str, map(int, numbers))), True)


def _cells(
    states: StateBlocks, columns: FieldColumns, choice: AxisChoice, x: Axis, y: Axis | None
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]:
    """counts, value, remoteness and keys of all cells."""
    rows, width = 1 if y is None else len(y), len(x)
    counts = np.zeros(rows * width * 4, np.int64)
    value = np.zeros(rows * width, np.uint8)
    remoteness = np.full(rows * width, -1, np.int32)
    keys = np.full(rows * width, -1, np.int64)
    for block in states.blocks():
        chosen = picked(columns.raw(states.keys, block[0]), choice.fixed)
        array, values, plies = block[0][chosen], block[1][chosen], block[2][chosen]
        numbers = columns.of_keys(states.keys, array)
        place = x.places(numbers[x.field.index])
        if y is not None:
            place = y.places(numbers[y.field.index]) * width + place
        counts += np.bincount(place * 4 + values, minlength=len(counts))
        value[place], remoteness[place], keys[place] = values, plies, array
    many = counts.reshape(-1, 4).sum(axis=1) > 1
    value[many], remoteness[many], keys[many] = 0, -1, -1
    shape = (rows, width)
    return (counts.reshape(*shape, 4), value.reshape(shape), remoteness.reshape(shape),
            keys.reshape(shape))  # fmt: skip


def _start(columns: FieldColumns, choice: AxisChoice, x: Axis, y: Axis | None) -> Place | None:
    """Cell of the start; None if it does not have the fixed values."""
    start = [columns.rules.start()]
    if not picked(columns.parts(start), choice.fixed)[0]:
        return None
    numbers = columns.of_states(start)
    column = int(x.places(numbers[x.field.index])[0])
    return 0 if y is None else int(y.places(numbers[y.field.index])[0]), column


@dataclass(frozen=True)
class CellMove:
    """A best move: its text, and the cell that it leads to (None: outside the grid)."""

    text: str
    target: Place | None


def best_cell_moves(grid: SolutionGrid) -> dict[Place, list[CellMove]]:
    """Best moves of each cell that is one state with moves, in the order of the rules.

    >>> from perfectplay import solve
    >>> from perfectplay.drawing.plots.grid import grid_of
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> moves = best_cell_moves(grid_of(solve(ThreeRocks(left=2, right=1))))
    >>> moves[1, 2]
    [CellMove(text='2,1', target=(0, 0))]
    """
    found: dict[Place, list[CellMove]] = {}
    rows, columns = np.nonzero(grid.keys >= 0)
    places = list(zip(rows.tolist(), columns.tolist(), strict=True))
    for first in range(0, len(places), _BATCH):
        some = places[first : first + _BATCH]
        states = [grid.state(row, column) for row, column in some]
        of_all = list(best_options(grid.solution, states))
        targets = iter(grid.places([child for moves in of_all for _, child in moves]))
        for place, moves in zip(some, of_all, strict=True):
            if moves:
                texts = (one_line(grid.solution.rules.move_text(move)) for move, _ in moves)
                found[place] = [CellMove(text, next(targets)) for text in texts]
    return found


def best_options(solution: Solution, states: list[State]) -> Iterator[list[tuple[Move, State]]]:
    """Best moves of each state, with the states that they lead to."""
    rules, entries = solution.rules, solution.look_up(states)
    best = dict(best_moves_of(rules, solution.look_up, states, entries, distance=True))
    for state in states:
        yield [(move, rules.play(state, move)) for move in best.get(state, [])]
