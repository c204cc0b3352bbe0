"""Games as environments of PettingZoo and Gymnasium: their own checks, plays, bad input."""

from __future__ import annotations

import random
import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv
from pettingzoo.test import api_test

from environment_games import GAMES
from perfectplay import (
    Game,
    from_openspiel,
    solve,
    to_gymnasium,
    to_pettingzoo,
)
from perfectplay.core.errors import (
    ParameterError,
)
from perfectplay.games.chopsticks import Chopsticks
from perfectplay.games.eight_puzzle import EightPuzzle
from perfectplay.games.nim import Nim
from perfectplay.games.tic_tac_toe import TicTacToe


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_pettingzoo_says_that_it_is_an_environment(game: Game[Any, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of dicts, and of arrays that are all 0
        api_test(to_pettingzoo(game, max_plies=60), num_cycles=200)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("seat", ["first", "second"])
def test_gymnasium_says_that_it_is_an_environment(game: Game[Any, Any], seat: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(to_gymnasium(game, opponent="random", seat=seat, illegal="lose"))


def test_gymnasium_checks_the_default() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(to_gymnasium(TicTacToe(), render_mode="ansi"), skip_render_check=True)


def rewards_of(env: Any, choose: Any) -> list[float]:
    """One play in PettingZoo's loop: what each agent has got in all."""
    env.reset()
    got = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, ended, cut_off, info = env.last()
        got[agent] += reward
        done = ended or cut_off
        env.step(None if done else choose(agent, seen, info))
    return list(got.values())


@pytest.mark.parametrize("name", ["integers", "tuples", "points, and moves again", "OpenSpiel"])
def test_perfect_play_brings_the_value_of_the_game(name: str) -> None:
    game = GAMES[name]
    solution = solve(game)
    env = to_pettingzoo(solution)
    encoding = env.unwrapped.encoding

    def best(agent: str, seen: Any, info: Any) -> int:
        return encoding.number[solution.best_moves(info["state"])[0]]

    record = solution.probe(solution.start)
    worth = record.score if record.score is not None else int(record.value) - 2
    assert rewards_of(env, best) == [worth, -worth]


@pytest.mark.parametrize("name", ["integers", "tuples", "points, and moves again", "OpenSpiel"])
def test_the_perfect_player_never_loses_value(name: str) -> None:
    never_loses_value(name, 40)


@pytest.mark.landmark
@pytest.mark.parametrize("name", ["integers", "tuples"])
def test_the_perfect_player_never_loses_value_in_many_plays(name: str) -> None:
    never_loses_value(name, 50_000)


def never_loses_value(name: str, plays: int) -> None:
    """In both interfaces and seats, an agent at random gets no more than the game is worth."""
    solution = solve(GAMES[name])
    record = solution.probe(solution.start)
    worth = record.score if record.score is not None else int(record.value) - 2
    rng = random.Random(1)
    env = to_pettingzoo(solution)
    number = env.unwrapped.encoding.number
    for play in range(plays):
        perfect = env.possible_agents[play % 2]

        def choose(agent: str, seen: Any, info: Any, perfect: str = perfect) -> int:
            if agent == perfect:
                return number[solution.best_moves(info["state"])[0]]
            return rng.choice(np.flatnonzero(seen["action_mask"]).tolist())

        got = rewards_of(env, choose)
        assert got[0] >= worth if play % 2 == 0 else got[0] <= worth
    for seat, most in ((0, worth), (1, -worth)):
        gym = to_gymnasium(solution, seat=seat)
        for play in range(plays):
            _, info = gym.reset(seed=play)
            total, done = 0.0, False
            while not done:
                action = rng.choice(np.flatnonzero(info["action_mask"]).tolist())
                _, reward, ended, cut_off, info = gym.step(action)
                total, done = total + reward, ended or cut_off
            assert total <= most


def test_a_slipping_opponent_can_be_beaten() -> None:
    solution = solve(TicTacToe())

    def results(slips: float) -> set[float]:
        env = to_gymnasium(solution, slips=slips)
        found = set()
        for play in range(60):
            _, info = env.reset(seed=play)
            done = False
            while not done:
                move = solution.best_moves(info["state"])[0]
                _, reward, done, _, info = env.step(env.encoding.number[move])
            found.add(reward)
        return found

    assert results(0.0) == {0.0}
    assert results(0.5) == {0.0, 1.0}


@pytest.mark.parametrize("opponent", ["perfect", "best", "perfect:1", "keeping", "random", "greedy",
                                      "minimax:2", min])  # fmt: skip
def test_opponents(opponent: Any) -> None:
    def lowest(state: Any) -> Any:
        return min(TicTacToe().moves(state))

    given = lowest if opponent is min else opponent
    env = to_gymnasium(solve(TicTacToe()), opponent=given, seat="second")
    seen, info = env.reset(seed=3)
    again, same = env.reset(seed=3)
    assert np.array_equal(seen, again)
    assert info["state"] == same["state"] != 0
    assert seen in env.observation_space
    assert env.action_masks().sum() == 8


def test_an_opponent_of_openspiel() -> None:
    import pyspiel

    game = from_openspiel("tic_tac_toe")
    env = to_gymnasium(game, opponent=pyspiel.UniformPolicy(), seat="second")
    _, info = env.reset(seed=1)
    assert info["action_mask"].sum() == 8


def test_a_play_is_cut_off() -> None:
    env = to_gymnasium(Chopsticks(), opponent="random", max_plies=4)
    _, info = env.reset(seed=0)
    for _ in range(2):
        _, reward, ended, cut_off, info = env.step(int(info["action_mask"].argmax()))
    assert (ended, cut_off, reward) == (False, True, 0.0)


def test_a_play_that_is_over_before_the_agent_moves() -> None:
    env = to_gymnasium(Nim(rows=(1,)), opponent="random", seat="second")
    with pytest.raises(ParameterError, match="the agent never had to move: it has seat 1"):
        env.reset()


def test_a_puzzle_has_no_opponent() -> None:
    env = to_gymnasium(EightPuzzle((1, 2, 3, 4, 5, 6, 7, 0, 8)), moves=range(1, 9))
    _, info = env.reset()
    assert info["action_mask"].tolist() == [0, 0, 0, 0, 1, 0, 1, 1]
    _, reward, ended, _, _ = env.step(7)
    assert (reward, ended) == (1.0, True)


@pytest.mark.parametrize("game", [GAMES["tuples"], GAMES["OpenSpiel"]], ids=["tuples", "OpenSpiel"])
def test_many_environments_at_once(game: Game[Any, Any]) -> None:
    """Each in a process of its own; in one process, too."""

    def make() -> Any:
        return to_gymnasium(game, opponent="random")

    both = AsyncVectorEnv([make] * 2), SyncVectorEnv([make] * 2)
    found = []
    for envs in both:
        _, info = envs.reset(seed=1)
        found.append(envs.step(info["action_mask"].argmax(axis=1))[0])
        envs.close()
    assert np.array_equal(*found)
