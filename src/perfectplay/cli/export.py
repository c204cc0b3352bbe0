"""``perfectplay export``: every state of a solution, for other programs."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Annotated, Any, TextIO

import typer

from perfectplay.cli import options
from perfectplay.cli.options import EngineOptions, SolveMethod, game_of
from perfectplay.cli.output import json_text, note
from perfectplay.cli.stored import no_parameters, stored_at
from perfectplay.cli.writing import check_place, opened
from perfectplay.game.game import parameters as parameters_of
from perfectplay.game.naming import game_name
from perfectplay.tablebase.record import jsonable, score_fields
from perfectplay.tablebase.solution import Solution

COLUMNS = ("state", "text", "value", "remoteness", "best_moves")
"""In games of points ``score`` follows ``value``."""


class StateFormat(StrEnum):
    """How states are written."""

    JSON = "json"
    JSONL = "jsonl"
    CSV = "csv"


FormatOption = Annotated[
    StateFormat, typer.Option("--format", help="json: one object; jsonl: one a line; csv: a table.")
]
Out = Annotated[
    str,
    typer.Option("--output", "-o", metavar="FILE", help="Where to; - is standard output."),
]


def export(
    game: options.GameOrFolder,
    parameters: options.Parameters = None,
    format_: FormatOption = StateFormat.JSON,
    output: Out = "-",
    method: options.MethodOption = SolveMethod.AUTO,
    threads: options.Threads = None,
    max_states: options.MaxStates = None,
    no_symmetries: options.NoSymmetries = False,
    rules: options.Rules = None,
) -> None:
    """Write every state with its value (and score), remoteness and best moves.

    With symmetries, one state of each class; --no-symmetries writes all.
    """
    stored = stored_at(game, rules)
    if stored is not None:
        no_parameters(parameters or ())
        stored.rules.start()  # without rules there is nothing to write
    chosen = game_of(game, parameters) if stored is None else stored.game
    check_place(output)
    solution = stored or EngineOptions(method, threads, max_states, no_symmetries).solve(chosen)
    if solution.representatives is not None:
        note("one state of each class of equal states; --no-symmetries writes all states")
    with opened(output) as file:
        WRITERS[format_](solution, file)


def _rows(solution: Solution) -> Iterator[dict[str, Any]]:
    for state in solution.states():
        record = solution.probe(state)
        yield {
            "state": jsonable(state),
            "text": record.text,
            "value": str(record.value),
            **score_fields(record.score, record.score_text),
            "remoteness": record.remoteness,
            "best_moves": [move.text for move in record.moves if move.best],
        }


def _write_json(solution: Solution, file: TextIO) -> None:
    """One object with one state a line: as easy for a person to look at as for a program."""
    game = solution.game
    given = {name: jsonable(value) for name, value in parameters_of(game).items()}
    name, fields = (json_text(part, file) for part in (game_name(game), given))
    file.write(f'{{"game": {name},\n "parameters": {fields},\n "states": [')
    for number, row in enumerate(_rows(solution)):
        file.write(f"{',' if number else ''}\n  {json_text(row, file)}")
    file.write("\n]}\n")


def _write_jsonl(solution: Solution, file: TextIO) -> None:
    for row in _rows(solution):
        file.write(json_text(row, file) + "\n")


def _write_csv(solution: Solution, file: TextIO) -> None:
    """A table. State and best moves are JSON within their fields: no text parts them wrongly."""
    writer = csv.writer(file, lineterminator="\n")
    names = list(COLUMNS)
    if solution.rules.scoring:
        names.insert(names.index("value") + 1, "score")
    writer.writerow(names)
    for row in _rows(solution):
        cells = {name: "" if row[name] is None else row[name] for name in names}
        cells |= {name: json_text(row[name], file) for name in ("state", "best_moves")}
        writer.writerow(cells.values())


WRITERS: dict[StateFormat, Callable[[Solution, TextIO], None]] = {
    StateFormat.JSON: _write_json,
    StateFormat.JSONL: _write_jsonl,
    StateFormat.CSV: _write_csv,
}
