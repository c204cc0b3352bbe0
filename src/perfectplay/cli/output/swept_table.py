"""The table of a sweep as texts, the lines below it, and what it says about a rule."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from perfectplay.cli.output.answer import Facts, say, say_facts
from perfectplay.cli.output.wording import bare_value_words, percent
from perfectplay.core.value import Value
from perfectplay.game.showing import number_of
from perfectplay.registry.parameter_texts import parameter_text

if TYPE_CHECKING:
    from perfectplay.analysis.atlas.atlas import Atlas
    from perfectplay.analysis.atlas.swept_row import RuleTrial, SweptRow

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


# --- the rule -------------------------------------------------------------------------------------

PUZZLE_WORDS = {"loss": "unsolvable", "draw": "endless", "win": "solvable"}

SHOWN = 5
"""The most combinations whose exceptions are shown."""


def rule_words(row: SweptRow) -> str:
    """The cell of a row: ``holds``, on how many states the rule is wrong, or nothing."""
    if row.rule is None:
        return ""
    if row.rule.wrong is None:
        return "not tried"
    return f"wrong on {row.rule.wrong:,}" if row.rule.wrong else "holds"


def say_rule(found: Atlas) -> None:
    """Say the rule, where it comes from, on how much it holds, and the smallest exceptions."""
    if found.rule is not None:
        say()
        say_facts(rule_facts(found))
    lines = exception_lines(found, SHOWN)
    if lines:
        say()
    for line in lines:
        say(line)


def rule_facts(found: Atlas) -> Facts:
    """The rule, where it comes from, and on how much it holds; nothing without a rule."""
    rule = found.rule
    if rule is None:
        return []
    kind = _kind(rule.value, puzzle=found.players == 1)
    facts = [("rule", f"a state is {kind} exactly when {rule.words or rule.expression}")]
    if rule.words is not None:
        facts += [("expression", rule.expression), ("found on", rule.found_on or found.name)]
    return [*facts, ("holds", _counted(found))]


def exception_lines(found: Atlas, most: int) -> list[str]:
    """The smallest exceptions of at most so many rows, with a heading; nothing without any."""
    wrong = [row for row in found.rows if row.rule is not None and row.rule.wrong]
    lines = ["the smallest exceptions"] if wrong else []
    for row in wrong[:most]:
        if row.rule is not None:
            shown = _exceptions(row.rule, found.players == 1)
            lines.append(f"{row.words() or found.name}: {shown}")
    if len(wrong) > most:
        more = number_of(len(wrong) - most, "combination")
        lines.append(f"and those of {more} more (--json, or a file)")
    return lines


def _counted(found: Atlas) -> str:
    trials = [row.rule for row in found.rows if row.rule is not None and row.rule.holds is not None]
    right = sum(trial.wrong == 0 for trial in trials)
    states = sum(trial.states or 0 for trial in trials)
    wrong = sum(trial.wrong or 0 for trial in trials)
    if not trials:
        return "tried on no combination"
    every = number_of(len(trials), "combination")
    if right == len(trials):
        return f"on all {number_of(states, 'state')} of {every}"
    return f"on {right:,} of {every}; on {states - wrong:,} of {number_of(states, 'state')}"


def _exceptions(trial: RuleTrial, puzzle: bool) -> str:
    shown = ", ".join(
        f"{one['state']} ({_kind(one['value'], puzzle=puzzle)})" for one in trial.exceptions
    )
    more = (trial.wrong or 0) - len(trial.exceptions)
    return f"{shown}, and {more:,} more" if more else shown


def _kind(value: str, *, puzzle: bool) -> str:
    return PUZZLE_WORDS[value] if puzzle else Value[value.upper()].adjective
