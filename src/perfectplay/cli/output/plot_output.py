"""The data of ``perfectplay plot``, and its output as text or as bytes."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

from perfectplay.cli.input.plot_request import VALUES, PlotKind, PlotOptions, TableFormat
from perfectplay.cli.output.answer import note, say, say_title
from perfectplay.cli.output.wording import title
from perfectplay.cli.output.writing import write_file
from perfectplay.drawing.plots.bars import Bars, bars_of
from perfectplay.drawing.plots.draw import draw
from perfectplay.drawing.plots.graph_picture import drawn_by_dot, has_dot
from perfectplay.drawing.plots.grid import SolutionGrid, grid_of
from perfectplay.drawing.plots.looks import matplotlib, rendered
from perfectplay.drawing.plots.plot_axes import asked_fields
from perfectplay.drawing.plots.plot_columns import FieldColumns
from perfectplay.drawing.plots.plot_tables import PlainTable, bars_table, grid_table
from perfectplay.drawing.plots.states_graph import StatesGraph, graph_of, refuse_large
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game
from perfectplay.tablebase.solution import Solution

PlotData: TypeAlias = SolutionGrid | Bars | StatesGraph


def check_game(request: PlotOptions, game: Game) -> None:
    """Raise errors that are found without a solve, which may be long."""
    rules = CheckedGame(game)
    rules.start()  # the rules of a stored solution may be missing
    if request.picture is not None:
        matplotlib()
    if request.chosen_kind is PlotKind.GRAPH:
        refuse_large(game)
    elif request.chosen_kind is not PlotKind.BARS:
        asked_fields(FieldColumns(rules), request.x, request.y, request.fixed)


def plot_data(request: PlotOptions, solution: Solution) -> PlotData:
    """The data to plot."""
    if request.chosen_kind is PlotKind.BARS:
        return bars_of(solution)
    if request.chosen_kind is PlotKind.GRAPH:
        return graph_of(solution)
    share = None if request.aggregate is None else VALUES[request.aggregate]
    return grid_of(solution, request.x, request.y, request.fixed, share)


def write_plot(request: PlotOptions, data: PlotData) -> list[Path]:
    """Write the file, and a Graphviz file beside a drawn graph; return what was written."""
    for path in request.files:
        beside = path != request.path
        write_file(path, _bytes(_text(request, data)) if beside else _content(request, data))
    return request.files


def _content(request: PlotOptions, data: PlotData) -> bytes:
    if request.picture is None:
        return _bytes(_text(request, data))
    if isinstance(data, StatesGraph):
        if has_dot():
            return drawn_by_dot(data, request.picture)
        note("Graphviz's dot is not installed: drawn without it, in rows of plies")
    return rendered(draw(data, moves=request.moves), request.picture)


def _bytes(text: str) -> bytes:
    """The bytes of a text file; a lone surrogate becomes an escape."""
    return f"{text}\n".encode(errors="backslashreplace")


def _text(request: PlotOptions, data: PlotData) -> str:
    """A table in its format, or a graph in Graphviz's language."""
    if isinstance(data, StatesGraph):
        return data.dot()
    table = _table(data)
    if request.table_format is TableFormat.TEXT:
        return table.as_text()
    return table.as_markdown() if request.table_format is TableFormat.MARKDOWN else table.as_csv()


def _table(data: SolutionGrid | Bars) -> PlainTable:
    return grid_table(data) if isinstance(data, SolutionGrid) else bars_table(data)


def say_plot(request: PlotOptions, data: PlotData) -> None:
    """Write the table or the text of a graph; a table for people gets a title."""
    if not isinstance(data, StatesGraph) and request.table_format is TableFormat.TEXT:
        say_title(title(data.solution.game))
        say(_table(data).note)
        say()
    say(_text(request, data))
