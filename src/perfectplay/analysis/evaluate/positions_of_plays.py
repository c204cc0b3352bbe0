"""The positions that a player meets in plays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from perfectplay.analysis.evaluate.positions import Positions
from perfectplay.core.errors import ParameterError
from perfectplay.core.value import Move, State
from perfectplay.game.showing import number_of
from perfectplay.tablebase.solution import Solution

MOST_PLIES = 1_000
"""Plies after which a play is stopped."""


def play_positions(
    solution: Solution, plays: int, seed: int, choose: Callable[[State, list[Move], Any], Move]
) -> Positions:
    """The positions in which a player has to move in some plays against random moves.

    ``choose``: its move, of a state, the legal moves and the opponent's last one; it has seat 0 in
    every other play. A play is stopped after 1,000 plies.
    """
    rng = np.random.default_rng(seed)
    states: list[State] = []
    plies: list[int] = []
    lasts: list[Move | None] = []
    for play in range(plays):
        state, ours, last = solution.start, play % 2 == 0, None
        for ply in range(MOST_PLIES):
            legal = [move for move, _ in solution.rules.position(state).options]
            if not legal:
                break
            if ours:
                states.append(state)
                plies.append(ply)
                lasts.append(last)
                move = choose(state, legal, last)
            else:
                move = last = legal[int(rng.integers(len(legal)))]
            child = solution.rules.play(state, move)
            if not solution.rules.moves_again(state, move, child):
                ours = not ours
            state = child
    if not states:
        raise ParameterError("there is no position in which the player has to move")
    of = f"of {number_of(plays, 'play')} against random moves, seed {seed}"
    return Positions(
        states, solution.look_up(states), of, solution.look_up,
        plies=np.array(plies, np.int64), lasts=lasts,
    )  # fmt: skip
