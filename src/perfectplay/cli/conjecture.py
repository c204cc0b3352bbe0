"""``perfectplay conjecture``: an expression over states, tried on all of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from perfectplay.cli import options
from perfectplay.cli.options import EngineOptions, SolveMethod
from perfectplay.cli.output import note, say, say_facts, say_json, say_table, say_title
from perfectplay.cli.progress_bar import shown_progress
from perfectplay.cli.stored import no_parameters, stored_at
from perfectplay.cli.wording import plies, points_text, title, value_words
from perfectplay.core.errors import ConjectureError, ParameterError
from perfectplay.core.value import Value
from perfectplay.game.moves import one_line
from perfectplay.registry.address import load_class
from perfectplay.registry.parameters import (
    build,
    parse_parameters,
    split_arguments,
    unknown_parameter,
)

if TYPE_CHECKING:
    from perfectplay.analysis.conjecture.conjecture import ConjectureCounts
    from perfectplay.core.value import State
    from perfectplay.game.game import Game
    from perfectplay.tablebase.tried import Entry

Words = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[NAME=VALUE]... EXPRESSION",
        help="Parameters of the game; then a Python expression over a state s (or state), or over "
        "states a and b with --over 2, in quotes. Put -- before what begins with a dash.",
        show_default=False,
    ),
]
Where = Annotated[
    str | None,
    typer.Option(
        "--where", metavar="EXPRESSION", help="Which states, or pairs of them, it is about.",
        show_default="all",
    ),
]  # fmt: skip
Over = Annotated[int, typer.Option(min=1, max=2, help="Over states, or over pairs of states.")]
Most = Annotated[int, typer.Option(min=1, help="How many counterexamples to show.")]
MaxPairs = Annotated[int, typer.Option(min=1, help="Refuse to try more pairs than this.")]
Representatives = Annotated[
    bool, typer.Option("--symmetries", help="Try one state of each class of equal states only.")
]


def conjecture(
    game: options.GameOrFolder,
    arguments: Words = None,
    where: Where = None,
    over: Over = 1,
    most: Most = 5,
    max_pairs: MaxPairs = 20_000_000,
    method: options.MethodOption = SolveMethod.AUTO,
    threads: options.Threads = None,
    max_states: options.MaxStates = None,
    symmetries: Representatives = False,
    rules: options.Rules = None,
    json: options.Json = False,
) -> None:
    """Try a conjecture on every state: an expression that is true or false.

    The exit status is 0 where it holds, 1 where there are counterexamples.

    It may use value(x), remoteness(x), score(x) (in a game of points), LOSS, DRAW, WIN, known(x),
    moves(x), play(x, m), children(x), terminal(x), best_moves(x), implies(P, Q), nim_sum(...),
    gcd(...), the harmless builtins of Python, and the game's own methods and parameters.
    """
    from perfectplay.analysis.conjecture.conjecture import conjecture as tried_on

    stored = stored_at(game, rules)
    found = load_class(game) if stored is None else stored.game
    given, expression = _parted(found, arguments or ())
    if stored is not None:
        no_parameters([f"{name}={value}" for name, value in given.items()])
        stored.rules.start()  # without rules nothing can be asked
    chosen = build(found, parse_parameters(found, given)) if stored is None else stored.game
    engine = EngineOptions(method, threads, max_states, not symmetries)
    solution = stored or engine.solve(chosen)
    with shown_progress() as progress:
        result = tried_on(
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
    if json:
        say_json(result.as_dict())
    else:
        _say(result)
    if not result.holds:
        raise typer.Exit(1)


def _parted(game: type[Game] | Game, arguments: Sequence[str]) -> tuple[dict[str, str], str]:
    """Parameters, and the expression; ``left == 3`` is an expression although left is one."""
    texts = [a for a in arguments if re.match(r"\s*\w+\s*==", a)]
    given, rest = split_arguments(game, [a for a in arguments if a not in texts])
    texts += rest
    if len(texts) == 1:
        return given, texts[0]
    strange = next((text for text in texts if re.match(r"[A-Za-z_]\w*=(?!=)", text)), None)
    if strange is not None:
        raise ParameterError(unknown_parameter(game, strange))
    if not texts:
        raise ConjectureError(
            'expected a Python expression over a state s, in quotes, such as "sum(s) % 4 == 0"'
        )
    raise ConjectureError(
        f"expected one expression, got {len(texts)}: {', '.join(map(repr, texts))}; put it in "
        "quotes"
    )


def _say(result: ConjectureCounts) -> None:
    say_title(title(result.solution.game))
    say()
    facts = [("conjecture", result.expression)]
    if result.where is not None:
        facts.append(("where", result.where))
    things = ("state", "states") if result.over == 1 else ("pair of states", "pairs of states")
    tried = f"{result.tried:,} {things[result.tried != 1]}{_out_of(result)}"
    if result.holds:
        facts.append(("holds", f"on {tried}"))
    else:
        facts.append(("fails", f"on {result.failed:,} of {tried}"))
    say_facts(facts)
    if not result.holds:
        say()
        say_counterexamples(result)


def _out_of(result: ConjectureCounts) -> str:
    if result.where is None or result.over == 2:
        return ""
    return f" ({result.states:,} in all)"


def say_counterexamples(result: ConjectureCounts) -> None:
    """The smallest states, or pairs of states, where it is false."""
    rules = result.solution.rules
    shown = []
    for found in result.counterexamples:
        row = []
        for state, entry in zip(found.states, found.entries, strict=True):
            row += [one_line(rules.text(state, None)), _worth(result, state, entry)]
        shown.append(row)
    head = ("state", "value") if result.over == 1 else ("a", "value", "b", "value")
    say_table(head, shown)
    if result.failed > len(shown):
        say(f"and {result.failed - len(shown):,} more")


def _worth(result: ConjectureCounts, state: State, entry: Entry) -> str:
    """As in "loss in 2 plies"; in a game of points "loss by 3 in 2 plies"."""
    rules, (value, remoteness) = result.solution.rules, entry
    puzzle = rules.game.players == 1
    if not rules.scoring or (value is Value.DRAW and not puzzle):
        return value_words(value, remoteness, puzzle=puzzle).removeprefix("a ")
    score = result.solution.score(state)
    end = f" in {plies(remoteness)}" if remoteness else ""
    if puzzle:
        return f"{points_text(rules, score)}{end}"
    return f"{value} by {rules.score_text(abs(score))}{end}"
