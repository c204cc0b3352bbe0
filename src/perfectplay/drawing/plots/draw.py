"""One function for every picture."""

from __future__ import annotations

from typing import Any

from perfectplay.core.errors import PlotError
from perfectplay.drawing.plots.bars import Bars, bar_chart
from perfectplay.drawing.plots.graph_picture import graph_picture
from perfectplay.drawing.plots.grid import SolutionGrid
from perfectplay.drawing.plots.heat_map import heat_map
from perfectplay.drawing.plots.states_graph import StatesGraph


def draw(data: SolutionGrid | Bars | StatesGraph, *, moves: bool = False) -> Any:
    """Matplotlib figure of the result of `grid_of`, `bars_of` or `graph_of`.

    ``moves``: a heat map shows the best moves as arrows. Raises PlotError if they cannot be
    drawn, MissingExtraError without Matplotlib, which is part of ``perfectplay[plot]``.

    >>> from perfectplay import bars_of, solve
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> draw(bars_of(solve(ThreeRocks()))).axes[0].get_xlabel()
    'plies to the end'
    """
    if isinstance(data, SolutionGrid):
        return heat_map(data, moves)
    if moves:
        raise PlotError("moves can be drawn only in a heat map; leave moves out")
    if not isinstance(data, Bars | StatesGraph):
        raise PlotError(
            "draw expects what grid_of, bars_of or graph_of gives, as in draw(bars_of(solution)), "
            f"got {data!r}"
        )
    return bar_chart(data) if isinstance(data, Bars) else graph_picture(data)
