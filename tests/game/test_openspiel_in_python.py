"""Games of one's own, written for OpenSpiel in Python."""

from __future__ import annotations

from typing import Any

import pyspiel
import pytest

from perfectplay import check_game, from_openspiel, solve
from perfectplay.core.errors import RulesError


class Coins(pyspiel.State):  # type: ignore[misc]
    """Take one or two of seven coins; taking n wins n * n points at once."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.heap, self.turn = 7, 0
        self.got, self.last = [0.0, 0.0], [0.0, 0.0]

    def current_player(self) -> int:
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.turn

    def _legal_actions(self, player: int) -> list[int]:
        return [taken for taken in (1, 2) if taken <= self.heap]

    def _apply_action(self, taken: int) -> None:
        self.heap -= taken
        self.last = [taken * taken * (1 if seat == self.turn else -1) for seat in (0, 1)]
        self.got = [had + new for had, new in zip(self.got, self.last, strict=True)]
        self.turn = 1 - self.turn

    def _action_to_string(self, player: int, taken: int) -> str:
        return f"take {taken}"

    def is_terminal(self) -> bool:
        return self.heap == 0

    def returns(self) -> list[float]:
        return self.got

    def rewards(self) -> list[float]:
        return self.last

    def __str__(self) -> str:
        return f"{self.heap} coins"


class HalfPoints(Coins):
    def returns(self) -> list[float]:
        return [0.5, -0.5]


class Raising(Coins):
    def _legal_actions(self, player: int) -> list[int]:
        if self.heap == 3:
            raise ValueError("a slip of the author")
        return super()._legal_actions(player)


def game_of(kind: type[pyspiel.State], *, rewards: bool) -> Any:
    """A pyspiel.Game of a class of states."""
    types = pyspiel.GameType
    model = types.RewardModel.REWARDS if rewards else types.RewardModel.TERMINAL
    game_type = types(
        short_name=kind.__name__.lower(), long_name=kind.__name__,
        dynamics=types.Dynamics.SEQUENTIAL, chance_mode=types.ChanceMode.DETERMINISTIC,
        information=types.Information.PERFECT_INFORMATION, utility=types.Utility.ZERO_SUM,
        reward_model=model, max_num_players=2, min_num_players=2,
        provides_information_state_string=True, provides_information_state_tensor=False,
        provides_observation_string=True, provides_observation_tensor=False,
        parameter_specification={},
    )  # fmt: skip
    most = 50.0 if rewards else 1.0
    info = pyspiel.GameInfo(
        num_distinct_actions=3, max_chance_outcomes=0, num_players=2, min_utility=-most,
        max_utility=most, utility_sum=0.0, max_game_length=7,
    )  # fmt: skip

    class OwnGame(pyspiel.Game):  # type: ignore[misc]
        def __init__(self, parameters: Any = None) -> None:
            super().__init__(game_type, info, parameters or {})

        def new_initial_state(self) -> Any:
            return kind(self)

    return OwnGame()


def test_rewards_on_the_way_are_points() -> None:
    game = from_openspiel(game_of(Coins, rewards=True))
    solution = solve(game)

    def best(coins: int) -> int:
        return max((n * n - best(coins - n) for n in (1, 2) if n <= coins), default=0)

    assert len(solution) == 14
    for state in solution.states():
        assert solution.probe(state).score == best(int(state[0])), state
    assert check_game(game).findings == ()


def test_results_that_depend_on_the_way_are_no_merge() -> None:
    with pytest.raises(RulesError, match=r"2, 1.*results \[-?3"):
        from_openspiel(game_of(Coins, rewards=False))


def test_half_points_and_rules_that_raise() -> None:
    with pytest.raises(RulesError, match=r"gave 0\.5 points"):
        solve(from_openspiel(game_of(HalfPoints, rewards=False)))
    with pytest.raises(RulesError, match="ValueError: a slip of the author in a random play"):
        from_openspiel(game_of(Raising, rewards=False))
