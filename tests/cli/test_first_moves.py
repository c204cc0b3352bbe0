"""The line of `solve` on the moves that keep the value of the start."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfectplay.cli.main import run

RULES = """
from dataclasses import dataclass
from perfectplay import Game, Value

@dataclass(frozen=True)
class Takes(Game):
    ways: int = 2
    def start(self):
        return 1
    def moves(self, state):
        return range(self.ways)
    def play(self, state, move):
        return 0
    def outcome(self, state):
        return Value.LOSS if state == 0 else None
"""


@pytest.mark.parametrize(("ways", "words"), [(1, "0, the only one"), (2, "both win"),
                                             (3, "all 3 win")])  # fmt: skip
def test_moves_that_all_win(
    ways: int, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "takes.py"
    file.write_text(RULES)
    assert run(["solve", str(file), f"ways={ways}"]) == 0
    assert f"first moves   {words}\n" in capsys.readouterr().out
