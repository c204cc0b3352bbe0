"""``perfectplay sweep``: every combination of some parameters solved, in one table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from perfectplay.cli.input import options
from perfectplay.cli.input.options import finite, option, output_option
from perfectplay.cli.output.answer import Answer, note, say, say_table, say_title
from perfectplay.cli.output.progress_bar import shown_progress
from perfectplay.cli.output.swept_table import (
    closing_lines,
    exception_lines,
    fixed_words,
    rule_facts,
    say_rule,
    swept_table,
)
from perfectplay.cli.output.writing import check_new, check_once, check_place, replaced
from perfectplay.cli.verbs.explain import ExplainedStates
from perfectplay.core.errors import ParameterError
from perfectplay.core.value import Value
from perfectplay.game.game import Game
from perfectplay.registry.address import load_class

if TYPE_CHECKING:
    from perfectplay.analysis.atlas.atlas import Atlas
    from perfectplay.analysis.atlas.atlas_tables import Writer

STATES = 10_000_000
"""The most states of a combination by default."""


@dataclass(frozen=True)
class SweepOptions:
    """How each combination is solved, and what is written."""

    seconds: Annotated[
        float,
        option("The most seconds of each combination.", min=0.1, max=1e7, callback=finite),
    ] = 60.0
    max_states: Annotated[
        int, option("The most states of each combination.", "--max-states", min=1)
    ] = STATES
    search: Annotated[
        float,
        option(
            "Search what is too large for so many seconds, for the value of its start.",
            min=0, max=1e7, callback=finite, show_default="no search",
        ),
    ] = 0.0  # fmt: skip
    rule: Annotated[
        str | None,
        option(
            "Try on each solved combination whether this is true for just the lost states: an "
            "expression over a state s, which may name parameters.",
            "--rule", metavar="EXPRESSION", show_default=False,
        ),
    ] = None  # fmt: skip
    find_rule: Annotated[
        bool,
        option("Find such a rule on the largest combination that has one; try it on the others."),
    ] = False
    value: Annotated[
        ExplainedStates,
        option("The states of the rule: lost, drawn or won for the player to move."),
    ] = ExplainedStates.LOSS
    results: Annotated[
        Path | None,
        option(
            "Keep each row here as soon as it is known; a sweep that was stopped goes on from it.",
            "--results", metavar="FILE", show_default=False,
        ),
    ] = None  # fmt: skip
    output: Annotated[
        list[Path] | None,
        output_option(
            "Also write the table as .csv or .parquet, as a page (.html), or a picture of it as "
            ".svg or .png; repeat it for several."
        ),
    ] = None
    force: options.Replace = False
    processes: Annotated[
        int | None,
        option("How many combinations to solve at a time.", min=1, show_default="all cores"),
    ] = None
    memory: options.Memory = None
    threads: options.Threads = None
    no_symmetries: options.NoSymmetries = False

    def writers(self) -> dict[Path, Writer]:
        """What writes each file. Raises errors that are found before the work."""
        found = {path: _writer(path, self.force) for path in check_once(self.output or ())}
        if self.results is not None:
            check_place(str(self.results), "--results")
        return found

    def swept(self, game: type[Game] | Game, given: Mapping[str, str | list[str]]) -> Atlas:
        """The combinations of the given values, solved with a progress bar."""
        from perfectplay.analysis.atlas.atlas import sweep as swept

        try:
            with shown_progress() as progress:
                return swept(
                    game, given, seconds=self.seconds, max_states=self.max_states,
                    search=self.search, symmetries=not self.no_symmetries, rule=self.rule,
                    find_rule=self.find_rule, value=Value[self.value.name], memory=self.memory,
                    threads=self.threads, processes=self.processes, results=self.results,
                    progress=progress,
                )  # fmt: skip
        except KeyboardInterrupt:
            if self.results is None:
                raise
            raise KeyboardInterrupt(
                f"interrupted: the rows so far are in {self.results}; the same command goes on"
            ) from None


def sweep(
    address: options.GameAddress,
    how: SweepOptions,
    ranges: Annotated[
        list[str] | None,
        options.argument(
            "Parameters of the game with one value or several: width=3..6 misere=no,yes; a "
            "parameter may be repeated, as in rows=1,2 rows=1,2,3.",
            "NAME=VALUES",
        ),
    ] = None,
) -> Answer:
    """Solve a game with many parameters, and make one table of it.

    One row for each combination. What is too large for the seconds, the states or the memory has an
    estimate of its states; what the game refuses, or its rules fail on, says so.
    """
    from perfectplay.analysis.atlas.atlas_tables import check_file
    from perfectplay.analysis.atlas.sweep_ranges import combinations, ranges_of

    if how.value is not ExplainedStates.LOSS and how.rule is None and not how.find_rule:
        raise ParameterError("--value is for the rule of --rule or --find-rule; give one of them")
    given = ranges_of(ranges or ())
    writers = how.writers()
    game = load_class(address)
    for path in writers:
        check_file(path.suffix.lower(), combinations(game, given))
    found = how.swept(game, given)
    for path, writer in writers.items():
        with replaced(path) as part:
            writer(found, part)
        note(f"wrote {path}")
    return Answer(found.as_dict, lambda: _show(found))


def _writer(output: Path, force: bool) -> Writer:
    """What writes a file of this ending. Raises errors that are found before the work."""
    from perfectplay.analysis.atlas.atlas_tables import WRITERS

    check_place(str(output))
    writers = {**WRITERS, ".html": _write_page}
    writer = writers.get(output.suffix.lower())
    if writer is None:
        raise ParameterError(
            f"{output} has no ending that names a format: expected {', '.join(writers)}"
        )
    check_new(output, force)
    return writer


def _write_page(found: Atlas, path: Path) -> None:
    from perfectplay.web.atlas_page import atlas_page

    head, rows = swept_table(found)
    _, *exceptions = exception_lines(found, len(found)) or [""]
    page = atlas_page(
        found, fixed_words(found), head, rows, rule_facts(found), closing_lines(found), exceptions
    )
    path.write_text(page, encoding="utf-8", errors="replace")


# --- for people -----------------------------------------------------------------------------------


def _show(found: Atlas) -> None:
    say_title(f"{found.name}  {fixed_words(found)}".rstrip())
    say()
    head, rows = swept_table(found)
    say_table(head, rows, right=[name for name in head if name not in ("start", "rule")])
    say()
    for line in closing_lines(found):
        say(line)
    say_rule(found)
