"""What a sweep says about a rule, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perfectplay.cli.output import say, say_facts
from perfectplay.game.showing import number_of

if TYPE_CHECKING:
    from perfectplay.analysis.atlas.atlas import Atlas
    from perfectplay.analysis.atlas.swept_row import RuleTrial, SweptRow

WORDS = {"loss": "lost", "draw": "drawn", "win": "won"}

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
    if found.rule_note is not None:
        say(f"rule: {found.rule_note}")
    rule = found.rule
    if rule is None:
        return
    say()
    kind = (PUZZLE_WORDS if found.players == 1 else WORDS)[rule.value]
    facts = [("rule", f"a state is {kind} exactly when {rule.words or rule.expression}")]
    if rule.words is not None:
        facts += [("expression", rule.expression), ("found on", rule.found_on or found.name)]
    facts.append(("holds", _counted(found)))
    say_facts(facts)
    wrong = [row for row in found.rows if row.rule is not None and row.rule.wrong]
    if wrong:
        say()
        say("the smallest exceptions")
    for row in wrong[:SHOWN]:
        if row.rule is not None:
            say(f"{row.words() or found.name}: {_exceptions(row.rule, found.players == 1)}")
    if len(wrong) > SHOWN:
        say(f"and those of {number_of(len(wrong) - SHOWN, 'combination')} more (--json, or a file)")


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
    kinds = PUZZLE_WORDS if puzzle else WORDS
    shown = ", ".join(f"{one['state']} ({kinds[str(one['value'])]})" for one in trial.exceptions)
    more = (trial.wrong or 0) - len(trial.exceptions)
    return f"{shown}, and {more:,} more" if more else shown
