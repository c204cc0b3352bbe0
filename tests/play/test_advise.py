"""The adviser: perfect against every play, and right about what the opponent must find."""

from __future__ import annotations

import io
import sys

import pytest

from perfectplay import Value, prove, solve
from perfectplay.cli.main import run
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.games.nim import Nim
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.play.advise import Adviser, standing
from random_games import AgainIntegers, OnIntegers, SeatedIntegers

SEEDS = [seed for seed in range(200) if seed % 10 in (1, 2, 3, 7)]


@pytest.mark.parametrize("game_class", [OnIntegers, AgainIntegers, SeatedIntegers])
def test_it_keeps_what_can_be_kept(game_class):
    for seed in SEEDS:
        game = game_class(seed)
        solution = solve(game)
        adviser = Adviser(solution)
        mover = CheckedGame(game).player(game.start()) or 0

        def advised(state, adviser=adviser):
            return adviser.choose(state, [], None)

        for seat in (0, 1):
            value = solution.value(game.start())
            value = value if seat == mover else value.negated
            assert prove(game, advised, seat, "win").holds == (value is Value.WIN)
            assert prove(game, advised, seat, "draw").holds == (value >= Value.DRAW)


@pytest.mark.parametrize("game_class", [OnIntegers, AgainIntegers])
def test_moves_are_perfect_and_leave_the_fewest_right_replies(game_class):
    chosen = 0
    for seed in SEEDS:
        game = game_class(seed)
        solution = solve(game)
        for state in solution.states():
            perfect = solution.best_moves(state)
            if not perfect:
                continue
            move = Adviser(solution).choose(state, [], None)
            assert move in perfect
            if solution.value(state) is not Value.WIN:
                shares = [share(game, solution, state, one) for one in perfect]
                assert perfect.index(move) == shares.index(min(shares))
                chosen += move != perfect[0]
    assert chosen > 5


def share(game, solution, state, move):
    """Of the opponent's moves after this one, the part that keeps what the opponent has."""
    if game.moves_again(state, move):
        return 1.0
    child = game.play(state, move)
    if game.outcome(child) is not None:
        return 1.0
    moves = list(game.moves(child))
    if not moves:
        return 1.0
    kept = 0
    for reply in moves:
        after = solution.value(game.play(child, reply))
        after = after if game.moves_again(child, reply) else after.negated
        kept += after is solution.value(child)
    return kept / len(moves)


def test_what_the_opponent_must_find():
    """Three Rocks: all that leaves a sum divisible by 4, and nothing else."""
    solution = solve(ThreeRocks())
    for state in solution.states():
        now = standing(solution, state)
        lost = sum(state) % 4 > 0
        assert (now.value is Value.LOSS) == lost
        if lost:
            assert all((sum(state) - sum(move)) % 4 == 0 for move in now.right)
            wins = [m for m in ThreeRocks().moves(state) if sum(m) == sum(state) % 4]
            assert list(now.right) == wins


def advised(words: list[str], typed: str, monkeypatch, capsys) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    status = run(["advise", *words])
    out, err = capsys.readouterr()
    return status, out, err


def test_three_rocks_against_an_outside_computer_that_moves_first(monkeypatch, capsys):
    """Whatever it takes, four are taken in all."""
    adviser, game = Adviser(solve(ThreeRocks())), ThreeRocks()
    state, typed, plies = game.start(), [], 0
    while game.outcome(state) is None:
        move = list(game.moves(state))[plies % 2]  # as the outside computer plays
        typed.append(",".join(map(str, move)))
        state = game.play(state, move)
        state = game.play(state, adviser.choose(state, [], None))
        plies += 2
    status, out, err = advised(["three_rocks"], "\n".join(typed), monkeypatch, capsys)
    assert (status, err) == (0, "")
    assert out.count("the opponent's move: ") == plies // 2 == 5
    assert "won in 10 plies; nothing that the opponent can play changes that" in out
    assert out.endswith("won after 10 plies\n")


def test_the_input_ends(monkeypatch, capsys):
    status, out, err = advised(["three_rocks"], "1,0\n", monkeypatch, capsys)
    assert status == 2
    assert "the input ended before the play was over" in err
    assert "Traceback" not in out + err


def test_from_a_state_and_a_folder(monkeypatch, capsys, tmp_path):
    solve(Nim((1, 2))).save(tmp_path / "nim")
    words = [str(tmp_path / "nim"), "0,2", "--opponent", "second"]
    status, out, _ = advised(words, "", monkeypatch, capsys)
    assert status == 0
    assert "play 2 from row 2" in out
    assert "won after 1 ply" in out
    status, _, err = advised([str(tmp_path / "nim"), "5,5"], "", monkeypatch, capsys)
    assert status == 2
    assert "no play from the start reaches the state" in err


def test_nothing_to_take_back(monkeypatch, capsys):
    status, out, _ = advised(["three_rocks"], "undo\nquit\n", monkeypatch, capsys)
    assert status == 0
    assert "there is no move of the opponent's to take back" in out
    assert "left after 0 plies" in out
