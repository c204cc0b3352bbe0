"""What games of points cannot have: loops, scores without end, plays won or lost by their end."""

from __future__ import annotations

from collections.abc import Callable

from perfectplay.core.errors import ParameterError, RulesError
from perfectplay.core.value import Move, State
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.promises import broken
from perfectplay.game.showing import shown_move

SHOWN = 6
"""As many moves of a loop are shown, of a longer one the first so many."""


def refuse_points(rules: CheckedGame, what: str) -> None:
    """Raises ParameterError for a game of points: how its plays end does not say who has won them.

    ``what`` is what cannot be done with it, as in "statistics count plays".

    >>> from perfectplay.games.kalah import Kalah
    >>> refuse_points(Rules(Kalah(scoring=True)), "statistics count plays")
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
    """The error that shows a loop.

    Every open state, ``first`` is one, has a move to an open one, or to an image of one.
    """
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
    """The error for a score that 32 bits do not hold."""
    said = f"32 bits do not hold the score of the state {rules.state_text(state)}"
    return broken("score-too-large", said, state)
