"""The elements that sets in a game's states may have, found by playing it at random."""

from __future__ import annotations

from typing import Any

from perfectplay.core.value import State
from perfectplay.game.find.random_plays import random_states
from perfectplay.game.game import Game
from perfectplay.game.shape.state_sets import element_table, is_element, rounded
from perfectplay.game.shape.state_shape import StateShape

FEWEST_STATES = 1_000
"""States that are played through: more of them as long as new elements are found."""


def elements_of(game: Game, start: State, shape: StateShape) -> tuple[Any, ...] | None:
    """The table of the elements in a game's states; None if sets hold something that has no bit, or
    too much.

    The same plays are made each time, so that a game always has the same table. ``shape``: of the
    start.
    """
    found: set[Any] = set(shape.elements_in(start))
    last_found = 0
    for n, state in enumerate(random_states(game, start)):
        if n - last_found >= FEWEST_STATES or not shape.holds(state):
            break
        new = set(shape.elements_in(state)) - found
        if new:
            last_found = n
            found |= new
            if not all(map(is_element, new)) or element_table(found) is None:
                return None
    table = element_table(found)
    return element_table(rounded(table)) if table else None
