"""The output of ``perfectplay plot``, as text or as bytes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from perfectplay.cli.output import note, say, say_title
from perfectplay.cli.wording import title
from perfectplay.cli.writing import replaced

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


PICTURES = (".png", ".svg")
TABLES = {".txt": TableFormat.TEXT, ".md": TableFormat.MARKDOWN, ".csv": TableFormat.CSV}
GRAPHS = (".dot", ".gv")


@dataclass(frozen=True)
class PlotRequest:
    """A plot to make, and its file; ``output`` is None for standard output."""

    kind: PlotKind
    format: TableFormat
    output: Path | None

    @property
    def picture(self) -> str | None:
        """``png`` or ``svg``; None if it is not a picture."""
        ending = "" if self.output is None else self.output.suffix.lower()
        return ending[1:] if ending in PICTURES else None


def write_plot(wanted: PlotRequest, data: PlotData, moves: bool) -> list[Path]:
    """Write the file, and a Graphviz file beside a drawn graph; return what was written."""
    if wanted.output is None:
        return []
    files = {wanted.output: _content(wanted, data, moves)}
    if wanted.kind is PlotKind.GRAPH and wanted.picture is not None:
        files[wanted.output.with_suffix(".dot")] = _bytes(_text(wanted, data))
    for path, content in files.items():
        with replaced(path) as part:
            part.write_bytes(content)
    return list(files)


def _content(wanted: PlotRequest, data: PlotData, moves: bool) -> bytes:
    from perfectplay.drawing.plots.states_graph import StatesGraph

    if wanted.picture is None:
        return _bytes(_text(wanted, data))
    if isinstance(data, StatesGraph):
        from perfectplay.drawing.plots.graph_picture import drawn_by_dot, has_dot

        if has_dot():
            return drawn_by_dot(data, wanted.picture)
        note("Graphviz's dot is not installed: drawn without it, in rows of plies")
    from perfectplay.drawing.plots.draw import draw
    from perfectplay.drawing.plots.looks import rendered

    return rendered(draw(data, moves=moves), wanted.picture)


def _bytes(text: str) -> bytes:
    """The bytes of a text file; a lone surrogate becomes an escape."""
    return f"{text}\n".encode(errors="backslashreplace")


def _text(wanted: PlotRequest, data: PlotData) -> str:
    """A table in its format, or a graph in Graphviz's language."""
    from perfectplay.drawing.plots.states_graph import StatesGraph

    if isinstance(data, StatesGraph):
        return data.dot()
    table = _table(data)
    if wanted.format is TableFormat.TEXT:
        return table.as_text()
    return table.as_markdown() if wanted.format is TableFormat.MARKDOWN else table.as_csv()


def _table(data: SolutionGrid | Bars) -> PlainTable:
    from perfectplay.drawing.plots.grid import SolutionGrid
    from perfectplay.drawing.plots.plot_tables import bars_table, grid_table

    return grid_table(data) if isinstance(data, SolutionGrid) else bars_table(data)


def say_plot(wanted: PlotRequest, data: PlotData) -> None:
    """Write the table or the text of a graph; a table for people gets a title."""
    from perfectplay.drawing.plots.states_graph import StatesGraph

    if not isinstance(data, StatesGraph) and wanted.format is TableFormat.TEXT:
        say_title(title(data.solution.game))
        say(_table(data).note)
        say()
    say(_text(wanted, data))
