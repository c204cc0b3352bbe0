"""Loops of games of points among the states of a check: such a game has no scores."""

from __future__ import annotations

from collections.abc import Sequence

from perfectplay.core.value import State
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.findings import FindingLog
from perfectplay.game.score_promises import score_loop


def check_loops(rules: CheckedGame, book: FindingLog, states: Sequence[State]) -> None:
    """A finding where moves lead from one of the states back to it, all the way among them."""
    if not rules.scoring:
        return
    seen = set(states)
    leading: dict[State, list[State]] = {state: [] for state in states}  # here, by one move
    open_moves = dict.fromkeys(states, 0)
    for state in states:
        for _, child in rules.position(state).options:
            if child in seen:
                leading[child].append(state)
                open_moves[state] += 1
    ended = [state for state in states if not open_moves[state]]
    for state in ended:  # grows while it is read
        for parent in leading[state]:
            open_moves[parent] -= 1
            if not open_moves[parent]:
                ended.append(parent)
    first = next((state for state in states if open_moves[state]), None)
    if first is not None:
        book.add(score_loop(rules, first, lambda state: open_moves.get(state, 0) > 0))
