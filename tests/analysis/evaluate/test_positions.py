"""Which positions are drawn, and how many there are of each kind."""

from __future__ import annotations

import numpy as np
import pytest

from games_to_evaluate import GAMES, Over, first_move
from perfectplay import Game, evaluate, solve
from perfectplay.analysis.evaluate import positions, positions_by_ply
from perfectplay.core.errors import ParameterError
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.three_mens_morris import ThreeMensMorris
from perfectplay.games.tic_tac_toe import TicTacToe


def test_what_is_drawn() -> None:
    solution = solve(ConnectFour(4, 4, 3))
    choose = first_move(solution.game)
    same = [evaluate(choose, solution, positions=500, seed=3).as_dict() for _ in range(2)]
    assert same[0] == same[1] != evaluate(choose, solution, positions=500, seed=4).as_dict()
    assert not same[0]["exact"]
    assert same[0]["keeping"]["low"] < same[0]["keeping"]["rate"] < same[0]["keeping"]["high"]
    by_value = evaluate(choose, solution, positions=300, by="value").answers
    assert np.bincount(by_value.worth).tolist() == [0, 100, 100, 100]
    by_difficulty = evaluate(choose, solution, positions=300, by="difficulty").answers
    assert by_difficulty.telling.all()
    counts = np.bincount(np.minimum(by_difficulty.good, 3)).tolist()
    assert sum(counts) == 300
    assert counts[1] in (counts[2], counts[2] + 1)
    assert counts[3] > 50  # there are few of them


@pytest.mark.parametrize(
    ("game", "compiled"),
    [*((game, False) for game in GAMES), (TicTacToe(), True), (ThreeMensMorris(), True)],
    ids=lambda one: type(one).__name__ if isinstance(one, Game) else "compiled" * one,
)
@pytest.mark.parametrize("symmetries", [True, False])
def test_what_is_drawn_by_ply(
    game: Game, symmetries: bool, compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The plies are those of a search from the start, breadth first, and none is left out."""
    if compiled:
        monkeypatch.setattr(positions_by_ply, "WORTH_COMPILING", 1)
    solution = solve(game, symmetries=symmetries)
    plies = {solution.representative(solution.start): 0}
    going = {}
    for state in (waiting := list(plies)):
        options = solution.rules.position(state).options
        if options:
            going[state] = plies[state]
        for _, child in options:
            child = solution.representative(child)
            if child not in plies:
                plies[child] = plies[state] + 1
                waiting.append(child)
    whole = positions_by_ply.ply_positions(solution, 10**6, 1)
    assert whole.plies is not None
    assert dict(zip(whole.states, whole.plies.tolist(), strict=True)) == going
    assert whole.entries.listed() == solution.look_up(list(whole.states)).listed()
    some = positions_by_ply.ply_positions(solution, 12, 1)
    assert some.plies is not None
    assert dict(zip(some.states, some.plies.tolist(), strict=True)).items() <= going.items()
    sizes = np.bincount(list(going.values())).tolist()
    assert np.bincount(some.plies).tolist() == positions.equal_shares(12, sizes)


def test_a_sample_by_ply() -> None:
    solution = solve(ConnectFour(4, 3, 3))
    choose = first_move(solution.game)
    found = evaluate(choose, solution, positions=100, by="ply", seed=3)
    assert found.of == "drawn by ply, seed 3"
    assert sum(row.positions for row in found.by_ply) == len(found.answers) == 100
    assert found.keeping.rate is not None
    assert found.keeping.rate.low < found.keeping.rate.high
    again = evaluate(choose, solution, positions=100, by="ply", seed=3)
    assert found.as_dict() == again.as_dict()
    other = evaluate(choose, solution, positions=100, by="ply", seed=4)
    assert found.as_dict() != other.as_dict()
    with pytest.raises(ParameterError, match="no position in which a move can be made"):
        evaluate("random", solve(Over()), positions=3, by="ply")


def test_all_of_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the number of which plies are found, the same is said; far beyond, it is refused."""
    for symmetries in (True, False):
        solution = solve(TicTacToe(), symmetries=symmetries)
        few = evaluate(first_move(solution.game), solution, positions="all").as_dict()
        monkeypatch.setattr(positions, "ALL", 100)
        many = evaluate(first_move(solution.game), solution, positions="all").as_dict()
        for name in ("exact", "positions", "keeping", "best", "telling", "blunders", "of"):
            assert few[name] == many[name], name
        assert few["mean_loss"] == many["mean_loss"]
        monkeypatch.setattr(positions, "MOST", 5_000)
        with pytest.raises(ParameterError, match="all 5,478 states are too many to ask in"):
            evaluate("random", solution, positions="all")
        monkeypatch.undo()
