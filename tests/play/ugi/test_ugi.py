"""The universal game interface: our engine line by line, and engines as players, as processes."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from typing import Any

import pytest

from perfectplay import Game, evaluate, solve, tournament
from perfectplay.core.errors import StateLimitError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.eight_puzzle import EightPuzzle
from perfectplay.games.kalah import Kalah
from perfectplay.games.spoons import Spoons
from perfectplay.games.subtraction import Subtraction
from perfectplay.games.three_mens_morris import ThreeMensMorris
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.play.players import automatic_player
from perfectplay.play.ugi.engine import PV, UgiEngine
from perfectplay.play.ugi.tokens import move_of_token, move_token, state_line

OURS = f"{sys.executable} -m perfectplay engine"


def engine(game: Game, *, search: bool = False) -> UgiEngine:
    def known() -> Any:
        if search:
            raise StateLimitError("too many")
        return solve(game)

    return UgiEngine(game, known, lambda _: False)


def replies(to: UgiEngine, *lines: str) -> list[str]:
    """The replies to some lines."""
    return [reply for line in lines for reply in to.answer(line)]


def test_hands_are_shaken() -> None:
    to = engine(TicTacToe())
    assert replies(to, "ugi")[-1] == "ugiok"
    assert replies(to, "isready", "uginewgame", "setoption name hash value 3", "") == ["readyok"]


@pytest.mark.parametrize(
    ("moves", "turn", "over", "result"),
    [
        ("", "true", "false", "none"),
        ("moves 1", "false", "false", "none"),
        ("moves 1 4 2 5 3", "false", "true", "p1win"),
        ("moves 9 1 4 2 5 3", "true", "true", "p2win"),
        ("moves 5 1 9 3 2 8 4 6 7", "false", "true", "draw"),
    ],
)
def test_questions(moves: str, turn: str, over: str, result: str) -> None:
    to = engine(TicTacToe())
    asked = ("query p1turn", "query gameover", "query result")
    assert replies(to, f"position startpos {moves}", *asked) == [
        f"response {turn}", f"response {over}", f"response {result}",
    ]  # fmt: skip


@pytest.mark.parametrize("search", [False, True])
@pytest.mark.parametrize(
    "game", [TicTacToe(), ThreeRocks(3, 2), Kalah(2, 2), DotsAndBoxes(2, 1), ConnectFour(3, 3, 3)]
)
def test_two_engines_play_perfectly(game: Game, search: bool) -> None:
    """The arena knows no rules; each move that it gets keeps the value, from any first move."""
    solution = solve(game)
    for first in solution.probe(solution.start).moves:
        to, moves = engine(game, search=search), [move_token(solution.rules, first.move)]
        state = first.state
        while replies(to, f"position startpos moves {' '.join(moves)}", "query gameover") == [
            "response false"
        ]:
            *_, best = replies(to, "go movetime 20000")
            token = best.removeprefix("bestmove ")
            record = solution.probe(state)
            legal = [move.move for move in record.moves]
            move = move_of_token(solution.rules, state, token, legal)
            state = next(m.state for m in record.moves if m.move == move and m.keeps)
            moves.append(token)
        assert solution.probe(state).terminal
        assert replies(to, "go infinite") == ["bestmove (none)"]


def test_what_a_solution_tells() -> None:
    to = engine(ThreeRocks())
    line = " ".join(map(to.rules.move_text, solve(ThreeRocks()).line().moves[:PV]))
    assert replies(to, "position startpos", "go") == [
        f"info depth 10 score mate -10 pv {line}", "bestmove 0,1",
    ]  # fmt: skip
    draws = engine(TicTacToe())
    assert "score cp 0" in replies(draws, "go")[0]
    points = engine(DotsAndBoxes(2, 1))
    assert f"score cp {solve(DotsAndBoxes(2, 1)).score(0)}" in replies(points, "go")[0]
    loops = engine(ThreeMensMorris())
    assert replies(loops, "go")[-1].startswith("bestmove ")


def test_a_long_line_is_not_followed_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A win in 500 plies took as many look-ups for each ``go``, of which a few moves were told."""
    game = Subtraction(stones=1_000)
    solution, asked = solve(game), list[Any]()
    whole = [str(move) for move in solution.line().moves]
    real = type(solution)._move_records

    def noting(self: Any, state: Any, entry: Any) -> Any:
        asked.append(state)
        return real(self, state, entry)

    monkeypatch.setattr(type(solution), "_move_records", noting)
    to = UgiEngine(game, lambda: solution, lambda _: False)
    *_, told, best = replies(to, "go")
    assert told.split(" pv ")[1].split() == whole[:PV]
    assert best == f"bestmove {whole[0]}"
    assert len(asked) < 12


