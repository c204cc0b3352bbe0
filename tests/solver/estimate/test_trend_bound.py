"""Lower bounds from levels of which samples see too little: never above the truth."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from estimated_games import GAMES, truth_of
from perfectplay import Game, Value, solve
from perfectplay.core.errors import GameTooLargeError
from perfectplay.core.progress import Reporter
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import has_symmetries
from perfectplay.solver.estimate.sample_budget import SampleBudget
from perfectplay.solver.estimate.sampled import ExploredLevels, InterpretedSource, known_of
from perfectplay.solver.estimate.trend_bound import LEAST_LEVELS, least_by_trend
from perfectplay.solver.estimate.walkers import WalkSteps, walk_on
from perfectplay.solver.explore.explored_tiers import HashExploration
from perfectplay.solver.explore.interpreted import explore_interpreted
from perfectplay.solver.explore.interpreted_states import begin_interpreted
from perfectplay.solver.move_graph import MoveGraph
from perfectplay.solver.state_limits import unlimited


class FiveInARow(Game):
    """Five in a row on 9x9: states need more than 63 bits, and there are 10^37 or so."""

    def start(self):
        return (0,) * 81

    def moves(self, state):
        return [i for i in range(81) if state[i] == 0]

    def play(self, state, move):
        player = 1 if state.count(0) % 2 else 2
        return (*state[:move], player, *state[move + 1 :])

    def outcome(self, state):
        for r in range(9):
            for c in range(9):
                player = state[9 * r + c]
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)) if player else ():
                    cells = [(r + k * down, c + k * right) for k in range(5)]
                    if all(0 <= y < 9 and 0 <= x < 9 and state[9 * y + x] == player
                           for y, x in cells):  # fmt: skip
                        return Value.LOSS
        return None if 0 in state else Value.DRAW


def explored(number: int, states: int) -> tuple[ExploredLevels, InterpretedSource]:
    """The first states of one of the sixty games, as the interpreter explores them."""
    game, symmetries = GAMES[number]
    rules = CheckedGame(game)
    found = begin_interpreted(rules, symmetries and has_symmetries(game))
    explore_interpreted(found, unlimited(), Reporter(), lambda so_far, _: so_far > states)
    source = InterpretedSource(rules, found.symmetric, found.states, SampleBudget(60.0, 3e5))
    keys = np.arange(len(found.states))
    over = np.frombuffer(found.over, np.uint8).copy()
    edges = np.array(found.edges, np.int32)
    graph = MoveGraph(np.array(found.starts, np.int64), edges, None, False, over)
    walked = HashExploration(keys, graph, len(over), found.finished, False)
    return known_of(walked, source), source


@pytest.mark.parametrize("states", [200, 3_000])
@pytest.mark.parametrize("number", [6, 9, 23, 32, 43, 51, 58])
def test_below_the_truth(number: int, states: int) -> None:
    known, source = explored(number, states)
    assert known.graded
    assert known.levels >= LEAST_LEVELS
    steps = walk_on(known, known.levels - 1, source, 60, 300)
    assert steps.ended
    least, moves = least_by_trend(known, steps)
    truth = truth_of(number)
    assert known.bounds[-1] <= least < truth["states"] / 4
    assert moves < truth["moves"]


def test_of_a_board_to_fill() -> None:
    """n cells to be marked by two players in turn have n! / (n/2)!^2 and more states; one level is
    as large as the binomial coefficients say."""
    known = SimpleNamespace(levels=3, bounds=[0, 1, 21, 401], starts=[0] * 22, expanded=21)
    known.size = lambda d: known.bounds[d + 1] - known.bounds[d]
    known.parents = lambda d: np.ones(known.size(d))
    steps = WalkSteps(branching=[20.0 - ply for ply in range(2, 21)], ended=True)
    least, _ = least_by_trend(known, steps)
    level, total = 380.0, 401.0  # slow and obvious
    for ply in range(3, 22):
        level *= (20 - ply + 1) / ply**1.5
        total += level
    assert least == pytest.approx(total, rel=1e-9, abs=1)


def test_five_in_a_row_is_refused() -> None:
    with pytest.raises(GameTooLargeError, match=r"beyond .* take about .* of memory"):
        solve(FiveInARow())
