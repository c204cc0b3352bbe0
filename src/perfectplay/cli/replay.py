"""``perfectplay replay``: the states along a sequence of moves."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, TypeAlias

import typer

from perfectplay.analysis.replay import PlayStep
from perfectplay.analysis.replay import steps as iter_steps
from perfectplay.cli import options
from perfectplay.cli.options import EngineOptions, SolveMethod
from perfectplay.cli.output import say, say_json, say_title
from perfectplay.cli.points_line import points_end
from perfectplay.cli.position import PositionArguments, asked_along, looks_like_parameter
from perfectplay.cli.show import show_play
from perfectplay.cli.wording import plies, tally_words, title, winner_words
from perfectplay.core.errors import IllegalMoveError, ParameterError
from perfectplay.core.value import Value
from perfectplay.game.checked_game import CheckedGame, Position
from perfectplay.game.game import parameters as parameters_of
from perfectplay.game.sides import sides_of
from perfectplay.registry.parameters import unknown_parameter
from perfectplay.tablebase.record import jsonable, score_fields
from perfectplay.tablebase.solution import game_name

ParametersAndMoves: TypeAlias = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[NAME=VALUE]... [MOVE]...",
        help="Parameters of the game; everything else is a move, as the game writes or reads "
        "moves, one argument each. Put -- before what begins with a dash.",
        show_default=False,
    ),
]
From = Annotated[
    str | None,
    typer.Option("--from", metavar="STATE", help="Begin there.", show_default="the start"),
]
Values = Annotated[
    bool, typer.Option("--values", help="Solve the game, and tell the value of each state.")
]


def replay(
    game: options.GameOrFolder,
    arguments: ParametersAndMoves = None,
    state: From = None,
    values: Values = False,
    method: options.MethodOption = SolveMethod.AUTO,
    threads: options.Threads = None,
    max_states: options.MaxStates = None,
    no_symmetries: options.NoSymmetries = False,
    rules: options.Rules = None,
    json: options.Json = False,
) -> None:
    """Show the states along a sequence of moves.

    At a move that is not legal it stops: the states before it are shown (with --json nothing is),
    and what would be legal is told.
    """
    asked = asked_along(game, arguments, state, rules)
    found, stopped = _along(asked)
    solution = (
        asked.solution(EngineOptions(method, threads, max_states, no_symmetries))
        if values
        else None
    )
    steps = [step.as_dict() for step in found]
    if solution is not None:
        for step, entry in zip(found, steps, strict=True):
            entry["value"] = str(solution.value(step.state))
            if solution.rules.scoring:
                score = solution.score(step.state)
                entry.update(score_fields(score, solution.rules.score_text(score)))
            entry["remoteness"] = solution.remoteness(step.state)
    if not json:
        say_title(title(asked.game))
        say()
        show_play(CheckedGame(asked.game), steps, values=values)
    if stopped is not None:
        sys.stdout.flush()
        raise stopped
    position = CheckedGame(asked.game).position(found[-1].state)
    if json:
        say_json(
            {
                "game": game_name(asked.game),
                "parameters": {k: jsonable(v) for k, v in parameters_of(asked.game).items()},
                "line": steps,
                "terminal": position.outcome is not None,
            }
        )
    else:
        say()
        say(_end(CheckedGame(asked.game), steps, found[-1], position))


def _along(asked: PositionArguments) -> tuple[list[PlayStep], Exception | None]:
    """The states along the moves, and what is wrong with the move after them."""
    first = replace(asked, moves=())
    rules = CheckedGame(asked.game)
    position = first.unsolved(rules)
    known = asked.text is None or rules.player(position.state) is not None
    found: list[PlayStep] = []
    try:
        found.extend(iter_steps(rules, position, asked.moves, known))
    except IllegalMoveError as error:
        text = asked.moves[len(found) - 1]
        if looks_like_parameter(text):
            said = f"{unknown_parameter(asked.game, text)}; nor is it a legal move"
            return found, ParameterError(said)
        return found, error
    return found, None


def _end(
    rules: CheckedGame, steps: Sequence[dict[str, Any]], last: PlayStep, position: Position
) -> str:
    """Whether the play is over, and who has won."""
    after = f"after {plies(last.ply)}"
    value = position.outcome
    if value is None:
        count = len(position.options)
        so_far = "" if last.points is None else f", {tally_words(rules, last.points)} so far"
        return f"not over {after}{so_far}; {count:,} legal move{'' if count == 1 else 's'}"
    if last.points is not None:
        return points_end(rules, steps)
    if rules.game.players == 1:
        return f"{'solved' if value is Value.WIN else 'not solved'} {after}"
    if value is Value.DRAW:
        return f"a draw {after}"
    if last.seat is None:
        return f"{'won' if value is Value.WIN else 'lost'} {after} for the player to move"
    return f"{winner_words(sides_of(rules), value, last.seat)} {after}"
