"""A solution as a container of states: iteration, length, look-up, texts, symmetric states."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from games_to_solve import Piles
from perfectplay import Game, PerfectPlayError, Solution, Value, solve
from perfectplay.core.errors import QueryError, UnknownStateError
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from random_games import TurnedIntegers, TurnedStrings, TurnedTuples


@pytest.fixture(scope="module")
def rocks() -> Solution:
    return solve(ThreeRocks(3, 4))


# --- look-up --------------------------------------------------------------------------------------


def test_a_state_gives_its_record(rocks: Solution) -> None:
    assert rocks[3, 2] == rocks.probe((3, 2))
    assert rocks["3,2"] == rocks["(3, 2)"] == rocks[3, 2]
    assert rocks[3, 2].moves[0].best


@pytest.mark.parametrize("wrong", [(9, 9), "9,9", "abc", "", b"3,2", None, 5, [3, 2], {}, (3,)])
def test_what_is_not_there_is_a_key_error_with_a_sentence(rocks: Solution, wrong: object) -> None:
    with pytest.raises(KeyError) as problem:
        rocks[wrong]
    assert isinstance(problem.value, PerfectPlayError)
    assert isinstance(problem.value, UnknownStateError)
    said = str(problem.value)
    assert "no play from the start reaches" in said or "expected 2 whole numbers" in said
    assert wrong not in rocks


def test_the_type_of_a_state_is_named(rocks: Solution) -> None:
    with pytest.raises(UnknownStateError, match=r"type tuple, such as \(3, 4\), not list$"):
        rocks[[3, 2]]
    with pytest.raises(UnknownStateError, match=r"solution\[TEXT\] and solution.find\(TEXT\)"):
        rocks.value("3,2")


def test_texts_of_states_that_are_texts_are_states() -> None:
    solution = solve(TurnedStrings(), symmetries=False)
    for state in list(solution)[:20]:
        assert solution[state].state == state
    with pytest.raises(UnknownStateError):
        solution["nothing of the kind"]


def test_texts_of_a_game_that_cannot_read_them_are_compared() -> None:
    nested = solve(Piles((1, 2), "nested"), symmetries=False)
    assert nested["((0,), (1,))"].state == ((0,), (1,))
    with pytest.raises(UnknownStateError):
        nested["((7,), (7,))"]


def test_a_stored_solution_does_the_same(rocks: Solution, tmp_path: Path) -> None:
    rocks.save(tmp_path / "rocks")
    stored = Solution.open(tmp_path / "rocks")
    assert stored["3,2"] == rocks["3,2"]
    assert list(stored) == list(rocks)
    assert (9, 9) not in stored
    with pytest.raises(UnknownStateError):
        stored["9,9"]


# --- many states ----------------------------------------------------------------------------------

ONE = ["3,2", b"3,2", (3, 2), 5, np.int64(5), None]


@pytest.mark.parametrize("one", ONE)
def test_values_are_of_many_states(rocks: Solution, one: object) -> None:
    """A text was read letter by letter, and a tuple number by number."""
    for ask, name in ((rocks.values, "value"), (rocks.remotenesses, "remoteness")):
        with pytest.raises(QueryError, match=rf"say solution\[state\]\.{name}") as problem:
            ask(one)
        assert isinstance(problem.value, TypeError)
        assert isinstance(problem.value, PerfectPlayError)


def test_many_states_are_what_they_were(rocks: Solution) -> None:
    wanted = [3, 0]
    for many in ([(3, 2), (9, 9)], ((3, 2), (9, 9)), np.array([(3, 2), (9, 9)])):
        assert rocks.values(many).tolist() == wanted
    assert rocks.values([]).tolist() == rocks.values(()).tolist() == []
    assert rocks.values({(3, 2)}).tolist() == [3]
    integers = solve(TicTacToe())
    assert integers.values((0, 1)).tolist()[0] == Value.DRAW
    nested = solve(Piles((1, 2), "nested"), symmetries=False)
    with pytest.raises(QueryError):
        nested.values(nested.start)
    assert len(nested.values((nested.start, nested.start))) == 2
    strings = solve(TurnedStrings(), symmetries=False)
    with pytest.raises(QueryError):
        strings.values(strings.start)


@pytest.mark.parametrize(
    "array",
    [
        np.zeros(3), np.zeros((3, 2)), np.zeros(3, int), np.zeros((3, 3), int), np.array(0),
        np.zeros((2, 2, 2), int), np.array(["a", "b"]), np.zeros((3, 2), complex),
        np.zeros((3, 2), "M8[s]"), np.array([[None, 1]]),
    ],
    ids=lambda array: f"{array.dtype} {array.shape}",
)  # fmt: skip
def test_arrays_that_are_none_of_states(rocks: Solution, array: Any, tmp_path: Path) -> None:
    """Of a game of integers, they were taken for states that no play reaches."""
    rocks.save(tmp_path / "rocks")
    for one in (rocks, Solution.open(tmp_path / "rocks")):
        for ask, name in ((one.values, "values"), (one.remotenesses, "remotenesses")):
            with pytest.raises(QueryError, match=rf"{name}\(\) expects \[N, 2\] integers, got an"):
                ask(array)
    for symmetries in (True, False):
        integers = solve(TicTacToe(), symmetries=symmetries)
        if array.ndim == 1 and array.dtype.kind == "i":
            assert integers.values(array).tolist() == [Value.DRAW] * 3
            continue
        with pytest.raises(QueryError, match=r"expects \[N\] integers, got an array of"):
            integers.values(array)
    assert rocks.values(np.zeros(0)).tolist() == []
    assert solve(TicTacToe()).values(np.array([0, None], object)).tolist() == [Value.DRAW, 0]


# --- all states -----------------------------------------------------------------------------------


def test_iteration_and_length_agree(rocks: Solution) -> None:
    states = list(rocks)
    assert len(states) == len(set(states)) == len(rocks)
    assert states == list(rocks.states()) == list(rocks.states(symmetric=True))
    assert all(state in rocks for state in states)
    with pytest.raises(TypeError):
        reversed(rocks)


SYMMETRIC = [TicTacToe, TurnedIntegers, TurnedTuples, TurnedStrings]


@pytest.mark.parametrize("cls", SYMMETRIC)
@pytest.mark.parametrize("seed", range(6))
def test_symmetric_solutions_iterate_over_either(cls: type[Game], seed: int) -> None:
    """Over the states that `len` counts, even if no play reaches some images."""
    game = cls() if cls is TicTacToe else cls(seed)
    solution, plain = solve(game), solve(game, symmetries=False)
    representatives = list(solution.states())
    assert solution.representatives is not None
    assert len(representatives) == len(set(representatives)) == solution.representatives.states
    everything = list(solution)
    assert len(everything) == len(set(everything)) == len(solution)
    assert set(everything) == set(plain.states())
    for states, entries in solution.state_blocks(symmetric=True):
        assert entries.values.tolist() == plain.values(states).tolist()
        assert entries.remoteness.tolist() == plain.remotenesses(states).tolist()
    for state in everything[:50]:
        assert solution.representative(state) in game.symmetries(state)
        assert solution.representative(state) in representatives


def test_walks_where_images_are_not_reached() -> None:
    """At least one of the games above has images that no play reaches."""
    whole = [
        solve(cls(seed)).whole_classes
        for cls in (TurnedIntegers, TurnedTuples, TurnedStrings)
        for seed in range(6)
    ]
    assert True in whole
    assert False in whole


def test_the_repr_says_what_is_counted(tmp_path: Path) -> None:
    solution = solve(TicTacToe())
    assert "5,478 states (765 up to symmetry), draw" in repr(solution)
    solution.save(tmp_path / "t")
    assert "5,478 states (765 up to symmetry), draw" in repr(Solution.open(tmp_path / "t"))
    assert repr(solve(ThreeRocks(1, 1))) == "<Solution of three_rocks: 4 states, win, 1 ply>"
