"""Resolvers against the reference solver, on random graphs."""

from __future__ import annotations

import numpy as np
import pytest

from perfectplay.core.progress import Reporter
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.solver import move_graph
from perfectplay.solver.move_graph import MoveGraph, ResolvedGraph
from perfectplay.solver.retrograde import resolve
from perfectplay.solver.retrograde.reference_solver import solve_reference
from perfectplay.solver.retrograde.resolve import resolve_small
from perfectplay.solver.threads import ThreadTeam
from random_games import GraphGame, random_graph


def same(left: ResolvedGraph, right: ResolvedGraph) -> bool:
    return np.array_equal(left.values, right.values) and np.array_equal(
        left.remoteness, right.remoteness
    )


def by_reference(graph: MoveGraph) -> ResolvedGraph:
    found = solve_reference(CheckedGame(GraphGame(graph)), 10_000)
    order = np.argsort(found.states)
    assert len(order) == len(graph)
    return ResolvedGraph(
        np.array(found.value, np.uint8)[order],
        np.array([-1 if r is None else r for r in found.remoteness], np.int32)[order],
        "",
    )


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("wide", [0, 5, 10_000])
def test_resolvers(threads: int, wide: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels and their slow twin give what the reference gives, whoever shares the work."""
    random = np.random.default_rng(wide * 10 + threads)
    hows: dict[str, int] = {}
    for _ in range(40):
        graph = random_graph(random, int(random.choice([2, 5, 30, 30, 200, 1_000])))
        wanted = by_reference(graph)
        assert same(resolve_small(graph), wanted)
        monkeypatch.setattr(move_graph, "SMALL", -1)
        monkeypatch.setattr(resolve, "WIDE", wide)
        given = resolve.resolve(graph, ThreadTeam(threads), Reporter())
        monkeypatch.undo()
        assert same(given, wanted)
        hows[given.how] = hows.get(given.how, 0) + 1
        if graph.ordered:
            unordered = MoveGraph(
                graph.starts, graph.edges, graph.again, graph.always_again, graph.over, False
            )
            monkeypatch.setattr(move_graph, "SMALL", -1)
            assert same(resolve.resolve(unordered, ThreadTeam(threads), Reporter()), wanted)
            monkeypatch.undo()
    assert min(hows["one pass"], hows["retrograde analysis"]) >= 5
