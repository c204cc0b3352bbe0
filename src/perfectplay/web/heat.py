"""A heat map: a game over its coordinates as a picture, each cell with the state behind it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from perfectplay.core.errors import PlotError
from perfectplay.core.value import Value
from perfectplay.drawing.board.svg import STYLE
from perfectplay.drawing.board.svg_shapes import clean, number, write
from perfectplay.drawing.board.value_colours import LETTERS
from perfectplay.drawing.plots.grid import Axis, SolutionGrid, grid_of
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.game import StateKind
from perfectplay.game.operators.operator import innermost
from perfectplay.tablebase.record import jsonable
from perfectplay.tablebase.solution import Solution, game_name

MOST_STATES = 1_000_000
"""Over a larger solution no map is made while somebody waits."""

MOST_CELLS = 10_000

SIDE = 34.0
_LEFT, _TOP, _BELOW = 56.0, 14.0, 52.0


def heat_map(
    solution: Solution,
    x: str | None,
    y: str | None,
    fixed: Mapping[str, str],
    aggregate: Value | None,
) -> dict[str, Any]:
    """The map as JSON: its axes, its cells row by row, the cell of the start, and the picture.

    Raises PlotError where the game has no coordinates, or too many of them.
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
    return {
        "x": _axis(grid.x),
        "y": None if grid.y is None else _axis(grid.y),
        "fixed": {field.name: text for field, text in grid.fixed.items()},
        "aggregate": None if aggregate is None else str(aggregate),
        "start": None if grid.start is None else list(grid.start),
        "cells": [
            cell
            for row in range(rows)
            for column in range(columns)
            if (cell := _cell(grid, row, column)) is not None
        ],
        "drawing": _drawing(grid),
    }


def _axis(axis: Axis) -> dict[str, Any]:
    return {"name": axis.field.name, "label": axis.field.label, "values": list(axis.texts)}


def _cell(grid: SolutionGrid, row: int, column: int) -> dict[str, Any] | None:
    """One cell; None where no state is."""
    wins, draws, losses = (
        int(grid.counts[row, column, value]) for value in (Value.WIN, Value.DRAW, Value.LOSS)
    )
    if not wins + draws + losses:
        return None
    cell = {"row": row, "column": column, "wins": wins, "draws": draws, "losses": losses}
    if grid.keys[row, column] < 0:
        return {**cell, "state": None, "text": None, "value": None, "remoteness": None}
    state = grid.state(row, column)
    plies = int(grid.remoteness[row, column])
    return {
        **cell,
        "state": jsonable(state),
        "text": grid.solution.rules.text(state, None),
        "value": str(Value(int(grid.value[row, column]))),
        "remoteness": None if plies < 0 else plies,
    }


def _drawing(grid: SolutionGrid) -> str:
    """The picture: the first row lies at the bottom, as in a diagram."""
    rows, columns = grid.shape
    width = _LEFT + max(columns * SIDE, 160.0) + 14
    height = _TOP + rows * SIDE + _BELOW
    body = [
        _square(grid, row, column, _LEFT + column * SIDE, _TOP + (rows - 1 - row) * SIDE)
        for row in range(rows)
        for column in range(columns)
    ]
    floor = _TOP + rows * SIDE
    step = _step(columns)
    for column in range(0, columns, step):
        middle = _LEFT + (column + 0.5) * SIDE
        body.append(write(middle, floor + 14, grid.x.texts[column], 13))
    body.append(write(_LEFT + columns * SIDE / 2, floor + 36, grid.x.field.label, 14))
    if grid.y is not None:
        for row in range(0, rows, _step(rows)):
            middle = _TOP + (rows - row - 0.5) * SIDE
            body.append(write(_LEFT - 8, middle, grid.y.texts[row], 13, anchor="end"))
        turned = f'<g transform="translate(14 {number(_TOP + rows * SIDE / 2)}) rotate(-90)">'
        body.append(f"{turned}{write(0, 0, grid.y.field.label, 14)}</g>")
    name = game_name(grid.solution.game)
    size = f'width="{number(width)}" height="{number(height)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="pp" role="img" '
        f'viewBox="0 0 {number(width)} {number(height)}" {size}>'
        f"<title>{clean(name)}: values of the states by coordinates</title><style>{STYLE}</style>"
        f'<rect {size} rx="8" class="pp-paper"/>{"".join(body)}</svg>\n'
    )


def _step(count: int) -> int:
    return max(1, -(-count // 60))


def _square(grid: SolutionGrid, row: int, column: int, x: float, y: float) -> str:
    """One cell with its value as a letter and its plies; of many states, the share in percent."""
    filled = int(grid.filled[row, column])
    if not filled:
        return ""
    mark = ""
    if grid.start == (row, column):
        mark = f'<rect x="3" y="3" width="{number(SIDE - 6)}" height="{number(SIDE - 6)}" '
        mark += 'fill="none" stroke="#222" stroke-width="2.5" stroke-dasharray="4 3"/>'
    place = (
        f'data-row="{row}" data-column="{column}" transform="translate({number(x)} {number(y)})"'
    )
    side = f'width="{number(SIDE)}" height="{number(SIDE)}"'
    if grid.aggregate is not None:
        share = float(grid.share[row, column])
        label = write(SIDE / 2, SIDE / 2, f"{share:.0%}", 11, "pp-label")
        shade = (
            f'<rect {side} fill="#fff"/><rect {side} class="pp-head" fill-opacity="{share:.2f}"/>'
        )
        return f'<g class="pp-spot pp-{grid.aggregate}" {place}>{shade}{label}{mark}</g>'
    value, plies = Value(int(grid.value[row, column])), int(grid.remoteness[row, column])
    label = LETTERS[value] + ("∞" if plies < 0 else str(plies))
    text = write(SIDE / 2, SIDE / 2, label, 12, "pp-label")
    return f'<g class="pp-spot pp-{value}" {place}><rect {side} class="pp-tag"/>{text}{mark}</g>'
