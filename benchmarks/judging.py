"""Tasks: a player judged in many positions of Connect 4, by `evaluate` and by a plain loop."""

from __future__ import annotations

import time
from typing import Any

from perfectplay import Solution, solve
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.tic_tac_toe import TicTacToe


def judging_all(way: str) -> dict[str, Any]:
    """All 4,520 positions of tic-tac-toe in which a move can be made; the player is the first legal
    move, as a function."""
    solution = solve(TicTacToe())
    _judged(solution, way, "all")  # what is imported and kept for good is there then
    began = time.perf_counter()
    keeping = _judged(solution, way, "all")
    return {"seconds": time.perf_counter() - began, "keeping": keeping, "positions": 4_520}


def judging_some(way: str, parameters: dict[str, int], positions: int) -> dict[str, Any]:
    """Some positions of Connect 4, drawn by chance. ``way``: "loop", "function", or "array", for
    which the policy is made before."""
    import numpy as np

    from perfectplay import evaluate

    solution = solve(ConnectFour(**parameters), symmetries=False)
    if way != "array":
        began = time.perf_counter()
        keeping = _judged(solution, way, positions)
        return {"seconds": time.perf_counter() - began, "keeping": keeping, "positions": positions}
    columns = range(parameters["width"])
    some = [state for _, state in zip(range(positions), solution, strict=False)]
    began = time.perf_counter()
    policy = solution.policy(some, moves=columns)
    made = time.perf_counter() - began
    logits = np.random.default_rng(1).normal(size=policy.legal.shape)
    began = time.perf_counter()
    found = evaluate(logits, solution, positions=policy)
    seconds = time.perf_counter() - began
    return {
        "seconds": seconds,
        "keeping": found.keeping.hits,
        "positions": len(policy),
        "made": made,
    }


def _judged(solution: Solution, way: str, positions: Any) -> int:
    """How many moves of the player that makes the first legal move keep the value."""
    from perfectplay import evaluate

    game = solution.game

    def first(state: int) -> int:
        return next(iter(game.moves(state)))

    if way == "loop":
        states = solution if positions == "all" else zip(range(positions), solution, strict=False)
        listed = [state if positions == "all" else state[1] for state in states]
        keeping = 0
        for state in listed:
            if game.outcome(state) is None:
                keeping += first(state) in solution.keeping_moves(state)
        return keeping
    return evaluate(first, solution, positions=positions).keeping.hits
