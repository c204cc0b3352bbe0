"""The picture of a sweep: the value of the start over two parameters, a panel for each value of the
others."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import Any

from perfectplay.analysis.atlas.atlas import Atlas
from perfectplay.analysis.atlas.swept_row import SweptRow
from perfectplay.core.errors import PlotError
from perfectplay.core.shortened import shortened
from perfectplay.core.value import Value
from perfectplay.drawing.board.value_colours import COLOURS, LETTERS
from perfectplay.drawing.plots import looks
from perfectplay.game.showing import number_of
from perfectplay.registry.parameter_texts import parameter_text

CELL, MOST_PANELS, MOST_CELLS = 0.62, 24, 40
"""Inches of a cell; the most panels, and cells along a side of one."""

ACROSS = 4
"""Panels beside each other."""

RULE = 60
"""The most characters of a rule in a picture."""

WORDS = {Value.WIN: "won by who begins", Value.DRAW: "drawn", Value.LOSS: "lost by who begins"}


def atlas_plot(found: Atlas) -> Any:
    """Matplotlib figure: the value of each start as the colour of a cell, with a letter and the
    plies to the end (in games of points the score); parameters with several values are, in their
    order, the axis across, the axis upwards, and panels. If a rule was tried, a tick or a cross in
    the corner of a cell says whether it holds.

    Raises PlotError for too many panels or cells, MissingExtraError without Matplotlib.

    >>> from perfectplay import sweep
    >>> from perfectplay.games.tic_tac_toe import TicTacToe
    >>> atlas = sweep(TicTacToe, {"width": "2..3", "height": "2..3", "misere": "no,yes"})
    >>> [axes.get_title() for axes in atlas_plot(atlas).axes]
    ['misere=no', 'misere=yes']
    """
    several = [name for name, values in found.varied.items() if len(values) > 1]
    check_size([len(found.varied[name]) for name in several])
    x, y = several[0] if several else None, several[1] if len(several) > 1 else None
    panels = list(product(*(found.varied[name] for name in several[2:])))
    across, upwards = _values(found, x), _values(found, y)
    rows = {tuple(row.parameters[name] for name in several): row for row in found.rows}
    with looks.our_looks():
        figure, places = _figure(found, len(panels), len(across), len(upwards))
        for place, panel in zip(places, panels, strict=True):
            axes = figure.add_axes(place)
            cells = [
                [rows.get(_key(x, y, one, other, panel)) for one in across] for other in upwards
            ]
            _draw(axes, cells)
            _name(axes, x, y, across, upwards)
            words = zip(several[2:], panel, strict=True)
            axes.set_title(
                " ".join(f"{name}={parameter_text(value)}" for name, value in words), fontsize=9
            )
        return figure


def check_size(values: Sequence[int]) -> None:
    """Raise PlotError if a picture would be too large; ``values``: how many each parameter has that
    has several."""
    panels = prod(values[2:])
    if panels > MOST_PANELS or max(values[:2], default=1) > MOST_CELLS:
        size = " by ".join(f"{count:,}" for count in values[:2])
        raise PlotError(
            f"{number_of(panels, 'panel')} of {size} cells are more than can be seen: at most "
            f"{MOST_PANELS} of {MOST_CELLS} by {MOST_CELLS}; sweep fewer values, or write a .csv "
            "file"
        )


def _values(found: Atlas, name: str | None) -> Sequence[Any]:
    return ("",) if name is None else found.varied[name]


def _key(x: str | None, y: str | None, one: Any, other: Any, panel: tuple[Any, ...]) -> Any:
    return (*([one] if x else []), *([other] if y else []), *panel)


def _figure(found: Atlas, panels: int, across: int, upwards: int) -> tuple[Any, list[Any]]:
    """The figure with its title and legend, and the places of the panels."""
    columns = min(panels, ACROSS)
    lines = -(-panels // columns)
    wide, high = CELL * across + 0.75, CELL * upwards + 0.75
    rule = _rule_words(found)
    above = 0.9 if rule else 0.65
    width, height = max(4.2, columns * wide + 0.2), lines * high + above + 0.35
    figure = looks.matplotlib("figure").Figure(figsize=(width, height))
    fixed = " ".join(f"{name}={parameter_text(value)}" for name, value in found.fixed.items())
    figure.text(0.2 / width, 1 - 0.3 / height, f"{found.name} {fixed}".rstrip(), fontsize=11)
    figure.text(0.2 / width, 1 - 0.55 / height, rule, fontsize=9)
    patch = looks.matplotlib("patches").Patch
    values = [value for value in WORDS if any(row.value == str(value) for row in found.rows)]
    handles = [
        patch(facecolor=COLOURS[value], label=f"{LETTERS[value]}  {WORDS[value]}")
        for value in values
    ]
    if any(row.value is None for row in found.rows):
        handles.append(patch(facecolor=looks.PAPER, label="not known"))
    place = {**looks.LEGEND, "loc": "lower left"}
    figure.legend(handles=handles, **place, bbox_to_anchor=(0.2 / width, 0.08 / height))
    places = [
        (
            (0.6 + (n % columns) * wide) / width,
            (height - above - (n // columns) * high - CELL * upwards) / height,
            CELL * across / width,
            CELL * upwards / height,
        )
        for n in range(panels)
    ]
    return figure, places


def _rule_words(found: Atlas) -> str:
    """What the marks in the corners say; "" if no rule was tried."""
    rule = found.rule
    if rule is None:
        return ""
    words = shortened(rule.words or rule.expression, RULE)
    return f"✓ a state is {Value[rule.value.upper()].adjective} exactly when {words}; ✗ not so"


def _draw(axes: Any, cells: list[list[SweptRow | None]]) -> None:
    """Draw the cells of a panel, the first line at the bottom."""
    rectangle = looks.matplotlib("patches").Rectangle
    for y, line in enumerate(cells):
        for x, row in enumerate(line):
            value = None if row is None or row.value is None else Value[row.value.upper()]
            colour = looks.PAPER if value is None else COLOURS[value]
            axes.add_patch(rectangle((x, y), 1, 1, facecolor=colour, edgecolor="white"))
            axes.text(x + 0.5, y + 0.5, _text(row), ha="center", va="center", fontsize=8.5)
            if row is not None and row.rule is not None and row.rule.holds is not None:
                mark = "✓" if row.rule.holds else "✗"
                axes.text(x + 0.92, y + 0.94, mark, ha="right", va="top", fontsize=7)
    axes.set_xlim(0, len(cells[0]))
    axes.set_ylim(0, len(cells))


def _text(row: SweptRow | None) -> str:
    if row is None or row.value is None:
        return "" if row is None else row.result.replace(" ", "\n")
    return row.label


def _name(axes: Any, x: str | None, y: str | None, across: Any, upwards: Any) -> None:
    """Write the values of the parameters beside the axes."""
    for axis, name, values in ((axes.xaxis, x, across), (axes.yaxis, y, upwards)):
        axis.set_ticks([n + 0.5 for n in range(len(values))], list(map(parameter_text, values)))
        axis.set_label_text(name or "", fontsize=9)
    axes.tick_params(length=0, labelsize=8.5)
    for spine in axes.spines.values():
        spine.set_visible(False)
