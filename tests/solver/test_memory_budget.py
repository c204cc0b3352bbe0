"""Solves keep to their budget of memory, games with loops above all."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from games_to_store import contents
from perfectplay import solve
from perfectplay.core import process_memory
from perfectplay.core.errors import GameTooLargeError, MemoryBudgetError
from perfectplay.games.connect_four import ConnectFour
from perfectplay.solver import memory
from perfectplay.solver.estimate import outlook
from perfectplay.solver.explore import tiers
from perfectplay.solver.memory import LEAST_CHILDREN, room_for
from perfectplay.verifier.verifying import verify
from places import ROOT, TESTS

LARGE = """
import json, sys
sys.path.insert(0, sys.argv[1])
from hunt import Hunt
from perfectplay import solve
from perfectplay.core.errors import MemoryBudgetError
least = None
try:
    solution = solve(Hunt(int(sys.argv[2])), memory=int(sys.argv[3]), folder=sys.argv[4] or None)
    solution.summary()
except MemoryBudgetError as error:
    least = error.least
status = dict(line.split(":", 1) for line in open("/proc/self/status"))
peak = int(status["VmHWM"].split()[0]) * 1024  # (ru_maxrss counts the process that began this one)
if least is not None:
    sys.exit(print(json.dumps([peak, least])))
print(json.dumps([peak, solution.counts.states, solution.counts.wins, solution.made.how]))
"""


def hunted(side: int, budget: int, cache: Path, folder: str = "") -> list[Any]:
    """The peak of a real process in bytes, states, wins, and the way they were found; of one that
    is refused, its peak and the least budget that would do.

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
    """A budget of 300 MB, and one that holds it all, give the same solution.

    The engines are compiled first: where they are not, that leaves some 20 MB in the process, and
    300 MB are refused.
    """
    assert hunted(47, 400_000_000, tmp_path / "c0")[1] == 9_759_362
    tight = hunted(47, 300_000_000, tmp_path / "c1", str(tmp_path / "tight"))
    assert tight[0] <= 300_000_000
    assert tight[1:] == [9_759_362, tight[2], "one tier, retrograde analysis"]
    roomy = hunted(47, 4_000_000_000, tmp_path / "c2", str(tmp_path / "roomy"))
    assert roomy[1:] == [9_759_362, tight[2], "edges, retrograde analysis"]
    assert verify(tmp_path / "tight", f"{TESTS}/data/hunt.py:Hunt").ok


@pytest.mark.landmark
def test_a_budget_that_is_refused_is_kept_and_the_least_that_is_named_will_do(
    tmp_path: Path,
) -> None:
    """67 million positions: 440M held 505 MB before it was refused."""
    peak, least = hunted(76, 440_000_000, tmp_path / "c1")
    assert peak <= 440_000_000
    peak, states, _, how = hunted(76, least, tmp_path / "c2", str(tmp_path / "solved"))
    assert (states, how) == (2 * 76**4, "one tier, retrograde analysis")
    assert peak <= least


KERNELS = """
import json
from perfectplay import solve
from perfectplay.games.connect_four import ConnectFour
from perfectplay.solver import tier_solve
from perfectplay.solver.explore import delta_code, sorted_keys
measure = tier_solve.resident_bytes
loaded = []
def measured():
    kernels = sorted_keys.scatter, sorted_keys.unique, sorted_keys.drop_known, delta_code.encode
    loaded.append([len(kernel.signatures) for kernel in kernels])
    return measure()
tier_solve.resident_bytes = measured
solve(ConnectFour(5, 4), memory=600_000_000, threads=1)
print(json.dumps(loaded[0]))
"""


def test_what_is_compiled_is_held_before_the_budget_is_divided() -> None:
    """Compiled after that, it broke a budget of 395 MB by 22."""
    done = subprocess.run(
        [sys.executable, "-c", KERNELS], capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )  # fmt: skip
    assert json.loads(done.stdout) == [1, 1, 1, 1]


