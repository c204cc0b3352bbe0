"""Small games of all kinds into folders, and how the command line says it."""

from __future__ import annotations

import errno
import shutil
from contextlib import suppress
from pathlib import Path

import pytest

from games_to_store import Points, contents, said
from games_to_verify import LoopyTiers, TwoPiles
from perfectplay import Game, Value
from perfectplay.core.errors import RulesDifferError, StoreError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.solver.resume import solve_into
from perfectplay.solver.retrograde.reference_solver import solve_reference
from perfectplay.verifier.verifying import verify

pytest.importorskip("pyarrow")


class Words(Game):
    """Strings; a draw that never ends among them."""

    def start(self):
        return "aab"

    def moves(self, state):
        return [i for i in range(len(state)) if state[i] != "c"]

    def play(self, state, move):
        return state[:move] + {"a": "b", "b": "ac"[move % 2]}[state[move]] + state[move + 1 :]

    def outcome(self, state):
        return Value.WIN if state == "bcb" else None

    stuck = Value.LOSS


class Puzzle(LoopyTiers):
    players = 1


@pytest.mark.parametrize("game", [Words(), Puzzle(), TwoPiles()], ids=lambda g: type(g).__name__)
def test_small_games_of_all_kinds(game: Game, tmp_path: Path) -> None:
    for method in ("auto", "interpreted", "reference"):
        folder = tmp_path / method
        solution = solve_into(game, folder, method=method).solution
        assert verify(folder, game).ok
        found = solve_reference(CheckedGame(game), 10_000)
        assert [solution.value(state) for state in found.states] == found.value
        assert [solution.remoteness(state) for state in found.states] == found.remoteness
        files = [path for path in folder.iterdir() if path.name != "rules"]
        assert all(path.suffix in (".json", ".parquet") for path in files)
    assert contents(tmp_path / "auto") == contents(tmp_path / "interpreted")
    assert contents(tmp_path / "auto") == contents(tmp_path / "reference")


def test_the_reference_solver_finds_what_it_has_stored_of_a_game_with_symmetries(
    tmp_path: Path,
) -> None:
    game = TicTacToe(2, 2, 2)
    stored = [solve_into(game, tmp_path / "s", method="reference") for _ in range(2)]
    assert [(s.was_there, s.solution.symmetric) for s in stored] == [(False, False), (True, False)]
    with pytest.raises(RulesDifferError, match="--method reference ignore symmetries"):
        solve_into(game, tmp_path / "s")


def test_a_small_game_that_fails_at_the_end_leaves_nothing(tmp_path: Path) -> None:
    """Its one part is written, and then the disk is full."""

    def full() -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    folder, met = tmp_path / "folder", 0
    for point in range(1, 40):
        points = Points(point, full)
        with points.watching(), suppress(StoreError):
            solve_into(Words(), folder)
        if points.count < point:
            break
        met += not (folder / "manifest.json").exists()
        if folder.exists():
            assert len(solve_into(Words(), folder).solution) > 10
            assert sorted(contents(folder)) == ["manifest.json", "tier-0-0.parquet"]
            shutil.rmtree(folder)
    assert met > 3
    assert point < 39


OLDER = """
startGameState = 12
possibleMoveTypes = [1, 2, 3]

def doMove(move, position):
    return position - move if position >= move else False

def evaluateGameState(position):
    return -1 if position == 0 else "undecided"
"""

PILES = '''
from dataclasses import dataclass
from perfectplay import Game, Value

@dataclass(frozen=True)
class Piles(Game):
    """Two piles; take one or two."""
    left: int = 9
    right: int = 9
    stuck = Value.LOSS

    def start(self):
        return (self.left, self.right)

    def moves(self, state):
        for pile in (0, 1):
            for some in range(1, min(state[pile], 2) + 1):
                yield pile * 10 + some

    def play(self, state, move):
        if move > 10:
            return (state[0], state[1] - move % 10)
        return (state[0] - move, state[1])

    def outcome(self, state):
        return None

    def symmetries(self, state):
        yield (state[1], state[0])
'''


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit statuses and sentences: solved, shown, refused, verified."""
    game, folder = tmp_path / "piles.py", tmp_path / "folder"
    game.write_text(PILES, encoding="utf-8")
    status, out, err = said(capsys, "solve", game, "-o", folder)
    assert (status, err) == (0, "")
    assert "bytes a stored state" in out
    before = contents(folder)
    status, out, err = said(capsys, "solve", game, "-o", folder)
    assert status == 0
    assert "holds this solution already; nothing was solved" in err
    assert "bytes a stored state" in out
    assert said(capsys, "verify", folder)[0] == 0
    for arguments, sentence in (
        (("left=8",), "left"),
        (("--no-symmetries",), "was begun with symmetries"),
    ):
        status, out, err = said(capsys, "solve", game, *arguments, "-o", folder)
        assert (status, out) == (2, "")
        assert sentence in err
        assert err.count("\n") == 1
        assert contents(folder) == before
    game.write_text(PILES.replace("min(state[pile], 2)", "min(state[pile], 1)"), encoding="utf-8")
    status, _, err = said(capsys, "solve", game, "-o", folder)
    assert status == 2
    assert "Piles.moves" in err
    status, _, err = said(capsys, "solve", game, "-o", game)
    assert status == 2
    assert "is a file" in err
    status, _, err = said(capsys, "solve", game, "-o", tmp_path / "other", "--memory", "1M")
    assert status == 2
    assert "300M" in err
    assert not (tmp_path / "other").exists()


def test_the_older_style_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, folder = tmp_path / "older.py", tmp_path / "folder"
    game.write_text(OLDER, encoding="utf-8")
    status, _, err = said(capsys, "solve", game, "-o", folder)
    assert status == 0, err
    assert said(capsys, "verify", folder)[0] == 0
    assert said(capsys, "solve", game, "-o", folder)[0] == 0
