"""``perfectplay why``: the reason of a value, in sentences."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

from perfectplay.analysis.why.why import why as reason_of
from perfectplay.cli.input.arguments import SymmetricEngineOptions
from perfectplay.cli.input.options import option
from perfectplay.cli.input.position_arguments import PositionOptions
from perfectplay.cli.output.answer import Answer, note, say
from perfectplay.core.errors import ExplainError, ParameterError
from perfectplay.game.moves import PlayPosition, find_move
from perfectplay.game.showing import visible
from perfectplay.tablebase.record import game_fields
from perfectplay.tablebase.solution import Solution

if TYPE_CHECKING:
    from perfectplay.analysis.explain.explained import Explanation


def why(
    source: PositionOptions,
    engine: SymmetricEngineOptions,
    of: Annotated[
        str | None,
        option("Say it of this move in the position.", metavar="MOVE", show_default=False),
    ] = None,
    rule: Annotated[
        str | None,
        option(
            "Tell what this rule says here: an expression over a state s that is true for just the "
            "lost states, which is checked on all.",
            "--rule", metavar="EXPRESSION", show_default=False,
        ),
    ] = None,
    find_rule: Annotated[bool, option("Look for such a rule, as explain does.")] = False,
) -> Answer:  # fmt: skip
    """Say why a position, or a move, is a win, a draw or a loss.

    In a line of best moves, ! marks the only best move of several.
    """
    if rule is not None and find_rule:
        raise ParameterError("--rule gives a rule and --find-rule looks for one; leave one out")
    arguments = source.parse()

    def check(position: PlayPosition) -> None:
        if of is not None:
            find_move(arguments.rules, position.state, of)

    if rule is not None or find_rule:  # every state is asked
        engine = replace(engine, no_symmetries=True)
    solution, position, _ = arguments.solved(engine, check=check)
    told = _found(solution) if find_rule else rule
    reason = reason_of(solution, position.state, of, rule=told)

    def show() -> None:
        say(visible(reason.text))
        say()
        for sentence in reason.sentences:
            say(sentence)

    return Answer(lambda: {**game_fields(solution.game), **reason.as_dict()}, show, solution.game)


def _found(solution: Solution) -> Explanation | None:
    """A rule that is right on every state, or None, which is noted."""
    from perfectplay.analysis.explain.explain import explain, is_weak

    why_not = "no rule was found that says exactly which states are lost"
    if solution.game.players == 2 and not solution.rules.scoring:
        try:
            found = explain(solution, check_larger=False)
        except ExplainError as error:
            why_not = f"no rule was found: {error}"
        else:
            if found.exact and not is_weak(found) and found.words not in ("always", "never"):
                return found
    note(why_not)
    return None
