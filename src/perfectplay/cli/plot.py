"""``perfectplay plot``: a solution as a table, a heat map, bars, or a drawn graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
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
    PlotData,
    PlotKind,
    PlotRequest,
    TableFormat,
    say_plot,
    write_plot,
)
from perfectplay.cli.writing import check_place
from perfectplay.core.errors import PlotError
from perfectplay.core.value import Value
from perfectplay.game.game import Game
from perfectplay.tablebase.solution import Solution


class ShownValue(StrEnum):
    """The value whose share is shown if a cell holds many states."""

    LOST = "lost"
    DRAWN = "drawn"
    WON = "won"


VALUES = {ShownValue.LOST: Value.LOSS, ShownValue.DRAWN: Value.DRAW, ShownValue.WON: Value.WIN}


def plot(
    source: SourceArguments,
    engine: EngineOptions,
    kind: Annotated[
        PlotKind | None,
        typer.Option(
            help="table: a winning move of each state; heat: a picture of it; bars: states by "
            "their plies to the end; graph: states and moves of a small game.",
            show_default="table; with -o, what fits FILE",
        ),
    ] = None,
    x: Annotated[
        str | None,
        typer.Option(
            metavar="FIELD", help="The field of a state across.", show_default="the first"
        ),
    ] = None,
    y: Annotated[
        str | None,
        typer.Option(metavar="FIELD", help="The field upwards.", show_default="the second"),
    ] = None,
    fix: Annotated[
        list[str] | None,
        typer.Option(metavar="FIELD=VALUE", help="Only states with this value; may be repeated."),
    ] = None,
    aggregate: Annotated[
        ShownValue | None,
        typer.Option(
            help="Take all states of a cell together: the share that is lost, drawn or won."
        ),
    ] = None,
    moves: Annotated[
        bool, typer.Option("--moves", help="Draw perfect moves into a heat map.")
    ] = False,
    format_: Annotated[
        TableFormat | None,
        typer.Option(
            "--format", help="How to write a table.", show_default="as FILE ends, else text"
        ),
    ] = None,
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Where to: .png or .svg for a picture, .txt, .md or .csv for a table, .dot for a "
            "graph; - is standard output.",
        ),
    ] = "-",
    json: options.Json = False,
) -> None:
    """Make a table, a heat map, bars or a drawn graph of a solution.

    FIELD is the name or the number, from 0, of a part of a state. With --json the answer is the
    data that is plotted.
    """
    check_place(output)
    wanted = _wanted(kind, format_, output, json)
    fixed = _fixed(fix or ())
    _check_options(wanted.kind, x or y or fixed or aggregate, moves)
    _check_game(wanted, source.game(), x, y, fixed)
    # bars count all states either way
    solution = source.solution(replace(engine, no_symmetries=wanted.kind is not PlotKind.BARS))
    share = None if aggregate is None else VALUES[aggregate]
    data = _data(wanted.kind, solution, x, y, fixed, share)
    written = write_plot(wanted, data, moves)
    if json:
        from perfectplay.drawing.plots.as_json import as_json

        say_json(as_json(data, wanted.kind.value, moves or wanted.kind is PlotKind.TABLE))
    elif written:
        say(f"wrote {' and '.join(map(str, written))}")
    else:
        say_plot(wanted, data)


def _wanted(
    kind: PlotKind | None, format_: TableFormat | None, output: str, json: bool
) -> PlotRequest:
    """The plot that the options ask for. Raises PlotError if they contradict each other."""
    path = None if output == "-" else Path(output)
    ending = "" if path is None else path.suffix.lower()
    if kind is None:
        by_ending = {
            **dict.fromkeys(PICTURES, PlotKind.HEAT),
            **dict.fromkeys(GRAPHS, PlotKind.GRAPH),
        }
        kind = by_ending.get(ending, PlotKind.TABLE)
    fits = {
        PlotKind.TABLE: tuple(TABLES),
        PlotKind.HEAT: PICTURES,
        PlotKind.BARS: (*PICTURES, *TABLES),
        PlotKind.GRAPH: (*PICTURES, *GRAPHS),
    }[kind]
    known = ending in (*PICTURES, *TABLES, *GRAPHS)
    if format_ is not None and (kind in (PlotKind.HEAT, PlotKind.GRAPH) or ending in PICTURES):
        raise PlotError("--format is for tables; leave it out, as FILE says what a picture is")
    if path is None and kind is PlotKind.HEAT and not json:
        raise PlotError("a heat map is a picture; say where to, as in -o FILE.svg or -o FILE.png")
    if path is not None and not known and (format_ is None or kind is PlotKind.GRAPH):
        raise PlotError(
            f"{output}: a file's ending says what is written; expected .png or .svg for a picture, "
            ".txt, .md or .csv for a table, .dot for a graph"
        )
    if known and ending not in fits:
        expected = f"{', '.join(fits[:-1])} or {fits[-1]}"
        raise PlotError(f"--kind {kind} cannot be written to {output}; expected {expected}")
    return PlotRequest(kind, format_ or TABLES.get(ending, TableFormat.TEXT), path)


def _fixed(given: Sequence[str]) -> dict[str, str]:
    """The values of fields as typed. Raises PlotError."""
    fixed: dict[str, str] = {}
    for text in given:
        name, sign, value = text.partition("=")
        if not (name and sign and value):
            raise PlotError(f"--fix {text} is not FIELD=VALUE, as in --fix 2=0")
        if name in fixed:
            raise PlotError(f"{name} is fixed twice; leave one of both out")
        fixed[name] = value
    return fixed


def _check_options(kind: PlotKind, coordinates: object, moves: bool) -> None:
    if coordinates and kind in (PlotKind.BARS, PlotKind.GRAPH):
        raise PlotError(
            f"--x, --y, --fix and --aggregate are for tables and heat maps, not for {kind.value}; "
            "leave them out"
        )
    if moves and kind is not PlotKind.HEAT:
        raise PlotError(f"--moves is for heat maps, not for --kind {kind.value}; leave it out")


def _check_game(
    wanted: PlotRequest, game: Game, x: str | None, y: str | None, fixed: Mapping[str, str]
) -> None:
    """Raise errors that are found without a solve, which may be long."""
    from perfectplay.game.checked_game import CheckedGame

    rules = CheckedGame(game)
    rules.start()  # the rules of a stored solution may be missing
    if wanted.picture is not None:
        from perfectplay.drawing.plots.looks import matplotlib

        matplotlib()
    if wanted.kind is PlotKind.GRAPH:
        from perfectplay.drawing.plots.states_graph import refuse_large

        refuse_large(game)
    elif wanted.kind is not PlotKind.BARS:
        from perfectplay.drawing.plots.choosing import asked_fields
        from perfectplay.drawing.plots.plot_columns import FieldColumns

        asked_fields(FieldColumns(rules), x, y, fixed)


def _data(
    kind: PlotKind,
    solution: Solution,
    x: str | None,
    y: str | None,
    fixed: Mapping[str, str],
    share: Value | None,
) -> PlotData:
    if kind is PlotKind.BARS:
        from perfectplay.drawing.plots.bars import bars_of

        return bars_of(solution)
    if kind is PlotKind.GRAPH:
        from perfectplay.drawing.plots.states_graph import graph_of

        return graph_of(solution)
    from perfectplay.drawing.plots.grid import grid_of

    return grid_of(solution, x, y, fixed, share)
