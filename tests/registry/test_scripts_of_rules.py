"""Scripts that define a game, solve it and open its solution: they were run again within
themselves, without end."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import pickle
from dataclasses import dataclass
from perfectplay import Game, Solution, Value, solve

@dataclass(frozen=True)
class Pile:
    left: int

class Rocks(Game):
    def start(self):
        return Pile(6)
    def moves(self, state):
        return range(1, min(state.left, 2) + 1)
    def play(self, state, move):
        return Pile(state.left - move)
    def outcome(self, state):
        return Value.LOSS if state.left == 0 else None

print("run as", __name__.partition("_rocks_")[0])
solve(Rocks()).save(f"solved by {__name__}")
stored = Solution.open(f"solved by {__name__}")
print(stored.value(Pile(5)), type(stored.game) is Rocks)
with open("pickled", "wb") as file:
    pickle.dump(stored, file)
"""


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["rocks.py"], ["run as __main__", "win True"]),
        (["-m", "rocks"], ["run as __main__", "win True"]),
        (["-c", "import rocks"], ["run as rocks", "win True"]),
        (
            ["-c", "from perfectplay.registry.address import load_game; load_game('rocks.py')"],
            ["run as _game", "win True"],
        ),
    ],
)
def test_a_script_that_opens_its_own_solution(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str], said: list[str]
) -> None:
    (tmp_path / "rocks.py").write_text(SCRIPT)
    run = subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, cwd=tmp_path, timeout=60
    )
    assert (run.returncode, run.stdout.splitlines()) == (0, said), run.stderr[-800:]
    if "import rocks" not in command[-1]:  # this process has no module of that name
        monkeypatch.chdir(tmp_path)
        (tmp_path / "rocks.py").write_text(SCRIPT.partition("print(")[0])
        with open("pickled", "rb") as file:
            stored = pickle.load(file)
        assert [stored.value(state).name for state in stored.states()][:2] == ["LOSS", "WIN"]
