"""What a solve into a folder refuses, and what it leaves as it is."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from games_to_store import Mirrored, contents
from games_to_verify import Tiered, TwoPiles
from perfectplay import Game, Value
from perfectplay.core.errors import (
    DamagedError,
    FolderBusyError,
    FormatVersionError,
    RulesDifferError,
    RulesError,
    StoreError,
)
from perfectplay.solver.checkpoint.lock import LOCK, locked
from perfectplay.solver.resume import solve_into
from perfectplay.tablebase.store.manifest import sum_of
from perfectplay.verifier.verifying import verify
from places import ROOT

pytest.importorskip("pyarrow")

SOURCES = str(ROOT / "src")


def test_a_finished_folder_is_shown_and_nothing_is_solved(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    assert not solve_into(TwoPiles(), folder).was_there
    files = [path for path in folder.rglob("*") if path.is_file()]
    before = contents(folder), [path.stat().st_mtime_ns for path in files]
    again = solve_into(TwoPiles(), folder)
    assert again.was_there
    assert len(again.solution) == 49
    assert (contents(folder), [path.stat().st_mtime_ns for path in files]) == before


def test_what_a_dead_process_left_beside_a_finished_manifest_goes(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    solve_into(TwoPiles(), folder)
    before = contents(folder)
    (folder / "work").mkdir()
    (folder / "work" / "progress").write_text("nothing")
    (folder / "tier-0-0.parquet.new").write_text("nothing")
    (folder / "tier-4-0.parquet").write_text("nothing")
    (folder / "lock").write_text("123456\n")
    assert solve_into(TwoPiles(), folder).was_there
    assert contents(folder) == before


class Busy(Game):
    """Other rules than `TwoPiles`, and no text of its own."""

    def start(self):
        return (6, 6)

    def moves(self, state):
        return range(1)

    def play(self, state, move):
        return (state[0] - 1, 0)

    def outcome(self, state):
        return Value.LOSS if state[0] == 0 else None


@pytest.mark.parametrize("finished", [True, False])
def test_other_rules_and_parameters(finished: bool, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    solve_into(TwoPiles(), folder)
    if not finished:
        unfinish(folder)
    before = contents(folder)
    for other, what in ((TwoPiles(left=5), "left"), (Tiered(), "tier"), (Busy(), "moves")):
        with pytest.raises(RulesDifferError, match="is of other rules") as failure:
            solve_into(other, folder)
        assert what in str(failure.value)
        assert contents(folder) == before


def unfinish(folder: Path) -> None:
    """Makes the manifest that of a solve that goes on."""
    rewrite(folder, complete=False, start=None, moves=None, histogram=None, covered=None, tiers=[])


def rewrite(folder: Path, **fields: Any) -> None:
    path = folder / "manifest.json"
    whole = {**json.loads(path.read_text()), **fields}
    whole["sum"] = sum_of(whole)
    path.write_text(json.dumps(whole))


@pytest.mark.parametrize("finished", [True, False])
def test_symmetries_on_and_off(finished: bool, tmp_path: Path) -> None:
    for first in (True, False):
        folder = tmp_path / str(first)
        solve_into(Mirrored(), folder, symmetries=first)
        if not finished:
            unfinish(folder)
        before = contents(folder)
        with pytest.raises(RulesDifferError, match=r"begun with(out)? symm.*this solve is with"):
            solve_into(Mirrored(), folder, symmetries=not first)
        assert contents(folder) == before
        solve_into(Mirrored(), folder, symmetries=first)
        assert verify(folder, Mirrored()).ok


@pytest.mark.parametrize("finished", [True, False])
def test_another_version_of_the_format_and_damaged_manifests(
    finished: bool, tmp_path: Path
) -> None:
    folder = tmp_path / "folder"
    solve_into(TwoPiles(), folder)
    if not finished:
        unfinish(folder)
    whole = (folder / "manifest.json").read_bytes()
    rewrite(folder, version=2)
    with pytest.raises(FormatVersionError, match="version 2"):
        solve_into(TwoPiles(), folder)
    for content in (b"", whole[:-9], whole.replace(b"TwoPiles", b"TwoPales")):
        (folder / "manifest.json").write_bytes(content)
        with pytest.raises(DamagedError):
            solve_into(TwoPiles(), folder)
        assert (folder / "manifest.json").read_bytes() == content
    assert not (folder / LOCK).exists()


def test_places_that_are_something_else(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("something")
    with pytest.raises(StoreError, match="is a file; a solution is stored in a folder"):
        solve_into(TwoPiles(), tmp_path / "file")
    with pytest.raises(StoreError, match="cannot be written"):
        solve_into(TwoPiles(), tmp_path / "file" / "below")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "letter.txt").write_text("something")
    with pytest.raises(StoreError, match=r"holds something else \(letter.txt\)"):
        solve_into(TwoPiles(), tmp_path / "folder")
    assert contents(tmp_path / "folder") == {"letter.txt": b"something"}
    with pytest.raises(StoreError, match="cannot be written"):
        solve_into(TwoPiles(), "/proc/nowhere/folder")
    # a folder within folders that are not there is made, and an empty one is taken
    (tmp_path / "empty").mkdir()
    for place in (tmp_path / "empty", tmp_path / "a" / "b" / "c"):
        assert len(solve_into(TwoPiles(), place).solution) == 49


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="may write anywhere")
def test_a_place_that_may_not_be_written(tmp_path: Path) -> None:
    (tmp_path / "shut").mkdir(mode=0o500)
    for place in (tmp_path / "shut", tmp_path / "shut" / "folder"):
        with pytest.raises(StoreError, match="it may not be written there"):
            solve_into(TwoPiles(), place)


def test_a_lock_that_may_not_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the tests may write anywhere: so the system's answer is made up."""

    def shut(*_: Any) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("perfectplay.solver.checkpoint.lock.os.open", shut)
    with pytest.raises(StoreError, match="lock cannot be written: it may not be written there"):
        solve_into(TwoPiles(), tmp_path / "folder")
    assert not (tmp_path / "folder").exists()


