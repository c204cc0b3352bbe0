"""Solves by tiers, declared and by levels, against the reference solver on random games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from answers_by_reference import agree, oracle
from perfectplay import Game, Value, solve
from perfectplay.core.errors import RulesError
from perfectplay.game.checked_game import CheckedGame
from perfectplay.solver import move_graph, sinks, tier_solve
from perfectplay.solver.explore import hash_explorer, level_test, merge_runs, runs, tiers
from perfectplay.solver.explore.array_store import ArrayStore, MemoryArray, StoredArray
from perfectplay.solver.explore.explored_tiers import ExploredTiers, Tier, TierKind
from perfectplay.solver.explore.index import KeyIndex
from perfectplay.solver.explore.key_file import KeyFile
from perfectplay.solver.memory import BufferRoom
from perfectplay.solver.retrograde.reference_solver import solve_reference
from perfectplay.solver.retrograde.resolve_tiers import ResolvedTier, asked_last
from perfectplay.solver.retrograde.retrograde_forward import STATE_BYTES
from perfectplay.solver.retrograde.tier_graph import OUTSIDE_BYTES
from perfectplay.solver.sinks import MemorySink, TierSink
from perfectplay.tablebase.table import TablePart
from random_games import OnIntegers, OnStrings, OnTuples, RandomGame
from table_rows import table_rows
from tiered_games import (
    AgainIntegers,
    AgainTuples,
    Levelled,
    PuzzleTuples,
    SeatedIntegers,
    TurnedIntegers,
    TurnedTuples,
)

# --- the ways -------------------------------------------------------------------------------------


class Copying(MemorySink):
    """Copies finished tiers, and lets the shelf do with its own what it does on the way to a
    folder."""

    def __init__(self, scratch: Callable[[], Path], overflow: Callable[[], TierSink]) -> None:
        super().__init__(scratch, overflow)
        self.in_memory = False

    def finished(self, tier: ResolvedTier) -> None:
        self.parts.append(TablePart(tier.keys.read(0, len(tier.keys)).copy(), tier.packed))


SHELVES = (1 << 30, 0, 600, 5_000)
"""Room for everything, for nothing, for some."""


class Ways:
    """Small games take the way of large ones, with a shelf of a given size, answers kept or not."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.patch = patch
        patch.setattr(hash_explorer, "WIDE_STATES", 1)
        patch.setattr(hash_explorer, "WIDE_LEVEL", 0)
        patch.setattr(hash_explorer, "_PIECE", 2)
        patch.setattr(tiers, "MOST_RUNS", 4)
        patch.setattr(runs, "BUCKET", 16)
        patch.setattr(merge_runs, "MERGED", 16)
        patch.setattr(tier_solve, "_resolving", lambda *_: 0)

    def set(self, shelf: int, answers: bool, copying: bool) -> None:
        self.patch.setattr(tier_solve, "room_for", lambda *_: BufferRoom(7, 40, shelf, 1 << 30))
        self.patch.setattr(tiers, "SLOW", 1e30 if answers else 0.0)
        self.patch.setattr(sinks, "MemorySink", Copying if copying else MemorySink)
        self.patch.setattr(move_graph, "SMALL", 300_000 if answers else 0)


@pytest.fixture
def ways(monkeypatch: pytest.MonkeyPatch) -> Ways:
    return Ways(monkeypatch)


PLAIN: list[type[RandomGame]] = [AgainIntegers, AgainTuples, SeatedIntegers, PuzzleTuples]


