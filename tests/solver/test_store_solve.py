"""Solves into an object store: the same files as in a folder, whatever dies on the way."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import pytest

from games_to_store import Mirrored, few_at_a_time, solved
from games_to_verify import LoopyTiers, TwoPiles
from object_store import Store, files, held, store
from perfectplay import Game, Value, verify
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
from perfectplay.solver import graph_solve, store_solve
from perfectplay.solver.checkpoint.lock import locked
from perfectplay.solver.checkpoint.sink import FolderSink
from perfectplay.solver.explore import graded_plays
from perfectplay.solver.parts import (
    explore_part,
    part_explorer,
    part_resolver,
    part_store,
    tier_sweeps,
)
from perfectplay.solver.parts.explore_part import ExplorePart
from perfectplay.solver.resume import solve_into
from perfectplay.solver.store_solve import home_of
from perfectplay.tablebase.store import checksums
from perfectplay.tablebase.store.remote_files import folder_at
from tiered_games import Levelled

__all__ = ["store"]


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The caches of a machine; small games take the way of large ones, in many parts."""
    few_at_a_time(monkeypatch)
    monkeypatch.setattr(part_explorer, "PART_KEYS", 200)
    monkeypatch.setattr(part_explorer, "FEW_KEYS", -1)
    monkeypatch.setattr(part_resolver, "FEW_KEYS", -1)
    monkeypatch.setattr(part_store, "INLINE", 5)
    monkeypatch.setattr(store_solve, "cache_home", lambda: tmp_path / "machine")
    return tmp_path / "machine"


@pytest.fixture(scope="module")
def threads() -> Iterator[Executor]:
    with ThreadPoolExecutor(3) as pool:
        yield pool


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


