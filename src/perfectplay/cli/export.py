"""``perfectplay export``: every state of a solution, for other programs."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Annotated, Any, TextIO

import typer

from perfectplay.cli import options
from perfectplay.cli.arguments import SourceArguments, SymmetricEngineOptions
from perfectplay.cli.output import game_fields, json_text, note
from perfectplay.cli.writing import check_place, opened
from perfectplay.tablebase.record import jsonable, score_fields
from perfectplay.tablebase.solution import Solution

COLUMNS = ("state", "text", "value", "remoteness", "best_moves")
"""The columns of a CSV file; in games of points ``score`` follows ``value``."""


class StateFormat(StrEnum):
    """How states are written."""

    JSON = "json"
    JSONL = "jsonl"
    CSV = "csv"


def export(
    source: SourceArguments,
    engine: SymmetricEngineOptions,
    format_: Annotated[
        StateFormat,
        typer.Option("--format", help="json: one object; jsonl: one a line; csv: a table."),
    ] = StateFormat.JSON,
    output: options.OutputFile = "-",
) -> None:
    """Write every state with its value (and score), remoteness and best moves.

    With symmetries, one state of each class; --no-symmetries writes all.
    """
    source.game()  # errors of the game before those of the file
    check_place(output)
    solution = source.solution(engine)
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
    """Write one object with a line for each state, for people and programs."""
    fields = game_fields(solution.game)
    name, given = (json_text(fields[key], file) for key in ("game", "parameters"))
    file.write(f'{{"game": {name},\n "parameters": {given},\n "states": [')
    for number, row in enumerate(_rows(solution)):
        file.write(f"{',' if number else ''}\n  {json_text(row, file)}")
    file.write("\n]}\n")


def _write_jsonl(solution: Solution, file: TextIO) -> None:
    for row in _rows(solution):
        file.write(json_text(row, file) + "\n")


def _write_csv(solution: Solution, file: TextIO) -> None:
    """Write a table whose states and best moves are JSON, so that programs can parse them."""
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
