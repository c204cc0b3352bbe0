"""Solves by tiers, declared and by levels, against the reference solver on random games."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from answers_by_reference import agree, oracle
from perfectplay import Game, Value, solve
from perfectplay.compiler.expander import Expander
from perfectplay.compiler.first_keys import first_keys
from perfectplay.compiler.load import compile_rules
from perfectplay.core.errors import StateLimitError
from perfectplay.core.progress import Reporter
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.games.three_mens_morris import ThreeMensMorris
from perfectplay.solver import tier_solve
from perfectplay.solver.explore import graded_plays, tiers
from perfectplay.solver.explore.array_store import ArrayStore, MemoryArray, StoredArray
from perfectplay.solver.explore.explored_tiers import ExploredTiers, Tier, TierKind
from perfectplay.solver.explore.index import KeyIndex
from perfectplay.solver.explore.key_file import KeyFile
from perfectplay.solver.explore.narrow_array import NarrowArray
from perfectplay.solver.retrograde.reference_solver import solve_reference
from perfectplay.solver.retrograde.resolve_tiers import asked_last
from perfectplay.solver.retrograde.retrograde_forward import STATE_BYTES
from perfectplay.solver.retrograde.tier_graph import OUTSIDE_BYTES
from perfectplay.solver.sinks import TierSink
from perfectplay.solver.state_limits import StateLimits, unlimited
from perfectplay.solver.threads import ThreadTeam
from random_games import RandomGame
from table_rows import table_rows
from tier_ways import ROOMS, Ways
from tiered_games import (
    AgainIntegers,
    AgainTuples,
    Levelled,
    PuzzleTuples,
    SeatedIntegers,
    TurnedIntegers,
    TurnedTuples,
)


@pytest.fixture
def ways(monkeypatch: pytest.MonkeyPatch) -> Ways:
    return Ways(monkeypatch)


PLAIN: list[type[RandomGame]] = [AgainIntegers, AgainTuples, SeatedIntegers, PuzzleTuples]


@pytest.mark.thinned(3)
@pytest.mark.parametrize("tens", range(0, 300, 30))
def test_declared_tiers(tens: int, ways: Ways) -> None:
    """Every state has the value and remoteness that the reference gives, in every room."""
    for seed in range(tens, tens + 30):
        kind = PLAIN[seed // 7 % len(PLAIN)]
        room = ROOMS[seed % 4]
        ways.set(room, answers=seed % 3 > 0, copying=room < 1 << 30 or seed % 8 == 0)
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


class FourTimes(Game):
    """Each of four tiers has four times as many states as the one before, the fifth as many as the
    fourth: all parts of that lead to the same ones."""

    def start(self) -> int:
        return 0

    def tier(self, state: int) -> int:
        return state // 1000

    def moves(self, state: int) -> range:
        return range(4)

    def play(self, state: int, move: int) -> int:
        tier, place = state // 1000, state % 1000
        return (tier + 1) * 1000 + (place * 4 + move if tier < 3 else place % 16 * 4 + move)

    def outcome(self, state: int) -> Value | None:
        return Value.LOSS if state >= 4000 else None


def test_a_limit_of_just_the_states_is_enough(tmp_path: Path) -> None:
    """Though each part of a tier finds the same states of the next one."""
    rules = CheckedGame(FourTimes())
    expander = Expander(compile_rules(rules.game), rules, first_keys(rules, [rules.start()]))
    states = 1 + 4 + 16 + 64 + 64

    def explored(most: int) -> ExploredTiers:
        explorer = tiers.TierExplorer(
            expander, ThreadTeam(1), StateLimits(most, most), Reporter(),
            ArrayStore(1 << 30, lambda: tmp_path), 7, 40, TierKind.DECLARED,
            TierSink(lambda: tmp_path),
        )  # fmt: skip
        explorer.from_start()
        return explorer.run()

    assert explored(states).states == states
    with pytest.raises(StateLimitError, match=f"{states} states, more than the limit"):
        explored(states - 1)


@pytest.mark.thinned(2)
@pytest.mark.parametrize("kind", [TurnedTuples, TurnedIntegers])
def test_declared_tiers_with_symmetries(kind: type[RandomGame], ways: Ways) -> None:
    for seed in range(600, 640):
        room = ROOMS[seed % 4]
        ways.set(room, answers=seed % 3 > 0, copying=room < 1 << 30)
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
        for room, threads, kept in zip(
            ROOMS * 2, (1, 2, 3, 1) * 2, [False, True] * 2 + [True, False] * 2, strict=True
        ):
            ways.set(room, kept, copying=True)
            solution = solve(kind(seed), method="compiled", threads=threads)
            met.add(solution.made.how)
            tables.append([(p.keys.tobytes(), p.packed.tobytes()) for p in solution.table.parts])
        assert all(table == tables[0] for table in tables)
    assert met == {"tiers, one pass, retrograde analysis inside", "tiers, one pass",
                   "levels, one pass"}  # fmt: skip


# --- levels ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 3])
def test_levels_in_every_room(threads: int, ways: Ways) -> None:
    for seed in range(12):
        room = ROOMS[seed % 4]
        ways.set(room, answers=seed % 3 > 0, copying=room < 1 << 30)
        game = Levelled(seed)
        solution = agree(game, oracle(game), method="compiled", threads=threads)
        assert solution.made.how == "levels, one pass"


@pytest.mark.thinned(4)
@pytest.mark.parametrize("back", [1, 2, 3])
@pytest.mark.parametrize("looks", [True, False])
def test_levels_that_are_no_tiers(back: int, looks: bool, ways: Ways) -> None:
    """A game that looks graded to the end of the walk, and is not, is solved by its edges."""
    if looks:
        ways.patch.setattr(graded_plays, "looks_graded", lambda *_: True)
    found = set()
    for seed in range(8):
        ways.set(ROOMS[seed % 3], answers=True, copying=True)
        game = Levelled(seed, back)
        found.add(agree(game, oracle(game), method="compiled", threads=2).made.how)
    assert "edges, retrograde analysis" in found or "edges, one pass" in found
    assert found <= {"edges, retrograde analysis", "edges, one pass", "levels, one pass"}


# --- what is in memory ----------------------------------------------------------------------------


class Watching(ArrayStore):
    """An array store that is looked at when it is asked for in the end."""

    made: ClassVar[list[Watching]] = []

    def __init__(self, room: int, folder: Callable[[], Path]) -> None:
        super().__init__(room, folder)
        self.there: list[StoredArray] = []
        self.made.append(self)

    def keep(self, keys: Any) -> StoredArray:
        kept = super().keep(keys)
        self.there.append(kept)
        return kept

    def keep_merged(self, parts: Any, runs: Any) -> StoredArray:
        kept = super().keep_merged(parts, runs)
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
def test_no_array_is_kept_in_the_end(kind: type[RandomGame], ways: Ways) -> None:
    """Whatever was kept is given free again, and the books say so."""
    ways.patch.setattr(tier_solve, "ArrayStore", Watching)
    make_room = tier_solve.TierSolve._make_room

    def in_order(self: Any, explored: ExploredTiers, arrays: ArrayStore) -> None:
        every = explored.tiers.values()
        kept = sum(batch.nbytes for tier in every for batch in tier.answers or ())
        keys = sum(8 * len(tier.keys) for tier in every if isinstance(tier.keys, MemoryArray))
        keys += sum(4 * len(tier.keys) for tier in every if isinstance(tier.keys, NarrowArray))
        assert (arrays.answers, arrays.held) == (kept, kept + keys)
        make_room(self, explored, arrays)

    ways.patch.setattr(tier_solve.TierSolve, "_make_room", in_order)
    for seed in range(0, 30, 10 if kind is Levelled else 3):
        for room in ROOMS:
            Watching.made.clear()
            ways.set(room, answers=seed % 2 > 0, copying=True)
            solution = solve(kind(seed), method="compiled", threads=1 + seed % 2)
            assert bool(Watching.made) == (len(solution) > 1)  # a single state needs none
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


def test_what_is_merged_takes_no_memory_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a wave is expanded, nothing holds the arrays that it was made from."""
    merged: list[weakref.ref[Any]] = []
    held = []
    drop, expand = ArrayStore.drop, tiers.expand_range

    def dropping(self: ArrayStore, kept: StoredArray) -> None:
        if isinstance(kept, NarrowArray):
            merged.append(weakref.ref(kept.low))
        drop(self, kept)

    def expanding(*arguments: Any, **named: Any) -> Any:
        held.append(sum(array() is not None for array in merged))
        return expand(*arguments, **named)

    monkeypatch.setattr(ArrayStore, "drop", dropping)
    monkeypatch.setattr(tiers, "expand_range", expanding)
    rules = CheckedGame(ThreeMensMorris())
    expander = Expander(
        compile_rules(rules.game, symmetries=False), rules, first_keys(rules, [rules.start()])
    )
    explorer = tiers.TierExplorer(
        expander, ThreadTeam(1), unlimited(), Reporter(), ArrayStore(1 << 30, lambda: tmp_path),
        64, 200, TierKind.ONE, TierSink(lambda: tmp_path),
    )  # fmt: skip
    explorer.from_start()
    assert explorer.run().states == len(solve(rules.game, symmetries=False))
    assert len(merged) > 10
    assert set(held) == {0}
