"""Random games that operators are tried on, and all answers of a solution and of its oracle."""

from __future__ import annotations

from typing import Any

from perfectplay import Game, Value, solve
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.solver.retrograde.reference_solver import solve_reference
from random_games import (
    AgainStrings,
    AgainTuples,
    OnIntegers,
    OnStrings,
    OnTuples,
    SeatedIntegers,
    SeatedStrings,
)

KINDS = (OnIntegers, OnTuples, OnStrings, AgainTuples, AgainStrings, SeatedIntegers, SeatedStrings)
SEEDS = (1, 2, 3, 5, 12, 18, 35, 52, 83, 161, 242)
RANDOM = [kind(seed) for kind in KINDS for seed in SEEDS]

Entry = tuple[Value, int | None]


def entries(game: Game) -> dict[Any, Entry]:
    """Value and remoteness of every state, by the oracle."""
    found = solve_reference(CheckedGame(game), 10**5)
    return {s: (found.value[i], found.remoteness[i]) for i, s in enumerate(found.states)}


def solved(game: Game) -> dict[Any, Entry]:
    solution = solve(game)
    return {s: (solution.value(s), solution.remoteness(s)) for s in solution.states()}
