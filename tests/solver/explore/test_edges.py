"""Graphs with loops are the same, and numbered alike, however many threads explore them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from perfectplay.compiler.expansion import Expansion
from perfectplay.core.progress import Reporter
from perfectplay.solver.explore.edge_store import EdgeStore
from perfectplay.solver.explore.edges import ExploredGraph, explore_edges
from perfectplay.solver.explore.explored_tiers import NumberedStates
from perfectplay.solver.state_limits import StateLimits, unlimited
from perfectplay.solver.threads import ThreadTeam

Numbers = np.ndarray[Any, np.dtype[Any]]
DEGREE = 3


class Scattered:
    """Stands for compiled rules: each of ``states`` keys has three children anywhere among them."""

    rules = SimpleNamespace(game=None)
    keys = SimpleNamespace(state=int)

    def __init__(self, states: int) -> None:
        random = np.random.default_rng(states)
        self.children = random.integers(0, states, (states, DEGREE))

    def expand(self, keys: Numbers, begin: int, end: int) -> Expansion:
        children = self.children[keys[begin:end]].ravel()
        none, degrees = np.empty(0, np.uint8), np.full(end - begin, DEGREE, np.int32)
        over = np.zeros(end - begin, np.uint8)
        return Expansion(children, none, degrees, over, np.empty(0, np.int64), None, None)


def explored(rules: Any, threads: int, most: int, limits: StateLimits) -> tuple[Any, EdgeStore]:
    graph = ExploredGraph(rules, np.array([0]), EdgeStore(False))
    team, reporter = ThreadTeam(threads), Reporter(None)
    return explore_edges(graph, team, limits, reporter, None, most), graph.pieces


def test_states_are_numbered_alike_by_any_threads() -> None:
    rules: Any = Scattered(250_000)
    wanted, _ = explored(rules, 1, 1 << 40, unlimited())
    assert len(np.unique(wanted)) == len(wanted) > 200_000
    for threads in (2, 3, 8, 2):
        keys, pieces = explored(rules, threads, 1 << 40, unlimited())
        assert np.array_equal(keys, wanted)
        edges = np.concatenate([pieces.load(p).edges() for p in range(pieces.count)])
        assert np.array_equal(keys[edges], rules.children[keys].ravel())


@pytest.mark.parametrize("threads", [1, 3])
def test_what_is_beyond_the_most_states_is_little(threads: int) -> None:
    """A piece more for each thread, not a whole round."""
    rules: Any = Scattered(2_000_000)
    left, _ = explored(rules, threads, 300_000, unlimited())
    assert isinstance(left, NumberedStates)
    assert 300_000 < len(left.keys) < 400_000