@pytest.mark.parametrize("game", [LoopyTiers(), Levelled(2, 1)], ids=repr)
def test_a_tier_that_is_swept(
    game: Game, store: Store, threads: Executor, machine: Path, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Its moves and its rounds are in the store; another machine goes on in the middle."""
    monkeypatch.setattr(explore_part, "INSIDE_KEYS", 12)
    monkeypatch.setattr(part_resolver, "INSIDE_BYTES", 100)
    monkeypatch.setattr(tier_sweeps, "SWEPT_STATES", 150)
    monkeypatch.setattr(graph_solve, "graph_room", lambda _: 0)
    name = f"swept-{type(game).__name__}"
    solved(game, tmp_path / "here")
    address = begun(store, game, name, threads, resolved=10)
    shutil.rmtree(machine)
    monkeypatch.setattr(store_solve, "LEASE", 0)  # the other machine has been off for a while
    solved(game, address, executor=threads)
    assert held(store, name) == files(tmp_path / "here")


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


def test_a_copy_of_a_folder_that_is_not_finished(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(told: Progress) -> None:
        if told.stage == "resolving" and told.done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solved(Mirrored(4, 4), tmp_path / "half", progress=stop)
    address = store.copy(tmp_path / "half", "half")
    with pytest.raises(StoreError, match="holds a copy of a folder whose solve is not finished"):
        solved(Mirrored(4, 4), address)
    assert "manifest.json" in held(store, "half")


def test_files_of_others_stay(store: Store) -> None:
    for name in ("work/thesis.pdf", "photos/a.jpg", "tier-list.csv"):
        store.files.pipe_file(f"bucket/theirs/{name}", b"1")
        with pytest.raises(StoreError, match="holds something else"):
            solved(Nim((1, 2)), "s3://bucket/theirs")
        assert set(held(store, "theirs").values()) == {b"1"}
    store.files.rm("bucket/theirs/photos", recursive=True)
    store.files.rm("bucket/theirs/tier-list.csv")
    with pytest.raises(StoreError, match=r"something else \(work/thesis.pdf\)"):
        solved(Nim((1, 2)), "s3://bucket/theirs")
    assert list(held(store, "theirs")) == ["work/thesis.pdf"]


def test_another_game_into_what_is_begun(store: Store, threads: Executor, machine: Path) -> None:
    address = begun(store, Mirrored(4, 4), "begun", threads)
    before = held(store, "begun")
    for game, how in ((TwoPiles(), {}), (Nim((1, 2)), {}), (Mirrored(4, 4), {"symmetries": False})):
        for _ in range(2):
            with pytest.raises(RulesDifferError, match="s3://bucket/begun"):
                solved(game, address, executor=threads, **how)
            shutil.rmtree(machine)
        assert held(store, "begun") == before
    solved(Mirrored(4, 4), address)


def test_a_store_that_is_not_reached_for_a_moment(
    store: Store, threads: Executor, machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When a solve goes on: a sentence, and nothing is lost."""
    address = begun(store, Mirrored(4, 4), "moment", threads)
    before = held(store, "moment")

    def fails(path: Path) -> int:
        raise StoreError(f"{path} cannot be reached: timeout; try again")

    with monkeypatch.context() as patch:
        patch.setattr(checksums, "size_of", fails)
        with pytest.raises(StoreError, match="cannot be reached"):
            solved(Mirrored(4, 4), address, executor=threads)
    assert held(store, "moment") == before
    solved(Mirrored(4, 4), address)


def test_killed_at_the_very_end(
    store: Store, machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dies(*_: object) -> None:
        raise KeyboardInterrupt

    game, address = Nim((1, 2, 3)), "s3://bucket/end"
    for place in ("_clear", "_publish"):
        with monkeypatch.context() as patch:
            patch.setattr(store_solve, place, dies)
            with pytest.raises(KeyboardInterrupt):
                solved(game, address)
        assert solve_into(game, address).was_there == (place == "_clear")
        assert not any("work" in name for name in held(store, "end"))
        assert verify(address, game).ok
        store.files.rm("bucket/end", recursive=True)
    # the home is of a solve whose folder in the store was removed
    with monkeypatch.context() as patch:
        patch.setattr(store_solve, "_publish", dies)
        with pytest.raises(KeyboardInterrupt):
            solved(game, address)
    store.files.rm("bucket/end", recursive=True)
    solved(Nim((1, 2)), address)
    assert list((machine / "perfectplay/stores").iterdir()) == []


def test_a_lease_that_was_lost(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another driver took over meanwhile: its work stays."""
    theirs = json.dumps({"host": "other", "process": 7, "id": "x", "home": "y"}).encode()

    def takes_over(told: Progress) -> None:
        store.files.pipe_file("bucket/lost/work/driver.json", theirs)

    with pytest.raises(FolderBusyError, match="process 7 of other"):
        solved(Mirrored(4, 4), "s3://bucket/lost", progress=takes_over)
    found = held(store, "lost")
    assert found["work/driver.json"] == theirs
    assert "manifest.json" not in found


@pytest.mark.parametrize("seed", [2, 3])
def test_levels_that_are_no_tiers_and_then_ctrl_c(
    seed: int, store: Store, threads: Executor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What workers had explored as levels is not taken for the states of one tier."""
    monkeypatch.setattr(graded_plays, "looks_graded", lambda *_: True)
    monkeypatch.setattr(graph_solve, "graph_room", lambda _: 0)
    game, name = Levelled(seed, seed - 1), f"levels-{seed}"
    solved(game, tmp_path / "here")

    def stop(told: Progress) -> None:
        if told.stage == "exploring" and stopped:
            raise KeyboardInterrupt
        stopped.extend(["levels"] if told.stage == "resolving" else [])

    abandon = FolderSink.abandon
    stopped: list[str] = []

    def abandoned(sink: FolderSink) -> None:
        abandon(sink)
        stopped.append("levels")

    with monkeypatch.context() as patch:
        patch.setattr(FolderSink, "abandon", abandoned)
        with pytest.raises(KeyboardInterrupt):
            solved(game, f"s3://bucket/{name}", executor=threads, progress=stop)
    assert stopped == ["levels"]
    solved(game, f"s3://bucket/{name}", executor=threads)
    assert held(store, name) == files(tmp_path / "here")
