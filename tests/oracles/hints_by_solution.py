"""Whether hints for a search are true, of every state of a solved game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from perfectplay import Solution, Value
from perfectplay.game.result_scale import loss_in, win_in


def result(solution: Solution, state: Any) -> int:
    """What comes of a state, on the scale of `Game.bounds`."""
    if solution.rules.scoring:
        score = solution.score(state)
        assert score is not None
        return score
    value, plies = solution.value(state), solution.remoteness(state)
    if value is Value.DRAW:
        return 0
    assert plies is not None
    return win_in(plies) if value is Value.WIN else loss_in(plies)


def hints_hold(solution: Solution, states: Iterable[Any] | None = None) -> dict[str, int]:
    """Checks the hints of all these states (default: all); counts in how many they say something.

    "decided": the bounds are one number; "bounded": they are nearer than a game's own; "forced":
    some moves are left out.
    """
    game = solution.game
    said = {"states": 0, "decided": 0, "forced": 0}
    for state in solution.states() if states is None else states:
        if game.outcome(state) is not None:
            continue
        moves = list(game.moves(state))
        true = result(solution, state)
        low, high = game.bounds(state)
        assert low <= true <= high, (game.text(state), low, true, high)
        if not moves:
            continue
        forced = list(game.forced(state))
        assert set(forced) <= set(moves), game.text(state)
        if forced:
            perfect = {move.move for move in solution.probe(state).moves if move.best}
            assert perfect & set(forced), (game.text(state), forced, perfect)
        assert all(isinstance(game.order(state, move), int) for move in moves)
        said["states"] += 1
        said["decided"] += low == high
        said["forced"] += bool(forced) and len(forced) < len(moves)
    return said
