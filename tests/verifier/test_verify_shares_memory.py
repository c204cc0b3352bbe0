"""Workers that verify within a budget of memory: the same result as one process without."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from damaged_solutions import GAMES, damaged
from games_to_verify import LoopyTiers
from perfectplay import solve, verify
from perfectplay.core.errors import MemoryBudgetError
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.kalah import Kalah
from perfectplay.registry.address import load_game
from perfectplay.tablebase.store.manifest_reader import read_manifest
from perfectplay.verifier.expand import KernelExpander
from perfectplay.verifier.shares import by_shares, shares
from perfectplay.verifier.stored.budget_tiers import BudgetTiers
from perfectplay.verifier.stored.ranged_tier import RangedTier
from perfectplay.verifier.stored.verify_room import VerifyRoom
from perfectplay.verifier.sweep.children import ChildSearch
from places import ROOT, TESTS
from random_points import PointsOnIntegers
from stored_by_hand import write
from verify_modes import named, told
from verify_rooms import ROOMS, counting, divide_small_tiers, with_room

pytest.importorskip("pyarrow")


@pytest.fixture
def small_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small games are divided as large ones."""
    divide_small_tiers(monkeypatch)
    monkeypatch.setattr(by_shares, "SHARE", 40)
    monkeypatch.setattr(by_shares, "HERE", 0)


