"""What a sweep says about a rule, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perfectplay.cli.output.answer import Facts, say, say_facts
from perfectplay.core.value import Value
from perfectplay.game.showing import number_of

if TYPE_CHECKING:
    from perfectplay.analysis.atlas.atlas import Atlas
    from perfectplay.analysis.atlas.swept_row import RuleTrial, SweptRow

PUZZLE_WORDS = {"loss": "unsolvable", "draw": "without end", "win": "solvable"}

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
