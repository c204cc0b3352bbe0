"""``perfectplay export``: every state of a solution, for other programs."""

from __future__ import annotations

import csv
from collections.abc import Callable
from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import Annotated, TextIO

from perfectplay.cli.input import options
from perfectplay.cli.input.arguments import SourceArguments, SymmetricEngineOptions
from perfectplay.cli.input.options import option
from perfectplay.cli.output.answer import is_unicode, json_text, note
from perfectplay.cli.output.writing import check_new, check_place, opened, replaced
from perfectplay.core.errors import ParameterError
from perfectplay.game.showing import number_of
from perfectplay.tablebase.record import game_fields
from perfectplay.tablebase.solution import Solution
from perfectplay.tablebase.state_rows import json_cell, state_rows

COLUMNS = ("state", "text", "value", "remoteness", "best_moves")
"""The columns of a CSV file; in games of points ``score`` follows ``value``. Tables have the fields
of states too."""


class StateFormat(StrEnum):
    """How states are written; the ending of a file names its format."""

    JSON = "json"
    JSONL = "jsonl"
    CSV = "csv"
    PARQUET = "parquet"
    ARROW = "arrow"


def export(
    source: SourceArguments,
    engine: SymmetricEngineOptions,
    format_: Annotated[
        StateFormat | None,
        option(
            "json: one object; jsonl: one per line; csv, parquet, arrow: a table. By default what "
            "the file's ending says, or json.",
            "--format",
        ),
    ] = None,
    output: options.OutputFile = "-",
    force: options.Replace = False,
) -> None:
    """Write every state with its value, remoteness and best moves.

    The file may also stand without -o, as in export nim nim.csv. With symmetries, one state of each
    class; --no-symmetries writes all.
    """
    given, rest = source.split()
    if output == "-" and len(rest) == 1 and _names_a_file(rest[0]):
        output = rest.pop()
    given += rest
    source.game(given)  # errors of the game before those of the file
    check_place(output)
    chosen = _format_of(output, format_)
    if output != "-":
        check_new(Path(output), force)
    if chosen in TABLES:
        from perfectplay.tablebase.store.part_columns import arrow

        arrow("")  # pyarrow is missed before a long solve, not after it
    solution = source.solution(engine, given)
    if solution.representatives is not None:
        note("one state of each class of equal states; --no-symmetries writes all states")
    if chosen in TABLES:
        with replaced(Path(output)) as part:
            _write_table(solution, part, chosen)
    else:
        with opened(output) as file:
            WRITERS[chosen](solution, file)
    if output != "-":
        count = (solution.representatives or solution.counts).states
        note(f"wrote {output} with {number_of(count, 'state')}")


def _names_a_file(word: str) -> bool:
    """True for the name of a file that is no parameter and no second game."""
    return "=" not in word and _ending(word).isalpha() and _ending(word) != "py"


def _ending(name: str) -> str:
    return Path(name).suffix.removeprefix(".").lower()


def _format_of(output: str, given: StateFormat | None) -> StateFormat:
    """The format that is given, or that of the file's ending.

    Raises ParameterError for an unknown ending, and for a table on standard output.
    """
    ending = _ending(output)
    known = ", ".join(f".{kind}" for kind in StateFormat)
    if output == "-":
        chosen = given or StateFormat.JSON
        if chosen in TABLES:
            raise ParameterError(f"{chosen} is written into a file: add -o states.{chosen}")
        return chosen
    if ending in list(StateFormat):
        if given not in (None, ending):
            raise ParameterError(f"{output} ends in .{ending}, and --format says {given}")
        return StateFormat(ending)
    if given is None:
        raise ParameterError(
            f"{output} has no ending that names a format: expected {known}; or say --format"
        )
    return given


def _write_json(solution: Solution, file: TextIO) -> None:
    """Write one object with a line for each state, for people and programs."""
    fields = game_fields(solution.game)
    name, given = (json_text(fields[key], file) for key in ("game", "parameters"))
    file.write(f'{{"game": {name},\n "parameters": {given},\n "states": [')
    for number, row in enumerate(state_rows(solution)):
        file.write(f"{',' if number else ''}\n  {json_text(row.as_dict(), file)}")
    file.write("\n]}\n")


def _write_jsonl(solution: Solution, file: TextIO) -> None:
    for row in state_rows(solution):
        file.write(json_text(row.as_dict(), file) + "\n")


def _write_csv(solution: Solution, file: TextIO) -> None:
    """Write a table whose states and best moves are JSON, so that programs can parse them."""
    writer = csv.writer(file, lineterminator="\n")
    names = list(COLUMNS)
    if solution.rules.scoring:
        names.insert(names.index("value") + 1, "score")
    writer.writerow(names)
    plain = not is_unicode(file)
    for row in state_rows(solution):
        cells = {
            "state": json_cell(row.state, ascii_only=plain),
            "text": row.text,
            "value": row.value,
            "score": row.score,
            "remoteness": row.remoteness,
            "best_moves": json_cell(tuple(row.best_moves), ascii_only=plain),
        }
        writer.writerow("" if cells[name] is None else cells[name] for name in names)


def _write_table(solution: Solution, part: Path, kind: StateFormat) -> None:
    """Write a Parquet or an Arrow file: the table of `Solution.to_arrow`, in batches."""
    from perfectplay.tablebase.state_columns import table_batches
    from perfectplay.tablebase.store.part_columns import arrow

    batches = table_batches(solution)
    first = next(batches)
    if kind is StateFormat.PARQUET:
        writer = arrow("parquet").ParquetWriter(part, first.schema)
    else:
        writer = arrow("ipc").new_file(str(part), first.schema)
    with writer:
        for table in chain([first], batches):
            writer.write_table(table)


TABLES = (StateFormat.PARQUET, StateFormat.ARROW)

WRITERS: dict[StateFormat, Callable[[Solution, TextIO], None]] = {
    StateFormat.JSON: _write_json,
    StateFormat.JSONL: _write_jsonl,
    StateFormat.CSV: _write_csv,
}
