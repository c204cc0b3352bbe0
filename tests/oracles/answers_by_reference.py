"""What the reference solver says of random games, and whether a solution agrees."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from perfectplay import Solution, Value, solve
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.solver.retrograde.reference_solver import solve_reference
from random_games import RandomGame
from table_rows import table_rows

Answers = dict[tuple[int, int, int], tuple[Value, int | None]]


def answers(game: RandomGame, solution: Solution) -> Answers:
    """Value and remoteness of every state, by what is alike in the three kinds."""
    return {
        game.plain(key_state): (value, plies)
        for key, value, plies in table_rows(solution.table)
        for key_state in [solution.keys.state(key)]
    }


@lru_cache(maxsize=100)
def oracle(game: RandomGame) -> tuple[Answers, dict[str, int]]:
    """What the reference solver says, and its counts made afresh."""
    rules = CheckedGame(game)
    found = solve_reference(rules, 10_000)
    said = {
        game.plain(s): (v, r)
        for s, v, r in zip(found.states, found.value, found.remoteness, strict=True)
    }
    values = [v for v, _ in said.values()]
    counts = {
        "states": len(values),
        "moves": sum(map(len, found.children)),
        "terminal": sum(o is not None for o in found.over),
        "wins": values.count(Value.WIN),
        "draws": values.count(Value.DRAW),
        "losses": values.count(Value.LOSS),
        "endless": sum(r is None for _, r in said.values()),
    }
    return said, counts


def agree(game: RandomGame, wanted: tuple[Answers, dict[str, int]], **how: Any) -> Solution:
    solution = solve(game, **how)
    assert solution.counts.as_dict() == wanted[1], (game, how)
    assert answers(game, solution) == wanted[0], (game, how)
    return solution
