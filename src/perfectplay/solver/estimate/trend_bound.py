"""The least number of states in levels of which samples see too little to count them.

The next level has as many states as this one has moves, less by the mean number of moves that lead
to a state. That number is known of the first levels; where moves only put something down, it grows
at most as the plies do: the last move is one of all moves. So it is taken to grow faster than that.
Of the sixty games of tests/helpers/estimated_games.py, those whose levels no move leaves backwards
had at least four times as many states as this says, from three known levels or more.
"""

from __future__ import annotations

from perfectplay.solver.estimate.sampled import ExploredLevels
from perfectplay.solver.estimate.walkers import WalkSteps

LEAST_LEVELS = 3
"""Levels that must be known for a trend."""

_POWER = 1.5
"""The power of the plies with which the number of moves to a state is taken to grow."""


def least_by_trend(known: ExploredLevels, steps: WalkSteps) -> tuple[int, int]:
    """The states and the moves that a game nearly always has at least. ``steps``: of walkers from
    its last known level; the levels that they saw count."""
    last = known.levels - 1
    means = [float(known.parents(d).mean()) for d in range(1, last + 1)]
    most = max(1.0, *(mean / d for d, mean in enumerate(means, 1)))
    level, states, moves = float(known.size(last)), 0.0, 0.0
    for ply, branching in enumerate(steps.branching, last + 1):
        moves += level * branching
        level *= branching / max(means[-1], most * ply**_POWER)
        states += level
    return known.bounds[-1] + int(states), int(known.starts[known.expanded]) + int(moves)
