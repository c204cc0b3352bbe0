"""The first states of a game in the interpreter's order, the same on every machine."""

from __future__ import annotations

from collections.abc import Callable

from perfectplay.compiler.symmetry_sampling import FIRST
from perfectplay.core.progress import Reporter
from perfectplay.core.value import State
from perfectplay.game.checked_game import CheckedGame
from perfectplay.solver.explore.interpreted import explore_interpreted
from perfectplay.solver.explore.interpreted_states import InterpretedStates, begin_interpreted
from perfectplay.solver.explore.limits import StateLimits

FIRST_IMAGES = 400_000
"""Images after which fewer first states are enough."""


def first_states(rules: CheckedGame) -> list[State]:
    """One state of each class, in the interpreter's order: FIRST at least, or all."""
    found = begin_interpreted(rules, True)
    explore_interpreted(found, StateLimits(None, 1 << 62), Reporter(None), enough(found))
    return found.states


def enough(found: InterpretedStates) -> Callable[[int, float], bool]:
    """A function that says whether there are FIRST states, or fewer that have many images.

    The same in every solve of a game, however fast the machine is.
    """

    def is_enough(states: int, _: float) -> bool:
        if states > FIRST or not found.symmetric:
            return states > FIRST
        images = len(found.rules.symmetries(found.states[-1]))
        return len(found.edges) * images > FIRST_IMAGES

    return is_enough
