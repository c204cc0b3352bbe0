"""Grids and bars as tables in text, Markdown and CSV."""

from __future__ import annotations

import csv
import io
import math
from dataclasses import dataclass

from perfectplay.core.value import Value
from perfectplay.drawing.plots.bars import Bars
from perfectplay.drawing.plots.grid import Place, SolutionGrid, best_cell_moves
from perfectplay.drawing.plots.looks import words_of


@dataclass(frozen=True)
class PlainTable:
    """A table of texts whose first column names the rows; ``note`` says what the cells mean;
    ``numbers``: all other columns are numbers."""

    note: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: bool

    def as_text(self) -> str:
        """Table as text in columns, as wide as needed; lines are never broken.

        >>> from perfectplay import solve
        >>> from perfectplay.drawing.plots.grid import grid_of
        >>> from perfectplay.games.three_rocks import ThreeRocks
        >>> print(grid_table(grid_of(solve(ThreeRocks(left=4, right=1)))).as_text())
        right\\left  0     1    2    3     4
        0           lost  1,0  2,0  3,0   lost
        1           0,1   1,1  2,1  lost  0,1
        """
        all_rows = (self.head, *self.rows)
        widths = [max(map(len, column)) for column in zip(*all_rows, strict=True)]
        lines = []
        for row in all_rows:
            cells = [
                f"{cell:>{width}}" if self.numbers and i else f"{cell:<{width}}"
                for i, (cell, width) in enumerate(zip(row, widths, strict=True))
            ]
            lines.append("  ".join(cells).rstrip())
        return "\n".join(lines)

    def as_markdown(self) -> str:
        """Table in Markdown."""
        rule = ("---", *("---:" if self.numbers else "---" for _ in self.head[1:]))
        rows = [[_escaped(cell) for cell in row] for row in (self.head, *self.rows)]
        return "\n".join(f"| {' | '.join(row)} |" for row in (rows[0], rule, *rows[1:]))

    def as_csv(self) -> str:
        """Table as comma-separated values."""
        file = io.StringIO()
        csv.writer(file, lineterminator="\n").writerows((self.head, *self.rows))
        return file.getvalue().rstrip("\n")


def _escaped(cell: str) -> str:
    """Text with the special characters of Markdown escaped."""
    return "".join(f"\\{c}" if c in r"\`*_|<[~" else c for c in cell)


def grid_table(grid: SolutionGrid) -> PlainTable:
    """Table of a grid: a best move of each won state, else the value of the state. Of an
    aggregated grid, percentages. A cell without a state is empty."""
    across = grid.x.texts
    corner = grid.x.field.label if grid.y is None else f"{grid.y.field.label}\\{grid.x.field.label}"
    cells = _cells(grid)
    numbers = grid.aggregate is not None
    if grid.y is None:  # one row for each value
        head = (corner, "share" if numbers else "move")
        rows = [(text, cells.get((0, i), "")) for i, text in enumerate(across)]
        return PlainTable(_note(grid), head, tuple(rows), numbers)
    tall = [
        (text, *(cells.get((row, column), "") for column in range(len(across))))
        for row, text in enumerate(grid.y.texts)
    ]
    return PlainTable(_note(grid), (corner, *across), tuple(tall), numbers)


def _note(grid: SolutionGrid) -> str:
    words = words_of(grid.solution)
    fixed = f"{grid.fixed_text}; " if grid.fixed else ""
    if grid.aggregate is not None:
        meaning = f"percentage of the states that are {words[grid.aggregate]}"
    elif grid.solution.game.players == 1:
        meaning = "a best move of each state"
    else:
        meaning = "a winning move of each state, or what it is for the player to move"
    place = "" if grid.y is None else f"rows: {grid.y.field.label}, columns: {grid.x.field.label}; "
    return f"{fixed}{place}{meaning}"


def _cells(grid: SolutionGrid) -> dict[Place, str]:
    if grid.aggregate is not None:
        return {
            (row, column): f"{100 * share:.3g} %"
            for row, line in enumerate(grid.share.tolist())
            for column, share in enumerate(line)
            if not math.isnan(share)
        }
    moves, words = best_cell_moves(grid), words_of(grid.solution)
    with_moves = {Value.WIN}
    if grid.solution.game.players == 1:
        words[Value.WIN] = "solved"  # a won state without a move
        if grid.solution.rules.scoring:
            with_moves, words = set(Value), dict.fromkeys(Value, "over")
    return {
        (row, column): moves[row, column][0].text
        if value in with_moves and (row, column) in moves
        else words[Value(value)]
        for row, line in enumerate(grid.value.tolist())
        for column, value in enumerate(line)
        if value
    }


def bars_table(bars: Bars) -> PlainTable:
    """Table of bars, a row for each remoteness."""
    columns = [(name, counts) for name, counts in bars.series.items() if any(counts)]
    rows = [(text, *(f"{counts[i]}" for _, counts in columns)) for i, text in enumerate(bars.texts)]
    head = ("plies", *(name for name, _ in columns))
    return PlainTable("states by the plies to the end", head, tuple(rows), True)
