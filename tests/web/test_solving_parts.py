"""What solves on request are made of: names of folders, tasks, the time that is left."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import pytest

from perfectplay.game.game import Game
from perfectplay.game.operators.cap import cap
from perfectplay.games.nim import Nim
from perfectplay.registry.address import load_class, load_game
from perfectplay.web.solving import SolveStatus
from perfectplay.web.solving.solve_folders import default_keep, folder_name
from perfectplay.web.solving.status import SpeedClock
from perfectplay.web.solving.task import SolveTask, task_for
from solves_watched import TIERED, file_with


def test_names_of_folders_are_plain_and_apart(tmp_path: Path) -> None:
    ids = [
        "nim;rows=3,5", "nim;rows=3;5", "NIM;rows=3,5", "../../etc/passwd", "", ".", "..", " ",
        "a" * 9_999, "a" * 9_998, "con", "nul", "\ud800", "é", "e\u0301", "x\0y", "a/b", "a\\b",
    ]  # fmt: skip
    game = Nim()
    names = [folder_name(name, game) for name in ids]
    assert len({name.lower() for name in names}) == len(ids)
    for name in names:
        assert len(name.encode()) < 120
        assert all(letter.isalnum() or letter in "-_" for letter in name)
        assert name.isascii()
    assert folder_name("nim", Nim((1, 2))) != folder_name("nim", Nim((1, 3)))


def test_where_solves_are_kept_if_nobody_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", "/some/where")
    assert default_keep() == Path("/some/where/perfectplay/solutions")
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")  # which the specification ignores
    assert default_keep() == Path.home() / ".cache/perfectplay/solutions"
    monkeypatch.setattr(Path, "home", homeless)
    assert default_keep() == Path(tempfile.gettempdir()) / "perfectplay/solutions"


def homeless() -> Path:
    raise RuntimeError("Could not determine home directory.")


def test_a_task_finds_the_game_again(tmp_path: Path) -> None:
    file = file_with(tmp_path / "tiered.py", TIERED)
    tiered = load_game(str(file), {"levels": "7"})
    nodes = load_class(str(file_with(tmp_path / "t.json", '{"moves": {"a": 1, "b": -1}}')))
    assert isinstance(nodes, Game)
    games = [
        (tiered, None),
        (cap(tiered, 5), None),
        (Nim((1, 2)), None),
        (nodes, str(tmp_path / "t.json")),
    ]
    for game, address in games:
        task = task_for(game, address, Path("folder"))
        assert SolveTask.of_json(task.as_json()) == task
        assert folder_name("x", task.game()) == folder_name("x", game)
    assert task_for(cap(tiered, 5), None, Path()).address == f"cap({file}:Tiered,5)"


def test_seconds_that_are_left() -> None:
    clock, status = SpeedClock(), SolveStatus("solving", Path())
    status = clock.updated(status, {"estimate": 100.0})
    line = {"stage": "exploring", "done": 10, "total": None, "states": 30, "seconds": 1.0}
    told = clock.updated(status, line).progress
    assert told is not None
    assert (told.left, told.speed) == (99.0, None)
    told = clock.updated(status, {**line, "done": 30, "seconds": 3.0}).progress
    assert told is not None
    assert (told.left, told.speed) == (97.0, 10.0)
    # beyond what was foretold, the stage alone says
    told = clock.updated(status, {**line, "done": 1030, "total": 2030, "seconds": 103.0}).progress
    assert told is not None
    assert told.left == pytest.approx(1000 * 102 / 1020)
    # another engine begins from the start
    told = clock.updated(status, {**line, "done": 5, "seconds": 104.0}).progress
    assert told is not None
    assert (told.left, told.speed) == (None, None)
