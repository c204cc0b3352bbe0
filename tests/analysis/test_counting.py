"""The counting of plays on random graphs, against one play after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from perfectplay.analysis.kernels import counting, graph_order
from perfectplay.analysis.kernels.counting import (
    count_plays,
    merged,
    results_of,
    routes_of,
    seats_reached,
)
from perfectplay.core.progress import Reporter
from perfectplay.solver.move_graph import MoveGraph
from random_games import random_graph

SILENT = Reporter(None)


@pytest.fixture(params=["plain", "kernels"])
def engine(request, monkeypatch) -> str:
    """Both ways of counting, whatever the size."""
    if request.param == "kernels":
        monkeypatch.setattr(counting, "SMALL", 0)
        monkeypatch.setattr(graph_order, "SMALL", 0)
    return request.param


def plays_one_by_one(graph: MoveGraph, seat: int, most: int) -> Iterator[tuple[int, int, tuple]]:
    """(length, result, nodes) of each play of at most so many plies, by going along it."""

    def go(node: int, mover: int, path: tuple) -> Iterator[tuple[int, int, tuple]]:
        if graph.over[node]:
            over = np.array([graph.over[node]])
            yield len(path) - 1, int(results_of(over, mover, graph.always_again)[0]), path
        elif len(path) <= most:
            for e in range(graph.starts[node], graph.starts[node + 1]):
                same = graph.always_again or (graph.again is not None and graph.again[e])
                after = mover if same else 1 - mover
                yield from go(int(graph.edges[e]), after, (*path, (int(graph.edges[e]), after)))

    return go(0, seat, ((0, seat),))


def small_graphs(loopless: bool, nodes: int = 9) -> Iterator[tuple[MoveGraph, int]]:
    """Graphs of fewer nodes than ``nodes``, and who moves first in them."""
    random, found = np.random.default_rng(7), 0
    while found < 150:
        graph = random_graph(random, int(random.integers(2, nodes)))
        cyclic = graph_order.plain_topological(graph.starts.tolist(), graph.edges.tolist()) is None
        if cyclic != loopless:
            found += 1
            yield graph, int(random.integers(0, 2))


def with_a_trap(graph: MoveGraph) -> MoveGraph:
    """The graph with one more node, of no way out, after every second node that goes on."""
    n, edges, again, starts = len(graph), [], [], [0]
    for i in range(n):
        own = range(graph.starts[i], graph.starts[i + 1])
        edges += [int(graph.edges[e]) for e in own]
        again += [0 if graph.again is None else int(graph.again[e]) for e in own]
        if i % 2 == 0 and not graph.over[i]:
            edges.append(n)
            again.append(0)
        starts.append(len(edges))
    edges, again, starts = [*edges, n], [*again, 0], [*starts, len(edges) + 1]
    return MoveGraph(
        np.array(starts, np.int64),
        np.array(edges, np.int32),
        None if graph.again is None else np.array(again, np.uint8),
        graph.always_again,
        np.append(graph.over, 0).astype(np.uint8),
    )


def counted(graph: MoveGraph, seat: int) -> counting.PlayCounts:
    return count_plays(routes_of(graph, seats_reached(graph, seat), seat), SILENT)


def test_loopless_graphs_against_plays_one_by_one(engine) -> None:
    several = 0
    for graph, seat in small_graphs(loopless=True):
        kinds = counting.UNSOLVED if graph.always_again else counting.DRAWN
        plays = list(plays_one_by_one(graph, seat, len(graph)))
        lengths = Counter((length, result) for length, result, _ in plays)
        found = counted(graph, seat)
        assert found.totals == [sum(r == k for _, r, _ in plays) for k in range(1, kinds + 1)]
        for length, row in enumerate(found.by_length):
            assert row[1:] == [lengths[length, k] for k in range(1, kinds + 1)]
            assert row[0] == sum(row[1:])
        assert sum(row[0] for row in found.by_length) == len(plays)
        assert not found.endless
        beginnings = {path[:n] for _, _, path in plays for n in range(len(path) + 1)} - {()}
        sequences = {path for _, _, path in plays}
        if len(sequences) == len(plays):  # no parallel moves: paths of nodes are plays
            assert found.tree == len(beginnings)
        several += len(plays) > 5
    assert several > 30


def test_representatives_are_counted_as_sequences_of_nodes(engine) -> None:
    fewer = 0
    for graph, seat in small_graphs(loopless=True):
        plays = list(plays_one_by_one(graph, seat, len(graph)))
        different = {path for _, _, path in plays}
        found = counted(merged(graph), seat)
        assert sum(found.totals) == len(different)
        fewer += len(different) < len(plays)
    assert fewer > 10


def test_graphs_with_loops(engine) -> None:
    """A result has infinitely many plays exactly if it has one that passes a pair of node and
    mover twice: one that is longer than there are such pairs, and not twice as long."""
    seen: Counter[object] = Counter()
    trapped = [(with_a_trap(g), s) for g, s in small_graphs(loopless=True) if not g.over[0]]
    for graph, seat in [*trapped, *small_graphs(loopless=False, nodes=6)]:
        pairs, found = 2 * len(graph), counted(graph, seat)
        kinds = counting.UNSOLVED if graph.always_again else counting.DRAWN
        ways: Counter[tuple[int, int]] = Counter({(0, seat): 1})
        rows = []
        for _ in range(2 * pairs + 1):
            row, following = [0] * (kinds + 1), Counter()
            for (node, mover), count in ways.items():
                over = results_of(graph.over[node : node + 1], mover, graph.always_again)[0]
                row[over] += count
                for e in range(graph.starts[node], graph.starts[node + 1]):
                    same = graph.always_again or (graph.again is not None and graph.again[e])
                    following[int(graph.edges[e]), mover if same else 1 - mover] += count
            rows.append(row)
            ways = following
        for kind in range(1, kinds + 1):
            infinite = any(row[kind] for row in rows[pairs:])
            expected = None if infinite else sum(row[kind] for row in rows)
            assert found.totals[kind - 1] == expected
            seen[expected if not expected else "finite"] += 1
        assert found.endless
        assert found.tree is None
        if None in found.totals:
            assert found.by_length is None
        else:
            by_length = [[sum(row[1:]), *row[1:]] for row in rows]
            missing = len(by_length) - len(found.by_length)
            assert by_length == found.by_length + [[0] * (kinds + 1)] * missing
    assert min(seen[None], seen[0], seen["finite"]) > 100
