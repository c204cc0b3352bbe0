"""Games of points: scores against minimax as the definition says it."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from perfectplay import Game, Value, solve
from perfectplay.contract.rules import Rules
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.words.errors import MethodError, RulesError
from random_points import Points, PointsOnIntegers, PointsOnStrings, score_and_plies

METHODS = ("reference",)
"""Those that can solve every game of points."""


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("kind", [Points, PointsOnIntegers, PointsOnStrings])
@pytest.mark.parametrize("seed", range(12))
def test_scores_are_those_of_minimax(kind: type[Points], seed: int, method: str) -> None:
    game = kind(seed, 30)
    solution = solve(game, method=method)
    for state in solution.states():
        score, plies = score_and_plies(game, state)
        assert (solution.score(state), solution.remoteness(state)) == (score, plies)
        assert solution.value(state) == Value((score > 0) - (score < 0) + 2)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("seed", range(12))
def test_best_moves_keep_the_score_and_perfect_ones_the_plies(seed: int, method: str) -> None:
    game = Points(seed, 30)
    solution = solve(game, method=method)
    every = solution.best_moves_of_all()
    for state in solution.states():
        record = solution.probe(state)
        scores = {}
        for move in record.moves:
            after, plies = score_and_plies(game, move.state)
            again = game.moves_again(state, move.move)
            scores[move.move] = game.gain(state, move.move) + (after if again else -after)
            assert (move.score, move.remoteness) == (scores[move.move], plies)
            assert move.best == (move.score == record.score)
            assert move.perfect == (move.best and plies + 1 == record.remoteness)
        assert [m.score for m in record.moves] == sorted(scores.values(), reverse=True)
        best = [move for move in game.moves(state) if record.moves and scores[move] == record.score]
        assert solution.best_moves(state) == best == every.get(state, [])
    line = solution.line()
    assert len(line.moves) == solution.remoteness(game.start())


class Round(Game):
    """A game of points that can go round."""

    scoring: ClassVar[bool] = True

    def start(self) -> int:
        return 0

    def moves(self, state: int) -> list[str]:
        return ["on", "out"]

    def play(self, state: int, move: str) -> int:
        return 9 if move == "out" else (state + 1) % 3

    def outcome(self, state: int) -> int | None:
        return 1 if state == 9 else None


@pytest.mark.parametrize("method", METHODS)
def test_a_loop_is_shown(method: str) -> None:
    with pytest.raises(
        RulesError, match=r"comes back to the state \d by the moves on, on, on"
    ) as e:
        solve(Round(), method=method)
    assert e.value.promise == "score-loop"


class Wrong(Game):
    """Takes one of three; the answers are given from outside."""

    scoring: Any = True

    def __init__(self, end: Any = 0, gain: Any = 1, stuck: Any = None) -> None:
        self.end, self.bring, self.stuck = end, gain, stuck

    def start(self) -> int:
        return 2

    def moves(self, state: int) -> list[int]:
        return [1] if state else []

    def play(self, state: int, move: int) -> int:
        return state - move

    def gain(self, state: int, move: int) -> Any:
        return self.bring

    def outcome(self, state: int) -> Any:
        return self.end if state == 0 else None


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("game", "promise"),
    [
        (Wrong(end=Value.WIN), "illegal-score"),
        (Wrong(end=1.5), "illegal-score"),
        (Wrong(end=True), "illegal-score"),
        (Wrong(end=2**31), "illegal-score"),
        (Wrong(gain=None), "illegal-gain"),
        (Wrong(gain=Value.WIN), "illegal-gain"),
        (Wrong(gain=-(2**31)), "illegal-gain"),
        (Wrong(end=None, stuck=Value.LOSS), "illegal-stuck"),
        (Wrong(end=None), "stuck-state"),
    ],
)
def test_what_is_no_score_is_an_error(game: Game, promise: str, method: str) -> None:
    with pytest.raises(RulesError) as error:
        solve(game, method=method)
    assert error.value.promise == promise


@pytest.mark.parametrize("method", METHODS)
def test_scores_beyond_32_bits_are_an_error(method: str) -> None:
    class Large(Wrong):
        def moves_again(self, state: int, move: int) -> bool:
            return True

    with pytest.raises(RulesError) as error:
        solve(Large(gain=2**31 - 1), method=method)
    assert error.value.promise == "score-too-large"


def test_stuck_is_a_score() -> None:
    solution = solve(Wrong(end=None, stuck=5), method="reference")
    assert solution.score(0) == 5
    assert solution.score(2) == 1 - (1 - 5)


def test_scoring_is_yes_or_no() -> None:
    game = Wrong()
    game.scoring = 1
    with pytest.raises(RulesError, match="scoring is 1"):
        Rules(game)


def test_a_game_without_points_has_no_scores() -> None:
    with pytest.raises(MethodError, match="no game of points"):
        solve(ThreeRocks()).score((10, 10))
