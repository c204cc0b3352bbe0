"""Games with loops whose graph memory does not hold: one tier, resolved from files, and resumed."""

from __future__ import annotations

import weakref
from pathlib import Path
from typing import Any

import pytest

from answers_by_reference import agree, oracle
from games_to_store import contents
from large_ways import as_large
from perfectplay import Solution, solve
from perfectplay.compiler.expander import Expander
from perfectplay.core.errors import MemoryBudgetError
from perfectplay.game.shape.packing import TupleKeys
from perfectplay.solver import move_graph, tier_solve
from perfectplay.solver.checkpoint.sink import FolderSink
from perfectplay.solver.checkpoint.wave_checkpoint import WaveCheckpoint
from perfectplay.solver.explore import edge_store, edges, tiers
from perfectplay.solver.explore.array_store import MemoryArray
from perfectplay.solver.explore.explored_tiers import NumberedStates
from perfectplay.solver.folder_solve import FolderSolve
from perfectplay.solver.memory import BufferRoom, room_for
from perfectplay.solver.resume import has_progress
from perfectplay.solver.retrograde import retrograde_forward, tier_graph
from perfectplay.solver.tier_solve import TierSolve
from random_games import (
    AgainIntegers,
    AgainTuples,
    PuzzleIntegers,
    SeatedIntegers,
    TurnedIntegers,
    TurnedTuples,
)
from tiered_games import AgainIntegers as Tiered

RESOLVING = tier_solve._resolving


