"""The picture of an evaluation: where the moves of a player keep the value, and where not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from perfectplay.analysis.evaluate.evaluation import Evaluation, EvaluationRow
from perfectplay.drawing.plots import looks
from perfectplay.game.showing import number_of

PLAYER, CHANCE = "#3B5BA5", "#9A9A9A"
"""Colours of the player and of random moves."""


def evaluation_plot(found: Evaluation) -> Any:
    """Matplotlib figure: the share of moves that keep the value, by ply and by the number of good
    moves, each beside the share of random moves. Raises MissingExtraError.

    >>> from perfectplay import evaluate
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> figure = evaluation_plot(evaluate("greedy", ThreeRocks(4, 3)))
    >>> [axes.get_xlabel() for axes in figure.axes]
    ['ply', 'good moves (where not all are)']
    """
    panels = [("good moves (where not all are)", found.by_good_moves)]
    if found.by_ply:
        panels.insert(0, ("ply", found.by_ply))
    with looks.our_looks():
        wide = 4.6 * len(panels)
        figure = looks.matplotlib("figure").Figure(figsize=(wide, 4.4))
        figure.subplots_adjust(left=0.62 / wide, right=0.98, top=0.8, bottom=0.24, wspace=0.22)
        for i, (name, rows) in enumerate(panels, 1):
            _panel(figure.add_subplot(1, len(panels), i), name, rows, found.exact)
        title = f"{found.name} at {looks.title_of(found.game)}"
        count = number_of(len(found.answers), "position")
        below = f"moves that keep the value, {count} ({found.of})"
        figure.text(0.62 / wide, 0.93, title, fontsize=11, va="bottom")
        figure.text(0.62 / wide, 0.87, below, fontsize=8.5, va="bottom", color="#555555")
        handles, labels = figure.axes[0].get_legend_handles_labels()
        figure.legend(
            handles, labels, **looks.LEGEND, bbox_to_anchor=(0.62 / wide, 0.07),
        )  # fmt: skip
        return figure


def _panel(axes: Any, name: str, rows: Sequence[EvaluationRow], exact: bool) -> None:
    """Draw shares with their bounds as points, and those of random moves as a line."""
    numbers = [row.number for row in rows]
    rates = [row.keeping.rate for row in rows]
    known = [rate for rate in rates if rate is not None]
    shares = [100 * rate.rate for rate in known]
    bounds = [[100 * (r.rate - r.low) for r in known], [100 * (r.high - r.rate) for r in known]]
    axes.plot(
        numbers, [100 * row.keeping.by_chance for row in rows], color=CHANCE, linestyle="--",
        linewidth=1.4, marker="_", label="random moves",
    )  # fmt: skip
    axes.errorbar(
        numbers, shares, yerr=bounds, color=PLAYER, marker="o", markersize=4, linewidth=1.2,
        capsize=2, label="the player" + ("" if exact else " (bars: 95 % bounds)"),
    )  # fmt: skip
    axes.set_xlabel(name, fontsize=10)
    axes.set_ylabel("%", fontsize=10, rotation=0, labelpad=8)
    axes.set_ylim(-3, 103)
    axes.xaxis.set_major_locator(looks.matplotlib("ticker").MaxNLocator(10, integer=True))
    looks.lighten(axes)
