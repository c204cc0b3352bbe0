"""The heat map of a page: a picture, and the state of each cell."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from perfectplay.core.errors import PlotError
from perfectplay.core.value import Value
from perfectplay.drawing.board.marks import value_mark
from perfectplay.drawing.board.svg_shapes import clean, number, write
from perfectplay.drawing.board.svg_style import STYLE
from perfectplay.drawing.plots.grid import Axis, Place, SolutionGrid, grid_of
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import StateKind
from perfectplay.game.operators.operator import innermost
from perfectplay.tablebase.record import jsonable
from perfectplay.tablebase.solution import Solution, game_name
from perfectplay.web.rest_answers import AxisOut, CellOut, HeatMapOut

MOST_STATES = 1_000_000
"""No map is made of a solution with more states, since it takes too long."""

MOST_CELLS = 10_000

SIDE = 34.0
_LEFT, _TOP, _BELOW = 56.0, 14.0, 52.0

Link: TypeAlias = Callable[[CellOut], tuple[str, str]]


def heat_map(
    solution: Solution,
    x: str | None,
    y: str | None,
    fixed: Mapping[str, str],
    aggregate: Value | None,
    link: Link | None = None,
) -> HeatMapOut:
    """The map: its axes, its cells row by row, the cell of the start, and the picture.

    ``link``: the address that a cell of the picture leads to, and what it is called. Raises
    PlotError if the game has no coordinates, or too many of them.
    """
    if len(solution) > MOST_STATES:
        raise PlotError(
            f"a map of {len(solution):,} states is not made while you wait; perfectplay plot "
            "makes it"
        )
    rules = CheckedGame(innermost(solution.game))  # what an operator puts beside a board is no map
    start = rules.start()
    if rules.kind is StateKind.INTEGER and rules.text(start, None) != str(start):
        raise PlotError(
            f"the states of {game_name(solution.game)} are numbers that stand for boards: "
            "they have no coordinates"
        )
    grid = grid_of(solution, x, y, fixed, aggregate)
    rows, columns = grid.shape
    if rows * columns > MOST_CELLS:
        raise PlotError(
            f"a map of {rows:,} rows and {columns:,} columns is too large for a page; "
            "fix a field, or make the game smaller with its parameters"
        )
    cells = [_cell(grid, (row, column)) for row, column in np.argwhere(grid.filled).tolist()]
    return HeatMapOut(
        x=_axis(grid.x),
        y=None if grid.y is None else _axis(grid.y),
        fixed={field.name: text for field, text in grid.fixed.items()},
        aggregate=aggregate,
        start=None if grid.start is None else list(grid.start),
        cells=cells,
        drawing=_drawing(grid, cells, link),
    )


def _axis(axis: Axis) -> AxisOut:
    return AxisOut(axis.field.name, axis.field.label, list(axis.texts))


def _cell(grid: SolutionGrid, place: Place) -> CellOut:
    """A cell with its one state, or the counts of many."""
    wins, draws, losses = (
        int(grid.counts[*place, value]) for value in (Value.WIN, Value.DRAW, Value.LOSS)
    )
    known: tuple[Any, ...] = (None, None, None, None)
    if grid.keys[place] >= 0:
        state, plies = grid.state(*place), int(grid.remoteness[place])
        text = grid.solution.rules.text(state, None)
        value = Value(int(grid.value[place]))
        known = (jsonable(state), text, value, None if plies < 0 else plies)
    return CellOut(*place, wins, draws, losses, *known)


def _drawing(grid: SolutionGrid, cells: Sequence[CellOut], link: Link | None) -> str:
    """The picture: the first row lies at the bottom, as in a diagram."""
    rows, columns = grid.shape
    width = _LEFT + max(columns * SIDE, 160.0) + 14
    height = _TOP + rows * SIDE + _BELOW
    floor = _TOP + rows * SIDE
    body = [_square(grid, cell, link) for cell in cells]
    for column in range(0, columns, _step(columns)):
        middle = _LEFT + (column + 0.5) * SIDE
        body.append(write(middle, floor + 14, grid.x.texts[column], 13))
    body.append(write(_LEFT + columns * SIDE / 2, floor + 36, grid.x.field.label, 14))
    if grid.y is not None:
        for row in range(0, rows, _step(rows)):
            middle = floor - (row + 0.5) * SIDE
            body.append(write(_LEFT - 8, middle, grid.y.texts[row], 13, anchor="end"))
        turned = f'<g transform="translate(14 {number(_TOP + rows * SIDE / 2)}) rotate(-90)">'
        body.append(f"{turned}{write(0, 0, grid.y.field.label, 14)}</g>")
    name = game_name(grid.solution.game)
    size = f'width="{number(width)}" height="{number(height)}"'
    role = "img" if link is None else "group"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="pp" role="{role}" '
        f'viewBox="0 0 {number(width)} {number(height)}" {size}>'
        f"<title>{clean(name)}: values of the states by coordinates</title><style>{STYLE}</style>"
        f'<rect {size} rx="8" class="pp-paper"/>{"".join(body)}</svg>\n'
    )


def _step(count: int) -> int:
    return max(1, -(-count // 60))


def _square(grid: SolutionGrid, cell: CellOut, link: Link | None) -> str:
    """A cell with its value as a letter and its plies; of many states, the share in percent."""
    row, column = cell.row, cell.column
    x, y = _LEFT + column * SIDE, _TOP + (grid.shape[0] - 1 - row) * SIDE
    side = f'width="{number(SIDE)}" height="{number(SIDE)}"'
    if grid.aggregate is not None:
        share = float(grid.share[row, column])
        name, size, label = str(grid.aggregate), 11, f"{share:.0%}"
        ground = (
            f'<rect {side} fill="#fff"/><rect {side} class="pp-head" fill-opacity="{share:.2f}"/>'
        )
    else:
        value, plies = Value(int(grid.value[row, column])), int(grid.remoteness[row, column])
        name, size, label = str(value), 12, value_mark(value, None if plies < 0 else plies)
        ground = f'<rect {side} class="pp-tag"/>'
    mark = ""
    if grid.start == (row, column):
        mark = f'<rect x="3" y="3" width="{number(SIDE - 6)}" height="{number(SIDE - 6)}" '
        mark += 'fill="none" stroke="#222" stroke-width="2.5" stroke-dasharray="4 3"/>'
    kind = f'class="pp-spot pp-{name}"'
    place = f'transform="translate({number(x)} {number(y)})"'
    inner = f"{ground}{write(SIDE / 2, SIDE / 2, label, size, 'pp-label')}{mark}"
    if link is None:
        return f'<g {kind} data-row="{row}" data-column="{column}" {place}>{inner}</g>'
    address, words = map(clean, link(cell))
    return (
        f'<a href="{address}" {kind} {place} aria-label="{words}"><title>{words}</title>{inner}</a>'
    )
