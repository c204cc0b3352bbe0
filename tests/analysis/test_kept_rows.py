"""Sweeps that go on: rows in a file, processes that are killed, rows that do not count."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from perfectplay import sweep
from perfectplay.analysis.atlas import kept_rows
from perfectplay.analysis.atlas.kept_rows import KeptRows
from perfectplay.analysis.atlas.swept_row import SweptRow
from perfectplay.core import process_memory
from perfectplay.core.errors import StoreError
from perfectplay.games.kayles import Kayles
from perfectplay.games.tic_tac_toe import TicTacToe


def test_known_rows_are_not_solved_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "rows.jsonl"
    first = sweep(TicTacToe, {"width": "2..3"}, results=file)
    before = file.read_bytes()
    monkeypatch.setattr("perfectplay.analysis.atlas.atlas.solved_row", None)
    assert sweep(TicTacToe, {"width": "2..3"}, results=file) == first
    assert file.read_bytes() == before
    monkeypatch.undo()
    more = sweep(TicTacToe, {"width": "1..3", "misere": "no"}, results=file)
    assert len(more) == 3


SMALL = {"width": "1..3", "height": "1", "misere": "no,yes"}


def test_a_row_that_is_not_whole_is_solved_again(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    first = sweep(TicTacToe, SMALL, results=file)
    content = file.read_bytes()
    for length in range(0, len(content), len(content) // 12):
        file.write_bytes(content[:length])
        again = sweep(TicTacToe, SMALL, results=file)
        assert [_timeless(row) for row in again] == [_timeless(row) for row in first]
        assert _lines(file.read_bytes()) == _lines(content)


def _timeless(row: SweptRow) -> SweptRow:
    return replace(row, seconds=None)


def _lines(content: bytes) -> list[str]:
    """The lines in some order: two processes answer as they are done."""
    lines = [{**json.loads(line), "seconds": None} for line in content.splitlines()]
    return sorted(map(json.dumps, lines))


def test_changed_rules_are_solved_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "rows.jsonl"
    sweep(Kayles, {"n": "2..3"}, results=file)
    monkeypatch.setattr(kept_rows, "_rules_of", lambda *_: "others")
    sweep(Kayles, {"n": "2..3"}, results=file)
    assert len(file.read_text().splitlines()) == 5


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_is_no_file_of_rows(tmp_path: Path) -> None:
    """It would be waited for without end."""
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(StoreError, match="pipe is no file that keeps rows"):
        sweep(Kayles, {"n": "1..2"}, results=tmp_path / "pipe")


def test_other_limits_count_for_what_was_too_large(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    ranges = {"width": "2..3"}
    assert sweep(TicTacToe, ranges, results=file, max_states=500).results == {
        "solved": 1, "too large": 1,
    }  # fmt: skip
    assert sweep(TicTacToe, ranges, results=file, max_states=500).results["too large"] == 1
    assert len(file.read_text().splitlines()) == 3
    assert sweep(TicTacToe, ranges, results=file, max_states=1_000).results == {"solved": 2}
    assert len(file.read_text().splitlines()) == 4


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"width,height\n3,3\n", "holds something else"),
        (b"no line end", "holds something else"),
        (b"[1]\n", "holds something else"),
        (b'{"format": "perfectplay sweep", "version": 2, "game": "kayles"}\n', "another version"),
        (b'{"format": "perfectplay sweep", "version": 1, "game": "nim"}\n', "a sweep of nim, not"),
        (b'{"format": "perfectplay sweep", "version": 1, "game": "kayles"}\n\xff\n', "line 2"),
        (b'{"format": "perfectplay sweep", "version": 1, "game": "kayles"}\n{}\n', "line 2"),
        (b'{"format": "perfectplay sweep", "version": 1, "game": "kayles"}\n7\n', "line 2"),
    ],
)
def test_files_of_something_else_are_left_alone(tmp_path: Path, content: bytes, words: str) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_bytes(content)
    with pytest.raises(StoreError) as raised:
        sweep(Kayles, {"n": "1..2"}, results=file)
    assert words in str(raised.value)
    assert file.read_bytes() == content


def test_a_folder_is_no_file_of_rows(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be read"):
        sweep(Kayles, {"n": "1..2"}, results=tmp_path)
    with pytest.raises(StoreError, match="cannot be written"):
        sweep(Kayles, {"n": "1..2"}, results=tmp_path / "none" / "rows.jsonl")


PROGRAM = """
import sys
from perfectplay import sweep
from perfectplay.games.tic_tac_toe import TicTacToe
sweep(TicTacToe, {"width": "1..3", "height": "1..3", "misere": "no,yes"}, results=sys.argv[1])
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs signals")
def test_a_killed_sweep_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    process = subprocess.Popen([sys.executable, "-c", PROGRAM, str(file)])
    while not file.exists() or file.read_bytes().count(b"\n") < 4:
        assert process.poll() is None
        time.sleep(0.005)
    process.kill()
    process.wait()
    known = file.read_bytes().count(b"\n")
    ranges = {"width": "1..3", "height": "1..3", "misere": "no,yes"}
    found = sweep(TicTacToe, ranges, results=file)
    lines = file.read_bytes()
    assert lines.count(b"\n") == 1 + 18
    assert known >= 4
    fresh = sweep(TicTacToe, ranges)
    assert [_timeless(row) for row in found] == [_timeless(row) for row in fresh]


