"""Plotted data as JSON."""

from __future__ import annotations

from typing import Any

import numpy as np

from perfectplay.core.value import State, Value
from perfectplay.drawing.plots.bars import Bars
from perfectplay.drawing.plots.grid import Axis, Place, SolutionGrid, best_cell_moves
from perfectplay.drawing.plots.states_graph import StatesGraph
from perfectplay.tablebase.record import game_fields, jsonable, score_fields
from perfectplay.tablebase.solution import Solution


def as_json(
    data: SolutionGrid | Bars | StatesGraph, kind: str, moves: bool = False
) -> dict[str, Any]:
    """JSON object of a table or picture; ``moves``: cells have the texts of their best moves.

    >>> from perfectplay import grid_of, solve
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> answer = as_json(grid_of(solve(ThreeRocks(left=2, right=1))), "heat")
    >>> answer["y"], answer["start"]
    ({'field': 'right', 'index': 1, 'values': [0, 1]}, {'x': 2, 'y': 1})
    >>> answer["cells"][3]
    {'x': 0, 'y': 1, 'state': [0, 1], 'text': '0,1', 'value': 'win', 'remoteness': 1}
    """
    head = game_fields(data.solution.game) | {"kind": kind}
    if isinstance(data, SolutionGrid):
        return head | _grid(data, moves)
    if isinstance(data, Bars):
        return head | _bars(data)
    return head | _graph(data)


def _grid(grid: SolutionGrid, moves: bool) -> dict[str, Any]:
    known = best_cell_moves(grid) if moves and grid.aggregate is None else None
    rows, columns = np.nonzero(grid.filled)
    cells = []
    for place in zip(rows.tolist(), columns.tolist(), strict=True):
        cell = _aggregated(grid, place) if grid.aggregate is not None else _single(grid, place)
        if known is not None:
            cell["moves"] = [move.text for move in known.get(place, ())]
        cells.append(_where(grid, place) | cell)
    return {
        "x": _axis(grid.x),
        "y": None if grid.y is None else _axis(grid.y),
        "fixed": {field.name: text for field, text in grid.fixed.items()},
        "aggregate": None if grid.aggregate is None else str(grid.aggregate),
        "start": None if grid.start is None else _where(grid, grid.start),
        "cells": cells,
    }


def _axis(axis: Axis) -> dict[str, Any]:
    values = [_value(axis, place) for place in range(len(axis))]
    return {"field": axis.field.name, "index": axis.field.index, "values": values}


def _value(axis: Axis, place: int) -> int | str:
    """Number on an axis, or the text if the field holds no numbers."""
    return axis.values[place] if axis.numbers else axis.texts[place]


def _where(grid: SolutionGrid, place: Place) -> dict[str, Any]:
    across = {"x": _value(grid.x, place[1])}
    return across if grid.y is None else across | {"y": _value(grid.y, place[0])}


def _single(grid: SolutionGrid, place: Place) -> dict[str, Any]:
    state, plies = grid.state(*place), int(grid.remoteness[place])
    return {
        "state": jsonable(state),
        "text": grid.solution.rules.text(state, None),
        "value": str(Value(int(grid.value[place]))),
        **_score(grid.solution, state),
        "remoteness": None if plies < 0 else plies,
    }


def _score(solution: Solution, state: State) -> dict[str, Any]:
    """In a game of points, the score of the rest of the play; else empty."""
    if not solution.rules.scoring:
        return {}
    score = solution.score(state)
    return score_fields(score, solution.rules.score_text(score))


def _aggregated(grid: SolutionGrid, place: Place) -> dict[str, Any]:
    counts = grid.counts[place].tolist()
    return {
        "states": sum(counts),
        "wins": counts[Value.WIN],
        "draws": counts[Value.DRAW],
        "losses": counts[Value.LOSS],
        "share": float(grid.share[place]),
    }


def _bars(bars: Bars) -> dict[str, Any]:
    plies = [*bars.plies, *([None] if bars.endless else [])]
    rows = [
        {"remoteness": ply, **{name: counts[i] for name, counts in bars.series.items()}}
        for i, ply in enumerate(plies)
    ]
    return {"by_remoteness": rows}


def _graph(graph: StatesGraph) -> dict[str, Any]:
    return {
        "nodes": [
            {
                "state": jsonable(node.state),
                "text": node.text,
                "value": str(node.value),
                **_score(graph.solution, node.state),
                "remoteness": node.remoteness,
                "ply": node.ply,
            }
            for node in graph.nodes
        ],
        "edges": [vars(edge) | {"moves": list(edge.moves)} for edge in graph.edges],
    }
