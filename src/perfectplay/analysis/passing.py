"""What passing the turn would be: the same position with the other player to move."""

from __future__ import annotations

from collections.abc import Sequence

from perfectplay.core.errors import StoreError
from perfectplay.core.value import State
from perfectplay.game.turns import Twin, says_turn, twin_of
from perfectplay.tablebase.solution import Solution


def passing_of(solution: Solution, states: Sequence[State]) -> Twin | None:
    """The function that gives the same state with the other player to move; None if the rules do
    not say, or if none of these states has such a twin that a play reaches."""
    game = solution.rules.game
    if game.players == 1 or not says_turn(game):
        return None
    twin = twin_of(solution.rules, states)
    known = twin is not None and any(passed(solution, twin, one) is not None for one in states)
    return twin if known else None


def passed(solution: Solution, twin: Twin, state: State) -> State | None:
    """The same state with the other player to move; None if it is no state of the game."""
    try:
        other = twin(state)
        if other is None or twin(other) != state or other not in solution:
            return None
    except StoreError:
        raise
    except Exception:  # the rules need not know such a state
        return None
    rules = solution.rules
    seat = rules.player(state)
    return None if seat is not None and rules.player(other) == seat else other
