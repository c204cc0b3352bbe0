"""Engines against the reference solver, on random games."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from answers_by_reference import agree, answers, oracle
from large_ways import as_large
from perfectplay import Value, solve
from perfectplay.compiler import expander, prepare_rules
from perfectplay.core.errors import RulesError, StateLimitError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.packing import TupleKeys
from perfectplay.solver import graph_solve, move_graph, tier_solve
from perfectplay.solver.explore import (
    edge_store,
    edges,
    graded_plays,
    hash_explorer,
    tiers,
)
from perfectplay.solver.explore.edge_store import EdgeStore
from perfectplay.solver.memory import BufferRoom
from perfectplay.solver.retrograde import resolve, retrograde_backward, retrograde_forward
from perfectplay.solver.retrograde.reference_solver import solve_reference
from random_games import (
    AgainIntegers,
    AgainStrings,
    AgainTuples,
    OnIntegers,
    PuzzleIntegers,
    PuzzleStrings,
    RandomGame,
    SeatedIntegers,
    SeatedStrings,
    TurnedIntegers,
    TurnedTuples,
    mixed,
)

# --- random games from rules, at least 500 --------------------------------------------------------


KINDS: list[tuple[type[RandomGame], list[type[RandomGame]], range]] = [
    (AgainStrings, [AgainIntegers, AgainTuples], range(400)),
    (SeatedStrings, [SeatedIntegers], range(400, 500)),
    (PuzzleStrings, [PuzzleIntegers], range(500, 600)),
]


@pytest.mark.thinned(4)
@pytest.mark.parametrize("tens", range(0, 600, 20))
def test_random_games(tens: int) -> None:
    """One game on all kinds of state, interpreted and compiled, gives what the reference gives."""
    for seed in range(tens, tens + 20):
        strings, kinds = next((s, c) for s, c, seeds in KINDS if seed in seeds)
        wanted = oracle(strings(seed))
        agree(strings(seed), wanted, method="interpreted")
        for kind in kinds:
            agree(kind(seed), wanted, method="compiled", threads=1 + seed % 2)
            if len(wanted[0]) < 400:
                agree(kind(seed), wanted, method="interpreted")


def test_random_games_are_what_they_should_be() -> None:
    """The graphs have all that the tests above are for."""
    met: set[str] = set()
    largest = 0
    for seed in range(0, 400):
        if len(met) == 8 and largest > 1_000:
            break
        rules = CheckedGame(AgainStrings(seed))
        found = solve_reference(rules, 10_000)
        largest = max(largest, len(found.states))
        met |= {f"end {o}" for o in found.over if o is not None}
        met |= {"endless" for r in found.remoteness if r is None}
        for i, state in enumerate(found.states):
            children = [c for c, _ in found.children[i]]
            met |= {"loop"} if i in children else set()
            met |= {"parallel"} if len(set(children)) < len(children) else set()
            met |= {"again"} if any(a for _, a in found.children[i]) else set()
            if found.over[i] is not None and rules.outcome(state) is None:
                met |= {"stuck"}
    assert met == {
        "end loss", "end draw", "end win", "endless", "loop", "parallel", "again", "stuck"
    }  # fmt: skip
    assert largest > 1_000


# --- the other ways through the engines -----------------------------------------------------------


@pytest.fixture
def by_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small games take the way of large ones: explored by levels, in many small batches."""
    as_large(monkeypatch)
    monkeypatch.setattr(
        tier_solve, "room_for", lambda *_: BufferRoom(7, 40, 1 << 30, 1 << 30, 20, 0)
    )
    monkeypatch.setattr(edges, "BATCH", 3)
    monkeypatch.setattr(edges, "ROUND", 2)
    for module in (edges, edge_store, retrograde_forward):
        monkeypatch.setattr(module, "PIECE", 64)
    monkeypatch.setattr(retrograde_forward, "PATIENCE", 3)
    monkeypatch.setattr(move_graph, "SMALL", 0)
    monkeypatch.setattr(resolve, "WIDE", 3)
    monkeypatch.setattr(retrograde_backward, "WIDE", 3)


