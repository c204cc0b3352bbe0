"""``perfectplay explain``: the shortest rule that says which states are lost, won or drawn."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from perfectplay.cli import options
from perfectplay.cli.conjecture import say_counterexamples
from perfectplay.cli.options import EngineOptions, SolveMethod, game_of
from perfectplay.cli.output import note, say, say_facts, say_json, say_title
from perfectplay.cli.progress_bar import shown_progress
from perfectplay.cli.stored import no_parameters, stored_at
from perfectplay.cli.wording import title
from perfectplay.core.errors import ExplainError, StateLimitError
from perfectplay.core.value import Value
from perfectplay.game.game import parameters as parameters_of
from perfectplay.registry.parameters import parameter_text
from perfectplay.tablebase.solution import game_name

if TYPE_CHECKING:
    from perfectplay.analysis.explain.explained import Explanation, LargerGame


class ExplainedStates(StrEnum):
    """The states that a rule is looked for."""

    LOSS = "loss"
    DRAW = "draw"
    WIN = "win"


WhichOption = Annotated[
    ExplainedStates,
    typer.Option("--value", help="Which states: lost, drawn or won for the player to move."),
]
Seconds = Annotated[float, typer.Option(min=0.1, help="How long to look, at most.")]
LargerOption = Annotated[
    bool, typer.Option("--larger/--no-larger", help="Try the rule on larger parameters too.")
]
MaxStates = Annotated[
    int, typer.Option(min=1, help="Refuse a game of more states: each is tried in plain Python.")
]


def explain(
    game: options.GameOrFolder,
    parameters: options.Parameters = None,
    value: WhichOption = ExplainedStates.LOSS,
    seconds: Seconds = 20.0,
    larger: LargerOption = True,
    method: options.MethodOption = SolveMethod.AUTO,
    threads: options.Threads = None,
    max_states: MaxStates = 2_000_000,
    rules: options.Rules = None,
    json: options.Json = False,
) -> None:
    """Look for the shortest rule that says exactly which states are lost.

    The rule is tried on every state, and on the game with larger parameters. It may be wrong
    there: a rule that is exact on one board is no proof for all boards.
    """
    from perfectplay.analysis.explain.explain import explain as explained

    stored = stored_at(game, rules)
    if stored is not None:
        no_parameters(parameters or ())
        stored.rules.start()
    chosen = game_of(game, parameters) if stored is None else stored.game
    engine = EngineOptions(method, threads, max_states, no_symmetries=True)
    try:
        solution = stored or engine.solve(chosen)
    except StateLimitError:
        raise ExplainError(
            f"{game_name(chosen)} has more than {max_states:,} states, and each is tried in plain "
            "Python; take smaller parameters, or allow more with --max-states"
        ) from None
    with shown_progress() as progress:
        found = explained(
            solution,
            Value[value.name],
            seconds=seconds,
            check_larger=larger,
            max_states=max_states,
            progress=progress,
        )
    if json:
        say_json(found.as_dict())
    else:
        _say(found, [game, *(parameters or ())])


WORDS = {Value.LOSS: "lost", Value.DRAW: "drawn", Value.WIN: "won"}

POINTS = {Value.LOSS: "less than 0", Value.DRAW: "0", Value.WIN: "more than 0"}


def _say(found: Explanation, words: Sequence[str]) -> None:
    say_title(title(found.solution.game))
    say()
    if found.expression is None:
        say(f"no rule found that says which states are {_which(found)}")
        say(f"({found.count:,} of {found.tried.tried:,} are)")
    else:
        say_facts(_facts(found, words))
    if found.expression is not None and not found.exact:
        say("\nthe smallest exceptions:")
        say_counterexamples(found.tried)
    larger = found.larger
    if larger is not None and not larger.tried.holds:
        say(f"\nthe smallest exceptions with {_grown(found, larger)}:")
        say_counterexamples(larger.tried)
        say(f"\nanother rule may hold there: perfectplay explain {_with(words, larger)}")
    for line in found.notes:
        note(line)


def _which(found: Explanation) -> str:
    if found.solution.game.players == 1 and found.solution.rules.scoring:
        return f"worth {POINTS[found.value]} points"
    if found.solution.game.players == 1:
        return {Value.LOSS: "unsolvable", Value.WIN: "solvable"}.get(found.value, "drawn")
    return WORDS[found.value]


def _facts(found: Explanation, words: Sequence[str]) -> list[tuple[str, str]]:
    which, tried = _which(found), found.tried
    counts = f"{tried.tried:,} {_noun(found)}s, {found.count:,} of them {which}"
    if found.exact and tried.tried == 1:
        exact = (
            f"yes: right on the one {_noun(found)}, which is {'' if found.count else 'not '}{which}"
        )
    elif found.exact:
        exact = f"yes: right on all {counts}"
    else:
        exact = f"no: wrong on {tried.failed:,} of {counts}"
    facts = [
        ("rule", _sentence(found, which)),
        ("expression", str(found.expression)),
        ("exact", exact),
    ]
    larger = found.larger
    if larger is not None:
        grown = _grown(found, larger)
        if larger.tried.holds:
            text = f"right on all {larger.tried.tried:,} states with {grown}"
        else:
            text = f"wrong on {larger.tried.failed:,} of {larger.tried.tried:,} states with {grown}"
        facts.append(("larger", text))
    facts.append(("try", f'perfectplay conjecture {_typed(words)} "{tried.expression}"'))
    return facts


def _noun(found: Explanation) -> str:
    """What the rule is about: a stored solution may hold one state of each class alone."""
    return "representative" if found.tried.of_representatives else "state"


def _sentence(found: Explanation, which: str) -> str:
    if found.words in ("always", "never"):
        return f"{'every' if found.words == 'always' else 'no'} {_noun(found)} is {which}"
    when = "exactly when" if found.exact else "nearly always when"
    return f"a {_noun(found)} is {which} {when} {found.words}"


def _with(words: Sequence[str], larger: LargerGame) -> str:
    """The game and all parameters of the larger one, as they are typed."""
    given = parameters_of(larger.game).items()
    return _typed([words[0], *(f"{name}={parameter_text(value)}" for name, value in given)])


def _typed(words: Sequence[str]) -> str:
    """Words as a shell takes them: ``misere(nim)`` is in quotes."""
    return " ".join(map(shlex.quote, words))


def _grown(found: Explanation, larger: LargerGame) -> str:
    """The parameters that are not the same."""
    before = parameters_of(found.solution.game)
    return " ".join(
        f"{name}={parameter_text(value)}"
        for name, value in parameters_of(larger.game).items()
        if value != before[name]
    )
