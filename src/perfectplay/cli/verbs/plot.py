"""``perfectplay plot``: a solution as a table, a heat map, bars, or a drawn graph."""

from __future__ import annotations

from dataclasses import replace

from perfectplay.cli.input import options
from perfectplay.cli.input.arguments import EngineOptions, SourceArguments
from perfectplay.cli.input.plot_request import PlotKind, PlotOptions
from perfectplay.cli.output.answer import say, say_json
from perfectplay.cli.output.writing import check_new, check_place


def plot(
    source: SourceArguments, engine: EngineOptions, request: PlotOptions, json: options.Json = False
) -> None:
    """Make a table, a heat map, bars or a drawn graph of a solution.

    FIELD is the name or the number, from 0, of a part of a state. With --json the answer is the
    data that is plotted.
    """
    from perfectplay.cli.output.plot_output import check_game, plot_data, say_plot, write_plot
    from perfectplay.drawing.plots.as_json import as_json

    kind = request.chosen_kind
    check_place(request.output)
    request.check(json)
    for path in request.files:
        check_new(path, request.force)
    check_game(request, source.game())
    # bars count all states either way
    solution = source.solution(replace(engine, no_symmetries=kind is not PlotKind.BARS))
    data = plot_data(request, solution)
    written = write_plot(request, data)
    if json:
        say_json(as_json(data, kind.value, request.moves or kind is PlotKind.TABLE))
    elif written:
        say(f"wrote {' and '.join(map(str, written))}")
    else:
        say_plot(request, data)
