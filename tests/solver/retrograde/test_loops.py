"""Games with loops: pieces of edges, sweeps over them, moves that leave a graph."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perfectplay.core.progress import Reporter
from perfectplay.core.value import Value
from perfectplay.solver import move_graph
from perfectplay.solver.explore import edge_store
from perfectplay.solver.explore.edge_store import EdgeStore
from perfectplay.solver.move_graph import MoveGraph, ResolvedGraph
from perfectplay.solver.retrograde import resolve, retrograde_backward, retrograde_forward
from perfectplay.solver.retrograde.resolve import resolve_small
from perfectplay.solver.retrograde.retrograde_forward import ForwardSweeps, retrograde
from perfectplay.solver.retrograde.tier_boundary import OutsideSchedule, OutsideValues
from perfectplay.solver.threads import ThreadTeam
from random_games import random_graph

LOSS, DRAW, WIN = int(Value.LOSS), int(Value.DRAW), int(Value.WIN)


def array(items: Any) -> np.ndarray:
    return np.array(list(items), np.int64)


# --- pieces ---------------------------------------------------------------------------------------


@pytest.fixture
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edge_store, "PIECE", 64)
    monkeypatch.setattr(retrograde_forward, "PIECE", 64)


def in_pieces(graph: MoveGraph, budget: int | None = None, folder: Any = None) -> EdgeStore:
    """A graph packed into pieces, as the explorer does."""
    packed = EdgeStore(graph.always_again, budget, lambda: folder)
    packed.over = graph.over.copy()
    for first in range(0, len(graph), edge_store.PIECE):
        end = min(len(graph), first + edge_store.PIECE)
        begin, stop = int(graph.starts[first]), int(graph.starts[end])
        again = np.empty(0, np.uint8) if graph.again is None else graph.again[begin:stop]
        degrees = np.diff(graph.starts[first : end + 1]).astype(np.int32)
        packed.add([edge_store.EdgePiece.of(degrees, graph.edges[begin:stop], again)])
    return packed


@pytest.mark.usefixtures("small_pieces")
@pytest.mark.parametrize("budget", [None, 0, 300, 1 << 30])
def test_pieces_are_the_graph(budget: int | None, tmp_path: Path) -> None:
    random = np.random.default_rng(1)
    for states in (1, 63, 64, 65, 500):
        graph = random_graph(random, states)
        folder = tmp_path / str(states)
        folder.mkdir()
        for packed in (EdgeStore.of(graph), in_pieces(graph, budget, folder)):
            loaded = [packed.load(p) for p in range(packed.count)]
            assert np.array_equal(np.concatenate([p.edges() for p in loaded]), graph.edges)
            again = np.concatenate([p.again for p in loaded])
            assert again.tolist() == ([] if graph.again is None else graph.again.tolist())
            assert np.array_equal(packed.degrees(), graph.degrees())
            assert packed.moves == len(graph.edges)
            assert [packed.range(p)[0] for p in range(packed.count)] == list(range(0, states, 64))
        files = list(folder.iterdir())
        in_memory = sum(packed.load(p).nbytes for p in range(packed.count) if not packed.filed(p))
        assert in_memory <= (1 << 40 if budget is None else budget)
        assert len(files) == sum(packed.filed(p) for p in range(packed.count))
        size = sum(packed.load(p).nbytes for p in range(packed.count))
        assert bool(files) == (budget is not None and (size > budget or budget == 0))
        packed.release()
        assert list(folder.iterdir()) == []
        assert packed.nbytes == 0


def test_three_bytes_or_four() -> None:
    degrees, again = np.array([2], np.int32), np.empty(0, np.uint8)
    for largest, size in [((1 << 24) - 1, 3), (1 << 24, 4), ((1 << 31) - 2, 4)]:
        edges = np.array([70_000, largest], np.int32)
        piece = edge_store.EdgePiece.of(degrees, edges, again)
        assert piece.edges().tolist() == edges.tolist()
        assert piece.nbytes == 2 * size + piece.starts.nbytes


@pytest.mark.usefixtures("small_pieces")
def test_a_file_that_was_cut_short(tmp_path: Path) -> None:
    packed = in_pieces(random_graph(np.random.default_rng(2), 100), 0, tmp_path)
    file = min(tmp_path.iterdir())
    file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(OSError, match=file.name):
        retrograde(packed, ThreadTeam(2), Reporter())


# --- sweeps ---------------------------------------------------------------------------------------


def same(left: ResolvedGraph, right: ResolvedGraph) -> bool:
    return np.array_equal(left.values, right.values) and np.array_equal(
        left.remoteness, right.remoteness
    )


WAYS = [(0, 0), (1, 5), (3, 10_000), (1 << 40, 5)]
"""Patience with sweeps (none: the queue does it all), and what is a wide level of the queue."""


@pytest.mark.usefixtures("small_pieces")
@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize(("patience", "wide"), WAYS)
def test_retrograde(
    threads: int, patience: int, wide: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """600 random graphs; `resolve_small` is compared with the reference in test_resolvers.py."""
    monkeypatch.setattr(retrograde_forward, "PATIENCE", patience)
    monkeypatch.setattr(retrograde_backward, "WIDE", wide)
    random = np.random.default_rng(threads * 100 + patience % 97)
    for k in range(50):
        graph = random_graph(random, int(random.choice([2, 5, 30, 64, 200, 1_000])))
        wanted = resolve_small(graph)
        assert same(retrograde(EdgeStore.of(graph), ThreadTeam(threads), Reporter()), wanted)
        folder = tmp_path / str(k)
        folder.mkdir()
        packed = in_pieces(graph, [None, 0, 500][k % 3], folder)
        assert same(retrograde(packed, ThreadTeam(threads), Reporter()), wanted)
        packed = in_pieces(graph, [None, 0, 500][k % 3], folder)
        assert same(retrograde(packed, ThreadTeam(threads), Reporter(), room=0), wanted)


def test_a_sweep_within_little_memory_keeps_no_witness_and_reverses_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def reverses(*_: Any) -> None:
        raise AssertionError("edges are reversed")

    monkeypatch.setattr(retrograde_forward, "PATIENCE", 0)
    monkeypatch.setattr(retrograde_forward, "BackwardSpread", reverses)
    graph = random_graph(np.random.default_rng(3), 1_000)
    made = ForwardSweeps(
        EdgeStore.of(graph), ThreadTeam(1), Reporter(), OutsideSchedule(None), 6_000
    )
    made.run(False)
    assert len(made._witness) == 0
    wanted = resolve_small(graph)
    decided = wanted.values != DRAW
    assert np.array_equal(made.values[decided], wanted.values[decided])
    assert np.array_equal(made.remoteness[decided], wanted.remoteness[decided])


def chain(states: int, end: int, *, loops: bool = False) -> MoveGraph:
    """State i leads to i - 1, state 0 is over; ``loops``: and to itself."""
    children = [[] if i == 0 else [i - 1, i] if loops else [i - 1] for i in range(states)]
    starts = np.cumsum([0, *map(len, children)]).astype(np.int64)
    over = np.zeros(states, np.uint8)
    over[0] = end
    return MoveGraph(
        starts, np.array([c for some in children for c in some], np.int32), None, False, over
    )


@pytest.mark.usefixtures("small_pieces")
@pytest.mark.parametrize("patience", [0, 1 << 40])
@pytest.mark.parametrize("plies", [2, 5, 200])
def test_planted_ends(plies: int, patience: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A drawn end so many plies away, a lost one, and the same where one may stay for ever."""
    monkeypatch.setattr(retrograde_forward, "PATIENCE", patience)

    def last(end: int, loops: bool) -> tuple[int, int]:
        graph = EdgeStore.of(chain(plies + 1, end, loops=loops))
        found = retrograde(graph, ThreadTeam(2), Reporter())
        return int(found.values[plies]), int(found.remoteness[plies])

    assert last(DRAW, False) == last(DRAW, True) == (DRAW, plies)
    assert last(LOSS, False) == (LOSS if plies % 2 == 0 else WIN, plies)
    # state 1 wins at once, and state 2 would rather stay where it is
    assert last(LOSS, True) == (DRAW, -1)


