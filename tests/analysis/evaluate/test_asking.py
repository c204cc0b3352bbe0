"""Players that fail: what they answer, and how long it takes."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

from games_to_evaluate import first_move
from perfectplay import evaluate, solve
from perfectplay.core.errors import StrategyError
from perfectplay.games.tic_tac_toe import TicTacToe


def test_a_player_that_fails_now_and_then() -> None:
    solution = solve(TicTacToe())

    def shaky(state: int) -> Any:
        kind = state % 7
        if kind == 1:
            raise ValueError("lost my way")
        if kind == 2:
            return None
        if kind == 3:
            return 99
        return next(iter(solution.game.moves(state)))

    found = evaluate(shaky, solution)
    assert set(found.faults) == {"error", "no answer", "illegal move"}
    counts = {kind: count for kind, (count, _) in found.faults.items()}
    states = [s for s in solution if not solution.probe(s).terminal]
    assert counts["error"] == sum(s % 7 == 1 for s in states)
    assert counts["illegal move"] == sum(s % 7 == 3 for s in states)
    assert "lost my way" in found.faults["error"][1]
    assert "shaky answered 100 in state" in found.faults["illegal move"][1]
    assert not found.answers.keeps[found.answers.places < 0].any()
    fine = evaluate(first_move(solution.game), solution)
    assert found.mean_loss > fine.mean_loss


@pytest.mark.parametrize("answer", [99, "5", None, True, 1.5, [1]])
def test_a_player_that_never_has_a_legal_move(answer: Any) -> None:
    with pytest.raises(StrategyError, match=r"no legal move in .* positions of all kinds"):
        evaluate(lambda state: answer, solve(TicTacToe()))


def test_a_player_that_hangs() -> None:
    solution = solve(TicTacToe())

    def slow(state: int) -> int:
        while state % 50 == 0:
            pass
        return next(iter(solution.game.moves(state)))

    found = evaluate(slow, solution, seconds=0.2)
    assert found.stopped == "3 answers took over 0.2 s"
    whole = evaluate(first_move(solution.game), solution)
    asked = len(found.answers)  # what was not asked does not count, nor what it could have lost
    assert np.array_equal(found.answers.least, whole.answers.least[:asked])
    assert found.faults["too late"][0] == 3
    assert 3 <= len(found.answers) < 4520
    assert not found.keeping.exact

    def waits(state: int) -> int:
        time.sleep(30)
        return 0

    with pytest.raises(StrategyError, match="no legal move"):
        evaluate(waits, solution, positions=[0] * 10, seconds=0.01)  # waits cannot be seen as work


def test_a_player_that_changes_its_mind() -> None:
    solution = solve(TicTacToe())
    turn = iter(range(10**6))

    def fickle(state: int) -> int:
        legal = list(solution.game.moves(state))
        return legal[next(turn) % len(legal)]

    found = evaluate(fickle, solution)
    assert found.twice == 100
    assert found.changed > 50
    assert evaluate(first_move(solution.game), solution).changed == 0
