"""The page of numbers: positions by value and remoteness, levels, and the map of a game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from perfectplay.analysis.statistics import statistics
from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.value import Value
from perfectplay.drawing.board.svg_shapes import clean
from perfectplay.drawing.plots.bars import Bars, bars_of
from perfectplay.drawing.plots.looks import words_of
from perfectplay.tablebase.solution import Solution
from perfectplay.web.charts import ChartBar, bar_chart
from perfectplay.web.drawn import bare
from perfectplay.web.heat import heat_map
from perfectplay.web.wordings import plies

MOST_CELLS = 2_500
"""Cells of a map that a page holds."""

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
        "heat": _map(solution, play),
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
        ChartBar(text, tuple((value, bars.series[name][i]) for name, value in columns))
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
        ChartBar(str(ply), tuple((value, row[name]) for name, value in kinds))
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


def _map(solution: Solution, play: str) -> dict[str, Any] | None:
    """The map, of a game whose states have two coordinates: each cell leads to its state."""
    try:
        found = heat_map(solution, None, None, {}, None)
    except PerfectPlayError:
        return None
    if not 1 < len(found["cells"]) <= MOST_CELLS:
        return None
    cells = {(str(cell["row"]), str(cell["column"])): cell for cell in found["cells"]}

    def linked(spot: re.Match[str]) -> str:
        cell = cells[spot[2], spot[3]]
        words = clean(f"{cell['text']}: {cell['value']} {_end(cell['remoteness'])}")
        address = clean(f"{play}#s={quote(cell['text'], safe='')}")
        return (
            f'<a href="{address}" class="pp-spot {spot[1]}"{spot[4]} aria-label="{words}">'
            f"<title>{words}</title>{spot[5]}</a>"
        )

    picture = _SPOT.sub(linked, bare(found["drawing"]).replace('role="img"', 'role="group"', 1))
    return {"picture": Markup(picture)}


_SPOT = re.compile(
    r'<g class="pp-spot (pp-\w+)" data-row="(\d+)" data-column="(\d+)"( transform="[^"]*")>'
    r"(.*?)</g>"
)


def _end(count: int | None) -> str:
    return "without end" if count is None else f"in {plies(count)}"
