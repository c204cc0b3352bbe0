"""Errors of games of points: loops, scores that are too large, questions about who wins."""

from __future__ import annotations

from collections.abc import Callable

from perfectplay.core.errors import ParameterError, RulesError
from perfectplay.core.value import Move, State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.promises import broken
from perfectplay.game.showing import shown_move

SHOWN = 6
"""Maximum number of moves of a loop that a message shows."""


def refuse_points(rules: CheckedGame, what: str) -> None:
    """Raise ParameterError for a game of points, where the end of a play does not say who has won.

    ``what``: the beginning of the message, as in "statistics count plays".

    >>> from perfectplay.games.kalah import Kalah
    >>> refuse_points(CheckedGame(Kalah(scoring=True)), "statistics count plays")
    Traceback (most recent call last):
    perfectplay.core.errors.ParameterError: statistics count plays of games that are won, drawn or
    lost, and this is a game of points; say counted(GAME), where GAME is its name or its file
    """
    if rules.scoring:
        raise ParameterError(
            f"{what} of games that are won, drawn or lost, and this is a game of points; "
            "say counted(GAME), where GAME is its name or its file"
        )


def score_loop(rules: CheckedGame, first: State, is_open: Callable[[State], bool]) -> RulesError:
    """Error that shows a loop. ``is_open``: True for states that have a move to an open state, or
    to an image of one; so the open states contain a loop. ``first``: one of them."""
    states, moves, places = [first], list[Move](), {first: 0}
    while True:
        move, child = next(
            (move, image)
            for move, reached in rules.options(states[-1])
            for image in rules.symmetries(reached)
            if is_open(image)
        )
        moves.append(move)
        if child in places:
            break
        places[child] = len(states)
        states.append(child)
    begin = places[child]
    start, loop = states[begin], moves[begin:]
    texts = [shown_move(rules.game, move) for move in loop[:SHOWN]]
    more = f" and {len(loop) - SHOWN:,} more" if len(loop) > SHOWN else ""
    plural = "" if len(loop) == 1 else "s"
    message = (
        f"this game of points comes back to the state {rules.state_text(start)} by the "
        f"move{plural} {', '.join(texts)}{more}"
    )
    return broken("score-loop", message, start, loop[0])


def score_too_large(rules: CheckedGame, state: State) -> RulesError:
    """Error for a score that does not fit 32 bits."""
    problem = f"32 bits do not hold the score of the state {rules.state_text(state)}"
    return broken("score-too-large", problem, state)
