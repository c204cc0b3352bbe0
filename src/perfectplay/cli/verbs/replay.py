"""``perfectplay replay``: the states along a sequence of moves."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from perfectplay.analysis.replay import PlayStep
from perfectplay.analysis.replay import steps as iter_steps
from perfectplay.cli.input import options
from perfectplay.cli.input.arguments import SymmetricEngineOptions, looks_like_parameter
from perfectplay.cli.input.options import option
from perfectplay.cli.input.position_arguments import MovesOptions, PositionArguments
from perfectplay.cli.output.answer import answers, say, say_heading, say_json
from perfectplay.cli.output.play_table import Steps, points_end, show_play
from perfectplay.cli.output.wording import end_words, tally_words
from perfectplay.core.errors import IllegalMoveError, ParameterError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.moves import same_move
from perfectplay.game.showing import length_words, number_of
from perfectplay.registry.parameters import unknown_parameter
from perfectplay.tablebase.record import game_fields
from perfectplay.tablebase.solution import Solution


def replay(
    source: MovesOptions,
    engine: SymmetricEngineOptions,
    values: Annotated[bool, option("Solve the game, and show the value of each state.")] = False,
    json: options.Json = False,
) -> None:
    """Show the states along a sequence of moves.

    At an illegal move it stops with an error that lists the legal moves; the states before it are
    shown, except with --json.
    """
    arguments = source.parse()
    rules, (found, stopped) = arguments.rules, _along(arguments)
    solution = arguments.solution(engine) if values else None
    steps = [{**step.as_dict(), **_values(solution, step)} for step in found]
    if not json:
        say_heading(arguments.game)
        show_play(rules, steps, values=values)
    if stopped is not None:
        answers().flush()
        raise stopped
    if json:
        over = rules.position(found[-1].state).outcome is not None
        say_json({**game_fields(arguments.game), "line": steps, "terminal": over})
    else:
        say()
        say(_end(rules, steps, found[-1]))


def _values(solution: Solution | None, step: PlayStep) -> dict[str, Any]:
    """The value of a step as JSON, and whether its move is the only perfect one of several; nothing
    without a solution."""
    if solution is None:
        return {}
    best, options = solution.best_moves(step.state), solution.rules.position(step.state).options
    only = len(best) == 1 < len(options) and same_move(best[0], step.move)
    return {**solution.worth_fields(step.state), "only": only}


def _along(arguments: PositionArguments) -> tuple[list[PlayStep], Exception | None]:
    """The states along the moves, and the error of the move after them."""
    position = replace(arguments, moves=()).unsolved()
    known = arguments.seat_in(position) is not None
    found: list[PlayStep] = []
    try:
        found.extend(iter_steps(arguments.rules, position, arguments.moves, known))
    except IllegalMoveError as error:
        text = arguments.moves[len(found) - 1]
        if looks_like_parameter(text):
            problem = f"{unknown_parameter(arguments.game, text)}; nor is it a legal move"
            return found, ParameterError(problem)
        return found, error
    return found, None


def _end(rules: CheckedGame, steps: Steps, last: PlayStep) -> str:
    """Whether the play is over, and who has won."""
    after, position = f"after {length_words(rules.game, last.ply)}", rules.position(last.state)
    if position.outcome is None:
        so_far = "" if last.points is None else f", {tally_words(rules, last.points)} so far"
        return f"not over {after}{so_far}; {number_of(len(position.options), 'legal move')}"
    if last.points is not None:
        return points_end(rules, steps)
    return end_words(rules, position.outcome, last.seat, after)
