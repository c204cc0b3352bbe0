"""Folders that were stored before the modules of perfectplay moved: tests/data/stored_before_house.

Their fingerprints name modules as they were called then.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from perfectplay import Solution, verify
from perfectplay.registry.address import load_game
from perfectplay.solver.resume import solve_into
from places import TESTS

DATA = TESTS / "data/stored_before_house"
FOLDERS = sorted(path.parent.name for path in DATA.glob("*/manifest.json"))
FOLDERS.remove("book")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(DATA, tmp_path / "s")
    monkeypatch.chdir(tmp_path / "s")
    return tmp_path / "s"


def test_all_kinds_are_there() -> None:
    wanted = ["board", "letters", "loops", "misere", "pie", "points", "symmetries", "theory"]
    assert wanted == FOLDERS


@pytest.mark.parametrize("name", FOLDERS)
def test_a_folder_opens_and_is_verified(name: str, home: Path) -> None:
    found = verify(name)
    assert (found.ok, found.problems) == (True, ())
    solution = Solution.open(name)
    assert solution.probe(solution.start).state == solution.start


@pytest.mark.parametrize("name", FOLDERS)
def test_a_solve_finds_that_it_is_done(name: str, home: Path) -> None:
    game = Solution.open(name).game
    assert solve_into(game, name).was_there


def test_a_book_is_verified(home: Path) -> None:
    found = verify("book")
    assert (found.ok, found.problems) == (True, ())


def test_rules_that_have_changed_are_still_seen(home: Path) -> None:
    from perfectplay.core.errors import RulesDifferError

    rules = home / "heaps_and_letters.py"
    rules.write_text(rules.read_text().replace('"b": 2', '"b": 3'))
    with pytest.raises(RulesDifferError, match="STEPS"):
        Solution.open("letters", load_game("heaps_and_letters.py:Letters"))
