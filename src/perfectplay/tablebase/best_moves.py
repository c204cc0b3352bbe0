"""The best moves of many states."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import compress, pairwise

from perfectplay.core.value import Move, State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.tablebase.many_moves import many_moves
from perfectplay.tablebase.table import StateEntries


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
    found = many_moves(rules, look_up, states, entries)
    marks = (found.best if distance else found.keeps).tolist()
    bounds = pairwise(found.starts.tolist())
    for state, moves, (begin, end) in zip(states, found.moves, bounds, strict=True):
        if moves:
            yield state, list(compress(moves, marks[begin:end]))
