"""Find loops in games of points, which have no scores if a play can return to a state."""

from __future__ import annotations

from collections.abc import Sequence

from perfectplay.core.value import State
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.findings import FindingLog
from perfectplay.game.score_promises import score_loop


def check_loops(rules: CheckedGame, log: FindingLog, states: Sequence[State]) -> None:
    """Report a loop of moves within the given states."""
    if not rules.scoring:
        return
    seen = set(states)
    parents: dict[State, list[State]] = {state: [] for state in states}
    open_moves = dict.fromkeys(states, 0)
    for state in states:
        for _, child in rules.position(state).options:
            if child in seen:
                parents[child].append(state)
                open_moves[state] += 1
    ended = [state for state in states if not open_moves[state]]
    for state in ended:  # grows during the loop
        for parent in parents[state]:
            open_moves[parent] -= 1
            if not open_moves[parent]:
                ended.append(parent)
    first = next((state for state in states if open_moves[state]), None)
    if first is not None:
        log.add(score_loop(rules, first, lambda state: open_moves.get(state, 0) > 0))
