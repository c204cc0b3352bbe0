"""``perfectplay plot``: a solution as a table, a heat map, bars, or a drawn graph."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

from perfectplay.cli import options
from perfectplay.cli.arguments import EngineOptions, SourceArguments
from perfectplay.cli.output import say, say_json
from perfectplay.cli.plot_output import (
    GRAPHS,
    PICTURES,
    TABLES,
    PlotKind,
    PlotRequest,
    ShownValue,
    TableFormat,
    check_game,
    plot_data,
    say_plot,
    write_plot,
)
from perfectplay.cli.writing import check_place
from perfectplay.core.errors import PlotError

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
        typer.Option(
            help="table: a winning move of each state; heat: a picture of it; bars: states by "
            "their plies to the end; graph: states and moves of a small game.",
            show_default="table; with -o, what fits FILE",
        ),
    ] = None
    x: Annotated[
        str | None,
        typer.Option(
            metavar="FIELD", help="The field of a state on the x axis.", show_default="the first"
        ),
    ] = None
    y: Annotated[
        str | None,
        typer.Option(metavar="FIELD", help="The field on the y axis.", show_default="the second"),
    ] = None
    fix: Annotated[
        list[str] | None,
        typer.Option(metavar="FIELD=VALUE", help="Only states with this value; may be repeated."),
    ] = None
    aggregate: Annotated[
        ShownValue | None,
        typer.Option(
            help="Take all states of a cell together: the share that is lost, drawn or won."
        ),
    ] = None
    moves: Annotated[bool, typer.Option("--moves", help="Draw perfect moves into a heat map.")] = (
        False
    )
    format_: Annotated[
        TableFormat | None,
        typer.Option(
            "--format", help="How to write a table.", show_default="as FILE ends, else text"
        ),
    ] = None
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The file to write: .png or .svg for a picture, .txt, .md or .csv for a table, "
            ".dot for a graph; - is standard output.",
        ),
    ] = "-"

    def request(self, json: bool) -> PlotRequest:
        """The plot that the options ask for. Raises PlotError if they contradict each other."""
        path = None if self.output == "-" else Path(self.output)
        ending = "" if path is None else path.suffix.lower()
        kind = self.kind
        if kind is None:
            by_default = {PlotKind.HEAT: PICTURES, PlotKind.GRAPH: GRAPHS}
            kinds = (kind for kind, endings in by_default.items() if ending in endings)
            kind = next(kinds, PlotKind.TABLE)
        self._check_file(kind, ending, json)
        fixed = _fixed(self.fix or [])
        if (self.x or self.y or fixed or self.aggregate) and kind in (
            PlotKind.BARS,
            PlotKind.GRAPH,
        ):
            raise PlotError(
                f"--x, --y, --fix and --aggregate are for tables and heat maps, not for {kind}; "
                "leave them out"
            )
        if self.moves and kind is not PlotKind.HEAT:
            raise PlotError(f"--moves is for heat maps, not for --kind {kind}; leave it out")
        format_ = self.format_ or TABLES.get(ending, TableFormat.TEXT)
        return PlotRequest(kind, format_, path, self.x, self.y, fixed, self.aggregate, self.moves)

    def _check_file(self, kind: PlotKind, ending: str, json: bool) -> None:
        """Raise PlotError if the plot cannot be written to the file."""
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
            *most, last = ENDINGS[kind]
            expected = f"{', '.join(most)} or {last}"
            raise PlotError(
                f"--kind {kind} cannot be written to {self.output}; expected {expected}"
            )


def plot(
    source: SourceArguments,
    engine: EngineOptions,
    plotted: PlotOptions,
    json: options.Json = False,
) -> None:
    """Make a table, a heat map, bars or a drawn graph of a solution.

    FIELD is the name or the number, from 0, of a part of a state. With --json the answer is the
    data that is plotted.
    """
    check_place(plotted.output)
    request = plotted.request(json)
    check_game(request, source.game())
    # bars count all states either way
    solution = source.solution(replace(engine, no_symmetries=request.kind is not PlotKind.BARS))
    data = plot_data(request, solution)
    written = write_plot(request, data)
    if json:
        from perfectplay.drawing.plots.as_json import as_json

        with_moves = request.moves or request.kind is PlotKind.TABLE
        say_json(as_json(data, request.kind.value, with_moves))
    elif written:
        say(f"wrote {' and '.join(map(str, written))}")
    else:
        say_plot(request, data)


def _fixed(texts: list[str]) -> dict[str, str]:
    """The values of fields as typed. Raises PlotError."""
    fixed: dict[str, str] = {}
    for text in texts:
        name, _, value = text.partition("=")
        if not (name and value):
            raise PlotError(f"--fix {text} is not FIELD=VALUE, as in --fix 2=0")
        if name in fixed:
            raise PlotError(f"{name} is fixed twice; leave one of both out")
        fixed[name] = value
    return fixed