HOLDS = """
import sys
from perfectplay.solver.checkpoint.lock import locked
from pathlib import Path
with locked(Path(sys.argv[1])):
    print("holds", flush=True)
    sys.stdin.read()
"""


def test_two_solves_at_once(tmp_path: Path) -> None:
    """A second one is refused while the first lives; what a dead one leaves does not count."""
    folder = tmp_path / "folder"
    folder.mkdir()
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDS, str(folder)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": SOURCES},
    )  # fmt: skip
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"holds\n"
        with pytest.raises(FolderBusyError, match=f"process {holder.pid} is solving into"):
            solve_into(TwoPiles(), folder)
        assert sorted(contents(folder)) == [LOCK]
    finally:
        holder.kill()
        holder.communicate()
    assert (folder / LOCK).read_text() == f"{holder.pid}\n"  # stale
    assert len(solve_into(TwoPiles(), folder).solution) == 49
    assert not (folder / LOCK).exists()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")
def test_a_copy_of_a_dead_process_does_not_hold_its_lock(tmp_path: Path) -> None:
    """As workers of a `ProcessPoolExecutor` that were forked while a solve held it."""
    text = HOLDS.replace("    print(", "    import os\n    copy = os.fork()\n    print(copy, ") + (
        "    import time\n    time.sleep(600)\n"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", text, str(tmp_path)], stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": SOURCES},
    )  # fmt: skip
    assert holder.stdout is not None
    said = [holder.stdout.readline().split()[0] for _ in range(2)]
    copy = int(next(pid for pid in said if pid != b"0"))
    try:
        holder.kill()
        holder.wait()
        with locked(tmp_path):
            assert (tmp_path / LOCK).read_text() == f"{os.getpid()}\n"
    finally:
        with suppress(ProcessLookupError):  # some systems end a process that has lost its parent
            os.kill(copy, signal.SIGKILL)
        holder.stdout.close()


def test_a_lock_in_one_process(tmp_path: Path) -> None:
    with locked(tmp_path), pytest.raises(FolderBusyError), locked(tmp_path):
        pass
    assert list(tmp_path.iterdir()) == []
    with locked(tmp_path):
        assert (tmp_path / LOCK).exists()


def test_errors_of_the_rules_leave_nothing(tmp_path: Path) -> None:
    class Raises(TwoPiles):
        def outcome(self, state):
            return Value.LOSS if state == (0, 0) else 5 // state[0] and None

    with pytest.raises(RulesError):
        solve_into(Raises(), tmp_path / "new" / "folder")
    assert not (tmp_path / "new" / "folder").exists()
    (tmp_path / "empty").mkdir()
    with pytest.raises(RulesError):
        solve_into(Raises(), tmp_path / "empty")
    assert list((tmp_path / "empty").iterdir()) == []


@pytest.mark.parametrize("method", ["interpreted", "compiled"])
def test_learnt_keys_hold_all_states_of_a_class(method: str, tmp_path: Path) -> None:
    """The start has an image, (4, 3), whose first field is larger than that of any representative:
    the verifier finds no key for it."""
    solve_into(Mirrored(3, 4), tmp_path / "folder", method=method)
    assert verify(tmp_path / "folder", Mirrored(3, 4)).ok
