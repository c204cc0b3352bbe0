"""Solutions that are copied, pickled, and kept in sets."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from perfectplay import Solution, solve
from perfectplay.cli.main import run
from perfectplay.games.three_rocks import ThreeRocks


@pytest.mark.parametrize(
    "again",
    [copy.copy, copy.deepcopy, lambda solution: pickle.loads(pickle.dumps(solution))],
    ids=["copy", "deepcopy", "pickle"],
)
def test_a_solution_is_copied_and_pickled(again: Callable[[Any], Any], tmp_path: Path) -> None:
    solution = solve(ThreeRocks(left=3, right=3))
    solution.save(tmp_path / "rocks")
    for each in (solution, Solution.open(tmp_path / "rocks")):
        other = again(each)
        assert list(other) == list(solution)
        assert other.best_moves((3, 3)) == [(0, 2), (1, 1), (2, 0)]
        assert len({each, other}) == 2


def test_a_stored_solution_of_a_file_travels_to_another_process(tmp_path: Path) -> None:
    rules = str(tmp_path / "mine.py")
    assert run(["new", rules]) == 0
    assert run(["solve", rules, "-o", str(tmp_path / "mine")]) == 0
    data = pickle.dumps(Solution.open(tmp_path / "mine"))
    text = f"import pickle; print(pickle.loads({data!r}).value(3))"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("win\n", "")
