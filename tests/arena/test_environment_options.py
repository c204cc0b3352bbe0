"""Environments with options: pictures, policies, arrays, and bad input."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

from perfectplay import (
    environment_player,
    evaluate,
    solve,
    to_gymnasium,
    to_pettingzoo,
    tournament,
)
from perfectplay.core.errors import (
    IllegalMoveError,
    MissingExtraError,
    ParameterError,
    QueryError,
    StrategyError,
)
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.eight_puzzle import EightPuzzle
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe


def test_pictures() -> None:
    env = to_pettingzoo(TicTacToe(), render_mode="svg")
    env.reset()
    assert env.render().startswith("<svg")
    plain = to_gymnasium(ThreeRocks(2, 1), opponent="random", render_mode="ansi")
    plain.reset()
    assert plain.render().splitlines()[0].split() == ["left", "●", "●"]
    assert to_gymnasium(ThreeRocks(2, 1), opponent="random").render() is None


def test_policies_are_players() -> None:
    solution = solve(TicTacToe())
    env, gym = to_pettingzoo(solution), to_gymnasium(solution)

    def first(observation: Any) -> Any:
        return observation["action_mask"].argmax()

    def masked(observation: Any, mask: Any) -> Any:
        return mask.argmax()

    for player in (environment_player(first, env), environment_player(masked, gym)):
        assert evaluate(player, solution).telling.hits == 1_322
    assert (
        tournament(solution, environment_player(first, env), "perfect", games=20).counts(0).wins
        == 0
    )
    with pytest.raises(StrategyError, match="action 0 is the move 1, which is not legal in"):
        tournament(solution, environment_player(lambda seen: 0, env), "perfect", games=20)
    with pytest.raises(ParameterError, match="expected a policy"):
        environment_player(first, 7)
    with pytest.raises(ParameterError, match="expected a policy"):
        environment_player("first", env)  # type: ignore[arg-type]


def test_an_array_of_your_own() -> None:
    def planes(state: int) -> Any:
        return np.array([[state >> 9 * seat & 1 << cell for cell in range(9)] for seat in (0, 1)],
                        np.float32)  # fmt: skip

    env = to_pettingzoo(TicTacToe(), observe=planes)
    env.reset()
    assert env.observe("player_0")["observation"].shape == (2, 9)
    assert env.state().dtype == np.float32


@pytest.mark.parametrize("action", [9, -1, "x", None, 0.5, [1, 2]])
def test_what_is_no_action(action: Any) -> None:
    env = to_gymnasium(TicTacToe(), opponent="random")
    env.reset()
    with pytest.raises(IllegalMoveError, match="actions are whole numbers from 0 to 8"):
        env.step(action)


def test_illegal_moves() -> None:
    env = to_gymnasium(TicTacToe(), opponent="random")
    with pytest.raises(IllegalMoveError, match=r"reset\(\) begins one"):
        env.step(0)
    env.reset(seed=0)
    env.step(4)
    with pytest.raises(IllegalMoveError, match="action 4 is the move 5, which is not legal"):
        env.step(4)
    losing = to_gymnasium(TicTacToe(), opponent="random", illegal="lose")
    losing.reset(seed=0)
    losing.step(4)
    _, reward, ended, cut_off, info = losing.step(4)
    assert (reward, ended, cut_off) == (-1.0, True, False)
    assert "not legal" in info["illegal"]
    with pytest.raises(IllegalMoveError, match=r"reset\(\) begins one"):
        losing.step(0)
    zoo = to_pettingzoo(TicTacToe())
    zoo.reset()
    zoo.step(4)
    with pytest.raises(IllegalMoveError, match="legal: 1, 2, 3"):
        zoo.step(4)
    with pytest.raises(ParameterError, match="the agents are player_0 and player_1, got 'me'"):
        zoo.observe("me")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"slips": 2}, "slips is a share"),
        ({"slips": "x"}, "slips is a share"),
        ({"opponent": "perfekt"}, "did you mean perfect"),
        ({"opponent": "human"}, "human"),
        ({"seat": 2}, "seat must be 0 or 1"),
        ({"illegal": "maybe"}, '"error" or "lose"'),
        ({"render_mode": "human"}, "render_mode must be None"),
        ({"max_plies": 0}, "max_plies must be"),
        ({"moves": []}, "none is named"),
        ({"moves": [[1]]}, "numbers, texts or tuples"),
        ({"observe": lambda state: "x"}, "must make an array of numbers"),
        ({"observe": 5}, "observe is a function of the state"),
    ],
)
def test_bad_options(options: dict[str, Any], says: str) -> None:
    with pytest.raises(ParameterError, match=says):
        to_gymnasium(TicTacToe(), **options)


def test_moves_that_are_not_known() -> None:
    with pytest.raises(ParameterError, match=r"name all moves of the game, as in moves=range\(7\)"):
        to_pettingzoo(ConnectFour(7, 6))
    env = to_pettingzoo(ConnectFour(7, 6), moves=range(7))
    env.reset()
    assert env.observe("player_0")["action_mask"].tolist() == [1] * 7
    few = to_gymnasium(ConnectFour(7, 6), moves=range(3), opponent="random")
    with pytest.raises(ParameterError, match="is not among the moves that were named"):
        few.reset()


def test_what_is_no_game() -> None:
    with pytest.raises((ParameterError, QueryError, TypeError), match="to_pettingzoo"):
        to_pettingzoo(7)  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="has one player"):
        to_pettingzoo(EightPuzzle())


def test_without_the_extras(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    for make in (to_gymnasium, to_pettingzoo):
        with pytest.raises(MissingExtraError, match=r"pip install 'perfectplay\[environments\]'"):
            make(TicTacToe())
