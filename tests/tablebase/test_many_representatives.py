"""Representatives of many states by compiled rules, against those found one by one."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from benchmarks.quixo import Quixo

from perfectplay import Game, Solution, Value, solve
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.mu_torere import MuTorere
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.games.wythoff import Wythoff
from perfectplay.tablebase import state_queries


class Words(Game):
    """Fill a row of three cells with letters, each once; the mirror image is the same. States are
    (row, turn)."""

    cell_symmetries = ((2, 1, 0, 3),)

    def start(self) -> tuple[str, str]:
        return ("...", "a")

    def moves(self, state: tuple[str, str]) -> list[tuple[int, str]]:
        row, _ = state
        return [(i, letter) for i in range(3) if row[i] == "." for letter in "XO"]

    def play(self, state: tuple[str, str], move: tuple[int, str]) -> tuple[str, str]:
        row, turn = state
        place, letter = move
        return row[:place] + letter + row[place + 1 :], "b" if turn == "a" else "a"

    def outcome(self, state: tuple[str, str]) -> Value | None:
        return Value.LOSS if "." not in state[0] else None


GAMES: list[Game] = [
    ConnectFour(4, 3), TicTacToe(), MuTorere(), Wythoff(4, 6), Quixo(3), Words(),
]  # fmt: skip


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few states are many."""
    monkeypatch.setattr(state_queries, "WORTH_COMPILING", 1)


def answers(solution: Solution, states: Any) -> list[tuple[int, int]]:
    values, plies = solution.values(states), solution.remotenesses(states)
    return list(zip(values.tolist(), plies.tolist(), strict=True))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_many_states_have_the_answers_of_each(game: Game, at_once: None) -> None:
    solution = solve(game)
    assert solution.symmetric
    states = list(solution.states(symmetric=True))
    random.Random(1).shuffle(states)
    states = states[:3_000]
    assert solution._representatives is not None
    one_by_one = [(solution.value(state), solution.remoteness(state)) for state in states]
    expected = [(int(value), -1 if plies is None else plies) for value, plies in one_by_one]
    assert answers(solution, states) == expected
    if isinstance(states[0], int):
        assert answers(solution, np.array(states)) == expected
    elif isinstance(states[0], tuple) and isinstance(states[0][0], int):
        assert answers(solution, np.array(states, np.int32)) == expected


@pytest.mark.parametrize(
    "game", [ConnectFour(4, 3), Wythoff(4, 6), Words()], ids=lambda game: type(game).__name__
)
def test_strange_states_have_no_value(game: Game, at_once: None) -> None:
    solution = solve(game)
    known = solution.start
    strange = [known, None, "no state", -1, 2**70, (9,) * 40, ("..", "a"), ("X.Z", "a"), known]
    assert [value != 0 for value in solution.values(strange)] == [True, *[False] * 7, True]


def test_states_that_no_play_reaches(at_once: None) -> None:
    solution = solve(Wythoff(4, 6))
    some = [(a, b) for a in range(9) for b in range(9)]
    expected = [int(state in solution) and int(solution.value(state)) for state in some]
    assert solution.values(some).tolist() == expected
    assert solution.values(np.array(some)).tolist() == expected


def test_few_states_wait_for_no_compiler() -> None:
    solution = solve(TicTacToe())
    solution.values([solution.start] * 100)
    assert "_representatives" not in vars(solution)


def test_many_batches_are_many_states(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state_queries, "WORTH_COMPILING", 250)
    solution = solve(TicTacToe())
    for _ in range(3):
        assert solution.values([solution.start] * 100).tolist() == [2] * 100
    assert "_representatives" in vars(solution)


def test_stored_solutions_do_the_same(tmp_path: Any, at_once: None) -> None:
    game = ConnectFour(4, 3)
    solve(game, folder=tmp_path / "solved")
    stored, plain = Solution.open(tmp_path / "solved"), solve(game)
    states = list(plain.states(symmetric=True))
    assert stored.values(states).tolist() == [int(plain.value(state)) for state in states]
