"""Positions of random plays."""

from __future__ import annotations

import random

from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.moves import first_position, next_position


def positions(game, seed: int, plays: int = 3, most: int = 12):
    """States of random plays with the seat to move."""
    rules, chance = CheckedGame(game), random.Random(seed)
    for _ in range(plays):
        position = first_position(rules)
        for _ in range(most):
            yield position
            options = rules.position(position.state).options
            if not options:
                break
            position = next_position(rules, position, chance.choice(options)[0])