def test_positions_by_text() -> None:
    to = engine(TicTacToe())
    for text in ("X . . / . O . / . . .", "X..\\n.O.\\n...".replace("\\n", "/"), "X...O...."):
        assert replies(to, f"position fen {text} moves 2", "query gameover") == ["response false"]
    assert replies(to, "position fen X X O . . . . . . moves 4 5", "go")[-1] == "bestmove 6"


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["fly"], "unknown command 'fly'"),
        (["query colour"], "unknown query 'colour'"),
        (["position"], "expected position startpos or position fen STATE"),
        (["position fen"], "expected position startpos or position fen STATE"),
        (["position startpos X"], "expected position startpos or position fen STATE"),
        (["position fen foo"], "info string error:"),
        (["position startpos moves 1 1"], "is not legal"),
        (["position startpos moves 1 1", "go"], "the last position could not be read"),
        (["position startpos moves 1 1", "query result"], "the last position could not be read"),
    ],
)
def test_nonsense_is_told(lines: list[str], told: str) -> None:
    to = engine(TicTacToe())
    found = replies(to, *lines)
    assert any(told in reply for reply in found)
    assert all("\n" not in reply for reply in found)
    assert replies(to, "position startpos", "query p1turn") == ["response true"]


class Wrong(Game):
    """Rules that raise after some moves."""

    def start(self) -> int:
        return 3

    def moves(self, state: int) -> list[int]:
        return [1]

    def play(self, state: int, move: int) -> int:
        return state // (state - 1)

    def outcome(self, state: int) -> None:
        return None


def test_an_arena_never_waits_for_wrong_rules() -> None:
    to = engine(Wrong())
    *told, last = replies(to, "isready")
    assert last == "readyok"
    assert "info string error:" in told[0]
    assert replies(to, "go")[-1] == "bestmove (none)"


def test_moves_are_words() -> None:
    rules = CheckedGame(Spoons())
    state = rules.start()
    legal = rules.moves(state)
    tokens = [move_token(rules, move) for move in legal]
    assert len(set(tokens)) == len(legal)
    assert not any(" " in token for token in tokens)
    assert [move_of_token(rules, state, token, legal) for token in tokens] == legal
    to = engine(Spoons())
    token = replies(to, "position startpos", "go")[-1].split()[1]
    assert replies(to, f"position startpos moves {token}", "query p1turn") == ["response false"]
    assert replies(engine(EightPuzzle()), "query result") == ["response none"]


# --- processes ------------------------------------------------------------------------------------


def test_a_session_by_a_process() -> None:
    lines = "ugi\nisready\nposition startpos moves 5\ngo movetime 10\nquit\n"
    done = subprocess.run(
        [*OURS.split(), "tic_tac_toe"], input=lines, capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] == "bestmove 1"


def test_stop_ends_a_search() -> None:
    process = subprocess.Popen(
        [*OURS.split(), "connect_four", "--search"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("isready\ngo infinite\n")
    assert "searched" in process.stdout.readline()
    assert process.stdout.readline() == "readyok\n"
    time.sleep(0.5)
    process.stdin.write("stop\n")
    assert process.stdout.readline().startswith("info nodes ")
    assert process.stdout.readline().startswith("bestmove ")
    process.stdin.write("go infinite\n")
    process.stdin.close()  # an arena that dies ends it, too
    assert process.wait(60) == 0
    process.stdout.close()


@pytest.mark.parametrize("game", [TicTacToe(), ThreeRocks(4, 3)], ids=["board", "heaps"])
def test_a_perfect_engine_loses_nothing(game: Game) -> None:
    address = "tic_tac_toe" if isinstance(game, TicTacToe) else "three_rocks left=4 right=3"
    found = evaluate(f"ugi:{OURS} {address}", game)
    assert found.mean_loss == 0
    assert found.best.hits == len(found.answers)


def keeps_in_plays(plays: int) -> None:
    """Through a pipe, from either seat, each move against random ones keeps the value."""
    game = ThreeRocks(3, 2)
    solution, rng = solve(game), random.Random(1)
    rules = solution.rules
    player = automatic_player(
        f"ugi:{OURS} three_rocks left=3 right=2", rules=rules, solution=lambda: solution
    )
    for play in range(plays):
        state, ours = solution.start, play % 2 == 0
        while options := rules.position(state).options:
            move, child = rng.choice(options)
            if ours:
                move = player.choose(state, [one for one, _ in options], None)
                assert move in solution.keeping_moves(state)
                child = rules.play(state, move)
            state, ours = child, not ours


def test_an_engine_never_loses_value_in_plays() -> None:
    keeps_in_plays(100)


@pytest.mark.landmark
def test_an_engine_never_loses_value_in_many_plays() -> None:
    keeps_in_plays(100_000)


def test_a_tournament_with_an_engine() -> None:
    played = tournament(ThreeRocks(2, 2), "random", f"ugi:100:{OURS} three_rocks left=2 right=2")
    assert played.counts(1, seat=1).losses == 0  # who moves second has won


def test_a_state_on_one_line() -> None:
    for game in (TicTacToe(), ConnectFour(3, 3, 3), Kalah(2, 2)):
        rules = CheckedGame(game)
        solution = solve(game)
        to = engine(game)
        replies(to, "isready")
        for state in list(solution)[:50]:
            line = state_line(rules, state)
            assert replies(to, f"position fen {line}") == []
            assert solution.value(to.position.state) is solution.value(state)