@pytest.fixture(params=["walk", "levels", "start"])
def by_edges(
    by_levels: None,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> list[EdgeStore]:
    """Every game is explored by edges, going on from a walk, from levels that turned out not to
    be tiers, or from the start alone; most edges are put on disk. Gives the graphs."""
    made: list[EdgeStore] = []

    class Filed(EdgeStore):
        def __init__(self, always_again: bool, *_: Any) -> None:
            folder = tmp_path / str(len(made))
            folder.mkdir()
            super().__init__(always_again, 300, lambda: folder)
            made.append(self)

    real = tiers.TierExplorer.run

    def not_graded(explorer: tiers.TierExplorer) -> tiers.ExploredTiers:
        real(explorer)
        raise tiers.NotGradedError

    def from_start(expander: Any, walked: Any, packed: Any) -> edges.ExploredGraph:
        return edges.ExploredGraph(expander, walked.keys[:1], packed)

    monkeypatch.setattr(graph_solve, "EdgeStore", Filed)
    monkeypatch.setattr(tiers.TierExplorer, "run", not_graded)
    monkeypatch.setattr(graded_plays, "looks_graded", lambda *_: request.param == "levels")
    if request.param == "start":
        monkeypatch.setattr(edges.ExploredGraph, "by_walk", from_start)
    return made


WAYS = [(AgainStrings, AgainIntegers), (AgainStrings, AgainTuples), (PuzzleStrings, PuzzleIntegers)]


@pytest.mark.thinned(2)
@pytest.mark.usefixtures("by_levels")
@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize(("strings", "kind"), WAYS)
def test_levels(threads: int, strings: type[RandomGame], kind: type[RandomGame]) -> None:
    hows = set()
    for seed in range(1_000 + threads, 1_400, 19):
        wanted = oracle(strings(seed))
        solution = agree(kind(seed), wanted, method="compiled", threads=threads)
        hows.add(solution.made.how)
    assert {"edges, retrograde analysis", "levels, one pass"} <= hows


@pytest.mark.thinned(5)
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(("strings", "kind"), WAYS)
def test_edges(
    threads: int, strings: type[RandomGame], kind: type[RandomGame], by_edges: list[EdgeStore]
) -> None:
    """With one expansion of each state; the same from a walk, from levels and from the start."""
    hows = set()
    for seed in range(1_000 + threads, 1_400, 19):
        solution = agree(kind(seed), oracle(strings(seed)), method="compiled", threads=threads)
        hows.add(solution.made.how)
        assert (np.diff(solution.table.parts[0].keys) > 0).all()
    assert "edges, retrograde analysis" in hows
    assert len(by_edges) > 5
    assert any(graph.moves > 300 for graph in by_edges)


def test_edges_with_symmetries(by_edges: list[EdgeStore]) -> None:
    for kind in (TurnedIntegers, TurnedTuples):
        for seed in (3_009, 3_018, 3_019):
            given = solve(kind(seed), method="compiled", threads=2)
            plain = solve(kind(seed), method="reference")
            assert given.counts == plain.counts
            for state in plain.states():
                assert given.probe(state) == plain.probe(state)
    assert len(by_edges) > 2


def test_edges_know_the_limit(by_edges: list[EdgeStore]) -> None:
    seed = 1_019
    states = len(solve(AgainIntegers(seed), method="reference"))
    assert states > 100
    with pytest.raises(StateLimitError, match=f"the limit of {states - 1:,} states"):
        solve(AgainIntegers(seed), method="compiled", max_states=states - 1)
    assert len(solve(AgainIntegers(seed), method="compiled", max_states=states)) == states


class StuckLate(OnIntegers):
    """One state far from the start has no moves and is not over."""

    stuck: ClassVar[None] = None  # type: ignore[assignment]

    def moves(self, state):
        if self.node_of(state) % 101 == 93:
            return
        yield from range(3)

    def outcome(self, state):
        if mixed(self.seed_of(state), self.node_of(state), 1) % 100 < 5:
            return Value.LOSS
        return None


def test_edges_show_where_rules_go_wrong(by_edges: list[EdgeStore]) -> None:
    with pytest.raises(RulesError) as problem:
        solve(StuckLate(1_009), method="compiled")
    assert problem.value.promise == "stuck-state"
    assert problem.value.state // 4 % 2048 % 101 == 93


def test_games_that_look_graded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop deep below what the walk has seen is found by random plays."""
    monkeypatch.setattr(hash_explorer, "WIDE_STATES", 1)
    monkeypatch.setattr(hash_explorer, "WIDE_LEVEL", 0)
    monkeypatch.setattr(hash_explorer, "_PIECE", 2)
    assert solve(Tree(), method="compiled").made.how == "levels, one pass"
    looping = solve(LoopsLate(), method="compiled")
    assert looping.made.how == "edges, retrograde analysis"
    assert answers(LoopsLate(), looping) == oracle(LoopsLate())[0]
    monkeypatch.setattr(graded_plays, "PLAYS", 0)
    unseen = solve(LoopsLate(), method="compiled")
    assert unseen.made.how == "edges, retrograde analysis"
    assert answers(LoopsLate(), unseen) == answers(LoopsLate(), looping)


@pytest.mark.parametrize("kind", [AgainStrings, PuzzleStrings])
def test_interpreted_graphs_in_kernels(
    kind: type[RandomGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As graphs of the interpreter are resolved when they are large."""
    monkeypatch.setattr(move_graph, "SMALL", -1)
    hows = set()
    for seed in range(2_000, 2_400, 13):
        hows.add(agree(kind(seed), oracle(kind(seed)), method="interpreted").made.how)
    assert hows == {"one pass", "retrograde analysis"}


@pytest.mark.usefixtures("by_levels")
def test_levels_that_only_lead_to_the_next_one() -> None:
    """A game without cycles whose levels are tiers keeps no edges."""
    graded = Tree()
    wanted = oracle(graded)
    for threads in (1, 2, 3):
        solution = solve(graded, method="compiled", threads=threads)
        assert solution.made.how == "levels, one pass"
        assert solution.counts.as_dict() == wanted[1]
        assert answers(graded, solution) == wanted[0]
        # nothing of a graph was indexed: there is a part for each level
        assert len(solution.table.parts) == 12


class Tree(RandomGame):
    """A dozen levels: level and place in one number; ends of all kinds, some movers move again."""

    def start(self) -> int:
        return 0

    def plain(self, state: int) -> tuple[int, int, int]:
        return (0, state, 0)

    def outcome(self, state):
        if state // 1000 == 11 or (state // 1000 > 4 and state * 7 % 11 < 3):
            if state % 7 < 3:
                return Value.LOSS
            if state % 7 < 5:
                return Value.DRAW
            return Value.WIN
        return None

    def moves(self, state):
        return range(1 + state % 4 + (state == 0))

    def play(self, state, move):
        return (state // 1000 + 1) * 1000 + (state % 1000 * 3 + move * (1 + state % 5)) % 97

    def moves_again(self, state, move):
        return (state + move) % 5 == 0


class LoopsLate(Tree):
    """The last level leads into itself, and back to the one before it."""

    def outcome(self, state):
        if state // 1000 == 11:
            if state % 7 == 3:
                return Value.LOSS
            return None
        return None

    def play(self, state, move):
        if state // 1000 == 11:
            return (11 - move % 2) * 1000 + (state % 1000 * 5 + move * 31) % 97
        return (state // 1000 + 1) * 1000 + (state % 1000 * 3 + move * (1 + state % 5)) % 97


class Growing(RandomGame):
    """Both fields grow on the way, one below nought; ends of all kinds."""

    def start(self) -> tuple[int, int]:
        return (0, 0)

    def plain(self, state: tuple[int, int]) -> tuple[int, int, int]:
        return (0, *state)

    def outcome(self, state):
        if state[0] + state[1] > 160 or state[0] * 31 % 101 == 57:
            if state[0] % 2:
                return Value.WIN
            return Value.DRAW
        return None

    def moves(self, state):
        return range(2)

    def play(self, state, move):
        if move:
            return (state[0] - 1, state[1] + 3)
        return (min(1, state[0] // 2), state[1] + 2)


@pytest.mark.parametrize("wide", ["", "levels", "edges"])
def test_keys_that_are_outgrown(wide: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fields that grow past what the first states needed are packed anew, again and again."""
    tried: list[TupleKeys] = []
    widened = expander.widened

    def noted(keys: TupleKeys, *more: Any) -> TupleKeys:
        tried.append(keys)
        return widened(keys, *more)

    real = prepare_rules.first_keys
    monkeypatch.setattr(
        prepare_rules, "first_keys", lambda r, sample, *more: real(r, sample[:1], *more)
    )
    monkeypatch.setattr(expander, "widened", noted)
    if wide:
        monkeypatch.setattr(hash_explorer, "WIDE_STATES", 1)
        monkeypatch.setattr(hash_explorer, "WIDE_LEVEL", 0)
        monkeypatch.setattr(hash_explorer, "_PIECE", 2)
    if wide == "edges":
        monkeypatch.setattr(graded_plays, "looks_graded", lambda *_: False)
    wanted = oracle(Growing())
    assert wanted[1]["states"] > 100
    agree(Growing(), wanted, method="compiled")
    assert len(tried) > 2
    assert min(low for low, _ in (keys.low for keys in tried)) < 0


def test_one_thread_or_three_give_the_same_table() -> None:
    first = solve(AgainIntegers(1_019), method="compiled", threads=1).table
    other = solve(AgainIntegers(1_019), method="compiled", threads=3).table
    for a, b in zip(first.parts, other.parts, strict=True):
        assert np.array_equal(a.keys, b.keys)
        assert np.array_equal(a.packed, b.packed)
