"""A verification that was stopped goes on, with the result of one that was not."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from damaged_solutions import GAMES, damaged
from large_ways import as_large
from perfectplay import Game, solve, verify
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.kalah import Kalah
from perfectplay.tablebase.verification import Verification
from perfectplay.verifier.expand import KernelExpander
from perfectplay.verifier.plain_expand import PlainExpander
from perfectplay.verifier.shares import by_shares
from perfectplay.verifier.sweep import kept_sweep
from perfectplay.verifier.sweep.batch_check import BatchCheck
from perfectplay.verifier.sweep.kept_sweep import KeptSweep, SweptTiers
from places import ROOT
from stored_by_hand import write
from verify_modes import told
from verify_rooms import ROOMS, divide_small_tiers, with_room

pytest.importorskip("pyarrow")


class StoppedError(BaseException):
    """The process is killed here."""


@pytest.fixture(autouse=True)
def always_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """After each tier it is kept how far it has come, for this test alone."""
    monkeypatch.setattr(kept_sweep, "EVERY", 0.0)
    monkeypatch.setattr(kept_sweep, "our_cache", lambda name: tmp_path / "cache" / name)


@pytest.fixture(scope="module")
def threads() -> Iterator[Executor]:
    with ThreadPoolExecutor(2) as pool:
        yield pool


def solve_by_tiers(game: Game, folder: Path) -> None:
    """A solution of a small game with the tiers of its rules, as a large one has them."""
    with pytest.MonkeyPatch.context() as patch:
        as_large(patch)
        solve(game, folder=folder, method="compiled")


def stopped_after(tiers: int, check: Callable[[], Verification]) -> bool:
    """Whether a verification is stopped after so many tiers: not if it has ended before."""
    keep = KeptSweep.keep

    def keep_and_stop(kept: KeptSweep, make: Callable[[], SweptTiers]) -> None:
        keep(kept, make)
        if make().tiers == tiers:
            raise StoppedError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(KeptSweep, "keep", keep_and_stop)
        try:
            check()
        except StoppedError:
            return True
    return False


def without_earlier(result: Verification) -> dict[str, Any]:
    return told(result) | {"earlier": 0}


WAYS: dict[str, dict[str, Any]] = {
    "compiled": {"sample": 5},
    "interpreted": {"sample": 0, "interpreted": True},
    "in pieces": {"sample": 5},
    "shared": {"sample": 5},
}


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("way", list(WAYS))
@pytest.mark.parametrize("name", list(GAMES))
def test_with_random_faults(
    name: str, way: str, seed: int, threads: Executor, monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:  # fmt: skip
    folder = write(tmp_path / "f", damaged(GAMES[name], 1000 * len(name) + seed))
    options = dict(WAYS[way])
    check = verify
    if way == "in pieces":
        divide_small_tiers(monkeypatch)
        check = partial(with_room, ROOMS[seed % len(ROOMS)], monkeypatch)
    if way == "shared":
        options["executor"] = threads
        monkeypatch.setattr(by_shares, "SHARE", 40)
        monkeypatch.setattr(by_shares, "HERE", 0)
        for expander in (KernelExpander, PlainExpander):
            monkeypatch.setattr(expander, "batch", 8)
    whole = check(folder, **options)
    assert whole.earlier == 0
    for tiers in (1, 2, 4):
        stopped_after(tiers, lambda: check(folder, **options))
    found = check(folder, **options)
    assert without_earlier(found) == told(whole)
    assert not list((tmp_path / "cache" / "verified").iterdir())


@pytest.mark.parametrize(
    "game", [ConnectFour(4, 3), Kalah(2, 3, scoring=True)], ids=["classes", "points"]
)
def test_only_the_tiers_that_are_left_are_checked(
    game: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    solve_by_tiers(game, tmp_path / "f")
    whole = verify(tmp_path / "f", game, sample=5)
    assert whole.ok
    assert stopped_after(6, lambda: verify(tmp_path / "f", game, sample=5))
    seen: list[int] = []
    check = BatchCheck.check

    def counting(self: BatchCheck, tier: Any, keys: Any, *own: Any) -> Any:
        seen.extend(keys.tolist())
        return check(self, tier, keys, *own)

    notes: list[str] = []
    monkeypatch.setattr(BatchCheck, "check", counting)
    found = verify(tmp_path / "f", game, sample=5, progress=lambda told: notes.extend(told.notes))
    assert 0 < found.earlier < found.states == whole.states
    assert found.earlier + len(seen) == whole.states
    assert without_earlier(found) == told(whole)
    assert any(note.startswith("goes on after tier") for note in notes)
    again = verify(tmp_path / "f", game, sample=5)
    assert again.earlier == 0
    assert told(again) == told(whole)


@pytest.fixture
def half(tmp_path: Path) -> tuple[Path, Path]:
    """A solution whose verification was stopped, and what was kept of that."""
    folder = tmp_path / "f"
    solve_by_tiers(ConnectFour(4, 3), folder)
    assert stopped_after(6, lambda: verify(folder, sample=5))
    [kept] = (tmp_path / "cache" / "verified").iterdir()
    return folder, kept


def test_anew(half: tuple[Path, Path]) -> None:
    assert verify(half[0], sample=5, anew=True).earlier == 0
    assert not half[1].exists()


def test_other_arguments_do_not_go_on(half: tuple[Path, Path]) -> None:
    assert verify(half[0], sample=6).earlier == 0
    assert verify(half[0], sample=5, symmetries="sample").earlier == 0
    assert verify(half[0], sample=5, interpreted=True).earlier == 0
    assert verify(half[0], sample=5, threads=1).earlier > 0


def test_a_file_that_was_damaged_since_is_found(half: tuple[Path, Path]) -> None:
    file = min(half[0].glob("*.parquet"))
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    assert set(verify(half[0], sample=5).kinds) == {"file"}


@pytest.mark.parametrize("content", [b"", b"PK", b"x" * 5000])
def test_what_was_kept_is_damaged(half: tuple[Path, Path], content: bytes) -> None:
    half[1].write_bytes(content)
    result = verify(half[0], sample=5)
    assert result.ok
    assert result.earlier == 0


@pytest.mark.parametrize("at", np.linspace(0.02, 0.98, 12).tolist())
def test_what_was_kept_is_cut_short(half: tuple[Path, Path], at: float) -> None:
    half[1].write_bytes(half[1].read_bytes()[: int(at * half[1].stat().st_size)])
    assert verify(half[0], sample=5).earlier == 0


@pytest.mark.skipif(os.name == "nt", reason="other rights there")
def test_a_cache_that_others_write_to_is_not_believed(half: tuple[Path, Path]) -> None:
    half[1].parent.chmod(0o777)
    assert verify(half[0], sample=5).earlier == 0


def test_a_full_cache_stops_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    solve_by_tiers(ConnectFour(4, 3), tmp_path / "f")
    assert stopped_after(3, lambda: verify(tmp_path / "f", sample=5))
    monkeypatch.setattr(np, "savez", full)
    assert verify(tmp_path / "f", sample=5).ok
    assert not list((tmp_path / "cache" / "verified").iterdir())


def test_old_files_are_removed(half: tuple[Path, Path]) -> None:
    old = half[1].with_name("old.npz")
    old.write_bytes(b"")
    os.utime(old, (1, time.time() - 2 * kept_sweep.FORGOTTEN))
    verify(half[0], sample=5)
    assert not old.exists()


PROGRAM = """
import os, signal, sys
from perfectplay import verify
from perfectplay.verifier.sweep import kept_sweep
kept_sweep.EVERY = 0.0
keep = kept_sweep.KeptSweep.keep
def killed(kept, make):
    keep(kept, make)
    if make().tiers == 8:
        os.kill(os.getpid(), signal.SIGKILL)
kept_sweep.KeptSweep.keep = killed
verify(sys.argv[1], sample=1000)
"""


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
def test_killed(tmp_path: Path) -> None:
    game = ConnectFour(5, 3)
    solve_by_tiers(game, tmp_path / "f")
    environment = {
        **os.environ, "PYTHONPATH": str(ROOT / "src"), "PERFECTPLAY_CACHE": str(tmp_path / "cache")
    }  # fmt: skip
    killed = subprocess.run([sys.executable, "-c", PROGRAM, str(tmp_path / "f")], env=environment)
    assert killed.returncode == -signal.SIGKILL
    shown = subprocess.run(
        [sys.executable, "-m", "perfectplay", "verify", str(tmp_path / "f"), "--sample", "1000"],
        env=environment, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert " of them by a run that was stopped" in shown.replace("\n", " ")
    assert ": right" in shown