@pytest.fixture
def one_tier(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory holds no graph: every game whose levels are no tiers goes on as one tier."""
    as_large(monkeypatch)
    monkeypatch.setattr(edges, "STATE_BYTES", 1 << 60)
    monkeypatch.setattr(tier_solve, "room_for", lambda *_: BufferRoom(7, 40, 0, 1 << 30, 20, 0))
    monkeypatch.setattr(tier_solve, "_resolving", lambda *_, **__: 0)
    for module in (edges, edge_store, retrograde_forward):
        monkeypatch.setattr(module, "PIECE", 64)
    monkeypatch.setattr(tier_graph, "PIECE", 64)
    monkeypatch.setattr(tier_graph, "SMALL", 0)
    monkeypatch.setattr(move_graph, "SMALL", 0)


@pytest.mark.usefixtures("one_tier")
@pytest.mark.parametrize("kind", [AgainIntegers, AgainTuples, SeatedIntegers, PuzzleIntegers])
@pytest.mark.parametrize("threads", [1, 2])
def test_random_games_as_one_tier(kind: type[Any], threads: int) -> None:
    ways = set()
    for seed in range(1_000 + threads, 1_100, 19):
        solution = agree(kind(seed), oracle(kind(seed)), method="compiled", threads=threads)
        ways.add(solution.made.how)
    assert "one tier, retrograde analysis" in ways


@pytest.mark.usefixtures("one_tier")
@pytest.mark.parametrize("kind", [TurnedIntegers, TurnedTuples])
def test_symmetric_games_as_one_tier(kind: type[Any]) -> None:
    for seed in (3_009, 3_018):
        given = solve(kind(seed), method="compiled", threads=2)
        plain = solve(kind(seed), method="reference")
        assert given.counts == plain.counts
        states = list(plain.states())
        assert given.values(states).tolist() == plain.values(states).tolist()
        assert given.remotenesses(states).tolist() == plain.remotenesses(states).tolist()


@pytest.mark.usefixtures("one_tier")
def test_what_was_explored_as_a_graph_is_freed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing holds it while the one tier is resolved."""
    seen: list[weakref.ref[NumberedStates]] = []
    held: list[bool] = []
    as_waves, make_room = NumberedStates.as_waves, tier_solve.TierSolve._make_room

    def noting(self: NumberedStates, arrays: Any) -> Any:
        seen.append(weakref.ref(self))
        return as_waves(self, arrays)

    def looking(*arguments: Any) -> None:
        held.extend(graph() is not None for graph in seen)
        make_room(*arguments)

    monkeypatch.setattr(NumberedStates, "as_waves", noting)
    monkeypatch.setattr(tier_solve.TierSolve, "_make_room", looking)
    for seed in range(1_000, 1_100, 19):
        solve(AgainIntegers(seed), method="compiled", threads=2)
    assert held
    assert not any(held)


@pytest.mark.usefixtures("one_tier")
@pytest.mark.parametrize("kind", [AgainIntegers, Tiered])
def test_what_is_in_files_is_not_counted_as_memory(
    kind: type[Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The memory that is left for resolving is what the process holds beside its arrays."""
    monkeypatch.setattr(
        tier_solve, "room_for", lambda *_: BufferRoom(7, 40, 1 << 28, 1 << 30, 20, 0)
    )
    make_room, looked = tier_solve.TierSolve._make_room, []

    def looking(self: Any, explored: Any, arrays: Any) -> None:
        tiers = explored.tiers.values()
        held = sum(8 * len(t.keys) for t in tiers if isinstance(t.keys, MemoryArray))
        looked.append((arrays.held - arrays.answers, held))
        make_room(self, explored, arrays)

    monkeypatch.setattr(tier_solve.TierSolve, "_make_room", looking)
    for seed in range(1_000, 1_060, 19):
        solve(kind(seed), method="compiled", folder=tmp_path / str(seed))
    assert looked
    assert all(counted == held for counted, held in looked)


@pytest.mark.usefixtures("one_tier")
@pytest.mark.parametrize("kind", [AgainIntegers, AgainTuples])
def test_moves_leave_room_for_what_is_found_of_them(
    kind: type[Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """With no more than the least memory, all moves go to files, however small the index is that
    finds them: with 67 million positions they took 34 MB of what the results need."""
    budgets: list[int] = []

    class Watched(edge_store.EdgeStore):
        def __init__(self, again: bool, budget: int, folder: Any) -> None:
            budgets.append(budget)
            super().__init__(again, budget, folder)

    monkeypatch.setattr(tier_graph, "EdgeStore", Watched)
    monkeypatch.setattr(tier_graph.KeyIndex, "size", lambda _: 0)
    monkeypatch.setattr(tier_graph.KeyIndex, "nbytes", 0)
    for seed in range(1_000, 1_060, 19):
        with monkeypatch.context() as patch:
            states = len(solve(kind(seed), method="reference"))
            least = (1 + retrograde_forward.STATE_BYTES) * states
            patch.setattr(tier_graph.Resolver, "free", lambda _, least=least: least)
            solve(kind(seed), method="compiled")
    assert budgets
    assert max(budgets) <= 0


class Stopped(BaseException):
    """A solve that is killed."""


def stopped_at(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, calls: int) -> None:
    """A method that ends the solve when it is called for the ``calls``-th time."""
    real, left = getattr(owner, name), [calls]

    def counted(*rest: Any, **more: Any) -> Any:
        left[0] -= 1
        if left[0] < 0:
            raise Stopped
        return real(*rest, **more)

    monkeypatch.setattr(owner, name, counted)


@pytest.mark.usefixtures("one_tier")
@pytest.mark.parametrize("calls", [0, 1, 2, 5])
@pytest.mark.parametrize("kind", [AgainIntegers, AgainTuples])
def test_a_stopped_solve_goes_on_from_its_waves(
    kind: type[Any], calls: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The waves that are kept are not expanded again, and the folder is the same."""
    game = kind(1_019)
    solve(game, method="compiled", folder=tmp_path / "whole")
    with monkeypatch.context() as patch:
        stopped_at(patch, WaveCheckpoint, "_append", 2 + calls)  # two at once when the waves begin
        with pytest.raises(Stopped):
            solve(game, method="compiled", folder=tmp_path / "again")
    assert has_progress(tmp_path / "again")
    expanded = []
    real = Expander.expand

    def noted(self: Expander, keys: Any, begin: int, end: int) -> Any:
        expanded.append(end - begin)
        return real(self, keys, begin, end)

    monkeypatch.setattr(Expander, "expand", noted)
    found = solve(game, method="compiled", folder=tmp_path / "again")
    assert isinstance(found, Solution)
    assert contents(tmp_path / "again") == contents(tmp_path / "whole")
    if not isinstance(found.keys, TupleKeys) and calls:
        assert sum(expanded) < 2 * len(found)  # twice where nothing was kept: explored, resolved


@pytest.mark.usefixtures("one_tier")
def test_a_solve_that_is_stopped_while_it_resolves(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = AgainIntegers(1_019)
    solve(game, method="compiled", folder=tmp_path / "whole")
    with monkeypatch.context() as patch:
        stopped_at(patch, retrograde_forward.ForwardSweeps, "_sweep", 2)
        with pytest.raises(Stopped):
            solve(game, method="compiled", folder=tmp_path / "again")
    monkeypatch.setattr(
        tiers.TierExplorer, "_expanded", lambda *_, **__: pytest.fail("explored again")
    )
    solve(game, method="compiled", folder=tmp_path / "again")
    assert contents(tmp_path / "again") == contents(tmp_path / "whole")


@pytest.mark.usefixtures("one_tier")
@pytest.mark.parametrize("game", [AgainIntegers(1_019), *map(Tiered, range(4))], ids=repr)
def test_a_solve_that_is_stopped_when_tiers_with_loops_are_resolved(
    game: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The memory for the others is reckoned without them: their keys are not there any more."""
    monkeypatch.setattr(tier_solve, "_resolving", RESOLVING)
    monkeypatch.setattr(
        tier_solve, "room_for", lambda *_: BufferRoom(7, 40, 1 << 28, 1 << 30, 20, 0)
    )
    solve(game, method="compiled", folder=tmp_path / "whole")
    for calls in range(3):
        with monkeypatch.context() as patch:
            stopped_at(patch, FolderSink, "record", calls)
            stopped_at(patch, FolderSolve, "finish", 0)
            with pytest.raises(Stopped):
                solve(game, method="compiled", folder=tmp_path / "again")
    solve(game, method="compiled", folder=tmp_path / "again")
    assert contents(tmp_path / "again") == contents(tmp_path / "whole")


@pytest.mark.usefixtures("one_tier")
def test_a_wave_that_is_damaged_is_explored_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = AgainIntegers(1_019)
    solve(game, method="compiled", folder=tmp_path / "whole")
    with monkeypatch.context() as patch:
        stopped_at(patch, WaveCheckpoint, "_append", 4)
        with pytest.raises(Stopped):
            solve(game, method="compiled", folder=tmp_path / "again")
    kept = tmp_path / "again" / "work" / "wave-0.keys"
    content = bytearray(kept.read_bytes())
    content[0] ^= 1
    kept.write_bytes(bytes(content))
    solve(game, method="compiled", folder=tmp_path / "again")
    assert contents(tmp_path / "again") == contents(tmp_path / "whole")


@pytest.mark.usefixtures("one_tier")
def test_the_least_that_would_do_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tier_solve, "_resolving", lambda *_, **__: 1 << 40)
    monkeypatch.setattr(tier_solve, "room_for", room_for)
    with pytest.raises(MemoryBudgetError, match=r"the least that would do is about 1\d{6}M"):
        solve(AgainIntegers(1_019), method="compiled", folder=tmp_path / "x")


@pytest.mark.parametrize(("spare", "more"), [(200 << 20, 64 << 20), (300 << 20, 0)])
def test_the_least_has_room_for_a_forecast(
    spare: int, more: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A budget without one named 678M, with which it was made, and 725M were asked for."""
    held, need = 10_000_000, 400 << 20
    run = TierSolve.__new__(TierSolve)
    run.memory, run._resident = held + spare, held

    def room(self: TierSolve, memory: int) -> BufferRoom:
        return BufferRoom(1, 1, memory - held, memory - held, 1, 0)

    monkeypatch.setattr(TierSolve, "_room", room)
    enough = held + need + more
    assert run._least(need) == enough + max(tier_solve.SPARE, enough // 16)
