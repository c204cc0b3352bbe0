"""The elements that sets in a game's states may have, found by playing it at random."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

from perfectplay.core.value import State
from perfectplay.game.game import Game
from perfectplay.game.state_sets import element_table, is_element, rounded
from perfectplay.game.state_shape import StateShape

FEWEST_STATES, MOST_STATES = 1_000, 20_000
"""States that are played through: more of them as long as new elements are found."""

LONGEST_PLAY = 500
"""Plies after which a play is begun anew."""

WIDEST = 200
"""Moves of one state among which one is chosen."""


def elements_of(game: Game, start: State, shape: StateShape) -> tuple[Any, ...] | None:
    """The table of the elements in a game's states; None if sets hold something that has no bit, or
    too much.

    The same plays are made each time, so that a game always has the same table. ``shape``: of the
    start.
    """
    found: set[Any] = set(shape.elements_in(start))
    state, ply, last_found, rng = start, 0, 0, Random(0)
    for n in range(MOST_STATES):
        if n - last_found >= FEWEST_STATES:
            break
        following = None if ply >= LONGEST_PLAY else _next(game, state, rng)
        ply = 0 if following is None else ply + 1
        state = start if following is None else following
        if not shape.holds(state):
            break
        new = set(shape.elements_in(state)) - found
        if new:
            last_found = n
            found |= new
            if not all(map(is_element, new)) or element_table(found) is None:
                return None
    table = element_table(found)
    return element_table(rounded(table)) if table else None


def _next(game: Game, state: State, rng: Random) -> State | None:
    """A random child; None after the end of a play, or if the rules stumble."""
    try:
        if game.outcome(state) is not None:
            return None
        moves = list(islice(game.moves(state), WIDEST))
        return game.play(state, rng.choice(moves)) if moves else None
    except Exception:  # whatever rules raise: who solves the game is told
        return None
