"""``perfectplay sweep``: every combination of some parameters solved, in one table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from perfectplay.cli import options
from perfectplay.cli.explain import ExplainedStates
from perfectplay.cli.options import finite, option
from perfectplay.cli.output import Answer, note, say, say_table, say_title
from perfectplay.cli.progress_bar import shown_progress
from perfectplay.cli.swept_rule_text import rule_words, say_rule
from perfectplay.cli.wording import bare_value_words, percent
from perfectplay.cli.writing import check_place, replaced
from perfectplay.core.errors import GameFileError, ParameterError
from perfectplay.core.value import Value
from perfectplay.game.showing import number_of
from perfectplay.registry.address import load_class
from perfectplay.registry.parameters import parameter_text

if TYPE_CHECKING:
    from perfectplay.analysis.atlas.atlas import Atlas
    from perfectplay.analysis.atlas.atlas_tables import Writer
    from perfectplay.analysis.atlas.swept_row import SweptRow

KINDS, PUZZLE_KINDS = ("won", "drawn", "lost"), ("solvable", "not solvable")
"""The heads of the shares of states."""

STATES = 10_000_000
"""The most states of a combination by default."""


def sweep(
    address: options.GameAddress,
    ranges: Annotated[
        list[str] | None,
        options.argument(
            "Parameters of the game with one value or several: width=3..6 misere=no,yes; a "
            "parameter may be repeated, as in rows=1,2 rows=1,2,3.",
            "NAME=VALUES",
        ),
    ] = None,
    seconds: Annotated[
        float,
        option("The most seconds of each combination.", min=0.1, max=1e7, callback=finite),
    ] = 60.0,
    max_states: Annotated[
        int, option("The most states of each combination.", "--max-states", min=1)
    ] = STATES,
    search: Annotated[
        float,
        option(
            "Search what is too large for so many seconds, for the value of its start.",
            min=0, max=1e7, callback=finite, show_default="no search",
        ),
    ] = 0.0,
    rule: Annotated[
        str | None,
        option(
            "Try on each solved combination whether this is true for just the lost states: an "
            "expression over a state s, which may name parameters.",
            "--rule", metavar="EXPRESSION", show_default=False,
        ),
    ] = None,
    find_rule: Annotated[
        bool,
        option("Find such a rule on the largest combination that has one; try it on the others."),
    ] = False,
    value: Annotated[
        ExplainedStates,
        option("The states of the rule: lost, drawn or won for the player to move."),
    ] = ExplainedStates.LOSS,
    results: Annotated[
        Path | None,
        option(
            "Keep each row here as soon as it is known; a sweep that was stopped goes on from it.",
            "--results", metavar="FILE", show_default=False,
        ),
    ] = None,
    output: Annotated[
        Path | None,
        option(
            "Also write the table as .csv or .parquet, or a picture of it as .svg or .png.",
            "--output", "-o", metavar="FILE", show_default=False,
        ),
    ] = None,
    force: Annotated[bool, option("Replace an existing file.")] = False,
    processes: Annotated[
        int | None,
        option("How many combinations to solve at a time.", min=1, show_default="all cores"),
    ] = None,
    memory: options.Memory = None,
    threads: options.Threads = None,
    no_symmetries: options.NoSymmetries = False,
) -> Answer:  # fmt: skip
    """Solve a game with many parameters, and make one table of it.

    One row for each combination. What is too large for the seconds, the states or the memory has an
    estimate of its states; what the game refuses, or its rules fail on, says so.
    """
    from perfectplay.analysis.atlas.atlas import sweep as swept
    from perfectplay.analysis.atlas.atlas_tables import check_file
    from perfectplay.analysis.atlas.sweep_ranges import combinations, ranges_of

    if value is not ExplainedStates.LOSS and rule is None and not find_rule:
        raise ParameterError("--value is for the rule of --rule or --find-rule; give one of them")
    given = ranges_of(ranges or ())
    writer = None if output is None else _writer(output, force)
    if results is not None:
        check_place(str(results), "--results")
    game = load_class(address)
    if output is not None:
        check_file(output.suffix.lower(), combinations(game, given))
    try:
        with shown_progress() as progress:
            found = swept(
                game, given, seconds=seconds, max_states=max_states, search=search,
                symmetries=not no_symmetries, rule=rule, find_rule=find_rule,
                value=Value[value.name], memory=memory, threads=threads, processes=processes,
                results=results, progress=progress,
            )  # fmt: skip
    except KeyboardInterrupt:
        if results is None:
            raise
        raise KeyboardInterrupt(
            f"interrupted: the rows so far are in {results}; the same command goes on"
        ) from None
    if output is not None and writer is not None:
        with replaced(output) as part:
            writer(found, part)
        note(f"wrote {output}")
    return Answer(found.as_dict, lambda: _show(found))


def _writer(output: Path, force: bool) -> Writer:
    """What writes a file of this ending. Raises errors that are found before the work."""
    from perfectplay.analysis.atlas.atlas_tables import WRITERS

    check_place(str(output))
    writer = WRITERS.get(output.suffix.lower())
    if writer is None:
        raise ParameterError(
            f"{output} has no ending that names a format: expected {', '.join(WRITERS)}"
        )
    if not force and output.exists():
        raise GameFileError(f"{output} is there already; --force replaces it")
    return writer


# --- for people -----------------------------------------------------------------------------------


def _show(found: Atlas) -> None:
    puzzle = found.players == 1
    names = tuple(name for name, values in found.varied.items() if len(values) > 1)
    names = names or tuple(found.varied)
    alone = {name: one for name, (one, *_) in found.varied.items() if name not in names}
    fixed = " ".join(f"{name}={parameter_text(v)}" for name, v in {**alone, **found.fixed}.items())
    say_title(f"{found.name}  {fixed}".rstrip())
    say()
    kinds = PUZZLE_KINDS if puzzle else KINDS
    head = [*names, "start", "states", *kinds, "longest", "moves a state", "good first moves"]
    rows = [
        [*_parameters(row, names), _start(row, puzzle), *_numbers(row, puzzle)]
        for row in found.rows
    ]
    if found.rule is not None:
        head.append("rule")
        rows = [[*line, rule_words(row)] for line, row in zip(rows, found.rows, strict=True)]
    say_table(head, rows, right=[name for name in head if name not in ("start", "rule")])
    say()
    count = ", ".join(f"{n:,} {result}" for result, n in found.results.items())
    say(f"{number_of(len(found), 'combination')}: {count}")
    for words, note_ in _notes(found):
        say(f"{words or found.name}: {note_}")
    say_rule(found)


def _notes(found: Atlas) -> Iterable[tuple[str, str]]:
    """Each note once, with the rows that have it."""
    having: dict[str, list[str]] = {}
    for row in found.rows:
        for one in (row.note, row.rule and row.rule.note):
            if one:
                having.setdefault(one, []).append(row.words())
    for text, (first, *others) in having.items():
        yield f"{first} and {len(others):,} more" if others else first, text


def _parameters(row: SweptRow, names: Sequence[str]) -> Iterable[str]:
    return (parameter_text(row.parameters[name]) for name in names)


def _start(row: SweptRow, puzzle: bool) -> str:
    if row.value is None:
        return f"{row.result}: {row.bounds}" if row.bounds else row.result
    value = Value[row.value.upper()]
    if row.score is not None:
        return f"{value} by {abs(row.score):,}" if row.score else str(value)
    return bare_value_words(value, row.remoteness, puzzle=puzzle)


def _numbers(row: SweptRow, puzzle: bool) -> tuple[str, ...]:
    if row.states is None:
        return (_estimate(row), *[""] * (2 if puzzle else 3), "", "", "")
    good = f"{row.keeping_moves} of {row.first_moves}"
    if row.value == "loss" and row.score is None:
        good = "none" if row.first_moves else ""
    wins, draws, losses = (part or 0 for part in (row.wins, row.draws, row.losses))
    parts = (wins, draws + losses) if puzzle else (wins, draws, losses)
    return (
        f"{row.states:,}",
        *(percent(part, row.states) for part in parts),
        "" if row.longest is None else f"{row.longest:,}",
        "" if row.branching is None else f"{row.branching:.2f}",
        good if row.first_moves else "",
    )


def _estimate(row: SweptRow) -> str:
    from perfectplay.solver.estimate.interval import number_words

    if row.estimate is None or row.estimate["likely"] is None:
        return ""
    if row.estimate["high"] is None:
        return f"beyond {number_words(row.estimate['low'] or 0)}"
    return f"about {number_words(row.estimate['likely'])}"
