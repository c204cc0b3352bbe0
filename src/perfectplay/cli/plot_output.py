"""The data of ``perfectplay plot``, and its output as text or as bytes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from perfectplay.cli.output import note, say, say_title
from perfectplay.cli.wording import title
from perfectplay.cli.writing import replaced
from perfectplay.core.value import Value
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.game import Game
from perfectplay.tablebase.solution import Solution

if TYPE_CHECKING:
    from perfectplay.drawing.plots.bars import Bars
    from perfectplay.drawing.plots.grid import SolutionGrid
    from perfectplay.drawing.plots.plot_tables import PlainTable
    from perfectplay.drawing.plots.states_graph import StatesGraph

PlotData: TypeAlias = "SolutionGrid | Bars | StatesGraph"


class PlotKind(StrEnum):
    """A kind of plot."""

    TABLE = "table"
    HEAT = "heat"
    BARS = "bars"
    GRAPH = "graph"


class TableFormat(StrEnum):
    """The format of a table."""

    TEXT = "text"
    MARKDOWN = "md"
    CSV = "csv"


class ShownValue(StrEnum):
    """The value whose share is shown if a cell holds many states."""

    LOST = "lost"
    DRAWN = "drawn"
    WON = "won"


VALUES = {ShownValue.LOST: Value.LOSS, ShownValue.DRAWN: Value.DRAW, ShownValue.WON: Value.WIN}
PICTURES = (".png", ".svg")
TABLES = {".txt": TableFormat.TEXT, ".md": TableFormat.MARKDOWN, ".csv": TableFormat.CSV}
GRAPHS = (".dot", ".gv")


@dataclass(frozen=True)
class PlotRequest:
    """A plot to make: ``output`` is None for standard output, ``x``, ``y`` and ``fixed`` are
    fields as typed, ``moves`` draws perfect moves into a heat map."""

    kind: PlotKind
    format: TableFormat
    output: Path | None
    x: str | None
    y: str | None
    fixed: dict[str, str]
    aggregate: ShownValue | None
    moves: bool

    @property
    def picture(self) -> str | None:
        """``png`` or ``svg``; None if it is not a picture."""
        ending = "" if self.output is None else self.output.suffix.lower()
        return ending[1:] if ending in PICTURES else None


def check_game(request: PlotRequest, game: Game) -> None:
    """Raise errors that are found without a solve, which may be long."""
    rules = CheckedGame(game)
    rules.start()  # the rules of a stored solution may be missing
    if request.picture is not None:
        from perfectplay.drawing.plots.looks import matplotlib

        matplotlib()
    if request.kind is PlotKind.GRAPH:
        from perfectplay.drawing.plots.states_graph import refuse_large

        refuse_large(game)
    elif request.kind is not PlotKind.BARS:
        from perfectplay.drawing.plots.choosing import asked_fields
        from perfectplay.drawing.plots.plot_columns import FieldColumns

        asked_fields(FieldColumns(rules), request.x, request.y, request.fixed)


def plot_data(request: PlotRequest, solution: Solution) -> PlotData:
    """The data to plot."""
    if request.kind is PlotKind.BARS:
        from perfectplay.drawing.plots.bars import bars_of

        return bars_of(solution)
    if request.kind is PlotKind.GRAPH:
        from perfectplay.drawing.plots.states_graph import graph_of

        return graph_of(solution)
    from perfectplay.drawing.plots.grid import grid_of

    share = None if request.aggregate is None else VALUES[request.aggregate]
    return grid_of(solution, request.x, request.y, request.fixed, share)


def write_plot(request: PlotRequest, data: PlotData) -> list[Path]:
    """Write the file, and a Graphviz file beside a drawn graph; return what was written."""
    if request.output is None:
        return []
    files = {request.output: _content(request, data)}
    if request.kind is PlotKind.GRAPH and request.picture is not None:
        files[request.output.with_suffix(".dot")] = _bytes(_text(request, data))
    for path, content in files.items():
        with replaced(path) as part:
            part.write_bytes(content)
    return list(files)


def _content(request: PlotRequest, data: PlotData) -> bytes:
    from perfectplay.drawing.plots.states_graph import StatesGraph

    if request.picture is None:
        return _bytes(_text(request, data))
    if isinstance(data, StatesGraph):
        from perfectplay.drawing.plots.graph_picture import drawn_by_dot, has_dot

        if has_dot():
            return drawn_by_dot(data, request.picture)
        note("Graphviz's dot is not installed: drawn without it, in rows of plies")
    from perfectplay.drawing.plots.draw import draw
    from perfectplay.drawing.plots.looks import rendered

    return rendered(draw(data, moves=request.moves), request.picture)


def _bytes(text: str) -> bytes:
    """The bytes of a text file; a lone surrogate becomes an escape."""
    return f"{text}\n".encode(errors="backslashreplace")


def _text(request: PlotRequest, data: PlotData) -> str:
    """A table in its format, or a graph in Graphviz's language."""
    from perfectplay.drawing.plots.states_graph import StatesGraph

    if isinstance(data, StatesGraph):
        return data.dot()
    table = _table(data)
    if request.format is TableFormat.TEXT:
        return table.as_text()
    return table.as_markdown() if request.format is TableFormat.MARKDOWN else table.as_csv()


def _table(data: SolutionGrid | Bars) -> PlainTable:
    from perfectplay.drawing.plots.grid import SolutionGrid
    from perfectplay.drawing.plots.plot_tables import bars_table, grid_table

    return grid_table(data) if isinstance(data, SolutionGrid) else bars_table(data)


def say_plot(request: PlotRequest, data: PlotData) -> None:
    """Write the table or the text of a graph; a table for people gets a title."""
    from perfectplay.drawing.plots.states_graph import StatesGraph

    if not isinstance(data, StatesGraph) and request.format is TableFormat.TEXT:
        say_title(title(data.solution.game))
        say(_table(data).note)
        say()
    say(_text(request, data))
