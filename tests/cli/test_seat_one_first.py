"""A game whose rules give the start to seat 1: who moves first, and who wins, is said truly.

The positions are those of Nim with one pile of 1, 2 or 3 stones a move; a state is (stones, seat).
Of 7 stones who is to move wins in 3 plies; of 8 who is to move loses in 4.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from perfectplay.analysis.proof import prove
from perfectplay.cli.main import run as cli
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.sides import sides_of
from perfectplay.registry.address import load_game
from perfectplay.solver.solve import solve
from rules_in_text import SEAT_ONE_FIRST

RANKS = re.compile(r"(?<!moves )\b(first|second)\b(?! moves)", re.IGNORECASE)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pile.py").write_text(SEAT_ONE_FIRST)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def told(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    """What a command says. Nobody in it is called the first or the second player."""
    capsys.readouterr()
    assert cli(words) == status, capsys.readouterr().err
    said = capsys.readouterr().out
    assert not RANKS.search(said), said
    return said


def test_a_lost_start(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = "a loss in 4 plies for the player to move (seat 1); seat 0 wins"
    assert f"start         {words}\n" in told(capsys, "solve", "pile.py:Pile", "-o", "s")
    for game in ("pile.py:Pile", "s"):
        assert f"\n{words}\n" in told(capsys, "show", game)
    won = "a win in 3 plies for the player to move (seat 0); seat 0 wins"
    assert f"\n{won}\n" in told(capsys, "show", "s", "--move", "1")
    assert told(capsys, "verify", "s").startswith("s: right\n")


def test_a_won_start_and_a_draw(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = "a win in 3 plies for the player to move (seat 1); seat 1 wins"
    assert words in told(capsys, "solve", "pile.py:Pile", "stones=7")
    drawn = told(capsys, "solve", "pile.py:Drawn")
    assert "neither player can force a win" in drawn


def test_lines_and_replays(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = told(capsys, "line", "pile.py:Pile")
    rows = [row.split()[:2] for row in line.splitlines() if re.match(r" *\d+  ", row)]
    assert rows[0] == ["0", "seat"]
    seats = [row.split()[2] for row in line.splitlines() if re.match(r" *\d+  ", row)]
    assert seats == ["1", "0", "1", "0", "1"]
    assert line.rstrip().endswith("seat 0 wins after 4 plies")
    replayed = told(capsys, "replay", "pile.py:Pile", "3", "1", "3", "1")
    assert replayed.rstrip().endswith("seat 0 wins after 4 plies")


def test_play_begins_with_who_is_first(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """``--first`` moves first, whatever the seat."""
    said = told(
        capsys, "play", "pile.py:Pile", "stones=7", "--first", "perfect", "--second", "random:1"
    )
    assert "\nseat 1 (perfect) plays 3\n" in said
    assert said.index("seat 1 (perfect) plays 3") < said.index("seat 0 (random")
    assert said.rstrip().endswith("seat 1 (perfect) wins after 3 plies")


def test_proofs(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ("prove", "pile.py:Pile", "pile.py:reply", "--as")
    assert "seat 0 (pile.py:reply) wins every play" in told(capsys, *command, "second")
    assert "seat 1 (pile.py:reply) loses after" in told(capsys, *command, "first", status=1)
    assert json.loads(told_json(capsys, *command, "second"))["seat"] == 0
    game = load_game("pile.py:Pile")
    assert "as seat 0, claim win: holds" in repr(prove(game, lambda s: s[0] % 4 or 1, seat=0))


def test_advice(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter(["1", "1"])
    monkeypatch.setattr("perfectplay.cli.verbs.advise.ask", lambda _: next(answers))
    said = told(capsys, "advise", "pile.py:Pile", "--opponent", "first")
    assert "advice for seat 0; the opponent is seat 1" in said
    assert said.rstrip().endswith("won after 4 plies")


def test_tournaments(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("tournament", "pile.py:Pile", "perfect", "random", "--games", "20")
    rows = told(capsys, *words)
    assert re.search(r"^perfect +seat 0 +10 +10 ", rows, re.MULTILINE)
    assert re.search(r"^perfect +seat 1 +10 ", rows, re.MULTILINE)
    assert "random moves first" in told(capsys, *words, "--no-swap")


def test_statistics(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = told(capsys, "stats", "pile.py:Pile", "stones=1")
    assert "  won by seat 1 " in said
    assert "seat 0" not in said.split("plays by length")[0]
    assert json.loads(told_json(capsys, "stats", "pile.py:Pile", "stones=1"))["ends"] == {
        "first": 0, "second": 1, "drawn": 0, "either": 0,
    }  # fmt: skip


def told_json(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """JSON has its names, whatever people are told."""
    capsys.readouterr()
    assert cli([*words, "--json"]) == 0
    return capsys.readouterr().out


def test_points(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    solution = solve(load_game("pile.py:Points", {"stones": "2"}))
    assert solution.score(solution.start) == 2
    said = told(capsys, "solve", "pile.py:Points", "stones=2")
    assert "a win by 2 in 1 ply for the player to move (seat 1); seat 1 wins by 2" in said
    line = told(capsys, "line", "pile.py:Points", "stones=2")
    assert line.rstrip().endswith("0 (seat 0) to 2 (seat 1) after 1 ply: seat 1 wins by 2")
    played = told(
        capsys, "play", "pile.py:Points", "stones=2", "--first", "perfect", "--second", "perfect"
    )
    assert "points so far: 0 (seat 0) to 2 (seat 1)" in played
    assert "seat 1 (perfect) wins by 2 after 1 ply" in played


def test_seat_0_first_is_said_as_ever(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for verb in ("solve", "show"):
        assert cli([verb, "pile.py:Pile", "seat=0"]) == 0
        said = capsys.readouterr().out
        assert "a loss in 4 plies for the player to move; the second player wins" in said
        assert "seat" not in said.replace("seat=0", "")
    assert sides_of(CheckedGame(load_game("nim"))).names == (
        "the first player",
        "the second player",
    )


def test_the_page(home: Path) -> None:
    """The first view, and what the modules of the page call the seats."""
    pytest.importorskip("fastapi")
    from rest_client import Client

    client = Client("pile.py:Pile")
    try:
        (game,) = client.ok("/api/games")["games"]
        numbered = client.get(f"/games/{game['id']}").text
        usual = client.get(f"/games/{game['id']};seat=0").text
    finally:
        client.close()
    assert "Seat 1 to move" in numbered
    assert "With perfect play: seat 0 wins in 4 plies" in numbered
    assert re.search(r'value="0"> seat 0<.*value="1"> seat 1<', numbered, re.DOTALL)
    assert re.search(r'"seats": *\["Seat 0", *"Seat 1"\]', numbered)
    assert not re.search("(first|second) player", numbered, re.IGNORECASE)
    assert "First player to move" in usual
    assert "With perfect play: second player wins in 4 plies" in usual
    assert re.search(r'value="0"> first player<.*value="1"> second player<', usual, re.DOTALL)
    assert "eat 1" not in usual
