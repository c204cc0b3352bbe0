"""What replay, lines, stats, prove and advise say of games of points: all gains count."""

from __future__ import annotations

import json
import shlex
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from perfectplay import Game, check_game, game_from_json, lines, prove, replay, solve, statistics
from perfectplay.cli.main import run
from perfectplay.core.errors import ParameterError, RulesError
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.kalah import Kalah
from random_points import Points

LETTERS = """
from perfectplay import Game

class Letters(Game):
    'Take a letter from an end of a word: vowels 3, y -1, others 1; the last brings 2.'
    scoring = True

    def start(self):
        return "boxyea"

    def moves(self, state):
        return ["<", ">"] if len(state) > 1 else []

    def taken(self, state, move):
        return state[0] if move == "<" else state[-1]

    def play(self, state, move):
        return state[1:] if move == "<" else state[:-1]

    def gain(self, state, move):
        letter = self.taken(state, move)
        return 3 if letter in "aeiou" else -1 if letter == "y" else 1

    def moves_again(self, state, move):
        return self.taken(state, move) == "x"

    def outcome(self, state):
        return 2 if len(state) == 1 else None
"""


@pytest.fixture
def letters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("letters.py").write_text(LETTERS)
    return "letters.py"


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = run(list(words))
    out, err = capsys.readouterr()
    return status, out, err


# --- replay ---------------------------------------------------------------------------------------


def test_replay_counts_what_was_won(letters: str, capsys: pytest.CaptureFixture[str]) -> None:
    """By hand: b 1, o 3 for the second, x 1 and again a 3, e 3, and the y at the end brings 2."""
    status, out, _ = said(capsys, "replay", letters, "<", "<", "<", ">", ">", "--values")
    assert status == 0
    rows = [line.split() for line in out.splitlines()[3:9]]
    assert [row[3:6] for row in rows] == [
        [points, "to", other] for points, other in ["00", "10", "13", "23", "53", "76"]
    ]
    assert out.splitlines()[3].endswith("+1  +1 in 5 plies")
    assert out.endswith("7 to 6 after 5 plies: the first player wins by 1\n")


