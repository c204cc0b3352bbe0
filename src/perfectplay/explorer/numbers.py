"""The page of numbers: positions by value and remoteness, levels, and the map of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from perfectplay.assembly.plots.bars import Bars, bars_of
from perfectplay.assembly.plots.grid import Grid, grid_of
from perfectplay.assembly.plots.looks import words_of
from perfectplay.assembly.statistics import statistics
from perfectplay.explorer.charts import Bar, bar_chart, heat_map
from perfectplay.explorer.wordings import plies
from perfectplay.results.solution import Solution
from perfectplay.words.errors import PerfectPlayError
from perfectplay.words.value import Value

MOST_CELLS = 2_500
"""Cells of a map that a page holds."""

MOST_FOR_MAP = 1_000_000
"""States of a game whose coordinates are looked at for a page."""

MOST_FOR_LEVELS = 20_000
"""States of a game that is walked through for a page."""

SERIES = (("wins", Value.WIN), ("draws", Value.DRAW), ("losses", Value.LOSS))


def content_of(solution: Solution, play: str) -> dict[str, Any]:
    """What the page of numbers shows; ``play`` is the address of the page to play on."""
    bars = bars_of(solution)
    words = words_of(solution)
    solitary = solution.game.players == 1
    columns = [(name, value) for name, value in SERIES if value is not Value.DRAW or not solitary]
    return {
        "facts": (),
        "tiles": _tiles(solution),
        "words": {str(value): words[value] for value in words},
        "bars": _bars(bars, columns, words),
        "columns": [words[value].capitalize() for _, value in columns],
        "rows": [
            {"name": text, "counts": [bars.series[name][i] for name, _ in columns]}
            for i, text in enumerate(bars.texts)
        ],
        "heat": _heat(solution, play),
        "levels": _levels(solution),
    }


def _tiles(solution: Solution) -> list[dict[str, str]]:
    summary = solution.summary()
    solitary = solution.game.players == 1
    words = words_of(solution)
    named: list[tuple[str, int | None]] = [("Positions", summary["states"])]
    for key, value in SERIES:
        if value is not Value.DRAW or not solitary:
            named.append((words[value].capitalize(), summary[key]))
    named += [("Need never end", summary["endless"] or None), ("Over", summary["terminal"])]
    named.append(("Moves", summary["moves"]))
    same = summary.get("representatives")
    named.append(("Up to symmetry", same["states"] if same else None))
    tiles = [{"name": name, "value": f"{n:,}"} for name, n in named if n is not None]
    longest = summary["longest_win"]
    if longest is not None:
        word = "Longest solution" if solitary else "Longest win"
        tiles.append({"name": word, "value": plies(longest["remoteness"])})
    return tiles


def _bars(bars: Bars, columns: Sequence[tuple[str, Value]], words: dict[Value, str]) -> Markup:
    made = [
        Bar(text, tuple((value, bars.series[name][i]) for name, value in columns))
        for i, text in enumerate(bars.texts)
    ]
    return Markup(bar_chart(made, "Positions by plies to the end", {**words}))


def _levels(solution: Solution) -> dict[str, Any] | None:
    """Positions by the fewest plies from the start, of a game small enough to walk through."""
    if len(solution) > MOST_FOR_LEVELS or solution.rules.scoring:
        return None
    try:
        levels = statistics(solution.game, threads=1, max_states=2 * MOST_FOR_LEVELS).all.by_ply
    except PerfectPlayError:
        return None
    solitary = solution.game.players == 1
    kinds = [(name, value) for name, value in SERIES if value is not Value.DRAW or not solitary]
    made = [
        Bar(str(ply), tuple((value, row[name]) for name, value in kinds))
        for ply, row in enumerate(levels)
    ]
    rows = [
        {
            "ply": ply,
            "states": row["states"],
            "terminal": row["terminal"],
            "moves": row["moves"],
            "mean": "" if row["branching"].mean is None else f"{row['branching'].mean:.3g}",
        }
        for ply, row in enumerate(levels)
    ]
    picture = bar_chart(made, "Positions by plies from the start", words_of(solution))
    return {"picture": Markup(picture), "rows": rows}


def _heat(solution: Solution, play: str) -> dict[str, Any] | None:
    """The map, of a game whose states have two coordinates."""
    grid = grid_for_page(solution)
    if grid is None:
        return None
    across = grid.x.field.label
    told = f"Across: {across}. " + (f"Up: {grid.y.field.label}. " if grid.y else "")
    told += "In each cell: its value for the player to move, and the plies to the end."

    def link(text: str) -> str:
        return f"{play}#s={quote(text, safe='')}"

    return {"told": told, "picture": Markup(heat_map(grid, link))}


def grid_for_page(solution: Solution) -> Grid | None:
    """The states over two coordinates; None where there are none, or too many cells."""
    if len(solution) > MOST_FOR_MAP:
        return None
    try:
        grid = grid_of(solution)
    except PerfectPlayError:
        return None
    rows, columns = grid.shape
    return grid if 1 < rows * columns <= MOST_CELLS and grid.aggregate is None else None
