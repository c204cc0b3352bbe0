"""What is no score, and scores that are too large."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from perfectplay import Game, Value, solve
from perfectplay.core.errors import MethodError, RulesError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.games.three_rocks import ThreeRocks


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


@pytest.mark.parametrize("method", ["reference", "interpreted"])
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


@pytest.mark.parametrize("method", ["reference", "interpreted"])
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
        CheckedGame(game)


def test_a_game_without_points_has_no_scores() -> None:
    with pytest.raises(MethodError, match="no game of points"):
        solve(ThreeRocks()).score((10, 10))


@dataclass(frozen=True)
class TooMuch(Game):
    """All moves win ``bring``, which the mover keeps."""

    bring: int = 2**31 - 1

    scoring: ClassVar[bool] = True

    def start(self) -> int:
        return 2

    def moves(self, state: int) -> range:
        return range(1)

    def play(self, state: int, move: int) -> int:
        return state - 1

    def gain(self, state: int, move: int) -> int:
        return self.bring

    def moves_again(self, state: int, move: int) -> bool:
        return True

    def outcome(self, state: int) -> int | None:
        return self.bring if state == 0 else None


@pytest.mark.parametrize(("bring", "promise"), [(2**31 - 1, "score-too-large"), (2**31, "illegal")])
def test_compiled_points_beyond_32_bits(bring: int, promise: str) -> None:
    with pytest.raises(RulesError) as error:
        solve(TooMuch(bring), method="compiled")
    assert promise in error.value.promise