@pytest.mark.parametrize("end", [LOSS, DRAW])
def test_thousands_of_plies_are_not_quadratic(end: int, monkeypatch: pytest.MonkeyPatch) -> None:
    graph = chain(20_000, end)
    read = []
    sweep = ForwardSweeps._sweep

    def noted(self: ForwardSweeps, *rest: Any) -> Any:
        found, cost = sweep(self, *rest)
        read.append(cost)
        return found, cost

    monkeypatch.setattr(ForwardSweeps, "_sweep", noted)
    found = retrograde(EdgeStore.of(graph), ThreadTeam(1), Reporter())
    assert found.remoteness.tolist() == list(range(20_000))
    assert len(read) > 5
    assert sum(read) < (retrograde_forward.PATIENCE + 4) * len(graph.edges)


# --- moves that leave a graph ---------------------------------------------------------------------


def cut(graph: MoveGraph, k: int) -> MoveGraph:
    """The graph with the states from k on as a tier of its own: none of their moves leads back."""
    edges = graph.edges.copy()
    sources = np.repeat(np.arange(len(graph)), graph.degrees())
    back = (sources >= k) & (edges < k)
    edges[back] = k + edges[back] % (len(graph) - k)
    return MoveGraph(graph.starts, edges, graph.again, graph.always_again, graph.over)


def part(graph: MoveGraph, low: int, high: int) -> MoveGraph:
    """The states [low, high) and the moves between them."""
    sources = np.repeat(np.arange(len(graph)), graph.degrees())
    inside = (sources >= low) & (sources < high) & (graph.edges >= low) & (graph.edges < high)
    degrees = np.bincount(sources[inside] - low, minlength=high - low)
    starts = np.concatenate([[0], np.cumsum(degrees)]).astype(np.int64)
    again = None if graph.again is None else graph.again[inside]
    edges = (graph.edges[inside] - low).astype(np.int32)
    return MoveGraph(starts, edges, again, graph.always_again, graph.over[low:high])


