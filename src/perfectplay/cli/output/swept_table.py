"""The table of a sweep as texts, and the lines below it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from perfectplay.cli.output.swept_rule_text import rule_words
from perfectplay.cli.output.wording import bare_value_words, percent
from perfectplay.core.value import Value
from perfectplay.game.showing import number_of
from perfectplay.registry.parameters import parameter_text

if TYPE_CHECKING:
    from perfectplay.analysis.atlas.atlas import Atlas
    from perfectplay.analysis.atlas.swept_row import SweptRow

KINDS, PUZZLE_KINDS = ("won", "drawn", "lost"), ("solvable", "not solvable")
"""The heads of the shares of states."""


def swept_table(found: Atlas) -> tuple[list[str], list[list[str]]]:
    """The head and the rows: the parameters that vary, the start, figures, the rule if there is
    one."""
    puzzle = found.players == 1
    names = _varying(found)
    kinds = PUZZLE_KINDS if puzzle else KINDS
    head = [*names, "start", "states", *kinds, "longest", "moves a state", "good first moves"]
    rows = [
        [*_parameters(row, names), _start(row, puzzle), *_numbers(row, puzzle)]
        for row in found.rows
    ]
    if found.rule is None:
        return head, rows
    return [*head, "rule"], [
        [*line, rule_words(row)] for line, row in zip(rows, found.rows, strict=True)
    ]


def fixed_words(found: Atlas) -> str:
    """The parameters with one value, as they are typed."""
    names = _varying(found)
    alone = {name: one for name, (one, *_) in found.varied.items() if name not in names}
    return " ".join(f"{name}={parameter_text(v)}" for name, v in {**alone, **found.fixed}.items())


def closing_lines(found: Atlas) -> list[str]:
    """How many rows have ended in which way, and the notes."""
    count = ", ".join(f"{n:,} {result}" for result, n in found.results.items())
    lines = [f"{number_of(len(found), 'combination')}: {count}"]
    lines += [f"{words or found.name}: {note}" for words, note in _notes(found)]
    return lines if found.rule_note is None else [*lines, f"rule: {found.rule_note}"]


def _varying(found: Atlas) -> tuple[str, ...]:
    names = tuple(name for name, values in found.varied.items() if len(values) > 1)
    return names or tuple(found.varied)


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
