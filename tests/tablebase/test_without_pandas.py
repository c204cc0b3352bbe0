"""Nothing that has a budget of memory imports pandas, which takes 40 MB."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import sys
from perfectplay import Game, Solution, Value, solve, verify
from perfectplay.games.chopsticks import Chopsticks
from perfectplay.games.kalah import Kalah

class Letters(Game):
    def start(self):
        return "a"
    def moves(self, state):
        return [1, 2]
    def play(self, state, move):
        return state + "a" * move
    def outcome(self, state):
        return None if len(state) < 5 else Value.LOSS

for number, game in enumerate((Chopsticks(), Kalah(2, 2, scoring=True), Letters())):
    folder = f"{sys.argv[1]}/{number}"
    solve(game, folder=folder)
    stored = Solution.open(folder, game=game)
    assert len(list(stored)) == len(stored) > 5
    stored.values([stored.start])
    assert number == 2 or verify(folder).ok
print("pandas" in sys.modules)
"""


def test_pandas_is_not_imported(tmp_path: Path) -> None:
    pytest.importorskip("pandas")
    told = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path)], check=True, timeout=300,
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert told.stdout == "False\n", "whether it was imported"
