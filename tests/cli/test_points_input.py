"""Games of points on the command line: a puzzle, moves themselves, and bad input."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from perfectplay import lines, prove, replay, solve, statistics
from perfectplay.cli.main import run
from perfectplay.core.errors import IllegalMoveError
from perfectplay.games.kalah import Kalah


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = run(list(words))
    out, err = capsys.readouterr()
    return status, out, err


# --- puzzles of points, and what is no game -------------------------------------------------------

ROW = """
from perfectplay import Game

class Row(Game):
    'Steps of one or two along a row; every place is worth something.'
    players = 1
    scoring = True
    row = (0, -1, 4, -9, -1, -6)

    def start(self):
        return 0

    def moves(self, state):
        return [1, 2]

    def play(self, state, move):
        return min(state + move, 5)

    def gain(self, state, move):
        return self.row[min(state + move, 5)]

    def outcome(self, state):
        return 0 if state == 5 else None
"""


def test_a_puzzle_of_points(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By hand: 4 - 1 - 6 = -3 from the start, and -6 - 1 from the third place."""
    monkeypatch.chdir(tmp_path)
    Path("row.py").write_text(ROW)
    out = said(capsys, "solve", "row.py")[1]
    assert "-3 points in 3 plies" in out
    assert "6: 1 with none (16.7 %), 5 with points to lose (83.3 %)" in out
    out = said(capsys, "play", "row.py", "--first", "perfect")[1]
    assert "points so far: 4\n" in out
    assert out.endswith("over after 3 moves, with -3 points\n")
    assert "-1 point so far; 2 legal" in said(capsys, "replay", "row.py", "1")[1]


def test_replay_takes_moves_themselves() -> None:
    game = Kalah(2, 2, scoring=True)
    moves = solve(game).line().moves
    assert [step.move for step in replay(game, moves)][:-1] == list(moves)
    with pytest.raises(IllegalMoveError, match=r"move '99' is not legal in .* \(move number 1\)"):
        list(replay(game, [99]))


@pytest.mark.parametrize(
    "ask", [statistics, lambda game: lines(game, 1), lambda game: prove(game, len, 0)]
)
def test_what_is_no_game(ask: Any) -> None:
    with pytest.raises(TypeError, match=r"or a solution, got the class Kalah; write Kalah\(\)"):
        ask(Kalah)
    with pytest.raises(TypeError, match=r"a game or a solution, got 3$"):
        ask(3)


def test_depths_are_whole() -> None:
    with pytest.raises(ValueError, match=r"a whole number from 1 on, got 2\.5"):
        lines(Kalah(2, 2), 2.5)  # type: ignore[arg-type]
