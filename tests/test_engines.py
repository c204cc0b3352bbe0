"""Engines against the reference solver, on random games and graphs."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from perfectplay import Game, Solution, Value, solve
from perfectplay.assembly import tier_solve
from perfectplay.assembly.memory import Room
from perfectplay.contract.packing import TupleKeys
from perfectplay.contract.rules import Rules
from perfectplay.engines import (
    compiled,
    edges,
    grading,
    interpreted,
    pieces,
    resolve,
    runs,
    spread,
    sweeps,
    tiers,
    walk,
)
from perfectplay.engines.graph import Graph, Resolved
from perfectplay.engines.limits import Limits
from perfectplay.engines.pieces import Pieces
from perfectplay.engines.reference import solve_reference
from perfectplay.engines.small import resolve_small
from perfectplay.engines.threads import Team
from perfectplay.words.errors import EndlessGameError, RulesError
from perfectplay.words.progress import Reporter
from random_games import (
    AgainIntegers,
    AgainStrings,
    AgainTuples,
    GraphGame,
    OnIntegers,
    PuzzleIntegers,
    PuzzleStrings,
    RandomGame,
    SeatedIntegers,
    SeatedStrings,
    TurnedIntegers,
    TurnedStrings,
    TurnedTuples,
    mixed,
    random_graph,
)

Answers = dict[tuple[int, int, int], tuple[Value, int | None]]


def answers(game: RandomGame, solution: Solution) -> Answers:
    """Value and remoteness of every state, by what is alike in the three kinds."""
    return {
        game.plain(key_state): (value, plies)
        for key, value, plies in solution.table.rows()
        for key_state in [solution.keys.state(key)]
    }


def oracle(game: RandomGame) -> tuple[Answers, dict[str, int]]:
    """What the reference solver says, and its counts made afresh."""
    rules = Rules(game)
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


# --- random games from rules, at least 500 --------------------------------------------------------

KINDS: list[tuple[type[RandomGame], list[type[RandomGame]], range]] = [
    (AgainStrings, [AgainIntegers, AgainTuples], range(400)),
    (SeatedStrings, [SeatedIntegers], range(400, 500)),
    (PuzzleStrings, [PuzzleIntegers], range(500, 600)),
]


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
        rules = Rules(AgainStrings(seed))
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
    monkeypatch.setattr(walk, "WIDE_STATES", 1)
    monkeypatch.setattr(walk, "WIDE_LEVEL", 0)
    monkeypatch.setattr(walk, "_PIECE", 2)
    monkeypatch.setattr(tiers, "MOST_RUNS", 4)
    monkeypatch.setattr(runs, "BUCKET", 16)
    monkeypatch.setattr(runs, "MERGED", 16)
    monkeypatch.setattr(tier_solve, "room_for", lambda *_: Room(7, 40, 1 << 30, 1 << 30))
    monkeypatch.setattr(edges, "BATCH", 3)
    monkeypatch.setattr(edges, "ROUND", 2)
    for module in (edges, pieces, sweeps):
        monkeypatch.setattr(module, "PIECE", 64)
    monkeypatch.setattr(sweeps, "PATIENCE", 3)
    monkeypatch.setattr(resolve, "SMALL", 0)
    monkeypatch.setattr(resolve, "WIDE", 3)
    monkeypatch.setattr(spread, "WIDE", 3)


@pytest.fixture(params=["walk", "levels", "start"])
def by_edges(
    by_levels: None,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> list[Pieces]:
    """Every game is explored by edges, going on from a walk, from levels that turned out not to
    be tiers, or from the start alone; most edges are put on disk. Gives the graphs."""
    made: list[Pieces] = []

    class Filed(Pieces):
        def __init__(self, always_again: bool, *_: Any) -> None:
            folder = tmp_path / str(len(made))
            folder.mkdir()
            super().__init__(always_again, 300, folder)
            made.append(self)

    real = tiers.TierExplorer.run

    def not_graded(explorer: tiers.TierExplorer) -> tiers.Explored:
        real(explorer)
        raise tiers.NotGradedError

    def from_start(expander: Any, walked: Any, packed: Any, team: Any) -> edges.Explored:
        return edges.Explored(expander, walked.keys[:1], packed)

    monkeypatch.setattr(pieces, "Pieces", Filed)
    monkeypatch.setattr(tiers.TierExplorer, "run", not_graded)
    monkeypatch.setattr(grading, "looks_graded", lambda *_: request.param == "levels")
    if request.param == "start":
        monkeypatch.setattr(edges.Explored, "by_walk", from_start)
    return made


WAYS = [(AgainStrings, AgainIntegers), (AgainStrings, AgainTuples), (PuzzleStrings, PuzzleIntegers)]


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


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(("strings", "kind"), WAYS)
def test_edges(
    threads: int, strings: type[RandomGame], kind: type[RandomGame], by_edges: list[Pieces]
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


def test_edges_with_symmetries(by_edges: list[Pieces]) -> None:
    for kind in (TurnedIntegers, TurnedTuples):
        for seed in (3_009, 3_018, 3_019):
            given = solve(kind(seed), method="compiled", threads=2)
            plain = solve(kind(seed), method="reference")
            assert given.counts == plain.counts
            for state in plain.states():
                assert given.probe(state) == plain.probe(state)
    assert len(by_edges) > 2


def test_edges_know_the_limit(by_edges: list[Pieces]) -> None:
    seed = 1_019
    states = len(solve(AgainIntegers(seed), method="reference"))
    assert states > 100
    with pytest.raises(EndlessGameError, match=f"the limit of {states - 1:,} states"):
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


def test_edges_show_where_rules_go_wrong(by_edges: list[Pieces]) -> None:
    with pytest.raises(RulesError) as problem:
        solve(StuckLate(1_009), method="compiled")
    assert problem.value.promise == "stuck-state"
    assert problem.value.state // 4 % 2048 % 101 == 93


def test_games_that_look_graded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop deep below what the walk has seen is found by random plays."""
    monkeypatch.setattr(walk, "WIDE_STATES", 1)
    monkeypatch.setattr(walk, "WIDE_LEVEL", 0)
    monkeypatch.setattr(walk, "_PIECE", 2)
    assert solve(Tree(), method="compiled").made.how == "levels, one pass"
    looping = solve(LoopsLate(), method="compiled")
    assert looping.made.how == "edges, retrograde analysis"
    assert answers(LoopsLate(), looping) == oracle(LoopsLate())[0]
    monkeypatch.setattr(grading, "PLAYS", 0)
    unseen = solve(LoopsLate(), method="compiled")
    assert unseen.made.how == "edges, retrograde analysis"
    assert answers(LoopsLate(), unseen) == answers(LoopsLate(), looping)


