"""What ``perfectplay plot`` is to plot, and where to."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from perfectplay.cli.input.options import Replace, option, output_option
from perfectplay.core.errors import PlotError
from perfectplay.core.shortened import listed
from perfectplay.core.value import Value


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


ENDINGS = {
    PlotKind.TABLE: tuple(TABLES),
    PlotKind.HEAT: PICTURES,
    PlotKind.BARS: (*PICTURES, *TABLES),
    PlotKind.GRAPH: (*PICTURES, *GRAPHS),
}
"""The endings of files that a kind of plot can be written to."""


@dataclass(frozen=True)
class PlotOptions:
    """What to plot, and where to write it."""

    kind: Annotated[
        PlotKind | None,
        option(
            "table: a winning move of each state; heat: the values as a picture; bars: states "
            "by their plies to the end; graph: states and moves of a small game.",
            show_default="table; with -o, what fits FILE",
        ),
    ] = None
    x: Annotated[
        str | None,
        option("The field of a state on the x axis.", metavar="FIELD", show_default="the first"),
    ] = None
    y: Annotated[
        str | None, option("The field on the y axis.", metavar="FIELD", show_default="the second")
    ] = None
    fix: Annotated[
        list[str] | None,
        option("Only states with this value; may be repeated.", metavar="FIELD=VALUE"),
    ] = None
    aggregate: Annotated[
        ShownValue | None,
        option("Take all states of a cell together: the share that is lost, drawn or won."),
    ] = None
    moves: Annotated[bool, option("Draw best moves into a heat map.")] = False
    format_: Annotated[
        TableFormat | None,
        option("How to write a table.", "--format", show_default="as FILE ends, else text"),
    ] = None
    output: Annotated[
        str,
        output_option(
            "The file to write: .png or .svg for a picture, .txt, .md or .csv for a table, "
            ".dot for a graph; - is standard output."
        ),
    ] = "-"
    force: Replace = False

    @property
    def path(self) -> Path | None:
        """The file to write; None for standard output."""
        return None if self.output == "-" else Path(self.output)

    @property
    def files(self) -> list[Path]:
        """The files to write: a drawn graph has a Graphviz file beside it."""
        if self.path is None:
            return []
        beside = self.chosen_kind is PlotKind.GRAPH and self.picture is not None
        return [self.path, *([self.path.with_suffix(".dot")] if beside else [])]

    @property
    def ending(self) -> str:
        """The ending of the file in small letters; "" for standard output."""
        return "" if self.path is None else self.path.suffix.lower()

    @property
    def picture(self) -> str | None:
        """``png`` or ``svg``; None if it is not a picture."""
        return self.ending[1:] if self.ending in PICTURES else None

    @property
    def chosen_kind(self) -> PlotKind:
        """The kind of plot; if it is not given, the one that fits the file."""
        by_ending = PlotKind.HEAT if self.picture else PlotKind.TABLE
        return self.kind or (PlotKind.GRAPH if self.ending in GRAPHS else by_ending)

    @property
    def table_format(self) -> TableFormat:
        """The format of a table; if it is not given, as the file ends."""
        return self.format_ or TABLES.get(self.ending, TableFormat.TEXT)

    @property
    def fixed(self) -> dict[str, str]:
        """The values of fixed fields as typed. Raises PlotError."""
        from perfectplay.drawing.plots.plot_axes import fixed_values

        return fixed_values(self.fix or [])

    def check(self, json: bool) -> None:
        """Raise PlotError if the options contradict each other."""
        kind = self.chosen_kind
        self._check_file(kind, self.ending, json)
        chosen = self.x or self.y or self.fixed or self.aggregate
        if chosen and kind in (PlotKind.BARS, PlotKind.GRAPH):
            raise PlotError(
                f"--x, --y, --fix and --aggregate are for tables and heat maps, not for {kind}; "
                "leave them out"
            )
        if self.moves and kind is not PlotKind.HEAT:
            raise PlotError(f"--moves is for heat maps, not for --kind {kind}; leave it out")

    def _check_file(self, kind: PlotKind, ending: str, json: bool) -> None:
        drawn = kind in (PlotKind.HEAT, PlotKind.GRAPH) or ending in PICTURES
        known = ending in (*PICTURES, *TABLES, *GRAPHS)
        if self.format_ is not None and drawn:
            raise PlotError("--format is for tables; leave it out, as FILE says what a picture is")
        if self.output == "-":
            if kind is PlotKind.HEAT and not json:
                raise PlotError(
                    "a heat map is a picture; say where to, as in -o FILE.svg or -o FILE.png"
                )
        elif not known and (self.format_ is None or kind is PlotKind.GRAPH):
            raise PlotError(
                f"{self.output}: a file's ending says what is written; expected .png or .svg for a "
                "picture, .txt, .md or .csv for a table, .dot for a graph"
            )
        elif known and ending not in ENDINGS[kind]:
            expected = listed(ENDINGS[kind], "or")
            raise PlotError(
                f"--kind {kind} cannot be written to {self.output}; expected {expected}"
            )
