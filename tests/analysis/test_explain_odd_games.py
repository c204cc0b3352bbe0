"""Found rules of games within operators, and of a game of one state."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfectplay import explain, solve
from perfectplay.cli.main import run
from perfectplay.core.errors import ExplainError
from perfectplay.games.nim import Nim


def test_a_game_within_an_operator_grows_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "misere(three_rocks)", "left=5", "right=5"]) == 0
    out = capsys.readouterr().out
    assert "states with left=10 right=10" in out
    assert "perfectplay conjecture 'misere(three_rocks)' left=5 right=5 \"" in out


def test_a_game_of_one_state(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "over.py"
    file.write_text(
        "from perfectplay import Game, Value\n"
        "class Over(Game):\n"
        "    def start(self): return (5, 5)\n"
        "    def moves(self, state): return []\n"
        "    def play(self, state, move): return state\n"
        "    def outcome(self, state): return Value.DRAW\n"
    )
    assert run(["explain", str(file)]) == 0
    assert "yes: right on the one state, which is not lost" in capsys.readouterr().out


def test_what_was_tried_on_representatives_is_said_of_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(tmp_path / "stored")
    assert run(["solve", "dots_and_boxes", "width=1", "height=1", "-o", folder]) == 0
    capsys.readouterr()
    assert run(["explain", folder]) == 0
    out = capsys.readouterr().out
    assert "right on all 6 representatives" in out
    assert "a representative is lost exactly when" in out or "no representative is lost" in out


def test_a_value_is_no_text() -> None:
    with pytest.raises(ExplainError, match=r"Value.LOSS, Value.DRAW or Value.WIN, got 'loss'"):
        explain(solve(Nim((1, 2))), "loss")  # type: ignore[arg-type]
