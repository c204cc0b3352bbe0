"""A folder that was stored when a captured piece "" made the text of its square one that changes
its length, tests/data/stored_before_names: the compiler takes such texts for words now."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from perfectplay import Solution, solve, verify
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.registry.address import load_game
from perfectplay.solver.resume import solve_into
from places import TESTS

DATA = TESTS / "data/stored_before_names"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(DATA, tmp_path / "s")
    monkeypatch.chdir(tmp_path / "s")
    return tmp_path / "s"


def test_the_folder_opens(home: Path) -> None:
    stored = Solution.open("capture")
    solution = solve(load_game("cap.py"), method="reference")
    assert len(stored) == len(solution) == 36
    for state in solution.states():
        assert stored.probe(state) == solution.probe(state)
    assert set(stored.states()) == set(solution.states())


@pytest.mark.parametrize("sample", [0, 3, 1000])
def test_the_folder_is_verified(sample: int, home: Path) -> None:
    found = verify("capture", sample=sample)
    assert (found.ok, found.problems, found.how) == (True, (), "interpreted")
    assert "an earlier version has stored it, in keys that do not compile now" in found.notes


def test_a_wrong_folder_is_found(home: Path) -> None:
    manifest = home / "capture/manifest.json"
    manifest.write_text(manifest.read_text().replace('"length 2"', '"length 1"'))
    assert not verify("capture").ok


def test_a_solve_finds_that_it_is_done(home: Path) -> None:
    assert solve_into(load_game("cap.py"), "capture").was_there


def test_the_shape_is_another_one_now(home: Path) -> None:
    """So that the tests above mean something."""
    rules = CheckedGame(load_game("cap.py"))
    former = rules.former_shape()
    assert rules.shape is not None
    assert former is not None
    assert rules.shape.size == 3 < former.size
