"""Bar charts of states by remoteness."""

from __future__ import annotations

import textwrap
from typing import Any

from perfectplay.core.value import Value
from perfectplay.drawing.board.value_colours import COLOURS
from perfectplay.drawing.plots.bars import Bars
from perfectplay.drawing.plots.looks import (
    HATCHES,
    INK,
    LEGEND,
    matplotlib,
    our_looks,
    title_of,
    words_of,
)

MOST_BARS = 120
"""Most bars; if there are more plies, several share a bar."""

_NAMES = {"wins": Value.WIN, "draws": Value.DRAW, "losses": Value.LOSS}


def bar_chart(bars: Bars) -> Any:
    """Matplotlib figure of stacked bars. Raises MissingExtraError.

    >>> from perfectplay import solve
    >>> from perfectplay.drawing.plots.bars import bars_of
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> axes = bar_chart(bars_of(solve(ThreeRocks(left=4, right=2)))).axes[0]
    >>> [(c.get_label(), [int(bar.get_height()) for bar in c]) for c in axes.containers]
    [('won', [0, 8, 0, 3]), ('lost', [1, 0, 3, 0])]
    """
    each = _each(len(bars.plies))
    with our_looks():
        count = -(-len(bars.plies) // each)
        wide = min(11.0, max(3.6, 0.3 * (count + (2 if bars.endless else 0))))
        figure = matplotlib("figure").Figure(figsize=(wide + 1.6, 4.6))
        axes = figure.add_axes((1 / (wide + 1.6), 0.2, wide / (wide + 1.6), 0.62))
        _draw(axes, bars, each)
        _endless(axes, bars, each)
        _axes(axes, bars, each, wide)
        subtitle = "states by the plies to the end" + (f", {each} plies a bar" if each > 1 else "")
        title = textwrap.fill(title_of(bars.solution), int(wide / 0.088))
        figure.text(1 / (wide + 1.6), 0.9, title, fontsize=11, va="bottom")
        figure.text(1 / (wide + 1.6), 0.855, subtitle, fontsize=8.5, va="bottom", color="#555555")
        figure.legend(**LEGEND, handlelength=1.4, bbox_to_anchor=(1 / (wide + 1.6), 0.06))
        return figure


def _each(plies: int) -> int:
    """Plies that share a bar: 1, or an even number, as wins are odd and losses even."""
    if plies <= MOST_BARS:
        return 1
    least = plies / MOST_BARS
    steps = (base * int(10**e) for e in range(12) for base in (2, 4, 10))
    return next(step for step in steps if step >= least)


def _draw(axes: Any, bars: Bars, each: int) -> None:
    """Draw the stacked bars of wins, draws and losses."""
    words = words_of(bars.solution)
    base = [0] * -(-len(bars.plies) // each)
    places = [each * i + (each - 1) / 2 for i in range(len(base))]
    for name, value in _NAMES.items():
        counts = getattr(bars, name)
        tall = [sum(counts[i : i + each]) for i in range(0, len(counts), each)]
        if any(tall):
            axes.bar(
                places, tall, width=0.8 * each, bottom=base, color=COLOURS[value],
                hatch=HATCHES[value], edgecolor=INK, linewidth=0.4, label=words[value],
            )  # fmt: skip
        base = [low + more for low, more in zip(base, tall, strict=True)]


def _endless(axes: Any, bars: Bars, each: int) -> None:
    """Draw the bar of endless draws, apart from the others, after the last ply."""
    if bars.endless:
        axes.bar([_apart(bars, each)], [bars.endless], width=0.8 * each, color="white", hatch="xx",
                 edgecolor="#806F00", linewidth=1.2, label="drawn, need never end")  # fmt: skip


def _apart(bars: Bars, each: int) -> float:
    return (-(-len(bars.plies) // each) + 1.5) * each - 0.5


def _axes(axes: Any, bars: Bars, each: int, wide: float) -> None:
    from perfectplay.drawing.plots.heat_map import step_of

    last = bars.plies[-1] if bars.plies else 0
    step = step_of(last + 1, int(wide / (0.085 * len(str(last)) + 0.16)))
    if each > 1:
        step = -(-step // each) * each
    ticks: list[float] = list(range(0, last + 1, step))
    texts = [f"{tick:g}" for tick in ticks]
    if bars.endless:
        apart = _apart(bars, each)
        room = 0.75 * (last + 1) / wide  # else two labels overlap
        kept = [i for i, tick in enumerate(ticks) if apart - tick > room]
        ticks, texts = [*(ticks[i] for i in kept), apart], [*(texts[i] for i in kept), "endless"]
    axes.set_xticks(ticks, texts)
    axes.set_xlabel("plies to the end", fontsize=11)
    axes.set_ylabel("states", fontsize=11)
    axes.yaxis.set_major_formatter(matplotlib("ticker").StrMethodFormatter("{x:,.0f}"))
    axes.yaxis.set_major_locator(matplotlib("ticker").MaxNLocator(6, integer=True))
    axes.tick_params(length=2.5, labelsize=9)
    end = -(-len(bars.plies) // each) * each - 0.5
    axes.set_xlim(-0.5 - 0.1 * each, _apart(bars, each) + 0.7 * each if bars.endless else end)
    axes.set_axisbelow(True)
    axes.grid(axis="y", color="#DDDDDD", linewidth=0.7)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
