"""A solve without NumPy is the same solution: compared with the engines on games of every kind."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from growing_games import Forever
from perfectplay import Solution, solve
from perfectplay.core.errors import (
    EndlessGameError,
    MethodError,
    RulesError,
    StateLimitError,
    UnknownStateError,
)
from perfectplay.game.game import Game
from perfectplay.games.chopsticks import Chopsticks
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.hexapawn import Hexapawn
from perfectplay.games.kalah import Kalah
from perfectplay.games.nim import Nim
from perfectplay.games.three_mens_morris import ThreeMensMorris
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.solver.options import SolveOptions
from perfectplay.solver.plain_solve import solve_plain
from random_games import (
    AgainIntegers,
    AgainStrings,
    OnIntegers,
    OnStrings,
    OnTuples,
    PuzzleStrings,
    RandomGame,
    SeatedStrings,
    TurnedTuples,
)
from random_points import Points, PointsOnIntegers, PointsOnStrings
from tiny_games import Pair, changed

GAMES = [
    ThreeRocks(), TicTacToe(), Nim((2, 3, 4)), Nim((3, 4), misere=True), ConnectFour(3, 3, 3),
    Chopsticks(), Hexapawn(), ThreeMensMorris(), DotsAndBoxes(1, 2), Kalah(2, 2),
]  # fmt: skip

BLOCKED = """
import sys
for name in ("numpy", "numba", "_multiprocessing", "pydantic", "jinja2", "typer", "rich"):
    sys.modules[name] = None
"""
"""What a browser does not have."""


def plain(game: Game, **options: Any) -> Solution:
    """The solution in plain Python."""
    return solve_plain(game, SolveOptions(**options))[0]


RANDOM = [
    OnIntegers, OnTuples, OnStrings, AgainIntegers, AgainStrings, SeatedStrings, PuzzleStrings,
    TurnedTuples,
]  # fmt: skip


def compare(game: Game) -> None:
    """Counts, and the record of each state, in both solutions."""
    one, other = plain(game), solve(game)
    assert one.counts == other.counts
    assert one.representatives == other.representatives
    assert one.by_remoteness == other.by_remoteness
    assert len(one) == len(other)
    for state in other.states():
        assert one.probe(state) == other.probe(state)
        assert one.best_moves(state) == other.best_moves(state)
    assert one.line() == other.line()
    if not one.rules.scoring:
        assert (one.longest_win or (0, 0))[1] == (other.longest_win or (0, 0))[1]
    assert {**one.summary(), "seconds": 0, "longest_win": 0} == {
        **other.summary(), "seconds": 0, "longest_win": 0
    }  # fmt: skip


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_games_of_the_library(game: Game) -> None:
    compare(game)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", RANDOM)
def test_random_games(kind: type[RandomGame], seed: int) -> None:
    compare(kind(seed))  # type: ignore[call-arg]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", [PointsOnIntegers, PointsOnStrings])
def test_random_games_of_points(kind: type[Points], seed: int) -> None:
    compare(kind(seed))  # type: ignore[call-arg]


def test_moves_of_all_states() -> None:
    game = ThreeRocks(4, 5)
    one, other = plain(game), solve(game)
    assert one.best_moves_of_all() == other.best_moves_of_all()
    assert one.keeping_moves_of_all() == other.keeping_moves_of_all()
    assert one.scores() == other.scores()
    assert list(one.scores().values()) == list(other.scores().values())


def test_states_that_are_none() -> None:
    solution = plain(TicTacToe())
    for state in (True, 1.0, "0", (0,), [0], None, -1, 1 << 70, {}):
        assert state not in solution
        assert solution.get(state) is None
    with pytest.raises(UnknownStateError):
        plain(ThreeRocks(3, 3)).probe([3, 3])


def test_promises_are_checked() -> None:
    with pytest.raises(RulesError) as found:
        plain(changed(Pair, tier=lambda self, state: state[0] + state[1]))
    assert found.value.promise == "tier-falls"
    with pytest.raises(EndlessGameError):
        plain(Forever(), max_states=200_000)
    with pytest.raises(StateLimitError, match="500"):
        plain(TicTacToe(), max_states=500)
    with pytest.raises(MethodError, match="NumPy is not installed"):
        plain(TicTacToe(), method="compiled")


# --- where there is no NumPy ------------------------------------------------------------------


def said(program: str) -> str:
    """What a program prints where modules are blocked; it must succeed."""
    command = [sys.executable, "-c", BLOCKED + program]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_solve_takes_the_plain_way_by_itself_and_says_so_first() -> None:
    found = said("""
from perfectplay import solve
from perfectplay.games.tic_tac_toe import TicTacToe
heard = []
solution = solve(TicTacToe(), progress=lambda now: heard.extend(now.notes))
print(type(solution).__name__, len(solution), solution.why, solution.engine)
print(heard)
print(solution.probe(0).as_dict()["moves"][0]["value"])
""")
    assert found.splitlines() == [
        "PlainSolution 5478 NumPy is not installed interpreted",
        "['interpreted, because NumPy is not installed']",
        "draw",
    ]


def test_what_needs_numpy_says_so() -> None:
    found = said("""
from perfectplay import solve
from perfectplay.core.errors import MissingExtraError
from perfectplay.games.nim import Nim
solution = solve(Nim((1, 2)))
for ask in (lambda: solution.values([(1, 2)]), lambda: solve(Nim(), folder="nim")):
    try:
        ask()
    except MissingExtraError as error:
        print(error)
""")
    assert found.splitlines() == [
        "this needs NumPy, which is not installed; pip install numpy",
        "a folder needs NumPy, which is not installed; leave it out",
    ]


def test_rows_and_graphs_are_there_without_numpy() -> None:
    """They were empty."""
    found = said("""
from perfectplay import solve
from perfectplay.core.errors import MissingExtraError
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.tablebase.state_rows import state_rows
solution = solve(ThreeRocks(1, 1))
print(sorted((row.text, str(row.value), row.best_moves) for row in state_rows(solution)))
board = solve(TicTacToe())
print(len(list(board)), len(list(board.states())), len(board.best_moves_of_all()))
print(board["X../.../..."].remoteness, -board[0].value)
for ask in (solution.to_arrow, solution.to_pandas):
    try:
        ask()
    except MissingExtraError as error:
        print(error)
""")
    assert found.splitlines() == [
        "[('0,0', 'loss', []), ('0,1', 'win', ['0,1']), ('1,0', 'win', ['1,0']), "
        "('1,1', 'win', ['1,1'])]",
        "5478 765 627",
        "8 draw",
        *["this needs NumPy, which is not installed; pip install numpy"] * 2,
    ]
