"""Solves on request that nobody uses are removed, and nothing else is."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from places import ROOT

pytest.importorskip("pyarrow")
pytest.importorskip("fcntl")

from perfectplay.cli.main import run
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.solver.checkpoint.lock import locked
from perfectplay.web.solving import RequestedSolves
from perfectplay.web.solving.solve_folders import MARKS, SolveFolders

DAY = 86_400
SOURCES = str(ROOT / "src")
NAMES = [f"rocks-{digit * 32}" for digit in "abcdef"]


def made(folder: Path, name: str, days: float = 100) -> Path:
    """A folder that a server has made, last used so many days ago."""
    keeping = SolveFolders(folder)
    keeping.making(name)
    keeping.close()
    (folder / name).mkdir()
    (folder / name / "tier-0-0.parquet").write_text("states")
    then = time.time() - days * DAY
    os.utime(folder / MARKS / name, (then, then))
    return folder / name


def test_what_was_not_used_for_long_is_removed(tmp_path: Path) -> None:
    old, new = made(tmp_path, NAMES[0], 31), made(tmp_path, NAMES[1], 29)
    (tmp_path / f"{NAMES[0]}.damaged").mkdir()
    assert SolveFolders(tmp_path, 30).tidy() == [NAMES[0]]
    assert not old.exists()
    assert not (tmp_path / f"{NAMES[0]}.damaged").exists()
    assert new.exists()
    assert [mark.name for mark in (tmp_path / MARKS).iterdir()] == [NAMES[1]]
    assert SolveFolders(tmp_path, 30).tidy() == []


def test_what_no_server_has_made_is_left(tmp_path: Path) -> None:
    """Whatever its name, its age and its marks."""
    mine, named = tmp_path / "mine", tmp_path / NAMES[0]
    for folder in (mine, named):
        folder.mkdir()
        os.utime(folder, (0, 0))
    keeping = SolveFolders(tmp_path)
    keeping.making(NAMES[0])  # a server goes on in what a person has begun
    keeping.making(NAMES[1])
    keeping.close()
    for wrong in ("mine", "..", "notes.txt"):
        if wrong != "..":
            (tmp_path / MARKS / wrong).write_text("")
            os.utime(tmp_path / MARKS / wrong, (0, 0))
    assert SolveFolders(tmp_path, 1).tidy() == []
    assert mine.is_dir()
    assert named.is_dir()


def test_what_a_server_uses_is_left(tmp_path: Path) -> None:
    folder = made(tmp_path, NAMES[0])
    code = (
        "import sys, os; from pathlib import Path;"
        "from perfectplay.web.solving.solve_folders import SolveFolders;"
        "k = SolveFolders(Path(sys.argv[1])); k.using(sys.argv[2]);"
        "os.utime(Path(sys.argv[1]) / '.served' / sys.argv[2], (0, 0));"
        "print('uses it', flush=True); sys.stdin.read()"
    )
    server = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path), NAMES[0]],
        env={**os.environ, "PYTHONPATH": SOURCES},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    assert server.stdout.readline() == "uses it\n"
    assert SolveFolders(tmp_path, 1).tidy() == []
    server.kill()
    server.communicate()
    assert SolveFolders(tmp_path, 1).tidy() == [NAMES[0]]
    assert not folder.exists()


def test_what_is_solved_into_is_left(tmp_path: Path) -> None:
    folder = made(tmp_path, NAMES[0])
    with locked(folder):
        assert SolveFolders(tmp_path, 1).tidy() == []
    assert SolveFolders(tmp_path, 1).tidy() == [NAMES[0]]


def test_links_are_never_followed(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "work").write_text("years")
    keep = tmp_path / "keep"
    keep.mkdir()
    first = made(keep, NAMES[0])
    (first / "tier-0-0.parquet").unlink()
    first.rmdir()
    first.symlink_to(precious)  # the folder is a link now
    second = made(keep, NAMES[1])
    (second / "inside").symlink_to(precious)  # a link in the folder
    (keep / MARKS / NAMES[2]).symlink_to(precious / "work")  # a mark is a link
    (keep / f"{NAMES[1]}.damaged").symlink_to(precious)
    assert SolveFolders(keep, 1).tidy() == [NAMES[1]]
    assert (precious / "work").read_text() == "years"
    assert first.is_symlink()
    other = tmp_path / "other"
    other.mkdir()
    (other / MARKS).symlink_to(keep / MARKS)  # the folder of the marks is a link
    (other / NAMES[0]).mkdir()
    assert SolveFolders(other, 1).tidy() == []
    assert (other / NAMES[0]).is_dir()


def test_a_folder_that_is_not_there_yet(tmp_path: Path) -> None:
    keeping = SolveFolders(tmp_path / "nowhere")
    keeping.using(NAMES[0])
    assert keeping.tidy() == []
    keeping.close()


def test_a_folder_that_cannot_be_read_is_left(tmp_path: Path) -> None:
    (tmp_path / MARKS).write_text("a file")
    keeping = SolveFolders(tmp_path)
    keeping.making(NAMES[0])
    assert keeping.tidy() == []
    keeping.close()


def test_a_solve_marks_its_folder_and_its_use(tmp_path: Path) -> None:
    with RequestedSolves(tmp_path) as solves:
        status = solves.start("three_rocks", ThreeRocks())
        end = time.monotonic() + 300
        while solves.kept("three_rocks", ThreeRocks()) is None:
            assert time.monotonic() < end, solves.status("three_rocks")
            time.sleep(0.05)
        assert status.folder is not None
        mark = tmp_path / MARKS / status.folder.name
        os.utime(mark, (0, 0))
        assert SolveFolders(tmp_path, 1).tidy() == []  # it is held
        assert solves.kept("three_rocks", ThreeRocks()) == status.folder
        assert time.time() - mark.stat().st_mtime < DAY
    os.utime(mark, (0, 0))
    assert SolveFolders(tmp_path, 1).tidy() == [status.folder.name]


@pytest.mark.parametrize("days", ["0", "-3", "1.5", "ten", "nan", "99999999999"])
def test_days_that_are_none(days: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("fastapi")
    assert run(["serve", f"--keep-days={days}"]) == 2
    assert "--keep-days" in capsys.readouterr().err