HANGING = """
import os, sys, time
from perfectplay import Game, sweep
class Hanging(Game):
    def start(self):
        return 1
    def moves(self, state):
        with open(sys.argv[1] + ".new", "w") as file:
            file.write(str(os.getpid()))
        os.replace(sys.argv[1] + ".new", sys.argv[1])
        while True:
            time.sleep(0.1)
    def play(self, state, move):
        return 0
    def outcome(self, state):
        return None
sweep(Hanging, {}, seconds=1000)
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at /proc")
def test_no_copy_outlives_a_killed_sweep(tmp_path: Path) -> None:
    file = tmp_path / "pid"
    process = subprocess.Popen([sys.executable, "-c", HANGING, str(file)])
    while not file.exists():
        assert process.poll() is None
        time.sleep(0.01)
    copy = Path("/proc") / file.read_text() / "stat"
    assert copy.exists()
    process.kill()
    process.wait()
    while _runs(copy):
        time.sleep(0.05)


def _runs(copy: Path) -> bool:
    try:
        return copy.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_without_copies_the_rows_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    ranges = {"width": "2..3", "misere": "no,yes"}
    wanted = sweep(TicTacToe, ranges, max_states=500)
    for module in ("atlas", "row_processes"):
        monkeypatch.setattr(f"perfectplay.analysis.atlas.{module}.can_fork", lambda: False)
    found = sweep(TicTacToe, ranges, max_states=500)
    assert [_timeless(row) for row in found] == [_timeless(row) for row in wanted]


def test_kept_rows_of_rules_without_a_fingerprint_do_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "rows.jsonl"
    monkeypatch.setattr(kept_rows, "_rules_of", lambda *_: None)
    sweep(Kayles, {"n": "2"}, results=file)
    sweep(Kayles, {"n": "2"}, results=file)
    assert len(file.read_text().splitlines()) == 3
    assert KeptRows.row.__doc__


def test_what_this_process_holds_is_taken_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A notebook with large arrays sweeps as a small one does: copies share what it holds."""
    ballast = np.ones(1 << 26)
    monkeypatch.setattr(process_memory, "available_bytes", lambda: 800 << 20)
    found = sweep(TicTacToe, {"width": "2..3"}, processes=2)
    assert [row.result for row in found] == ["solved", "solved"]
    assert len(ballast) == 1 << 26
