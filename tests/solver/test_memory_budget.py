"""Solves keep to their budget of memory, games with loops above all."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from answers_by_reference import agree, oracle
from games_to_store import contents
from perfectplay import Solution, solve
from perfectplay.compiler.expander import Expander
from perfectplay.core.errors import GameTooLargeError, MemoryBudgetError
from perfectplay.game.packing import TupleKeys
from perfectplay.games.connect_four import ConnectFour
from perfectplay.solver import memory, move_graph, tier_solve
from perfectplay.solver.checkpoint.wave_checkpoint import WaveCheckpoint
from perfectplay.solver.estimate import outlook
from perfectplay.solver.explore import edge_store, edges, hash_explorer, merge_runs, runs, tiers
from perfectplay.solver.memory import LEAST_CHILDREN, BufferRoom, room_for
from perfectplay.solver.resume import has_progress
from perfectplay.solver.retrograde import retrograde_forward, tier_graph
from perfectplay.verifier.verifying import verify
from places import ROOT, TESTS
from random_games import (
    AgainIntegers,
    AgainTuples,
    PuzzleIntegers,
    SeatedIntegers,
    TurnedIntegers,
    TurnedTuples,
)

LARGE = """
import json, sys
sys.path.insert(0, sys.argv[1])
from hunt import Hunt
from perfectplay import solve
solution = solve(Hunt(int(sys.argv[2])), memory=int(sys.argv[3]), folder=sys.argv[4] or None)
solution.summary()
status = dict(line.split(":", 1) for line in open("/proc/self/status"))
peak = int(status["VmHWM"].split()[0]) * 1024  # (ru_maxrss counts the process that began this one)
print(json.dumps([peak, solution.counts.states, solution.counts.wins, solution.made.how]))
"""


def hunted(side: int, budget: int, cache: Path, folder: str = "") -> list[Any]:
    """The peak of a real process in bytes, states, wins, and the way they were found.

    ``cache``: an empty folder for compiled code, so that compiling counts too.
    """
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PERFECTPLAY_CACHE": str(cache)}
    done = subprocess.run(
        [sys.executable, "-c", LARGE, str(ROOT / "tests" / "data"), str(side), str(budget),
         folder], capture_output=True, text=True, env=environment,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return list(json.loads(done.stdout))


HISTORIES = """
from perfectplay import Game, Value, solve
from perfectplay.core.errors import MemoryBudgetError
class Ring(Game):
    def start(self):
        return (0, 6, 0, ())
    def moves(self, state):
        return -1, 1
    def play(self, state, move):
        places = list(state[:2])
        places[state[2]] = (places[state[2]] + move) % 12
        return (*places, 1 - state[2], (*state[3], places[state[2]]))
    def outcome(self, state):
        return Value.LOSS if state[0] == state[1] else None
try:
    solve(Ring(), memory=500_000_000, progress=lambda _: None)
except MemoryBudgetError as error:
    status = dict(line.split(":", 1) for line in open("/proc/self/status"))
    print(int(status["VmHWM"].split()[0]) * 1024, error)
"""


def test_samples_of_states_that_become_longer_keep_to_the_budget() -> None:
    """Each state keeps all moves: the thousandth is twenty times as large as those measured first.
    The samples of the forecast held 1,063 MB of a budget of 500."""
    done = subprocess.run(
        [sys.executable, "-c", HISTORIES], capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    peak, _, sentence = done.stdout.partition(" ")
    assert "does not fit a budget of 500M" in sentence
    assert int(peak) <= 500_000_000


def test_a_loopy_game_keeps_to_its_budget(tmp_path: Path) -> None:
    """2.7 million positions with loops took 440 MB of a budget of 300 once."""
    side = 34
    peak, states, _, how = hunted(side, 300_000_000, tmp_path)
    assert peak <= 300_000_000
    assert states == 2 * side**4
    assert how == "one tier, retrograde analysis"


@pytest.mark.landmark
def test_ten_million_positions_with_loops_within_300_megabytes(tmp_path: Path) -> None:
    """A budget of 300 MB, and one that holds it all, give the same solution."""
    tight = hunted(47, 300_000_000, tmp_path / "c1", str(tmp_path / "tight"))
    assert tight[0] <= 300_000_000
    assert tight[1:] == [9_759_362, tight[2], "one tier, retrograde analysis"]
    roomy = hunted(47, 4_000_000_000, tmp_path / "c2", str(tmp_path / "roomy"))
    assert roomy[1:] == [9_759_362, tight[2], "edges, retrograde analysis"]
    assert verify(tmp_path / "tight", f"{TESTS}/data/hunt.py:Hunt").ok


# --- small games take that way --------------------------------------------------------------------


@pytest.fixture
def one_tier(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory holds no graph: every game whose levels are no tiers goes on as one tier."""
    monkeypatch.setattr(hash_explorer, "WIDE_STATES", 1)
    monkeypatch.setattr(hash_explorer, "WIDE_LEVEL", 0)
    monkeypatch.setattr(hash_explorer, "_PIECE", 2)
    monkeypatch.setattr(tiers, "MOST_RUNS", 4)
    monkeypatch.setattr(runs, "BUCKET", 16)
    monkeypatch.setattr(merge_runs, "MERGED", 16)
    monkeypatch.setattr(edges, "STATE_BYTES", 1 << 60)
    monkeypatch.setattr(tier_solve, "room_for", lambda *_: BufferRoom(7, 40, 0, 1 << 30))
    monkeypatch.setattr(tier_solve, "_resolving", lambda *_: 0)
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


# --- budgets that are too small -------------------------------------------------------------------


def test_a_process_that_is_larger_than_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    from perfectplay.games.three_rocks import ThreeRocks

    monkeypatch.setattr(memory, "resident_bytes", lambda: 512_000_000)
    with pytest.raises(MemoryBudgetError, match="this process holds 512M before") as refused:
        solve(ThreeRocks(), memory=400_000_000)
    assert refused.value.least > 512_000_000
    assert "--memory" in str(refused.value)
    assert "max_states" not in str(refused.value)


def test_buffers_that_have_no_room_are_refused_before_exploring() -> None:
    room = room_for(300_000_000, 280_000_000, 2, 8.0)
    assert room.missing > 0
    assert room.shelf == 0
    enough = room_for(300_000_000 + room.missing, 280_000_000, 2, 8.0)
    assert enough.missing <= LEAST_CHILDREN * memory.CHILD_BYTES


@pytest.mark.usefixtures("one_tier")
def test_the_least_that_would_do_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tier_solve, "_resolving", lambda *_: 1 << 40)
    monkeypatch.setattr(tier_solve, "room_for", room_for)
    with pytest.raises(MemoryBudgetError, match="the least that would do is about 1,"):
        solve(AgainIntegers(1_019), method="compiled", folder=tmp_path / "x")


def test_a_budget_far_too_small_is_refused_before_exploring(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Connect 4 on the usual board has 4.5 trillion positions, and no tier that fits 1.5 GB: enough
    for an estimate, even if this process is the first to load the compiler."""
    explored = []
    monkeypatch.setattr(tiers.TierExplorer, "run", lambda *_: explored.append(1))
    budget = memory.resident_bytes() + 1_500_000_000
    with pytest.raises(GameTooLargeError, match=r"B of memory, where .* are allowed"):
        solve(ConnectFour(width=7, height=6), memory=budget)
    monkeypatch.setattr(outlook, "available_bytes", lambda: 10**15)
    with pytest.raises(MemoryBudgetError, match="does not fit a budget of") as refused:
        solve(ConnectFour(width=7, height=6), memory=budget)
    assert refused.value.least > 10**10
    assert not explored
