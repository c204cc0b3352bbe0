"""``solve -o s3://... --cluster``: workers that are processes, and what dies on the way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from object_store import Store, files, held, s3fs, store
from perfectplay import Solution, verify
from places import ROOT

__all__ = ["store"]

GAME = ("connect_four", "width=5", "height=4")


def run(cache: Path, *arguments: str | Path) -> subprocess.Popen[str]:
    """`perfectplay solve` as a process, on a machine with this folder of caches."""
    return subprocess.Popen(
        [sys.executable, "-m", "perfectplay", "solve", *map(str, arguments)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "XDG_CACHE_HOME": str(cache),
             "PERFECTPLAY_CACHE": str(Path.home() / ".cache/perfectplay")},
    )  # fmt: skip


def when(store: Store, name: str, receipts: int, process: subprocess.Popen[str]) -> None:
    """Wait until so many tasks are done."""
    while sum(x.endswith(".explored") for x in store.files.find(f"bucket/{name}")) < receipts:
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)


def count_fetched(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The bytes of each range that is fetched from now on."""
    fetched = list[int]()
    fetch = s3fs.core._fetch_range

    def count(*arguments: Any, **named: Any) -> bytes:
        found: bytes = fetch(*arguments, **named)
        fetched.append(len(found))
        return found

    monkeypatch.setattr(s3fs.core, "_fetch_range", count)
    return fetched


def test_a_driver_that_is_killed(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = "s3://bucket/killed"
    process = run(tmp_path / "one", *GAME, "-o", address, "--cluster", "processes:2")
    when(store, "killed", 9, process)
    process.kill()
    process.communicate()
    process = run(tmp_path / "one", *GAME, "-o", address, "--cluster", "processes:1")
    _, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    assert "goes on from what an earlier solve has kept here" in err
    run(tmp_path / "one", *GAME, "-o", tmp_path / "here").communicate(timeout=300)
    assert held(store, "killed") == files(tmp_path / "here")
    fetched = count_fetched(monkeypatch)
    solution = Solution.open(address)
    assert len(solution) == 3_945_711
    assert solution.best_moves(solution.game.start())
    size = sum(map(len, held(store, "killed").values()))
    assert 0 < sum(fetched) < size / 3  # a look-up fetches what it needs
    with ThreadPoolExecutor(2) as workers:
        result = verify(address, executor=workers)
    assert (result.ok, result.states, result.how) == (True, len(solution.table), "compiled")


def test_ctrl_c_and_a_store_that_stops(store: Store, tmp_path: Path) -> None:
    address = "s3://bucket/stops"
    process = run(tmp_path / "one", *GAME, "-o", address, "--cluster", "processes:2")
    when(store, "stops", 9, process)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=300)
    words = "perfectplay: interrupted: the progress is kept for this machine; the same command con"
    assert (process.returncode, words in err, "Traceback" in err) == (2, True, False), err
    process = run(tmp_path / "one", *GAME, "-o", address, "--cluster", "processes:2")
    when(store, "stops", 12, process)
    store.process.kill()
    store.process.wait()
    _, err = process.communicate(timeout=300)
    assert process.returncode == 2
    assert "cannot be reached" in err.splitlines()[-1]
    assert "Traceback" not in err
    store.begin()
    store.files.mkdir("bucket")
