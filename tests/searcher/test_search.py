"""Search against the strong solution: hints, symmetries, threads and tables change no answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import pytest

from perfectplay import Game, Solution, Value, search, search_many, solve
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.kalah import Kalah
from perfectplay.searcher.kernel import parallel_search
from places import TESTS
from random_points import Points
from searched_states import agrees, sampled

DATA = TESTS / "data"

TABLES = (1 << 10, 1 << 24)


def differing(solution: Solution, states: list[Any], **how: Any) -> list[Any]:
    """The states of which a search says another value or remoteness."""
    found = search_many(solution.game, states, **how)
    values = [int(solution.value(state)) for state in states]
    plies = [solution.remoteness(state) for state in states]
    wrong = (found.values != values) | (found.remoteness != plies)
    return [states[i] for i in np.flatnonzero(wrong)]


@pytest.fixture(scope="module")
def board_4x4() -> Solution:
    return solve(ConnectFour(4, 4), symmetries=False)


@pytest.mark.thinned(3)
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("helped", [True, False])
def test_connect_four_4x4(board_4x4: Solution, helped: bool, threads: int, table: int) -> None:
    states = sampled(board_4x4, 1_500)
    how = {"hints": helped, "symmetries": helped, "threads": threads, "table": table}
    assert differing(board_4x4, states, **how) == []


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("threads", [1, 2])
def test_one_position_with_its_moves(board_4x4: Solution, threads: int, table: int) -> None:
    for state in sampled(board_4x4, 40):
        found = search(board_4x4.game, state, method="compiled", threads=threads, table=table)
        assert agrees(found, board_4x4.probe(state))
        assert found.engine == "compiled" or found.record.terminal


def test_threads_that_share_a_table(board_4x4: Solution, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel_search, "ALONE", 0)
    game, how = board_4x4.game, {"hints": False, "symmetries": False, "method": "compiled"}
    states = [game.start(), *(game.play(game.start(), move) for move in range(4))]
    for state in states:
        for table in TABLES:
            found = search(game, state, threads=3, table=table, **how)
            assert agrees(found, board_4x4.probe(state))


def test_values_alone(board_4x4: Solution) -> None:
    states = sampled(board_4x4, 1_500)
    found = search_many(board_4x4.game, states, distance=False)
    assert found.values.tolist() == [board_4x4.value(state) for state in states]
    assert set(found.remoteness.tolist()) == {-1}
    exact = search_many(board_4x4.game, states)
    assert found.nodes.sum() < exact.nodes.sum()


def test_nodes_are_the_same_in_every_run_on_one_thread(board_4x4: Solution) -> None:
    states = sampled(board_4x4, 200)
    one, other = (search_many(board_4x4.game, states, hints=False) for _ in range(2))
    assert one.nodes.tolist() == other.nodes.tolist()
    assert one.nodes.min() > 0


@pytest.mark.landmark
@pytest.mark.parametrize(("width", "height"), [(4, 4), (5, 4)])
def test_all_positions_of_small_boards(width: int, height: int) -> None:
    solution = solve(ConnectFour(width, height), symmetries=False)
    assert differing(solution, sampled(solution, len(solution)), threads=2, table=1 << 22) == []


@pytest.mark.landmark
def test_ten_thousand_positions_of_5x5() -> None:
    game = ConnectFour(5, 5)
    solution = solve(game)
    draw, states = np.random.default_rng(5), set()
    while len(states) < 10_000:
        state = game.start()
        for _ in range(int(draw.integers(0, 25))):
            if game.outcome(state) is not None:
                break
            states.add(state)
            state = game.play(state, draw.choice(list(game.moves(state))))
        states.add(state)
    assert differing(solution, list(states), threads=2, table=1 << 24) == []


# --- Connect 4 on 7×6 -----------------------------------------------------------------------------


def score_of(found: Any, stones: np.ndarray) -> np.ndarray:
    """The score of P. Pons: by the stones of the winner that are left."""
    plies = found.remoteness
    won, lost = 22 - (stones // 2 + (plies + 1) // 2), (stones + 1) // 2 + plies // 2 - 22
    return np.where(found.values == Value.WIN, won, np.where(found.values == Value.LOSS, lost, 0))


@pytest.mark.parametrize("name", ["late", "middle", "early"])
def test_published_scores_of_connect_four_7x6(name: str) -> None:
    # the test sets of P. Pons, see data/README.md; his solver looks at 51, 449 and 3,300 states
    # a position
    game, states, wanted, stones = ConnectFour(7, 6), [], [], []
    for line in (DATA / f"connect_four_7x6_{name}-easy.txt").read_text().splitlines():
        columns, score = line.split()
        state = game.start()
        for column in columns:
            state = game.play(state, int(column) - 1)
        states.append(state)
        wanted.append(int(score))
        stones.append(len(columns))
    found = search_many(game, states)
    assert len(states) == 1_000
    assert score_of(found, np.array(stones)).tolist() == wanted
    assert found.nodes.mean() < {"late": 100, "middle": 900, "early": 6_600}[name]


# --- other games ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [Kalah(3, 2), DotsAndBoxes(2, 1)])
@pytest.mark.parametrize("method", ["interpreted", "compiled"])
def test_who_moves_again_and_points(game: Game, method: str) -> None:
    solution = solve(game)
    for state in sampled(solution, 25):
        found = search(game, state, method=method, threads=1, table=1 << 20)
        assert agrees(found, solution.probe(state))


def test_random_games_of_points_on_tuples() -> None:
    game = Points(3, 40)
    solution = solve(game, method="reference")
    for state in sampled(solution, 40):
        for method in ("interpreted", "compiled"):
            assert agrees(search(game, state, method=method, threads=1), solution.probe(state))


@dataclass(frozen=True)
class Stairs(Game):
    """A puzzle: up by 2 or 3, or down the drain; to the top exactly, of which there are two."""

    steps: int = 40

    players: ClassVar[int] = 1

    def start(self) -> int:
        return 0

    def moves(self, state: int) -> Any:
        return (2, 3, 5 + state % 7)

    def play(self, state: int, move: int) -> int:
        return state + move

    def outcome(self, state: int) -> Value | None:
        if state in (self.steps, self.steps + 1):
            return Value.WIN
        return Value.LOSS if state > self.steps else None


def test_a_puzzle() -> None:
    solution = solve(Stairs())
    assert solution.value(0) is Value.WIN
    for method in ("interpreted", "compiled"):
        for state in sampled(solution, 12):
            assert agrees(search(Stairs(), state, method=method, threads=1), solution.probe(state))
