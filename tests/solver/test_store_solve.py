"""Solves into an object store: the same files as in a folder, whatever dies on the way."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import pytest

from games_to_store import Mirrored, contents, few_at_a_time, solved
from games_to_verify import LoopyTiers, TwoPiles
from object_store import Store, store
from perfectplay import Game, Solution, Value, verify
from perfectplay.core.errors import (
    DamagedError,
    FolderBusyError,
    RulesDifferError,
    RulesError,
    StoreError,
)
from perfectplay.core.progress import Progress
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.nim import Nim
from perfectplay.solver import store_solve
from perfectplay.solver.checkpoint.lock import locked
from perfectplay.solver.parts import explore_part, part_explorer, part_solve
from perfectplay.solver.parts.explore_part import ExplorePart
from perfectplay.solver.resume import solve_into
from perfectplay.solver.store_solve import home_of
from perfectplay.tablebase.store.remote_files import folder_at
from places import ROOT
from tiered_games import Levelled

__all__ = ["store"]


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The caches of a machine; small games take the way of large ones, in many parts."""
    few_at_a_time(monkeypatch)
    monkeypatch.setattr(part_explorer, "PART_KEYS", 200)
    monkeypatch.setattr(part_explorer, "FEW_KEYS", -1)
    monkeypatch.setattr(part_solve, "FEW_KEYS", -1)
    monkeypatch.setattr(explore_part, "INLINE", 5)
    monkeypatch.setattr(store_solve, "cache_home", lambda: tmp_path / "machine")
    return tmp_path / "machine"


@pytest.fixture(scope="module")
def threads() -> Iterator[Executor]:
    with ThreadPoolExecutor(3) as pool:
        yield pool


def held(store: Store, name: str) -> dict[str, bytes]:
    """The files of a folder in the bucket."""
    begin = f"bucket/{name}/"
    return {
        path.removeprefix(begin): store.files.cat_file(path)
        for path in store.files.find(f"bucket/{name}")
    }


def files(folder: Path) -> dict[str, bytes]:
    """The files of a folder of this machine, as `held`."""
    return {name: content for name, content in contents(folder).items() if name != "rules"}


def begun(store: Store, game: Game, name: str, executor: Executor, resolved: int = 0) -> str:
    """A solve that was interrupted; its address."""

    def stop(told: Progress) -> None:
        if told.stage == "resolving" and told.done > resolved:
            raise KeyboardInterrupt

    address = f"s3://bucket/{name}"
    with pytest.raises(KeyboardInterrupt):
        solved(game, address, executor=executor, progress=stop)
    assert "manifest.json" not in held(store, name)
    return address


@pytest.mark.parametrize("game", [
    Mirrored(4, 4), DotsAndBoxes(1, 2), LoopyTiers(), Levelled(1, 0), TwoPiles(), Nim((1, 2, 3)),
], ids=repr)  # fmt: skip
def test_the_same_bytes(
    game: Game, store: Store, threads: Executor, machine: Path, tmp_path: Path
) -> None:
    solve_into(game, tmp_path / "here")
    for number, executor in enumerate((None, threads)):
        name = f"{type(game).__name__}-{number}"
        assert not solve_into(game, f"s3://bucket/{name}", executor=executor).was_there
        assert held(store, name) == files(tmp_path / "here")
        assert list((machine / "perfectplay/stores").iterdir()) == []
        assert solve_into(game, f"s3://bucket/{name}/").was_there
    assert verify(f"s3://bucket/{name}", game).ok


def test_another_machine_goes_on(
    store: Store, threads: Executor, machine: Path, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """From the receipts in the store alone."""
    game = Mirrored(4, 4)
    solved(game, tmp_path / "here")
    address = begun(store, game, "moved", threads)
    shutil.rmtree(machine)
    monkeypatch.setattr(store_solve, "LEASE", 0)  # the other machine has been off for a while
    explored: list[str] = []
    run = ExplorePart.run
    monkeypatch.setattr(ExplorePart, "run", lambda task: (explored.append(task.name), run(task))[1])
    solved(game, address)
    assert explored == []
    assert held(store, "moved") == files(tmp_path / "here")


def test_files_that_were_changed_meanwhile(
    store: Store, threads: Executor, machine: Path, tmp_path: Path
) -> None:
    """Keys, a part and the note of an attempt: the solve begins anew, or does not need them."""
    game = Mirrored(4, 4)
    solved(game, tmp_path / "here")
    for number, (ending, there) in enumerate((
        (".keys", True), (".parquet", True), ("attempt.json", True), (".keys", False),
        (".explored", False),
    )):  # fmt: skip
        address = begun(store, game, f"changed-{number}", threads)
        path = next(x for x in store.files.find(address) if x.endswith(ending))
        if there:
            store.files.pipe_file(path, store.files.cat_file(path)[:-3] + b"lie")
        else:
            store.files.rm_file(path)
        shutil.rmtree(machine)
        if ending == ".parquet":  # it has its size still, and is found out when it is read
            with pytest.raises(DamagedError, match=rf"damaged.*; remove {address} and start the s"):
                solved(game, address)
            continue
        solved(game, address)
        assert held(store, f"changed-{number}") == files(tmp_path / "here"), path


def test_two_drivers(store: Store, threads: Executor, monkeypatch: pytest.MonkeyPatch) -> None:
    game, address = Mirrored(3, 3), "s3://bucket/two"
    home = home_of(folder_at(address))
    home.mkdir(parents=True)
    with (
        locked(home),
        pytest.raises(FolderBusyError, match=f"process {os.getpid()} is solving into"),
    ):
        solved(game, address)
    note = json.dumps({"host": "other", "process": 7, "id": "x"})
    store.files.pipe_file("bucket/two/work/driver.json", note.encode())
    with pytest.raises(FolderBusyError, match="process 7 of other is solving into s3://bucket/two"):
        solved(game, address)
    monkeypatch.setattr(store_solve, "LEASE", 0)
    solved(game, address)
    assert not any("work" in name for name in held(store, "two"))


def test_what_is_refused(store: Store, machine: Path) -> None:
    store.files.pipe_file("bucket/mine/thesis.pdf", b"1")
    with pytest.raises(StoreError, match=r"holds something else \(thesis.pdf\)"):
        solved(Nim((1, 2)), "s3://bucket/mine")
    solved(Nim((1, 2)), "s3://bucket/nim")
    with pytest.raises(RulesDifferError, match="s3://bucket/nim is of other rules"):
        solved(Nim((1, 3)), "s3://bucket/nim")
    with pytest.raises(StoreError, match=r"s3://nobody/nim/work/.* cannot be written: .*bucket"):
        solved(Nim((1, 2)), "s3://nobody/nim")

    class Wrong(TwoPiles):
        def outcome(self, state: tuple[int, ...]) -> Value | None:
            return None

    with pytest.raises(RulesError):
        solved(Wrong(), "s3://bucket/wrong")
    assert held(store, "wrong") == {}
    stores = machine / "perfectplay/stores"
    assert not stores.exists() or list(stores.iterdir()) == []


# --- the command line, with workers that are processes --------------------------------------------

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


def test_a_driver_that_is_killed(store: Store, tmp_path: Path) -> None:
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
    assert len(Solution.open(address)) == 3_945_711


def test_ctrl_c_and_a_store_that_stops(store: Store, tmp_path: Path) -> None:
    address = "s3://bucket/stops"
    process = run(tmp_path / "one", *GAME, "-o", address, "--cluster", "processes:2")
    when(store, "stops", 9, process)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=300)
    words = f"perfectplay: interrupted: the progress is kept in {address}; the same command contin"
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