def test_replay_of_a_play_that_is_not_over(
    letters: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said(capsys, "replay", letters, "<", "<")[1].endswith(
        "not over after 2 plies, 1 to 3 so far; 2 legal moves\n"
    )
    assert said(capsys, "replay", letters, "--from", "oxyea", "<", "<", "<", ">")[1].endswith(
        "6 to 2 after 4 plies, the player to move named first\n"
    )


def test_replay_and_line_are_the_same_json(
    letters: str, capsys: pytest.CaptureFixture[str]
) -> None:
    line = json.loads(said(capsys, "line", letters, "--json")[1])["line"]
    moves = [step["move"] for step in line[:-1]]
    again = json.loads(said(capsys, "replay", letters, *moves, "--values", "--json")[1])["line"]
    assert again == line


def test_boards_show_gains_and_points(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["b1-b2", "a2-b2", "b2-c2", "a1-b1", "a1-a2", "b1-c1", "c1-c2"]
    out = said(capsys, "replay", "dots_and_boxes", "width=2", "height=1", *words)[1]
    assert "5. first player: a1-a2, +1\n" in out
    assert out.endswith("1 to 1 after 7 plies: neither player gets more\n")


@pytest.mark.parametrize("seed", range(12))
def test_replayed_perfect_lines_end_with_the_score(seed: int) -> None:
    game = Points(seed)
    solution = solve(game, method="reference")
    texts = [game.move_text(move) for move in solution.line().moves]
    steps = list(replay(game, texts))
    points = steps[-1].points
    assert points is not None
    seat = steps[0].seat or 0
    assert points[seat] - points[1 - seat] == solution.score(solution.start)


# --- what looks at ends alone ---------------------------------------------------------------------


@pytest.mark.parametrize("game", [DotsAndBoxes(2, 1), Kalah(2, 1, scoring=True)])
def test_ends_alone_are_refused(game: Any) -> None:
    for ask in (
        lambda: statistics(game),
        lambda: lines(game, 3),
        lambda: prove(game, lambda state: None, 0),
    ):
        with pytest.raises(ParameterError, match=r"a game of points; say counted\(GAME\)"):
            ask()


@pytest.mark.parametrize(
    "words", [("stats",), ("lines", "--depth", "2"), ("lines", "--depth", "2", "--move", "<")]
)
def test_commands_refuse_in_one_sentence(
    letters: str, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = said(capsys, words[0], letters, *words[1:])
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.endswith(
        "this is a game of points; say counted(GAME), where GAME is its name or its file\n"
    )


# --- advise ---------------------------------------------------------------------------------------


def advised(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    typed: str,
    *words: str,
) -> str:
    answers = iter(typed.split())
    monkeypatch.setattr("perfectplay.cli.verbs.advise.ask", lambda prompt: next(answers))
    status, out, _ = said(capsys, "advise", *words)
    assert status == 0
    return out


def test_advice_counts_what_was_won(
    letters: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After b (1 to 0) nothing more is to be won in oxyea: it is no draw, the first wins by 1."""
    out = advised(capsys, monkeypatch, "< undo < >", letters, "--opponent", "second")
    assert "draw" not in out
    assert "won by 1 in 5 plies\nplay <\n" in out
    assert out.count("points so far: 1 to 0\n\nwhatever the opponent plays loses by 1\n") == 2
    assert "to lose by no more than 1 the opponent must find > (of 2 moves)\n" in out
    assert out.endswith("won after 5 plies, 7 to 6\n")


def test_a_play_that_begins_later_says_so(
    letters: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beyond the b, which the first has, oxyea brings both as much."""
    out = advised(capsys, monkeypatch, "quit", letters, "--move", "<", "--opponent", "second")
    assert "oxyea\npoints are counted from here\n\ndrawn in 4 plies; " in out
    out = said(capsys, "play", letters, "oxyea", "--first", "perfect")[1]
    assert "oxyea\npoints are counted from here\n\n" in out
    assert "counted from here" not in advised(capsys, monkeypatch, "quit", letters)


def test_advice_at_the_start(
    letters: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = advised(capsys, monkeypatch, "quit", letters, "--opponent", "first")
    assert "lost by 1 in 5 plies; whatever the opponent plays wins by 1\n" in out
    words = ("dots_and_boxes", "width=2", "height=1")
    out = advised(capsys, monkeypatch, "quit", *words)
    assert "drawn in 7 plies; to hold the draw the opponent must find b1-b2 (of 7 moves)\n" in out


# --- check, trees, proofs -------------------------------------------------------------------------


class Round(Game):
    """Three places in a ring; a step of one or two wins as much."""

    scoring: Any = True
    end: Any = (2, 1)

    def start(self) -> Any:
        return (0, 0)

    def moves(self, state: Any) -> list[int]:
        return [1, 2]

    def play(self, state: Any, move: int) -> Any:
        return ((state[0] + move) % 3, 1 - state[1])

    def gain(self, state: Any, move: int) -> int:
        return move

    def outcome(self, state: Any) -> int | None:
        return 1 if state == self.end or (self.end is None and state[1]) else None


def test_check_finds_what_a_solve_would() -> None:
    (finding,) = check_game(Round(), max_seconds=900, compiled=False).findings
    assert finding.promise == "score-loop"
    with pytest.raises(RulesError, match="this game of points comes back to the state 0,1"):
        solve(Round())
    without = type("Without", (Round,), {"end": None})()
    assert check_game(without, compiled=False).ok
    for seed in range(8):
        assert check_game(Points(seed), compiled=False).ok


def test_a_check_of_a_part_finds_loops_in_it() -> None:
    wide = type("Wide", (Round,), {"play": lambda self, state, move: (state[0] + move, 0)})
    (finding,) = check_game(wide(), samples=50, max_seconds=900, compiled=False).findings
    assert finding.promise == "grows-without-end"  # which it does; no loop is found in it
    back = type("Back", (wide,), {"play": lambda self, state, move: (state[0] + 3 * move - 4, 0)})
    (finding,) = check_game(back(), samples=50, max_seconds=900, compiled=False).findings
    assert finding.promise == "score-loop"


def test_thirds_in_a_tree_of_json(tmp_path: Path) -> None:
    path = tmp_path / "thirds.json"
    path.write_text('{"nodes": {"fork": {"moves": {"l": "1/3", "r": "leaf"}}, "leaf": 0.5}}')
    game = game_from_json(path)
    solution = solve(game)
    assert (game.unit, solution.keeping_moves("fork")) == (Fraction(1, 6), ["r"])
    assert game.score_text(solution.score("fork/l")) == "1/3"


def test_a_play_that_breaks_a_claim_can_be_replayed_with_moves_below_zero(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ring.py").write_text(RING)
    out = said(capsys, "prove", "ring.py", "ring.py:back", "--as", "first")[1]
    command = shlex.split(out.splitlines()[-1])
    assert command[:3] == ["perfectplay", "replay", "ring.py"]
    status, out, _ = said(capsys, *command[1:])
    assert status == 0
    assert out.endswith("the second player wins after 4 plies\n")


RING = """
from perfectplay import Game, Value

class Ring(Game):
    def start(self):
        return 3

    def moves(self, state):
        return [1, -1, 2, 0]

    def play(self, state, move):
        return (state + move) % 7

    def outcome(self, state):
        return {0: Value.LOSS, 6: Value.WIN}.get(state)

def back(state):
    return -1
"""


# --- stored ---------------------------------------------------------------------------------------


def test_stats_of_a_stored_solution(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert said(capsys, "solve", "three_rocks", "left=2", "right=1", "-o", "few")[0] == 0
    plain = said(capsys, "stats", "three_rocks", "left=2", "right=1", "--json")
    assert said(capsys, "stats", "few", "--json") == plain
    status, out, err = said(capsys, "stats", "few", "left=3")
    assert (status, out) == (2, "")
    assert "leave out left=3" in err
