"""``perfectplay conjecture``: an expression over states, tried on all of them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Annotated

from perfectplay.cli.input import options
from perfectplay.cli.input.arguments import EngineOptions, SourceArguments
from perfectplay.cli.input.options import option
from perfectplay.cli.output.answer import Answer, note, say, say_facts, say_table
from perfectplay.cli.output.progress_bar import shown_progress
from perfectplay.cli.output.wording import bare_value_words
from perfectplay.core.errors import ConjectureError, ParameterError
from perfectplay.core.value import State, Value
from perfectplay.game.moves import one_line
from perfectplay.game.score_words import points_text
from perfectplay.game.showing import number_of, plies_words
from perfectplay.registry.parameters import unknown_parameter
from perfectplay.tablebase.conjecture_result import ConjectureCounts, Entry


@dataclass(frozen=True)
class ConjectureArguments(SourceArguments):
    """GAME, its parameters, and one expression."""

    arguments: Annotated[
        list[str] | None,
        options.argument(
            "Parameters of the game; then a Python expression over a state s (or state), or "
            f"over states a and b with --over 2, in quotes. {options.DASH}",
            "[NAME=VALUE]... EXPRESSION",
        ),
    ] = None

    def expression(self) -> tuple[list[str], str]:
        """The parameters and the expression.

        ``left == 3`` is an expression although ``left`` is a parameter.
        """
        arguments = self.arguments or []
        texts = [text for text in arguments if re.match(r"\s*\w+\s*==", text)]
        others = [text for text in arguments if text not in texts]
        given, rest = replace(self, arguments=others).split()
        texts += rest
        if len(texts) == 1:
            return given, texts[0]
        strange = next((text for text in texts if re.match(r"[A-Za-z_]\w*=(?!=)", text)), None)
        if strange is not None:
            raise ParameterError(unknown_parameter(self.entry, strange))
        if not texts:
            raise ConjectureError(
                'expected a Python expression over a state s, in quotes, such as "sum(s) % 4 == 0"'
            )
        raise ConjectureError(
            f"expected one expression, got {len(texts)}: {', '.join(map(repr, texts))}; put it in "
            "quotes"
        )


def conjecture(
    source: ConjectureArguments,
    engine: EngineOptions,
    where: Annotated[
        str | None,
        option(
            "Which states, or pairs of states, to try.", metavar="EXPRESSION", show_default="all"
        ),
    ] = None,
    over: Annotated[int, option("Over states, or over pairs of states.", min=1, max=2)] = 1,
    most: Annotated[int, option("How many counterexamples to show.", min=1)] = 5,
    max_pairs: Annotated[int, option("Refuse to try more pairs than this.", min=1)] = 20_000_000,
    symmetries: Annotated[bool, option("Try only one state of each symmetry class.")] = False,
) -> Answer:
    """Test a conjecture on every state: it holds, or where it fails.

    The exit status is 0 if it holds, 1 if there are counterexamples.

    It may use value(x), remoteness(x), score(x) (in a game of points), LOSS, DRAW, WIN, known(x),
    moves(x), play(x, m), children(x), terminal(x), best_moves(x), keeping_moves(x),
    implies(P, Q), nim_sum(...), gcd(...), the harmless builtins of Python, and
    the game's own methods and parameters.
    """
    from perfectplay.analysis.conjecture.conjecture import conjecture as try_conjecture

    given, expression = source.expression()
    solution = source.solution(replace(engine, no_symmetries=not symmetries), given)
    with shown_progress() as progress:
        result = try_conjecture(
            solution,
            expression,
            where=where,
            over=over,
            most=most,
            max_pairs=max_pairs,
            progress=progress,
        )
    if result.of_representatives:
        note("one state of each class of equal states was tried, not all")
    return Answer(result.as_dict, lambda: _show(result), solution.game, result.holds)


def _show(result: ConjectureCounts) -> None:
    facts = [("conjecture", result.expression)]
    if result.where is not None:
        facts.append(("where", result.where))
    things = ("state", "states") if result.over == 1 else ("pair of states", "pairs of states")
    tried = number_of(result.tried, *things)
    if result.where is not None and result.over == 1:
        tried += f" ({result.states:,} in all)"
    if result.holds:
        facts.append(("holds", f"on {tried}"))
    else:
        facts.append(("fails", f"on {result.failed:,} of {tried}"))
    say_facts(facts)
    if not result.holds:
        say()
        say_counterexamples(result)


def say_counterexamples(result: ConjectureCounts) -> None:
    """Write the smallest states, or pairs of states, where the conjecture is false."""
    rules = result.solution.rules
    shown = []
    for found in result.counterexamples:
        row = []
        for state, entry in zip(found.states, found.entries, strict=True):
            row += [one_line(rules.shown_text(state)), _worth(result, state, entry)]
        shown.append(row)
    head = ("state", "value") if result.over == 1 else ("a", "value", "b", "value")
    say_table(head, shown)
    if result.failed > len(shown):
        say(f"and {result.failed - len(shown):,} more")


def _worth(result: ConjectureCounts, state: State, entry: Entry) -> str:
    """``loss in 2 plies``; in a game of points ``loss by 3 in 2 plies``."""
    rules, (value, remoteness) = result.solution.rules, entry
    puzzle = rules.game.players == 1
    if not rules.scoring or (value is Value.DRAW and not puzzle):
        return bare_value_words(value, remoteness, puzzle=puzzle)
    score = result.solution.score(state)
    end = f" in {plies_words(remoteness)}" if remoteness else ""
    if puzzle:
        return f"{points_text(rules, score)}{end}"
    return f"{value} by {rules.score_text(abs(score))}{end}"
