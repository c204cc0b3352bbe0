"""The states of small games."""

from __future__ import annotations

from typing import Any

from perfectplay.game.checks.checked_game import CheckedGame


def reached_states(rules: CheckedGame) -> list[Any]:
    """All states that plays reach.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> reached_states(CheckedGame(ThreeRocks(1, 1)))
    [(1, 1), (1, 0), (0, 1), (0, 0)]
    """
    seen = {rules.start(): None}
    rest = list(seen)
    while rest:
        for _, child in rules.position(rest.pop()).options:
            if child not in seen:
                seen[child] = None
                rest.append(child)
    return list(seen)
