"""What the commands say of a puzzle that nothing solves: no word of wins, draws and losses."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfectplay.cli.main import run

ROUND = '''
"""Reach 7 by steps of 2 and 4 on a ring of 10, which is not possible."""
from dataclasses import dataclass
from perfectplay import Game, Value

@dataclass(frozen=True)
class Ring(Game):
    players = 1
    bad: int = 20

    def start(self):
        return 0

    def moves(self, state):
        return [2, 4]

    def play(self, state, move):
        return (state + move) % 10

    def outcome(self, state):
        if state == self.bad:
            return Value.LOSS
        return Value.WIN if state == 7 else None
'''


@pytest.fixture
def puzzle(tmp_path: Path) -> str:
    file = tmp_path / "ring.py"
    file.write_text(ROUND, encoding="utf-8")
    return str(file)


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(list(arguments)) == 0
    return capsys.readouterr().out


def test_solve(puzzle: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "solve", puzzle)
    assert "cannot be solved" in text
    assert "none solves it" in text
    assert "5: 5 not solvable (100.0 %)" in text
    assert "5 of them endless" in text


@pytest.mark.parametrize("verb", ["solve", "show", "line", "stats"])
def test_no_words_of_two_players(
    verb: str, puzzle: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = said(capsys, verb, puzzle)
    for word in ("draw", "win", "loss", "keeps", "lost"):
        assert word not in text.lower().replace("following", "")


def test_line(puzzle: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "line", puzzle)
    assert text.splitlines()[2].split() == ["ply", "state", "move"]
    assert "come back to an earlier state; the puzzle cannot be solved" in text


def test_an_unknown_state(puzzle: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["show", puzzle, "3"]) == 2
    assert "the state 3; check that all its parts are right" in capsys.readouterr().err


def test_stats(puzzle: str, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [line.split() for line in said(capsys, "stats", puzzle).splitlines()]
    assert rows[rows.index(["remoteness", "solvable", "not", "solvable"]) + 1] == [
        "endless",
        "0",
        "5",
    ]


def test_explain(puzzle: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "no state is bound to end unsolved" in said(capsys, "explain", puzzle)
    assert "bound to end unsolved" in said(capsys, "explain", puzzle, "bad=4")


@pytest.mark.parametrize("player", ["perfect", "perfect:3", "keeping"])
def test_a_play_that_cannot_end_is_not_begun(
    player: str, puzzle: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = said(capsys, "play", puzzle, "--first", player)
    assert "the puzzle cannot be solved from here; nothing is played (--max-plies N plays" in text
    assert f"{player.split(':', maxsplit=1)[0]} plays" not in text
    assert "stopped after 9 moves" in said(
        capsys, "play", puzzle, "--first", player, "--max-plies", "9"
    )


@pytest.mark.parametrize("player", ["greedy", "minimax:2"])
def test_a_play_that_repeats_is_stopped(
    player: str, puzzle: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = said(capsys, "play", puzzle, "--first", player)
    assert "stopped after 5 moves: the play is back at an earlier position" in text
    text = said(capsys, "play", puzzle, "--first", player, "--max-plies", "12")
    assert "stopped after 12 moves: the play is not over" in text


def test_chance_may_yet_leave_a_circle(puzzle: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "play", puzzle, "--first", "random:1")
    assert "stopped after 1,000 moves: the play is not over" in text
    assert text.endswith("; perfectplay solve says whether the puzzle can be solved\n")


def test_two_players_who_repeat_a_draw(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "ring_for_two.py"
    file.write_text(ROUND.replace("players = 1", "players = 2"), encoding="utf-8")
    text = said(capsys, "play", str(file), "--first", "perfect", "--second", "greedy")
    # after 5 plies the state is the same, but the other player is to move
    assert "stopped after 10 plies: the play is back at an earlier position" in text
    text = said(capsys, "play", str(file), "--first", "perfect", "--second", "random:1")
    assert "stopped after 1,000 plies" in text