RANGED = """
import json, sys
from perfectplay import solve
from perfectplay.games.connect_four import ConnectFour
notes = []
solution = solve(
    ConnectFour(6, 4), symmetries=False, threads=1, memory=int(sys.argv[1]), folder=sys.argv[2],
    progress=lambda told: notes.extend(told.notes),
)
status = dict(line.split(":", 1) for line in open("/proc/self/status"))
ranged = any("read by ranges" in note for note in notes)
print(json.dumps([int(status["VmHWM"].split()[0]) * 1024, solution.counts.states, ranged]))
"""


@pytest.mark.landmark
def test_tiers_larger_than_the_budget(tmp_path: Path) -> None:
    """95 million states, 13 million of them in the largest tier, as by tables."""
    found = {}
    # the first one compiles, for which the second has no room
    for budget in (4_000_000_000, 366_000_000):
        folder = tmp_path / str(budget)
        done = subprocess.run(
            [sys.executable, "-c", RANGED, str(budget), str(folder)], capture_output=True,
            text=True, env={**os.environ, "PYTHONPATH": str(ROOT / "src")}, check=True,
        )  # fmt: skip
        found[budget] = json.loads(done.stdout)
        assert found[budget][0] <= budget
        assert found[budget][1] == 94_910_577  # as in tests/landmarks
    assert [ranged for _, _, ranged in found.values()] == [False, True]
    assert contents(tmp_path / "366000000") == contents(tmp_path / "4000000000")


# --- budgets that are too small -------------------------------------------------------------------


def test_a_process_that_is_larger_than_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    from perfectplay.games.three_rocks import ThreeRocks

    monkeypatch.setattr(process_memory, "resident_bytes", lambda: 512_000_000)
    with pytest.raises(MemoryBudgetError, match="this process holds 512M before") as refused:
        solve(ThreeRocks(), memory=400_000_000)
    assert refused.value.least > 512_000_000
    assert "--memory" in str(refused.value)
    assert "max_states" not in str(refused.value)


def test_buffers_that_have_no_room_are_refused_before_exploring() -> None:
    room = room_for(300_000_000, 280_000_000, 2, 8.0)
    assert room.missing > 0
    assert room.arrays == 0
    enough = room_for(300_000_000 + room.missing, 280_000_000, 2, 8.0)
    assert enough.missing <= LEAST_CHILDREN * memory.CHILD_BYTES


def test_resolving_has_larger_batches_within_the_same_buffers() -> None:
    """What these take is not given to the arrays of states; a tight budget has small batches."""
    for spare in (1, 100 << 20, 300 << 20, 4 << 30):
        for threads, branching in ((1, 1.0), (1, 200.0), (2, 3.0), (64, 30.0)):
            room = room_for(spare + 1_000, 1_000, threads, branching)
            child, grouped = threads * branching * 40, room.children * memory.CHILD_BYTES
            assert room.freed + (room.resolved - room.batch) * child <= grouped + child
            assert grouped / 2 - 1 <= room.freed <= grouped
            assert room.batch <= room.resolved <= memory.RESOLVED
            if spare < 200 << 20:
                assert room.resolved == room.batch
    assert room_for(4 << 30, 0, 2, 3.0).resolved == memory.RESOLVED


def test_a_budget_far_too_small_is_refused_before_exploring(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Connect 4 on the usual board has 4.5 trillion positions, and no tier that fits 1.5 GB: enough
    for an estimate, even if this process is the first to load the compiler."""
    explored = []
    monkeypatch.setattr(tiers.TierExplorer, "run", lambda *_: explored.append(1))
    budget = process_memory.resident_bytes() + 1_500_000_000
    with pytest.raises(GameTooLargeError, match=r"B of memory, where .* are allowed"):
        solve(ConnectFour(width=7, height=6), memory=budget)
    monkeypatch.setattr(outlook, "available_bytes", lambda: 10**15)
    with pytest.raises(MemoryBudgetError, match="does not fit a budget of") as refused:
        solve(ConnectFour(width=7, height=6), memory=budget)
    assert refused.value.least > 10**10
    assert not explored
