"""``perfectplay explain``: the shortest rule for the states that are lost, won or drawn."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

from perfectplay.cli.input.arguments import EngineOptions, SourceArguments
from perfectplay.cli.input.options import finite, option
from perfectplay.cli.output.answer import Answer, Facts, note, say, say_facts
from perfectplay.cli.output.progress_bar import shown_progress
from perfectplay.cli.verbs.conjecture import say_counterexamples
from perfectplay.core.errors import ExplainError, StateLimitError
from perfectplay.core.value import Value
from perfectplay.game.naming import game_name
from perfectplay.registry.parameters import parameter_texts

if TYPE_CHECKING:
    from perfectplay.analysis.explain.explained import Explanation, LargerGame
    from perfectplay.tablebase.conjecture_result import ConjectureCounts


class ExplainedStates(StrEnum):
    """The states to find a rule for."""

    LOSS = "loss"
    DRAW = "draw"
    WIN = "win"


@dataclass(frozen=True)
class ExplainEngine(EngineOptions):
    """How to solve a game whose states are all tried."""

    max_states: Annotated[
        int, option("Refuse a game of more states: each is tried in plain Python.", min=1)
    ] = 2_000_000
    no_symmetries: bool = True


def explain(
    source: SourceArguments,
    engine: ExplainEngine,
    value: Annotated[
        ExplainedStates, option("Which states: lost, drawn or won for the player to move.")
    ] = ExplainedStates.LOSS,
    seconds: Annotated[
        float, option("Search for so many seconds at most.", min=0.1, callback=finite)
    ] = 20.0,
    larger: Annotated[bool, option("Try the rule on larger parameters too.")] = True,
) -> Answer:
    """Look for the shortest rule that says which states are lost.

    The rule is tried on every state, and on the game with larger parameters. It may be wrong
    there: a rule that is exact on one board is no proof for all boards.
    """
    from perfectplay.analysis.explain.explain import explain as find_rule

    try:
        solution = source.solution(engine)
    except StateLimitError:
        raise ExplainError(
            f"{game_name(source.game())} has more than {engine.max_states:,} states, and each is "
            "tried in plain Python; take smaller parameters, or allow more with --max-states"
        ) from None
    with shown_progress() as progress:
        found = find_rule(
            solution,
            Value[value.name],
            seconds=seconds,
            check_larger=larger,
            max_states=engine.max_states,
            progress=progress,
        )
    words = [source.address, *(source.arguments or ())]
    return Answer(found.as_dict, lambda: _show(found, words), solution.game)


POINTS = {Value.LOSS: "less than 0", Value.DRAW: "0", Value.WIN: "more than 0"}


def _show(found: Explanation, words: Sequence[str]) -> None:
    if found.expression is None:
        say(f"no rule found that says which states are {_phrase(found)}")
        say(f"({found.count:,} of {found.tried.tried:,} are)")
    else:
        say_facts(_facts(found, words))
    if found.expression is not None and not found.exact:
        say("\nthe smallest exceptions:")
        say_counterexamples(found.tried)
    larger = found.larger
    if larger is not None and not larger.tried.holds:
        say(f"\nthe smallest exceptions with {_changed_parameters(found, larger)}:")
        say_counterexamples(larger.tried)
        command = shlex.join([words[0], *parameter_texts(larger.game)])
        say(f"\nanother rule may hold there: perfectplay explain {command}")
    for line in found.notes:
        note(line)


def _phrase(found: Explanation) -> str:
    if found.solution.game.players == 1 and found.solution.rules.scoring:
        return f"worth {POINTS[found.value]} points"
    if found.solution.game.players == 1:
        lost = "bound to end unsolved" if found.solution.counts.draws else "unsolvable"
        return {Value.LOSS: lost, Value.WIN: "solvable"}.get(found.value, "endless, unsolvable")
    return found.value.adjective


def _facts(found: Explanation, words: Sequence[str]) -> Facts:
    which, tried = _phrase(found), found.tried
    counts = f"{tried.tried:,} {_noun(found)}s, {found.count:,} of them {which}"
    exact = f"{'yes' if found.exact else 'no'}: {_right_on(tried, counts)}"
    if found.exact and tried.tried == 1:
        is_not = "" if found.count else "not "
        exact = f"yes: right on the one {_noun(found)}, which is {is_not}{which}"
    facts = [("rule", _sentence(found, which)), ("expression", str(found.expression))]
    facts.append(("exact", exact))
    if (larger := found.larger) is not None:
        count = f"{larger.tried.tried:,} states with {_changed_parameters(found, larger)}"
        facts.append(("larger", _right_on(larger.tried, count)))
    facts.append(("try", f'perfectplay conjecture {shlex.join(words)} "{tried.expression}"'))
    return facts


def _right_on(tried: ConjectureCounts, count: str) -> str:
    return f"right on all {count}" if tried.holds else f"wrong on {tried.failed:,} of {count}"


def _noun(found: Explanation) -> str:
    """The noun for a state; a stored solution may have only one state of each class."""
    return "representative" if found.tried.of_representatives else "state"


def _sentence(found: Explanation, which: str) -> str:
    if found.words in ("always", "never"):
        return f"{'every' if found.words == 'always' else 'no'} {_noun(found)} is {which}"
    when = "exactly when" if found.exact else "nearly always when"
    return f"a {_noun(found)} is {which} {when} {found.words}"


def _changed_parameters(found: Explanation, larger: LargerGame) -> str:
    """The parameters that differ."""
    before = parameter_texts(found.solution.game)
    return " ".join(text for text in parameter_texts(larger.game) if text not in before)
