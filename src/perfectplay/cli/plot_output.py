"""What ``perfectplay plot`` makes, as text or as bytes, and where that goes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from perfectplay.cli.output import note, say, say_title
from perfectplay.cli.wording import title
from perfectplay.cli.writing import replaced

if TYPE_CHECKING:
    from perfectplay.drawing.plots.bars import Bars
    from perfectplay.drawing.plots.grid import SolutionGrid
    from perfectplay.drawing.plots.plot_tables import PlainTable
    from perfectplay.drawing.plots.states_graph import StatesGraph


class PlotKind(StrEnum):
    """What is made of a solution."""

    TABLE = "table"
    HEAT = "heat"
    BARS = "bars"
    GRAPH = "graph"


class TableFormat(StrEnum):
    """How a table is written."""

    TEXT = "text"
    MARKDOWN = "md"
    CSV = "csv"


PICTURES = (".png", ".svg")
TABLES = {".txt": TableFormat.TEXT, ".md": TableFormat.MARKDOWN, ".csv": TableFormat.CSV}
GRAPHS = (".dot", ".gv")


@dataclass(frozen=True)
class PlotRequest:
    """What is to be made, and where it goes: ``output`` is None for standard output."""

    kind: PlotKind
    format: TableFormat
    output: Path | None

    @property
    def picture(self) -> str | None:
        """ "png" or "svg" where it is a picture."""
        ending = "" if self.output is None else self.output.suffix.lower()
        return ending[1:] if ending in PICTURES else None


def write_plot(
    wanted: PlotRequest, data: SolutionGrid | Bars | StatesGraph, moves: bool
) -> list[Path]:
    """Writes the file, and that of Graphviz beside a drawn graph; gives what was written."""
    if wanted.output is None:
        return []
    files = {wanted.output: _content(wanted, data, moves)}
    if wanted.kind is PlotKind.GRAPH and wanted.picture is not None:
        files[wanted.output.with_suffix(".dot")] = _bytes(_text(wanted, data))
    for path, content in files.items():
        with replaced(path) as part:
            part.write_bytes(content)
    return list(files)


def _content(wanted: PlotRequest, data: SolutionGrid | Bars | StatesGraph, moves: bool) -> bytes:
    """The bytes of the file."""
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
    """A file of a text; a lone half of a letter becomes an escape."""
    return f"{text}\n".encode(errors="backslashreplace")


def _text(wanted: PlotRequest, data: SolutionGrid | Bars | StatesGraph) -> str:
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


def say_plot(wanted: PlotRequest, data: SolutionGrid | Bars | StatesGraph) -> None:
    """The table or the text of a graph; a table for people gets a title."""
    from perfectplay.drawing.plots.states_graph import StatesGraph

    if not isinstance(data, StatesGraph) and wanted.format is TableFormat.TEXT:
        say_title(title(data.solution.game))
        say(_table(data).note)
        say()
    say(_text(wanted, data))
