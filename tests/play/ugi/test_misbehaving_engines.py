"""Engines that misbehave, end too early or are not there, as players."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import pytest

from perfectplay import evaluate, solve
from perfectplay.core.errors import ParameterError, PlayerGoneError, StrategyError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.play.automatic import Greedy
from perfectplay.play.players import automatic_player
from perfectplay.play.ugi import player as ugi_player_module

ODD = Path(__file__).parents[2] / "helpers" / "odd_engines.py"


def odd(how: str) -> str:
    return f"ugi:100:{sys.executable} {ODD} {how}"


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("nonsense", "the engine answered 'banana' in state .* which is not legal; legal: "),
        ("nothing", "the engine answered '' in state"),
        ("dies", "has ended, with exit status 3"),
        ("mute", "did not say ugiok within 1 s"),
        ("slow", "did not say bestmove within 1.1 s"),
        ("babbles", "did not say ugiok within 1 s; the last it said is 'yes'"),
        ("endless", "did not say ugiok within 1 s; the last it said is 'xxxx"),
    ],
)
def test_engines_that_misbehave(how: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ugi_player_module, "PATIENCE", 1.0)
    if how in ("mute", "babbles", "endless"):
        monkeypatch.setattr(ugi_player_module, "HELLO", 1.0)
    with pytest.raises(StrategyError, match=message):
        evaluate(odd(how), TicTacToe())
    rules = CheckedGame(TicTacToe())
    player = automatic_player(odd(how), rules=rules, solution=lambda: solve(rules.game))
    with pytest.raises(StrategyError, match=message):
        player.choose(0, rules.moves(0), None)


def test_noise_is_passed_over() -> None:
    rules = CheckedGame(TicTacToe())
    player = automatic_player(odd("noise"), rules=rules, solution=lambda: solve(rules.game))
    assert player.choose(0, rules.moves(0), None) == 4
    assert player.name == odd("noise")


def test_a_second_answer_is_not_one_to_the_next_question() -> None:
    """Each position got the move of the one before."""
    rules = CheckedGame(TicTacToe())
    player = automatic_player(odd("twice"), rules=rules, solution=lambda: solve(rules.game))
    state = rules.start()
    for _ in range(5):
        legal = rules.moves(state)
        move = player.choose(state, legal, None)
        assert move == legal[0]
        time.sleep(0.05)  # the second answer is there then
        state = rules.play(state, move)


def test_an_engine_that_ends_in_the_middle() -> None:
    """What has been asked before is judged, and the rest is told."""
    solution = solve(TicTacToe())
    turns = iter(range(10**6))

    class Leaves(Greedy):
        def among(self, state: Any, legal: Any, last: Any) -> list[int]:
            if next(turns) > 300:
                raise PlayerGoneError("the engine 'x' has ended, with exit status 9")
            return super().among(state, legal, last)

    found = evaluate(Leaves(solution.rules), solution)
    assert found.stopped == "the engine 'x' has ended, with exit status 9"
    assert 100 < len(found.answers) < 300
    assert not found.keeping.exact


@pytest.mark.parametrize("text", ["ugi:", "ugi:250:", "ugi: ", "ugi:'x"])
def test_commands_that_are_none(text: str) -> None:
    rules = CheckedGame(TicTacToe())
    with pytest.raises(ParameterError, match="command"):
        automatic_player(text, rules=rules, solution=lambda: solve(rules.game))


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(StrategyError, match="cannot be started"):
        evaluate("ugi:/nowhere/engine", TicTacToe())
