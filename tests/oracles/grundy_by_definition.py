"""Grundy values by their definition, and published ones."""

from __future__ import annotations

from functools import reduce
from operator import xor

from perfectplay import Game
from perfectplay.analysis.kernels.grundy import mex
from perfectplay.game.checks.checked_game import CheckedGame

# OEIS A002186, A002187, A002188
KAYLES = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7]
DAWSON = [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2]
GRUNDY = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0]


def by_definition(game: Game) -> dict[object, int]:
    """The least excluded value of every state, by recursion; parts and engines are not used."""
    rules, known = CheckedGame(game), {}

    def value(state):
        if state not in known:
            known[state] = mex(value(child) for _, child in rules.position(state).options)
        return known[state]

    value(game.start())
    return known


def nim_sum(values) -> int:
    return reduce(xor, values, 0)
