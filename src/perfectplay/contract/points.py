"""The errors of games of points that only a solve can find: loops, and scores without end."""

from __future__ import annotations

from collections.abc import Callable

from perfectplay.contract.promises import broken
from perfectplay.contract.rules import Rules
from perfectplay.contract.showing import shown_move
from perfectplay.words.errors import RulesError
from perfectplay.words.value import Move, State

SHOWN = 6
"""As many moves of a loop are shown, of a longer one the first so many."""


def score_loop(rules: Rules, first: State, is_open: Callable[[State], bool]) -> RulesError:
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


def score_too_large(rules: Rules, state: State) -> RulesError:
    """The error for a score that 32 bits do not hold."""
    said = f"32 bits do not hold the score of the state {rules.state_text(state)}"
    return broken("score-too-large", said, state)
