"""The page of numbers: positions by value and remoteness, levels, and the map of a game."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from perfectplay.analysis.statistics import statistics
from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.value import Value
from perfectplay.drawing.board.svg_shapes import clean
from perfectplay.drawing.plots.bars import bars_of
from perfectplay.drawing.plots.looks import words_of
from perfectplay.tablebase.solution import Solution
from perfectplay.web.charts import ChartBar, bar_chart
from perfectplay.web.drawn import bare
from perfectplay.web.heat import heat_map
from perfectplay.web.rest_answers import CellOut
from perfectplay.web.wordings import plies

MOST_CELLS = 2_500
"""The most cells of a map on a page."""

MOST_FOR_LEVELS = 20_000
"""The most states of a game that is explored again for the levels."""


def content_of(solution: Solution, play: str) -> dict[str, Any]:
    """The content of the page of numbers; ``play`` is the address of the page to play on."""
    bars, words = bars_of(solution), words_of(solution)
    columns = _columns(solution)
    rows = [
        ChartBar(text, tuple((value, bars.series[name][i]) for name, value in columns))
        for i, text in enumerate(bars.texts)
    ]
    return {
        "facts": (),
        "tiles": _tiles(solution),
        "words": {str(value): words[value] for value in words},
        "bars": Markup(bar_chart(rows, "Positions by plies to the end", words)),
        "columns": [words[value].capitalize() for _, value in columns],
        "rows": rows,
        "heat": _map(solution, play),
        "levels": _levels(solution),
    }


def _columns(solution: Solution) -> list[tuple[str, Value]]:
    """The names of counts with their values; a puzzle has no draws."""
    columns = [("wins", Value.WIN), ("draws", Value.DRAW), ("losses", Value.LOSS)]
    return [columns[0], columns[2]] if solution.game.players == 1 else columns


def _tiles(solution: Solution) -> list[tuple[str, str]]:
    """Names and texts of the numbers at the top."""
    summary, words = solution.summary(), words_of(solution)
    same, longest = summary.get("representatives"), summary["longest_win"]
    named: list[tuple[str, int | None]] = [
        ("Positions", summary["states"]),
        *((words[value].capitalize(), summary[name]) for name, value in _columns(solution)),
        ("Need never end", summary["endless"] or None),
        ("Over", summary["terminal"]),
        ("Moves", summary["moves"]),
        ("Up to symmetry", same["states"] if same else None),
    ]
    tiles = [(name, f"{n:,}") for name, n in named if n is not None]
    if longest is not None:
        name = "Longest solution" if solution.game.players == 1 else "Longest win"
        tiles.append((name, plies(longest["remoteness"])))
    return tiles


def _levels(solution: Solution) -> dict[str, Any] | None:
    """Positions by the fewest plies from the start, of a game that is small enough."""
    if len(solution) > MOST_FOR_LEVELS or solution.rules.scoring:
        return None
    try:
        levels = statistics(solution.game, threads=1, max_states=2 * MOST_FOR_LEVELS).all.by_ply
    except PerfectPlayError:
        return None
    bars = [
        ChartBar(str(ply), tuple((value, row[name]) for name, value in _columns(solution)))
        for ply, row in enumerate(levels)
    ]
    picture = bar_chart(bars, "Positions by plies from the start", words_of(solution))
    return {"picture": Markup(picture), "rows": levels}


def _map(solution: Solution, play: str) -> Markup | None:
    """The map of a game whose states have two coordinates: each cell is a link to its state."""
    try:
        found = heat_map(solution, None, None, {}, None)
    except PerfectPlayError:
        return None
    if not 1 < len(found.cells) <= MOST_CELLS:
        return None
    cells = {(str(cell.row), str(cell.column)): cell for cell in found.cells}

    def linked(spot: re.Match[str]) -> str:
        cell = cells[spot[2], spot[3]]
        words = clean(_cell_words(cell))
        address = clean(f"{play}#s={quote(cell.text or '', safe='')}")
        return (
            f'<a href="{address}" class="pp-spot {spot[1]}"{spot[4]} aria-label="{words}">'
            f"<title>{words}</title>{spot[5]}</a>"
        )

    picture = bare(found.drawing).replace('role="img"', 'role="group"', 1)
    return Markup(_SPOT.sub(linked, picture))


_SPOT = re.compile(
    r'<g class="pp-spot (pp-\w+)" data-row="(\d+)" data-column="(\d+)"( transform="[^"]*")>'
    r"(.*?)</g>"
)


def _cell_words(cell: CellOut) -> str:
    end = "without end" if cell.remoteness is None else f"in {plies(cell.remoteness)}"
    return f"{cell.text}: {cell.value} {end}"
