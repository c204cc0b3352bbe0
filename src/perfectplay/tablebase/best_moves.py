"""The best moves of many states; one look-up finds all their children."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from perfectplay.core.value import Move, State
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.game import has_again
from perfectplay.tablebase.table import StateEntries

if TYPE_CHECKING:
    import numpy as np
else:
    from perfectplay.core import lazy_numpy as np


def best_moves_of(
    rules: CheckedGame,
    look_up: Callable[[list[State]], StateEntries],
    states: list[State],
    entries: StateEntries,
    *,
    distance: bool,
) -> Iterator[tuple[State, list[Move]]]:
    """Each of ``states`` that has moves, with all moves that keep its value, or its score, in the
    rules' order; with ``distance``, only those that keep the plies to the end too.

    ``entries``: those of the states; ``look_up``: returns the entries of any states.
    """
    options = [_options(rules, state) for state in states]
    turns = has_again(rules.game) or rules.game.players == 1
    after = look_up([child for some in options for _, child in some])
    worth = (entries.values if entries.scores is None else entries.scores).tolist()
    brings = (after.values if after.scores is None else after.scores).tolist()
    whole = 4 if after.scores is None else 0  # the sum of a worth and its negation
    place = 0
    plies = entries.remoteness.tolist()
    later = np.where(after.remoteness < 0, -1, after.remoteness + 1).tolist()
    for state, some, value, far in zip(states, options, worth, plies, strict=True):
        best = []
        for move, child in some:
            again = turns and rules.moves_again(state, move, child)
            brought = brings[place] if again else whole - brings[place]
            keeps = brought + rules.gain(state, move) == value
            if keeps and (not distance or later[place] == far):
                best.append(move)
            place += 1
        if best:
            yield state, best


def _options(rules: CheckedGame, state: State) -> list[tuple[Move, State]]:
    """A state's moves with the states after them, by the unchecked rules if they do not raise."""
    try:
        over = rules.game.outcome(state) is not None
        return [] if over else list(rules.game.options(state))
    except Exception:  # the checked call says in words what is wrong
        return rules.position(state).options
