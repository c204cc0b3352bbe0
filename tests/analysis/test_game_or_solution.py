"""Functions of the public interface take a game or a solution alike."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from perfectplay import (
    PerfectPlayError,
    Solution,
    bars_of,
    check_game,
    conjecture,
    evaluate,
    explain,
    graph_of,
    grid_of,
    grundy,
    lines,
    prove,
    replay,
    search,
    search_many,
    solve,
    statistics,
    tournament,
    verify,
)
from perfectplay.core.errors import PlotError, QueryError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.games.nim import Nim
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe


def to_four(state: tuple[int, int]) -> tuple[int, int] | None:
    """Leave a sum that is divisible by four."""
    rest = sum(state) % 4
    return (min(rest, state[0]), rest - min(rest, state[0])) if rest else None


ASKED: dict[str, Callable[[Any], Any]] = {
    "explain": lambda given: (explain(given).words, explain(given).tried.holds),
    "conjecture": lambda given: (
        conjecture(given, "implies(value(s) == LOSS, sum(s) % 4 == 0)").tried
    ),
    "statistics": lambda given: statistics(given).as_dict(),
    "evaluate": lambda given: evaluate("greedy", given).as_dict(),
    "tournament": lambda given: tournament(
        given, "perfect", "random", games=50, seed=3
    ).tally.rows.tolist(),
    "prove": lambda given: prove(given, to_four, seat=1).as_dict(),
    "lines": lambda given: lines(given, 3).count(),
    "replay": lambda given: [step.text for step in replay(given, ["1,0", "0,2"])],
    "search": lambda given: search(given, (3, 2)).best_moves,
    "check_game": lambda given: check_game(given, compiled=False).states_checked,
    "bars_of": lambda given: bars_of(given).wins,
    "grid_of": lambda given: grid_of(given).value.tolist(),
    "graph_of": lambda given: graph_of(given).edges,
}


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve(ThreeRocks(4, 4))


@pytest.mark.parametrize("name", ASKED)
def test_the_answers_are_the_same(name: str, solution: Solution) -> None:
    assert ASKED[name](solution) == ASKED[name](ThreeRocks(4, 4))


def test_grundy_values() -> None:
    assert grundy(solve(Nim((3, 5, 6)))).value((3, 5, 6)) == grundy(Nim((3, 5, 6))).value((3, 5, 6))


def test_many_searches() -> None:
    game = TicTacToe()
    states = [game.start(), game.play(game.start(), 0)]
    assert search_many(solve(game), states).values.tolist() == [2, 2]


def test_a_tournament_asks_the_solution_that_it_is_given(
    solution: Solution, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: Any, **__: Any) -> None:
        raise AssertionError("solved again")

    monkeypatch.setattr("perfectplay.solver.solve.solve", refused)
    assert tournament(solution, "perfect", "perfect:1", games=4).games == 4


def test_large_games_are_not_solved_to_be_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: Any, **__: Any) -> None:
        raise AssertionError("solved")

    monkeypatch.setattr("perfectplay.solver.solution_of.solve", refused)
    with pytest.raises(PlotError, match="at most 300 states"):
        graph_of(TicTacToe())


def test_a_stored_solution_is_verified(solution: Solution, tmp_path: Path) -> None:
    solution.save(tmp_path / "rocks")
    stored = Solution.open(tmp_path / "rocks")
    assert verify(stored).ok
    with pytest.raises(QueryError, match=r"solution.save\(FOLDER\)"):
        verify(solution)
    with pytest.raises(QueryError, match="expects a folder or a stored solution, got 3"):
        verify(3)  # type: ignore[arg-type]
    for name in ("statistics", "prove", "explain", "tournament"):
        assert ASKED[name](stored) == ASKED[name](solution)


WRONG: list[tuple[Any, str]] = [
    (ThreeRocks, r"got the class ThreeRocks; write ThreeRocks\(\)"),
    ("three_rocks", r"got 'three_rocks'; Solution.open\('three_rocks'\) opens the folder"),
    (Path("folder"), r"got .*; Solution.open\('folder'\)"),
    (None, "got None"),
    (CheckedGame(ThreeRocks()), r"got CheckedGame\(ThreeRocks\("),
]


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.parametrize(("given", "said"), WRONG, ids=["class", "text", "path", "none", "checked"])
def test_anything_else_is_refused(name: str, given: Any, said: str) -> None:
    with pytest.raises(QueryError, match=rf"^{name} expects a game or a solution, {said}") as error:
        ASKED[name](given)
    assert isinstance(error.value, TypeError)
    assert isinstance(error.value, PerfectPlayError)
