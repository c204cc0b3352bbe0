"""Heat maps of grids."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.core.errors import PlotError
from perfectplay.core.value import Value
from perfectplay.drawing.board.value_colours import COLOURS, LETTERS
from perfectplay.drawing.plots import looks
from perfectplay.drawing.plots.grid import Axis, CellMove, Place, SolutionGrid, best_cell_moves

LONGEST = 9.0
"""Longest side of all cells together, in inches."""

CELL = 0.42
"""Largest side of a cell, in inches."""

SHARP = 2_500
"""Most cells that are drawn as shapes; more become one bitmap."""

MOST_ARROWS = 900
"""Most cells of a grid with moves."""

SMALLEST = 5.5
"""Smallest font size, in points."""


def heat_map(grid: SolutionGrid, moves: bool = False) -> Any:
    """Matplotlib figure of a grid; ``moves``: with the best moves of won and drawn states.

    Raises PlotError if moves cannot be drawn, MissingExtraError without Matplotlib.

    >>> from perfectplay import solve
    >>> from perfectplay.drawing.plots.grid import grid_of
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> axes = heat_map(grid_of(solve(ThreeRocks(left=2, right=1)))).axes[0]
    >>> axes.collections[0].get_array().tolist()
    [[1, 3, 3], [3, 3, 3]]
    >>> [text.get_text() for text in axes.texts]
    ['L0', 'W1', 'W1', 'W1', 'W1', 'W1']
    """
    if moves:
        _check_moves(grid)
    with looks.our_looks():
        figure, axes, size = _paper(grid)
        _cells(axes, grid, size)
        if moves:
            subtitle = _arrows(axes, grid, best_cell_moves(grid), size)
        else:
            subtitle = _letters(axes, grid, size)
        _mark_start(axes, grid.start, size)
        _ticks(axes, grid)
        subtitle = f"{grid.fixed_text}; {subtitle}" if grid.fixed else subtitle
        wide, tall = grid.shape[1] * size[0], grid.shape[0] * size[1]
        looks.headline(figure, grid.solution, subtitle, 1.0, tall + 1.13, max(wide, 3.6))
        _legend(figure, axes, grid)
        return figure


def _check_moves(grid: SolutionGrid) -> None:
    if grid.aggregate is not None:
        raise PlotError(
            "moves can be drawn only if each cell is one state; fix the other fields instead of "
            "aggregating them"
        )
    cells = math.prod(grid.shape)
    if cells > MOST_ARROWS:
        raise PlotError(
            f"moves can be drawn on {MOST_ARROWS} cells at the most, and there are {cells:,}; make "
            "the game smaller with its parameters, or leave the moves out"
        )


def _paper(grid: SolutionGrid) -> tuple[Any, Any, tuple[float, float]]:
    """A figure, its axes, and width and height of a cell in inches."""
    rows, columns = grid.shape
    width, height = (min(CELL, LONGEST / number) for number in (columns, rows))
    if max(rows, columns) < 6 * min(rows, columns):
        width = height = min(width, height)  # squares, but not of a long strip
    inches = (columns * width, rows * height)
    figure = looks.matplotlib("figure").Figure(figsize=(inches[0] + 2, inches[1] + 2))
    axes = figure.add_axes((1 / (inches[0] + 2), 1 / (inches[1] + 2),
                            inches[0] / (inches[0] + 2), inches[1] / (inches[1] + 2)))  # fmt: skip
    axes.set_facecolor(looks.PAPER)
    axes.set_xlim(-0.5, columns - 0.5)
    axes.set_ylim(-0.5, rows - 0.5)
    return figure, axes, (width, height)


def _cells(axes: Any, grid: SolutionGrid, size: tuple[float, float]) -> None:
    """Draw the colours; as shapes while they are few, so that the picture can be enlarged."""
    colors = looks.matplotlib("colors")
    if grid.aggregate is None:
        data: NDArray[Any] = np.ma.masked_equal(grid.value, 0)
        shown = colors.ListedColormap([COLOURS[v] for v in (Value.LOSS, Value.DRAW, Value.WIN)])
        low, high = 0.5, 3.5
    else:
        data = np.ma.masked_invalid(grid.share)
        shown = looks.matplotlib("cm").ScalarMappable(cmap="cividis").get_cmap()
        low, high = 0.0, 1.0
    if data.size > SHARP:
        axes.imshow(data, cmap=shown, vmin=low, vmax=high, origin="lower", aspect="auto",
                    interpolation="nearest")  # fmt: skip
        return
    rows, columns = grid.shape
    lines = 0.8 if 72 * min(size) > 6 else 0
    mesh = axes.pcolormesh(
        np.arange(columns + 1) - 0.5, np.arange(rows + 1) - 0.5, data, cmap=shown, vmin=low,
        vmax=high, edgecolors="white" if lines else "none", linewidth=lines, clip_on=False,
        antialiased=bool(lines),
    )  # fmt: skip
    mesh.set_clip_path(None)


def _letters(axes: Any, grid: SolutionGrid, size: tuple[float, float]) -> str:
    """Write value and remoteness in each cell, or only the value, or nothing, as there is room.

    Returns their meaning in words."""
    subtitle = ""
    for subtitle, texts in _wordings(grid):  # noqa: B007
        longest = max(map(looks.ems, texts.values()), default=1)
        points = min(10.0, 72 * size[0] * 0.88 / longest, 72 * size[1] * 0.6)
        if points >= SMALLEST:
            break
    else:
        return subtitle
    for (row, column), text in texts.items():
        dark = grid.aggregate is not None and grid.share[row, column] < 0.5
        axes.text(column, row, text, ha="center", va="center", fontsize=points,
                  color="white" if dark else looks.INK)  # fmt: skip
    return subtitle


def _wordings(grid: SolutionGrid) -> Sequence[tuple[str, Mapping[Place, str]]]:
    """Meaning and texts of the cells: possible forms, the longest first."""
    rows, columns = np.nonzero(grid.filled)
    places = list(zip(rows.tolist(), columns.tolist(), strict=True))
    if grid.aggregate is not None:
        word, share = looks.words_of(grid.solution)[grid.aggregate], grid.share
        subtitle = f"percentage of the states of each cell that are {word}"
        exact, whole = (
            {place: format(100 * share[place], form) for place in places} for form in (".3g", ".0f")
        )
        return [(subtitle, exact), (subtitle, whole)]
    short = {place: LETTERS[Value(int(grid.value[place]))] for place in places}
    plies = {place: int(grid.remoteness[place]) for place in places}
    full = {p: text + (str(plies[p]) if plies[p] >= 0 else "∞") for p, text in short.items()}
    subtitle = looks.value_of(grid.solution)
    endless = "; ∞: endless draw" if any(n < 0 for n in plies.values()) else ""
    return [(f"{subtitle}, and plies to the end{endless}", full), (subtitle, short)]


def _arrows(
    axes: Any,
    grid: SolutionGrid,
    moves: Mapping[Place, Sequence[CellMove]],
    size: tuple[float, float],
) -> str:
    """Write L in lost states, and draw the best moves of others as arrows.

    Returns their meaning in words."""
    scale = 72 * min(size)
    head = f"->,head_width={0.006 * scale:.3f},head_length={0.008 * scale:.3f}"
    tails = set()
    for (row, column), some in moves.items():
        if grid.value[row, column] == Value.LOSS:
            continue
        for target in (move.target for move in some if move.target is not None):
            tails.add((row, column))
            axes.annotate(
                "", (target[1], target[0]), (column, row),
                arrowprops={"arrowstyle": head, "color": looks.INK, "alpha": 0.7, "shrinkA": 0,
                            "shrinkB": 0.25 * scale, "linewidth": max(0.5, 0.035 * scale)},
            )  # fmt: skip
    rows, columns = zip(*sorted(tails), strict=True) if tails else ((), ())
    axes.plot(columns, rows, "o", markersize=0.1 * scale, color=looks.INK, clip_on=False)
    for row, column in np.argwhere(grid.value == Value.LOSS).tolist():
        points = min(10.0, 0.45 * scale)
        if points >= SMALLEST:
            axes.text(column, row, LETTERS[Value.LOSS], ha="center", va="center", fontsize=points)
    words = looks.words_of(grid.solution)
    where = f"it is not {words[Value.LOSS]}"
    if grid.solution.game.players == 1 and not grid.solution.rules.scoring:
        where = f"it {words[Value.WIN]}"
    return f"{looks.value_of(grid.solution)}, and the best moves where {where}"


def _mark_start(axes: Any, start: Place | None, size: tuple[float, float]) -> None:
    """Draw a black frame around the cell of the start, or a larger square if cells are small."""
    if start is None:
        return
    points = 72 * min(size)
    if points >= 8:
        frame = looks.matplotlib("patches").Rectangle(
            (start[1] - 0.5, start[0] - 0.5), 1, 1, fill=False, edgecolor="black",
            linewidth=2.2, zorder=5, clip_on=False, label="start",
        )  # fmt: skip
        axes.add_patch(frame)
    else:
        axes.plot(
            [start[1]], [start[0]], "s", markersize=8, markerfacecolor="none", zorder=5,
            markeredgecolor="black", markeredgewidth=1.8, clip_on=False, label="start",
        )  # fmt: skip


def _ticks(axes: Any, grid: SolutionGrid) -> None:
    """Write as many numbers beside the axes as there is room for."""
    width, height = axes.get_window_extent().width, axes.get_window_extent().height
    dots = axes.figure.dpi
    for axis, known, inches, letters in (
        (axes.xaxis, grid.x, width / dots, True),
        (axes.yaxis, grid.y, height / dots, False),
    ):
        if known is None:
            axis.set_ticks([])
            continue
        places = _tick_places(known, inches, letters)
        axis.set_ticks(places, [known.texts[place] for place in places])
        axis.set_label_text(known.field.label, fontsize=11)
    axes.tick_params(length=2.5, labelsize=9)
    for spine in axes.spines.values():
        spine.set_visible(False)


def _tick_places(axis: Axis, inches: float, across: bool) -> list[int]:
    """Places with a tick: every 1, 2, 5, 10, 20, 50 ... th, from a round number on."""
    longest = max(map(len, axis.texts))
    each = 0.085 * longest + 0.1 if across else 0.2
    most = max(2, int(inches / each))
    step = looks.step_of(len(axis), most)
    contiguous = axis.values[-1] - axis.values[0] + 1 == len(axis)
    first = -axis.values[0] % step if contiguous else 0
    return list(range(first, len(axis), step)) or [0]


def _legend(figure: Any, axes: Any, grid: SolutionGrid) -> None:
    """Draw the legend of the colours below."""
    width, height = figure.get_size_inches()
    box = axes.get_position()
    below = box.y0 - 0.62 / height
    if grid.aggregate is not None:
        wide = max(box.width * width, 2.4)
        bar = figure.add_axes((box.x0, below - 0.13 / height, wide / width, 0.13 / height))
        shown = axes.images or axes.collections
        figure.colorbar(shown[0], cax=bar, orientation="horizontal", format="{x:.0%}")
        bar.tick_params(labelsize=8.5, length=2.5)
        return
    handles = looks.value_patches(grid.solution, np.unique(grid.value).tolist())
    marks, labels = axes.get_legend_handles_labels()
    figure.legend(
        handles + marks, [h.get_label() for h in handles] + labels, **looks.LEGEND,
        handlelength=1.1, handleheight=1.1, bbox_to_anchor=(box.x0, below),
    )  # fmt: skip
