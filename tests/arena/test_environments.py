"""Games as environments of PettingZoo and Gymnasium: their own checks, plays, bad input."""

from __future__ import annotations

import random
import sys
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv
from pettingzoo.test import api_test

from perfectplay import (
    Game,
    Value,
    environment_player,
    evaluate,
    from_openspiel,
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
from perfectplay.games.chopsticks import Chopsticks
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.eight_puzzle import EightPuzzle
from perfectplay.games.hexapawn import Hexapawn
from perfectplay.games.kalah import Kalah
from perfectplay.games.nim import Nim
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe


class Shelf(NamedTuple):
    """A state as a person writes one."""

    books: tuple[str, ...]
    turn: str


@dataclass(frozen=True)
class Shelves(Game[Shelf, Any]):
    """Take a book, or turn the last one over once; whoever cannot, loses."""

    count: int = 3
    stuck = Value.LOSS

    def start(self) -> Shelf:
        return Shelf(("new",) * self.count, "white")

    def moves(self, state: Shelf) -> Iterator[Any]:
        for place in range(len(state.books)):
            yield ("take", place)
        if state.books and state.books[-1] == "new":
            yield "turn"

    def play(self, state: Shelf, move: Any) -> Shelf:
        turn = "black" if state.turn == "white" else "white"
        if move == "turn":
            return Shelf((*state.books[:-1], "old"), turn)
        return Shelf(state.books[: move[1]] + state.books[move[1] + 1 :], turn)

    def outcome(self, state: Shelf) -> Value | None:
        return None


class Words(Game[str, str]):
    """A text gets shorter by one letter from either end; whoever takes the last vowel wins."""

    def start(self) -> str:
        return "banana"

    def moves(self, state: str) -> Iterator[str]:
        yield from ("left", "right")

    def play(self, state: str, move: str) -> str:
        return state[1:] if move == "left" else state[:-1]

    def outcome(self, state: str) -> Value | None:
        return None if set(state) & set("aeiou") else Value.LOSS


GAMES: dict[str, Game[Any, Any]] = {
    "integers": TicTacToe(),
    "tuples": ThreeRocks(4, 4),
    "heaps": Nim(rows=(1, 2, 3)),
    "pawns": Hexapawn(),
    "points, and moves again": DotsAndBoxes(1, 2),
    "seeds": Kalah(holes=2, seeds=2),
    "loops": Chopsticks(),
    "words in tuples that change their length": Shelves(),
    "texts": Words(),
    "OpenSpiel": from_openspiel("breakthrough(rows=3,columns=3)"),
}


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
