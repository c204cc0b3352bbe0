"""The page of numbers: positions by value and remoteness, levels, and the map of a game."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from perfectplay.analysis.statistics import statistics
from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.progress import Progress
from perfectplay.core.value import Value
from perfectplay.drawing.board.svg_shapes import clean
from perfectplay.drawing.board.value_colours import LETTERS
from perfectplay.drawing.plots.bars import bars_of
from perfectplay.drawing.plots.looks import words_of
from perfectplay.game.showing import plies_words, worth_in_plies
from perfectplay.tablebase.solution import Solution
from perfectplay.web.heat import heat_map
from perfectplay.web.position_pictures import bare
from perfectplay.web.rest_answers import CellOut

MOST_CELLS = 2_500
"""The most cells of a map on a page."""

MOST_FOR_LEVELS = 20_000
"""The most states of a game that is explored again for the levels."""

SECONDS_FOR_LEVELS = 3.0
"""Seconds after which a server leaves the levels out: rules may be slow, and the page waits."""

HEIGHT = 190
MOST_BARS = 90
"""More bars than this are merged, so that each has several plies."""


class LateLevelsError(PerfectPlayError):
    """The levels take longer than a page waits."""


def content_of(solution: Solution, play: str, seconds: float | None = None) -> dict[str, Any]:
    """The content of the page of numbers; ``play`` is the address of the page to play on;
    ``seconds``: how long the levels may take (default: as long as they take)."""
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
        "levels": _levels(solution, seconds),
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
        ("Endless" if solution.game.players == 1 else "Endless draws", summary["endless"] or None),
        ("Over", summary["terminal"]),
        ("Moves", summary["moves"]),
        ("Up to symmetry", same["states"] if same else None),
    ]
    tiles = [(name, f"{n:,}") for name, n in named if n is not None]
    if longest is not None:
        name = "Longest solution" if solution.game.players == 1 else "Longest win"
        tiles.append((name, plies_words(longest["remoteness"])))
    return tiles


def _levels(solution: Solution, seconds: float | None) -> dict[str, Any] | None:
    """Positions by the fewest plies from the start, of a game that is small enough."""
    if len(solution) > MOST_FOR_LEVELS or solution.rules.scoring:
        return None

    began = time.monotonic()

    def in_time(_: Progress) -> None:
        if seconds is not None and time.monotonic() - began > seconds:
            raise LateLevelsError

    try:
        levels = statistics(
            solution.game, threads=1, max_states=2 * MOST_FOR_LEVELS, progress=in_time
        ).all.by_ply
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

    def link(cell: CellOut) -> tuple[str, str]:
        words = f"{cell.text}: {worth_in_plies(str(cell.value), cell.remoteness)}"
        return f"{play}#s={quote(cell.text or '', safe='')}", words

    try:
        found = heat_map(solution, None, None, {}, None, link)
    except PerfectPlayError:
        return None
    return Markup(bare(found.drawing)) if 1 < len(found.cells) <= MOST_CELLS else None


@dataclass(frozen=True)
class ChartBar:
    """A bar: the text below it, and its parts from the bottom."""

    name: str
    parts: tuple[tuple[Value, int], ...]

    @property
    def total(self) -> int:
        """The sum of all parts."""
        return sum(count for _, count in self.parts)


def bar_chart(bars: Sequence[ChartBar], title: str, words: Mapping[Value, str]) -> str:
    """A chart of stacked bars, hatched by value; ``words`` are those of the values.

    >>> bars = [ChartBar("0", ((Value.LOSS, 2),)), ChartBar("1", ((Value.WIN, 4),))]
    >>> chart = bar_chart(bars, "All", {Value.LOSS: "lost", Value.WIN: "won"})
    >>> chart.count("<rect"), "4 won" in chart
    (2, True)
    """
    shown = _merged(list(bars))
    most = max((bar.total for bar in shown), default=1) or 1
    step = min(64.0, max(9.0, 680 / max(len(shown), 1)))
    left = 14 + 7.5 * len(f"{most:,}")
    width, height = left + step * len(shown) + 12, HEIGHT + 40
    body = [_rules(most, left, width)]
    every = max(1, round(max(len(bar.name) for bar in shown) * 8 / step + 0.3)) if shown else 1
    for i, bar in enumerate(shown):
        body.append(_bar(bar, left + i * step, step, most, words))
        if i % every == 0 or bar.name == "endless":
            body.append(
                f'<text x="{left + (i + 0.5) * step:.1f}" y="{HEIGHT + 26}" '
                f'text-anchor="middle">{clean(bar.name)}</text>'
            )
    return (
        f'<svg class="bars" viewBox="0 0 {width:.0f} {height}" role="img" '
        f'aria-label="{clean(title)}: {clean(_summary(bars))}">{"".join(body)}</svg>'
    )


def _merged(bars: list[ChartBar]) -> list[ChartBar]:
    """Neighbours merged if there are too many bars; endless draws stay apart."""
    last = [bars.pop()] if bars and bars[-1].name == "endless" else []
    each = -(-len(bars) // MOST_BARS) if bars else 1
    if each > 1:
        groups = [bars[i : i + each] for i in range(0, len(bars), each)]
        bars = [
            ChartBar(
                f"{group[0].name}–{group[-1].name}",
                tuple(
                    (value, sum(bar.parts[k][1] for bar in group))
                    for k, (value, _) in enumerate(group[0].parts)
                ),
            )
            for group in groups
        ]
    return bars + last


def _bar(bar: ChartBar, x: float, step: float, most: int, words: Mapping[Value, str]) -> str:
    parts, y = [], float(HEIGHT + 8)
    gap = min(4.0, step * 0.12)
    for value, count in bar.parts:
        if not count:
            continue
        high = max(1.0, (HEIGHT - 6) * count / most)
        y -= high
        parts.append(
            f'<rect class="part {value}" x="{x + gap:.1f}" y="{y:.1f}" '
            f'width="{step - 2 * gap:.1f}" height="{high:.1f}"/>'
        )
        if high > 15 and step > 24:
            parts.append(
                f'<text class="on" x="{x + step / 2:.1f}" y="{y + high / 2 + 4:.1f}" '
                f'text-anchor="middle">{LETTERS[value]}</text>'
            )
    words_of_bar = ", ".join(f"{n:,} {words[value]}" for value, n in bar.parts if n)
    return f"<g><title>{clean(f'{bar.name}: {words_of_bar}')}</title>{''.join(parts)}</g>"


def _rules(most: int, left: float, width: float) -> str:
    """Lines at round numbers."""
    step = 10 ** (len(str(most)) - 1)
    while most // step < 2 and step > 1:
        step = step // 2 if step % 2 == 0 else step // 5
    lines = []
    for count in range(0, most + 1, max(step, 1)):
        y = HEIGHT + 8 - (HEIGHT - 6) * count / most
        lines.append(
            f'<line class="rule" x1="{left:.0f}" x2="{width:.0f}" y1="{y:.1f}" y2="{y:.1f}"/>'
            f'<text x="{left - 6:.0f}" y="{y + 4:.1f}" text-anchor="end">{count:,}</text>'
        )
    return "".join(lines)


def _summary(bars: Sequence[ChartBar]) -> str:
    top = max(bars, key=lambda bar: bar.total, default=None)
    return "none" if top is None else f"{len(bars)} bars, the highest {top.total:,} at {top.name}"