@pytest.fixture(scope="module")
def threads() -> Iterator[Executor]:
    with ThreadPoolExecutor(3) as pool:
        yield pool


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("name", list(GAMES))
def test_random_faults(
    name: str, seed: int, threads: Executor, small_shares: None, monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:  # fmt: skip
    chosen = damaged(GAMES[name], 1000 * len(name) + seed)
    folder = write(tmp_path / "f", replace(chosen, part_states=7))
    interpreted, most = seed % 3 == 0, (None, 1, 6)[seed // 3 % 3]
    alone = verify(folder, sample=5, interpreted=interpreted)
    for room in ROOMS:
        found = with_room(
            room, monkeypatch, folder, most=most, sample=5, interpreted=interpreted,
            executor=threads,
        )  # fmt: skip
        if "twice" in alone.kinds:  # which of the two a move leads to is a matter of order
            assert set(named(alone, "twice")) == set(named(found, "twice"))
        else:
            assert told(found) == told(alone)


def test_tiers_are_read_in_pieces(
    threads: Executor, small_shares: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """So that the test above means something: with the room of each, what is in memory."""
    folder = write(tmp_path / "f", replace(GAMES["tiers with loops"], part_states=7))
    counts = []
    for room in ROOMS:
        seen: Counter[str] = Counter()
        with monkeypatch.context() as patch:
            for kind, name in (
                (BudgetTiers, "_load"), (RangedTier, "between"), (RangedTier, "marks_as_bits"),
                (ChildSearch, "keep"),
            ):  # fmt: skip
                patch.setattr(kind, name, counting(kind, name, seen))
            assert with_room(room, patch, folder, sample=5, executor=threads).ok
        counts.append(seen)
    nothing, *_, much = counts
    assert nothing["_load"] == 0
    assert min(nothing["between"], nothing["keep"], nothing["marks_as_bits"]) > 0
    assert much["_load"] > 0


@pytest.mark.parametrize("seed", range(6))
def test_loops_in_games_of_points(
    seed: int, threads: Executor, small_shares: None, monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:  # fmt: skip
    solve(PointsOnIntegers(seed), method="reference").save(tmp_path / "f")
    alone = verify(tmp_path / "f", PointsOnIntegers(seed), sample=5)
    for room in ROOMS:
        given = tmp_path / "f", PointsOnIntegers(seed)
        found = with_room(room, monkeypatch, *given, sample=5, executor=threads)
        assert told(found) == told(alone)


@pytest.mark.parametrize("name", list(GAMES))
def test_bits_are_marks(name: str, small_shares: None, tmp_path: Path) -> None:
    """Of tiers in memory and in pieces, whose blocks begin at any place of a byte."""
    folder = write(tmp_path / "f", replace(GAMES[name], part_states=7))
    manifest = read_manifest(folder)
    for room in (VerifyRoom(1, False, 1), VerifyRoom(10**15, False, 1)):
        tiers = BudgetTiers(folder, manifest, -1, room)
        for number in tiers.order:
            tier = tiers.main(number)
            assert isinstance(tier, RangedTier) == (room.memory == 1)
            assert not tiers.reached_in(number).any()
            chosen = np.random.default_rng(number).random(tier.states) < 0.3
            tier.mark_bits(np.packbits(chosen))
            assert np.array_equal(tiers.reached_in(number), np.packbits(chosen))
            marked = {key for key, _ in tier.unreached(tier.states)}
            keys, _ = tier.at(np.arange(tier.states))
            assert marked == set(keys[~chosen].tolist())
            tier.mark_bits(np.full(-(-tier.states // 8), 255, np.uint8))
            assert tier.reached() == tier.states
        tiers.close()


@pytest.mark.parametrize("batch", [1, 3, 8, 100])
def test_states_between_two_places(batch: int, small_shares: None, tmp_path: Path) -> None:
    folder = write(tmp_path / "f", replace(GAMES["tiers with loops"], part_states=7))
    manifest = read_manifest(folder)
    tiers = BudgetTiers(folder, manifest, -1, VerifyRoom(1, False, 1))
    for number in tiers.order:
        tier = tiers.main(number)
        assert isinstance(tier, RangedTier)
        keys, _ = tier.at(np.arange(tier.states))
        for begin in range(tier.states):
            for end in range(begin + 1, tier.states + 1):
                found = [keys for keys, _ in tier.between(begin, end, batch)]
                assert {len(some) for some in found[:-1]} <= {batch}
                assert np.array_equal(np.concatenate(found), keys[begin:end])
    tiers.close()


# --- real processes and budgets -------------------------------------------------------------------


@pytest.fixture(scope="module")
def processes() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        yield pool


@pytest.mark.parametrize("game", [
    ConnectFour(4, 4), LoopyTiers(), Kalah(3, 2, scoring=True),
], ids=repr)  # fmt: skip
def test_real_processes(
    game: Any, processes: Executor, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(by_shares, "SHARE", 40)
    monkeypatch.setattr(by_shares, "HERE", 0)
    solve(game, folder=tmp_path / "f")
    found = verify(tmp_path / "f", game, sample=50, executor=processes, memory=20_000_000_000)
    assert found.ok
    assert told(found) == told(verify(tmp_path / "f", game, sample=50))


def test_a_budget_that_is_too_small_for_a_worker(
    threads: Executor, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What a worker says reaches the process of the command."""
    monkeypatch.setattr(by_shares, "HERE", 0)
    folder = write(tmp_path / "f", GAMES["levels"])
    monkeypatch.setattr(VerifyRoom, "left", lambda _: 0)
    with pytest.raises(MemoryBudgetError, match="the verification of this solution does not fit"):
        verify(folder, sample=5, memory=20_000_000_000, executor=threads)


def test_tasks_of_a_process_take_turns(
    small_shares: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """So that only one of them takes memory; each has as many threads as there are tasks."""
    monkeypatch.setattr(shares, "available_cores", lambda: 4)
    at_once, most, used = [0], [0], set[int]()
    checks = shares._Held.checks

    def watched(held: Any, findings: Any) -> Any:
        at_once[0] += 1
        most[0] = max(most[0], at_once[0])
        used.add(held.room.threads)
        time.sleep(0.01)
        at_once[0] -= 1
        return checks(held, findings)

    monkeypatch.setattr(shares._Held, "checks", watched)
    monkeypatch.setattr(KernelExpander, "batch", 2)
    folder = write(tmp_path / "f", GAMES["moves that skip tiers"])
    with ThreadPoolExecutor(3) as pool:
        assert verify(folder, sample=5, executor=pool).ok
    assert most == [1]
    assert used & {2, 3}


def test_files_of_a_job_that_is_left(
    threads: Executor, small_shares: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """When another job comes, what the first one held is closed."""
    monkeypatch.setattr(by_shares, "forget_jobs", lambda: None)
    closed: list[str] = []
    close = BudgetTiers.close

    def closing(tiers: BudgetTiers) -> None:
        closed.append(tiers.folder.name)
        close(tiers)

    monkeypatch.setattr(BudgetTiers, "close", closing)
    for name in ("one", "other"):
        folder = write(tmp_path / name, GAMES["levels"])
        assert verify(folder, sample=5, executor=threads).ok
    assert closed == ["one"]
    shares.forget_jobs()
    assert closed == ["one", "other"]
    assert shares._WAITING == []


WORKERS = """
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from fan import Fan
from perfectplay import verify

def peak(_):
    status = dict(line.split(":", 1) for line in open("/proc/self/status"))
    return int(status["VmHWM"].split()[0]) * 1024

if __name__ == "__main__":
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        found = verify(sys.argv[1], Fan(), memory=int(sys.argv[2]), executor=pool)
        print(found.ok, found.states, max(peak(0), *pool.map(peak, range(9))))
"""


@pytest.mark.landmark
def test_real_workers_keep_to_a_budget(tmp_path: Path) -> None:
    """Each of two workers took 500 MB for these twelve million states before there was a budget."""
    solve(load_game(f"{TESTS}/data/fan.py:Fan"), folder=tmp_path / "f", threads=1)
    (tmp_path / "workers.py").write_text(WORKERS, encoding="utf-8")
    paths = os.pathsep.join([str(ROOT / "src"), str(TESTS / "data")])
    done = subprocess.run(
        [sys.executable, str(tmp_path / "workers.py"), str(tmp_path / "f"), "400000000"],
        capture_output=True, text=True, env={**os.environ, "PYTHONPATH": paths},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    ok, states, most = done.stdout.split()
    assert (ok, int(states)) == ("True", 12_002_001)
    assert int(most) <= 400_000_000