@pytest.mark.parametrize("kind", [AgainStrings, PuzzleStrings])
def test_interpreted_graphs_in_kernels(
    kind: type[RandomGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As graphs of the interpreter are resolved when they are large."""
    monkeypatch.setattr(resolve, "SMALL", -1)
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
    widened = TupleKeys.widened

    def noted(self: TupleKeys, states: list[Any]) -> TupleKeys:
        tried.append(self)
        return widened(self, states)

    real = compiled.first_keys
    monkeypatch.setattr(compiled, "first_keys", lambda r, sample: real(r, sample[:1]))
    monkeypatch.setattr(TupleKeys, "widened", noted)
    if wide:
        monkeypatch.setattr(walk, "WIDE_STATES", 1)
        monkeypatch.setattr(walk, "WIDE_LEVEL", 0)
        monkeypatch.setattr(walk, "_PIECE", 2)
    if wide == "edges":
        monkeypatch.setattr(grading, "looks_graded", lambda *_: False)
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


# --- several processes ----------------------------------------------------------------------------


@pytest.fixture
def by_workers(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Interpreted games are shared out among processes at once; gives the batches answered."""
    monkeypatch.setattr(interpreted, "ALONE_SECONDS", -1.0)
    monkeypatch.setattr(interpreted, "WIDE", 16)
    monkeypatch.setattr(interpreted, "BATCH", 20)
    monkeypatch.setattr(interpreted, "_CHUNK", 10)
    monkeypatch.setattr(resolve, "SMALL", -1)
    sizes: list[int] = []
    take = interpreted._take

    def noted(found: Any, batch: list[Any], given: Any) -> None:
        sizes.append(len(batch))
        take(found, batch, given)

    def late(*_: object) -> None:
        raise TimeoutError("processes wait for one another")

    monkeypatch.setattr(interpreted, "_take", noted)
    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(60)
    yield sizes
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


SHARED = [AgainStrings, AgainTuples, SeatedIntegers, PuzzleStrings]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")
@pytest.mark.parametrize("kind", SHARED)
def test_several_processes(kind: type[RandomGame], by_workers: list[int]) -> None:
    for seed in (3_009, 3_018, 3_048, 3_059):
        agree(kind(seed), oracle(kind(seed)), method="interpreted", threads=3)
    assert len(by_workers) > 40


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")
@pytest.mark.parametrize("kind", [TurnedIntegers, TurnedTuples, TurnedStrings])
def test_several_processes_with_symmetries(kind: type[RandomGame], by_workers: list[int]) -> None:
    for seed in (3_009, 3_019):
        given = solve(kind(seed), method="interpreted", threads=2)
        plain = solve(kind(seed), method="reference")
        assert given.counts == plain.counts
        for state in plain.states():
            assert given.probe(state) == plain.probe(state)
    assert len(by_workers) > 20


class LongWords(RandomGame):
    """Strings so long that no pipe holds a batch of them, or of their children."""

    def start(self) -> str:
        return "1" + " " * 20_000

    def moves(self, state):
        return range(3)

    def play(self, state, move):
        return str(int(state) * 3 + move) + " " * 20_000

    def outcome(self, state):
        return Value.LOSS if int(state) > 600 else None


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")
def test_processes_never_wait_for_one_another(by_workers: list[int]) -> None:
    solution = solve(LongWords(), method="interpreted", threads=2)
    assert len(solution) == 1 + 3 + 9 + 27 + 81 + 243 + 729
    assert solution.remoteness(solution.start) == 6
    assert len(by_workers) > 10


class RaisesLate(LongWords):
    def play(self, state, move):
        if int(state) == 400 and move == 2:
            raise ValueError("no such thing")
        return str(int(state) * 3 + move)


class DiesLate(RaisesLate):
    """Kills the processes that help, and not the one that asks."""

    def play(self, state, move):
        if int(state) == 400 and os.getpid() != HERE:
            os.kill(os.getpid(), signal.SIGKILL)
        return str(int(state) * 3 + move)


HERE = os.getpid()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")
def test_rules_that_go_wrong_in_another_process(by_workers: list[int]) -> None:
    with pytest.raises(RulesError) as problem:
        solve(RaisesLate(), method="interpreted", threads=2)
    assert (problem.value.state, problem.value.move) == ("400", 2)
    assert isinstance(problem.value.__cause__, ValueError)
    assert by_workers
    # the process that is left goes on alone
    assert len(solve(DiesLate(), method="interpreted", threads=2)) == 1093
    assert multiprocessing.active_children() == []


# --- resolvers on graphs --------------------------------------------------------------------------


def same(left: Resolved, right: Resolved) -> bool:
    return np.array_equal(left.values, right.values) and np.array_equal(
        left.remoteness, right.remoteness
    )


def by_reference(graph: Graph) -> Resolved:
    found = solve_reference(Rules(GraphGame(graph)), 10_000)
    order = np.argsort(found.states)
    assert len(order) == len(graph)
    return Resolved(
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
        monkeypatch.setattr(resolve, "SMALL", -1)
        monkeypatch.setattr(resolve, "WIDE", wide)
        given = resolve.resolve(graph, Team(threads), Reporter())
        monkeypatch.undo()
        assert same(given, wanted)
        hows[given.how] = hows.get(given.how, 0) + 1
        if graph.ordered:
            unordered = Graph(
                graph.starts, graph.edges, graph.again, graph.always_again, graph.over, False
            )
            monkeypatch.setattr(resolve, "SMALL", -1)
            assert same(resolve.resolve(unordered, Team(threads), Reporter()), wanted)
            monkeypatch.undo()
    assert min(hows["one pass"], hows["retrograde analysis"]) >= 5


# --- teams ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_a_team_keeps_the_order_and_raises_the_first_failure(threads: int) -> None:
    team = Team(threads)
    assert team.map(lambda i: i * i, range(50)) == [i * i for i in range(50)]
    assert team.map(str, []) == []

    def fails(i: int) -> int:
        if i >= 5:
            raise LookupError(i)
        return i

    with pytest.raises(LookupError) as failure:
        team.map(fails, range(5, 6))
    assert failure.value.args == (5,)
    with pytest.raises(LookupError):
        team.map(fails, range(20))


def test_states_of_one_seed_are_the_same_in_all_kinds() -> None:
    """The premise of the comparisons above."""
    makers: list[Callable[[int], RandomGame]] = [OnIntegers, AgainTuples, AgainStrings]
    for make in makers:
        game = make(12)
        state = game.state_of(12, 7, 3)
        assert game.plain(state) == (12, 7, 3)


def test_slow_rules_are_looked_at_before_a_whole_chunk_is_done() -> None:
    class Wide(Game):
        """A thousand states from the first on."""

        def start(self) -> int:
            return 0

        def moves(self, state: int) -> range:
            return range(1000)

        def play(self, state: int, move: int) -> int:
            return move

        def outcome(self, state: int) -> None:
            nonlocal asked
            asked += 1

    asked = 0
    found = interpreted.begin_interpreted(Rules(Wide()), False)
    limits, reporter = Limits(None, 10_000), Reporter(None)
    interpreted.explore_interpreted(found, limits, reporter, lambda *_: asked < 200)
    assert asked < 200
    assert not found.finished
    interpreted.explore_interpreted(found, limits, reporter)
    assert found.finished
    assert len(found.states) == asked == 1000
