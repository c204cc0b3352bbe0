"""Stored solutions in an object store: a server that speaks S3, as a process."""

from __future__ import annotations

import os
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from games_to_store import said
from object_store import Store, store
from perfectplay import Solution, search, solve, verify
from perfectplay.core.errors import DamagedError, MissingExtraError, NoSolutionError, StoreError
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.nim import Nim
from perfectplay.tablebase.store.remote_files import folder_at
from rules_in_folders import MINE, home, stored

__all__ = ["home", "store"]

s3fs = pytest.importorskip("s3fs")


@pytest.fixture(scope="module")
def connect(store: Store, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A solution in a folder, and its copy in the store."""
    folder = tmp_path_factory.mktemp("solutions") / "connect"
    solve(ConnectFour(4, 4), folder=folder)
    return folder, store.copy(folder, "connect")


def test_all_that_reads_a_solution(
    connect: tuple[Path, str], capsys: pytest.CaptureFixture[str]
) -> None:
    folder, address = connect
    here, there = Solution.open(folder), Solution.open(address)
    assert list(there.states())[:3] == list(here.states())[:3]
    assert there.best_moves(there.game.start()) == here.best_moves(here.game.start())
    for command in ("show", "stats", "line", "solve"):
        near, far = said(capsys, command, folder), said(capsys, command, address)
        assert far[0] == 0, far
        assert far[1].replace(address, str(folder)) == near[1]
    status, out, err = said(capsys, "verify", address)
    assert (status, out.partition("\n")[0]) == (0, f"{address}: right"), err
    assert verify(there).ok
    assert verify(there.folder).ok
    assert Solution.open(there.folder).best_moves(there.game.start())
    found = search(ConnectFour(4, 4), known=address)
    assert str(found.value) == "draw"


def test_rules_of_the_user_are_never_taken_from_a_store(
    store: Store, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = stored(MINE, home / "mine")
    address = store.copy(folder, "mine")
    status, _, err = said(capsys, "show", address)
    assert (status, err) == (0, "")
    (home / "mine.py").unlink()
    status, _, err = said(capsys, "show", address)
    assert status == 2
    kept = f"a copy of them is kept in {address}/rules/mine.py: fetch it, and look at it first"
    assert kept in err


@pytest.mark.parametrize(("address", "error", "message"), [
    ("s3://", StoreError, "s3:// names no folder; write s3://BUCKET/FOLDER"),
    ("s3://nobody/x", NoSolutionError, "there is no folder s3://nobody/x"),
    ("s3://bucket/none", NoSolutionError, "there is no folder s3://bucket/none"),
    ("s3://bucket", NoSolutionError, "holds no stored solution: it has no manifest.json"),
    ("s3://bucket/connect/manifest.json", NoSolutionError, "is a file; a stored solution is a fol"),
    ("foo://bucket/x", StoreError, "foo://bucket/x cannot be opened: .*; write s3://BUCKET/FOLDER"),
    ("https://127.0.0.1:9/x", StoreError, "https://127.0.0.1:9/x.* cannot be reached"),
])  # fmt: skip
def test_addresses_of_nothing(
    connect: tuple[Path, str], address: str, error: type[Exception], message: str,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    for given in (address, Path(address) if address[5:] else address):
        with pytest.raises(error, match=message):
            Solution.open(given)
    with pytest.raises(error, match=message):
        verify(address)
    for command in ("show", "verify", "serve"):
        status, out, err = said(capsys, command, address)
        assert (status, out, err.count("\n")) == (2, "", 1), err


def test_only_solves_write_there(
    connect: tuple[Path, str], home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    solution, place = Solution.open(connect[1]), "s3://bucket/new"
    for write in (
        lambda: solution.save(place),
        lambda: search(Nim(), book=place),
    ):
        with pytest.raises(StoreError, match=r"^s3://bucket/new is in an object store, where on"):
            write()
    for words in (
        ("site", "nim", "-o", place), ("serve", "nim", "--keep", place),
        ("search", "nim", "--book", place), ("export", "nim", "-o", f"{place}/x.csv"),
    ):  # fmt: skip
        status, _, err = said(capsys, *words)
        assert (status, err.count("is in an object store, where only a solve writes")) == (2, 1), (
            words
        )
    assert list(home.iterdir()) == []


def test_a_store_that_lies(store: Store, connect: tuple[Path, str]) -> None:
    """An object cut short, changed, or missing: a sentence, never a value."""
    folder, _ = connect
    part = next(folder.glob("tier-*.parquet"))
    content = part.read_bytes()
    flipped = bytearray(content)
    flipped[len(content) // 2] ^= 1
    for name, lie in (("cut", content[:-9]), ("flipped", bytes(flipped)), ("gone", None)):
        address = store.copy(folder, name)
        path = f"bucket/{name}/{part.name}"
        store.files.rm(path) if lie is None else store.files.pipe_file(path, lie)
        s3fs.S3FileSystem.clear_instance_cache()
        solution = Solution.open(address)
        with pytest.raises(DamagedError, match=f"{address}/{part.name}"):
            list(solution.states())
        assert not verify(address).ok


def test_without_permission(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INITIAL_NO_AUTH_ACTION_COUNT", "0")  # of the server: it refuses these keys
    monkeypatch.setenv("AWS_ENDPOINT_URL", os.environ["AWS_ENDPOINT_URL"])
    s3fs.S3FileSystem.clear_instance_cache()
    refusing = Store(bucket=False)
    try:
        with pytest.raises(StoreError, match=r"no permission to use s3://bucket/x/manifest.json: "):
            Solution.open("s3://bucket/x")
    finally:
        refusing.process.kill()
        refusing.process.wait()
        s3fs.S3FileSystem.clear_instance_cache()


def test_a_store_that_stops_and_comes_back(store: Store, tmp_path: Path) -> None:
    solve(Nim((3, 4, 5)), folder=tmp_path / "nim")
    address = store.copy(tmp_path / "nim", "nim")
    solution = Solution.open(address)
    store.process.send_signal(signal.SIGKILL)
    store.process.wait()
    began = time.monotonic()
    for ask in (lambda: solution.value((3, 4, 5)), lambda: Solution.open(address)):
        with pytest.raises(StoreError, match=r"s3://bucket/nim/.* cannot be reached: .*; check"):
            ask()
    assert time.monotonic() - began < 60
    store.begin()
    store.files.mkdir("bucket")
    store.copy(tmp_path / "nim", "nim")
    assert str(solution.value((3, 4, 5))) == "win"


def test_without_the_libraries(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "upath", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'perfectplay\[cloud\]'"):
        folder_at("s3://bucket/x")
    status, _, err = said(capsys, "show", "s3://bucket/x")
    assert (status, err.count("\n")) == (2, 1)
    monkeypatch.setitem(sys.modules, "gcsfs", None)
    monkeypatch.delitem(sys.modules, "upath")
    with pytest.raises(StoreError, match=r"gs://bucket/x cannot be opened: .*gcsfs"):
        Solution.open("gs://bucket/x")


def test_a_path_with_options_of_its_own(store: Store, connect: tuple[Path, str]) -> None:
    upath = pytest.importorskip("upath")
    address = store.copy(connect[0], "options")
    endpoint = os.environ.pop("AWS_ENDPOINT_URL")
    s3fs.S3FileSystem.clear_instance_cache()
    try:
        place = upath.UPath(address, endpoint_url=endpoint)
        assert len(Solution.open(place)) == 161_029
        assert verify(place).ok
        place = upath.UPath("s3://bucket/alone", endpoint_url=endpoint)
        with (
            ThreadPoolExecutor(1) as workers,
            pytest.raises(StoreError, match="not the options"),
        ):
            solve(Nim((1, 2)), folder=place, executor=workers)
        assert len(solve(Nim((1, 2)), folder=place)) == 6
    finally:
        os.environ["AWS_ENDPOINT_URL"] = endpoint
        s3fs.S3FileSystem.clear_instance_cache()
    with ThreadPoolExecutor(1) as workers:
        place = folder_at("s3://bucket/without")
        assert len(solve(Nim((1, 2)), folder=place, executor=workers)) == 6


def test_a_folder_that_a_console_has_made(store: Store) -> None:
    """Such a one is an empty object whose name ends in a slash."""
    store.files.call_s3("put_object", Bucket="bucket", Key="made/", Body=b"")
    assert len(solve(Nim((1, 2)), folder="s3://bucket/made")) == 6
    assert verify("s3://bucket/made").ok
