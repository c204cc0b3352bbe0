"""The best moves of many states at once: their children are looked up in one go."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from perfectplay.contract.game import has_again
from perfectplay.contract.rules import Rules
from perfectplay.words.value import Move, State


def best_moves_of(
    rules: Rules,
    look_up: Callable[[list[State]], NDArray[np.uint8]],
    states: list[State],
    values: NDArray[np.uint8],
) -> Iterator[tuple[State, list[Move]]]:
    """Each of ``states`` that has moves, with all those that keep its value, in the rules' order.

    values: [N] of the states; ``look_up`` gives the values of any states.
    """
    options = [_options(rules, state) for state in states]
    turns = has_again(rules.game) or rules.game.players == 1
    after = look_up([child for some in options for _, child in some]).tolist()
    place = 0
    for state, some, value in zip(states, options, values.tolist(), strict=True):
        best = []
        for move, child in some:
            again = turns and rules.moves_again(state, move, child)
            if (after[place] if again else 4 - after[place]) == value:
                best.append(move)
            place += 1
        if best:
            yield state, best


def _options(rules: Rules, state: State) -> list[tuple[Move, State]]:
    """A state's moves with what they lead to, unguarded; with guards where that fails."""
    try:
        over = rules.game.outcome(state) is not None
        return [] if over else list(rules.game.options(state))
    except Exception:  # asked again, the rules say in words what is wrong
        return rules.position(state).options