def leaving(graph: MoveGraph, k: int, above: ResolvedGraph) -> OutsideValues:
    """What the moves of the states below k into those from k on give, by plain code."""
    outside = OutsideValues.none(k)
    for i in range(k):
        for e in range(int(graph.starts[i]), int(graph.starts[i + 1])):
            child = int(graph.edges[e]) - k
            if child < 0:
                continue
            value, plies = int(above.values[child]), int(above.remoteness[child]) + 1
            if not (graph.always_again or (graph.again is not None and graph.again[e])):
                value = 4 - value
            if value == LOSS:
                outside.farthest_loss[i] = max(plies, outside.farthest_loss[i])
            elif value == DRAW and plies == 0:
                outside.drawn[i] = 1
            else:
                nearest = outside.nearest_win if value == WIN else outside.nearest_draw
                nearest[i] = plies if nearest[i] < 0 else min(plies, nearest[i])
    return outside


@pytest.mark.usefixtures("small_pieces")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("patience", "wide"), WAYS)
def test_tiers(threads: int, patience: int, wide: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A graph solved in two or three tiers, the higher ones first, is the graph solved whole."""
    monkeypatch.setattr(retrograde_forward, "PATIENCE", patience)
    monkeypatch.setattr(retrograde_backward, "WIDE", wide)
    random = np.random.default_rng(threads * 10 + patience % 97)
    met: set[str] = set()
    for _ in range(40):
        graph = random_graph(random, int(random.choice([3, 5, 30, 100, 700])))
        k = int(random.integers(1, len(graph)))
        graph = cut(graph, k)
        wanted = resolve_small(graph)
        above = resolve_small(part(graph, k, len(graph)))
        below, outside = part(graph, 0, k), leaving(graph, k, above)
        met |= {name for name, found in vars(outside).items() if found.max() > 0}
        first = ResolvedGraph(wanted.values[:k], wanted.remoteness[:k], "")
        assert same(resolve_small(below, outside), first)
        for room in (None, 0):
            found = retrograde(EdgeStore.of(below), ThreadTeam(threads), Reporter(), outside, room)
            assert same(found, first)
        monkeypatch.setattr(move_graph, "SMALL", -1)
        assert same(resolve.resolve(below, ThreadTeam(threads), Reporter(), outside), first)
        monkeypatch.setattr(move_graph, "SMALL", 300_000)
    assert met == {"nearest_win", "nearest_draw", "farthest_loss", "drawn"}


@pytest.mark.parametrize("patience", [0, 1 << 40])
def test_wins_from_outside_after_a_long_while(
    patience: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Plies at which nothing happens are leapt over; what is nearer inside comes first."""
    monkeypatch.setattr(retrograde_forward, "PATIENCE", patience)
    graph = chain(6, LOSS)
    graph.over[0] = 0
    outside = OutsideValues.none(6)
    outside.farthest_loss[0] = 1_000_000
    outside.nearest_win[1] = 2_000_000
    outside.nearest_win[3] = 5
    outside.nearest_draw[4] = 1
    found, lean = (
        retrograde(EdgeStore.of(graph), ThreadTeam(1), Reporter(), outside, room)
        for room in (None, 0)
    )
    for other in (found, lean, resolve_small(graph, outside)):
        assert other.values.tolist() == [LOSS, WIN, LOSS, WIN, DRAW, DRAW]
        assert other.remoteness.tolist() == [1_000_000, 1_000_001, 1_000_002, 5, 1, 2]


def test_resolve_gives_pieces_to_the_sweeps() -> None:
    graph = random_graph(np.random.default_rng(9), 400)
    assert same(
        resolve.resolve(EdgeStore.of(graph), ThreadTeam(1), Reporter()), resolve_small(graph)
    )


# --- reversed edges -------------------------------------------------------------------------------


@pytest.fixture
def some_graphs() -> Iterator[MoveGraph]:
    random = np.random.default_rng(5)
    return (random_graph(random, states) for states in (2, 30, 500))


@pytest.mark.usefixtures("small_pieces")
def test_reversed_edges(some_graphs: Iterator[MoveGraph]) -> None:
    """Of undecided parents, for children that are left."""
    random = np.random.default_rng(6)
    for graph in some_graphs:
        n = len(graph)
        values = (random.random(n) < 0.3).astype(np.uint8)
        left = random.random(n) < 0.7
        bits = np.packbits(np.append(left, np.zeros(-n % 64, bool)), bitorder="little")
        wanted: list[list[int]] = [[] for _ in range(n)]
        for i in range(n):
            for e in range(int(graph.starts[i]), int(graph.starts[i + 1])):
                mark = graph.always_again or (graph.again is not None and graph.again[e])
                if not values[i] and left[graph.edges[e]]:
                    wanted[graph.edges[e]].append(i * 2 + bool(mark))
        for threads in (1, 2, 5):
            starts, parents = retrograde_backward.reversed_edges(
                EdgeStore.of(graph), values, bits.view(np.uint64), ThreadTeam(threads)
            )
            assert [p.tolist() for p in np.split(parents, starts[1:-1])] == wanted