@pytest.mark.thinned(3)
@pytest.mark.parametrize("tens", range(0, 300, 30))
def test_declared_tiers(tens: int, ways: Ways) -> None:
    """Every state has the value and remoteness that the reference gives, whatever the shelf."""
    for seed in range(tens, tens + 30):
        kind = PLAIN[seed // 7 % len(PLAIN)]
        shelf = SHELVES[seed % 4]
        ways.set(shelf, answers=seed % 3 > 0, copying=shelf < 1 << 30 or seed % 8 == 0)
        agree(kind(seed), oracle(kind(seed)), method="compiled", threads=1 + seed % 3)


def test_the_tiered_games_are_what_they_should_be(ways: Ways) -> None:
    met: set[str] = set()
    for seed in range(300):
        game = PLAIN[seed // 7 % len(PLAIN)](seed)
        found = solve_reference(CheckedGame(game), 10_000)
        numbers = [game.tier(state) for state in found.states]
        if game.players == 2:
            met |= {"endless" for r in found.remoteness if r is None}
        met |= {f"end {o}" for o in found.over if o is not None}
        for i in range(len(numbers)):
            below = [numbers[child] for child, _ in found.children[i]]
            children = [child for child, _ in found.children[i]]
            assert all(tier >= numbers[i] for tier in below)
            met |= {"self-loop"} if i in children else set()
            met |= {"parallel"} if len(set(children)) < len(children) else set()
            met |= (
                {"inside and out"}
                if len({numbers[i], *below}) > 1 and numbers[i] in below
                else set()
            )
            met |= {"two tiers at once"} if len(set(below)) > 2 else set()
            met |= {"below nought"} if numbers[i] < 0 else set()
            met |= {"again"} if any(a for _, a in found.children[i]) else set()
            if any(sum(numbers[i] < n < tier for n in set(numbers)) > 1 for tier in below):
                met.add("skips several")
    assert met == {
        "endless", "end loss", "end draw", "end win", "self-loop", "parallel", "inside and out",
        "two tiers at once", "below nought", "again", "skips several",
    }  # fmt: skip


@pytest.mark.thinned(2)
@pytest.mark.parametrize("kind", [TurnedTuples, TurnedIntegers])
def test_declared_tiers_with_symmetries(kind: type[RandomGame], ways: Ways) -> None:
    for seed in range(600, 640):
        shelf = SHELVES[seed % 4]
        ways.set(shelf, answers=seed % 3 > 0, copying=shelf < 1 << 30)
        given = solve(kind(seed), method="compiled", threads=1 + seed % 3)
        plain = solve(kind(seed), method="reference")
        assert given.symmetric
        assert given.counts == plain.counts, seed
        keys, values, plies = zip(*table_rows(plain.table), strict=True)
        states = plain.keys.states_of(np.array(keys))
        assert [given.value(state) for state in states] == list(values), seed
        assert [given.remoteness(state) for state in states] == list(plies), seed


def test_all_ways_give_the_same_tables(ways: Ways) -> None:
    """One thread or three, all on disk or nothing, answers kept or asked for again."""
    met = set()
    for kind, seed in ((AgainIntegers, 8), (AgainTuples, 25), (AgainIntegers, 18), (Levelled, 3)):
        tables = []
        for shelf, threads, kept in zip(
            SHELVES * 2, (1, 2, 3, 1) * 2, [False, True] * 2 + [True, False] * 2, strict=True
        ):
            ways.set(shelf, kept, copying=True)
            solution = solve(kind(seed), method="compiled", threads=threads)
            met.add(solution.made.how)
            tables.append([(p.keys.tobytes(), p.packed.tobytes()) for p in solution.table.parts])
        assert all(table == tables[0] for table in tables)
    assert met == {"tiers, one pass, retrograde analysis inside", "tiers, one pass",
                   "levels, one pass"}  # fmt: skip


# --- levels ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 3])
def test_levels_on_every_shelf(threads: int, ways: Ways) -> None:
    for seed in range(12):
        shelf = SHELVES[seed % 4]
        ways.set(shelf, answers=seed % 3 > 0, copying=shelf < 1 << 30)
        game = Levelled(seed)
        solution = agree(game, oracle(game), method="compiled", threads=threads)
        assert solution.made.how == "levels, one pass"


@pytest.mark.thinned(4)
@pytest.mark.parametrize("back", [1, 2, 3])
@pytest.mark.parametrize("looks", [True, False])
def test_levels_that_are_no_tiers(back: int, looks: bool, ways: Ways) -> None:
    """A game that looks graded to the end of the walk, and is not, is solved by its edges."""
    if looks:
        ways.patch.setattr(level_test, "looks_graded", lambda *_: True)
    found = set()
    for seed in range(8):
        ways.set(SHELVES[seed % 3], answers=True, copying=True)
        game = Levelled(seed, back)
        found.add(agree(game, oracle(game), method="compiled", threads=2).made.how)
    assert "edges, retrograde analysis" in found or "edges, one pass" in found
    assert found <= {"edges, retrograde analysis", "edges, one pass", "levels, one pass"}


# --- what is in memory ----------------------------------------------------------------------------


class Watching(ArrayStore):
    """A shelf that is looked at when it is asked for in the end."""

    made: ClassVar[list[Watching]] = []

    def __init__(self, room: int, folder: Callable[[], Path]) -> None:
        super().__init__(room, folder)
        self.there: list[StoredArray] = []
        self.made.append(self)

    def keep(self, array: Any) -> StoredArray:
        kept = super().keep(array)
        self.there.append(kept)
        return kept

    def keep_all(self, parts: Any, dtype: Any, most: int) -> StoredArray:
        kept = super().keep_all(parts, dtype, most)
        self.there.append(kept)
        return kept

    def drop(self, kept: StoredArray) -> None:
        super().drop(kept)
        self.there.remove(kept)  # once only

    def spill(self, kept: StoredArray) -> StoredArray:
        if isinstance(kept, KeyFile):
            return kept
        filed = super().spill(kept)
        self.there.append(filed)
        return filed


@pytest.mark.parametrize("kind", [AgainIntegers, AgainTuples, Levelled])
def test_the_shelf_is_empty_in_the_end(kind: type[RandomGame], ways: Ways) -> None:
    """Whatever was kept is given free again, and the books say so."""
    ways.patch.setattr(tier_solve, "ArrayStore", Watching)
    make_room = tier_solve.TierSolve._make_room

    def in_order(self: Any, explored: ExploredTiers, shelf: ArrayStore, room: BufferRoom) -> None:
        every = explored.tiers.values()
        kept = sum(batch.nbytes for tier in every for batch in tier.answers or ())
        keys = sum(8 * len(tier.keys) for tier in every if isinstance(tier.keys, MemoryArray))
        assert (shelf.answers, shelf.held) == (kept, kept + keys)
        make_room(self, explored, shelf, room)

    ways.patch.setattr(tier_solve.TierSolve, "_make_room", in_order)
    for seed in range(0, 30, 10 if kind is Levelled else 3):
        for shelf in SHELVES:
            Watching.made.clear()
            ways.set(shelf, answers=seed % 2 > 0, copying=True)
            solve(kind(seed), method="compiled", threads=1 + seed % 2)
            for watched in Watching.made:
                assert watched.there == []
                assert watched.held == watched.answers


def test_which_tier_asks_last() -> None:
    keys = MemoryArray(np.arange(2))
    found = ExploredTiers(TierKind.DECLARED, {
        -3: Tier(keys, 1, (-3, 1, 9)), 0: Tier(keys, 1, (1, 4)), 1: Tier(keys, 1, (4,)),
        4: Tier(keys, 1, (4,)), 9: Tier(keys, 0, ()),
    })  # fmt: skip
    assert asked_last(found) == {1: -3, 9: -3, 4: 0}


def test_what_resolving_takes_at_most() -> None:
    """A tier, and all above that it or lower ones look up: also those that it skips."""

    def of(states: int) -> MemoryArray:
        return MemoryArray(np.arange(states, dtype=np.int64))

    explored = ExploredTiers(TierKind.DECLARED, {
        0: Tier(of(1), 3, (1, 3)), 1: Tier(of(1_000), 5_000, (1, 2)), 2: Tier(of(10), 10, (3,)),
        3: Tier(of(100), 0, ()),
    })  # fmt: skip
    looked_up = tier_solve.LOOKED_UP * (100 + 10)
    index, outside = KeyIndex.size(of(1_000)), OUTSIDE_BYTES * 1_000
    inner = outside + 1_000 + max(index + 1_000, STATE_BYTES * 1_000)
    assert tier_solve._resolving(explored, 0) == inner + looked_up
    more = tier_solve.SCORE_BYTES  # a game of points has its whole graph in memory
    points = 42 * 1_000 + 9 * 5_000 + (tier_solve.LOOKED_UP + more) * (100 + 10)
    assert tier_solve._resolving(explored, more) == points
    explored = ExploredTiers(TierKind.DECLARED, {
        0: Tier(of(1), 3, (1, 3)), 1: Tier(of(10), 5_000, (2,)), 2: Tier(of(1_000), 10, (3,)),
        3: Tier(of(100), 0, ()),
    })  # fmt: skip
    looked_up = tier_solve.LOOKED_UP * (1_000 + 100)
    assert tier_solve._resolving(explored, 0) == 4 * 10 + looked_up


# --- a tier that falls ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Falling(RandomGame):
    """The tier falls along the moves from one node alone, which some moves away from the start."""

    def nodes_in(self, seed):
        return 300

    def tier(self, state):
        node = self.node_of(state)
        return 1_000 if node == 37 else node // 10

    def outcome(self, state):
        return Value.LOSS if self.node_of(state) > 250 else None

    def moves(self, state):
        return range(2)

    def child_node(self, seed, node, move):
        return node + 1 + move * (1 + node % 3 == 1)


@dataclass(frozen=True)
class FallingIntegers(Falling, OnIntegers):
    pass


@dataclass(frozen=True)
class FallingTuples(Falling, OnTuples):
    pass


@dataclass(frozen=True)
class FallingStrings(Falling, OnStrings):
    pass


@dataclass(frozen=True)
class FallingTurned(Falling, OnTuples):
    def symmetries(self, state):
        for side in range(4):
            yield self.state_of(self.seed_of(state), self.node_of(state), side)


@dataclass(frozen=True)
class FallingNowhere(FallingIntegers):
    """No play reaches what would be a fall."""

    def tier(self, state):
        node = self.node_of(state)
        return -5 if node == 299 else node // 10


FALLING: list[tuple[type[Falling], str]] = [
    (FallingIntegers, "interpreted"), (FallingTuples, "interpreted"),
    (FallingStrings, "interpreted"), (FallingTurned, "interpreted"),
    (FallingIntegers, "compiled"), (FallingTuples, "compiled"), (FallingTurned, "compiled"),
    (FallingIntegers, "auto"), (FallingTuples, "reference"),
]  # fmt: skip


def falls(kind: type[Falling], method: str) -> None:
    for seed in (4, 7):
        game = kind(seed)
        with pytest.raises(RulesError) as failure:
            solve(game, method=method, threads=1 + seed % 2)
        error = failure.value
        assert error.promise == "tier-falls"
        assert game.node_of(error.state) == 37
        assert game.node_of(game.play(error.state, error.move)) in (38, 39)
        assert f"the tier falls from 1000 to 3 by the move {error.move}" in str(error)
        assert "negate it if it always falls" in str(error)


@pytest.mark.parametrize(("kind", "method"), FALLING)
def test_a_tier_that_falls_in_a_small_game(kind: type[Falling], method: str) -> None:
    falls(kind, method)


@pytest.mark.parametrize(
    "kind", [kind for kind, method in FALLING if method == "compiled"]
)  # fmt: skip
@pytest.mark.parametrize("shelf", [0, 1 << 30])
def test_a_tier_that_falls_in_a_large_game(kind: type[Falling], shelf: int, ways: Ways) -> None:
    ways.set(shelf, answers=True, copying=True)
    falls(kind, "compiled")


@pytest.mark.parametrize("method", ["interpreted", "compiled"])
def test_only_moves_that_are_played_count(method: str) -> None:
    assert solve(FallingNowhere(4), method=method).counts.states > 100


@pytest.mark.parametrize("method", ["interpreted", "compiled"])
def test_the_states_of_small_games_are_looked_at_some_at_a_time(
    method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from perfectplay.solver import solved_table as parts

    for some in (1, 3, 36, 37, 38, 39):
        monkeypatch.setattr(parts, "TIERS_CHECKED", some)
        falls(FallingIntegers, method)


class Unequal(Game):
    """A class of states with two tiers: no move falls, and yet the tiers are none."""

    limits = ((0, 30), (0, 30))

    def start(self) -> tuple[int, int]:
        return (0, 24)

    def moves(self, state: tuple[int, int]) -> Iterator[int]:
        yield 0

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return (state[1] + 1, 1)

    def outcome(self, state: tuple[int, int]) -> Value | None:
        return Value.LOSS if state[0] == 1 or state[1] == 1 else None

    def symmetries(self, state: tuple[int, int]) -> Iterator[tuple[int, int]]:
        yield (state[1], state[0])

    def tier(self, state: tuple[int, int]) -> int:
        if state[0] == 0:
            return 7
        return 8 if state[0] > state[1] else 6


@pytest.mark.parametrize("method", ["interpreted", "compiled"])
def test_a_class_with_two_tiers(method: str) -> None:
    with pytest.raises(RulesError) as failure:
        solve(Unequal(), method=method)
    assert failure.value.promise == "symmetry-tier"
    assert "tier gives 7 for one and 8 for the other" in str(failure.value)
