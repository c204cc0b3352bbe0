"""Solutions as bots and policies of OpenSpiel, and its bots and policies as our players."""

from __future__ import annotations

from typing import Any

import pyspiel
import pytest
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import mcts

from perfectplay import (
    evaluate,
    from_openspiel,
    openspiel_bot,
    openspiel_policy,
    solve,
    tournament,
)
from perfectplay.core.errors import ParameterError, StrategyError, UnknownStateError
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.tablebase.solution import Solution

GAME = "tic_tac_toe"


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve(from_openspiel(GAME))


def played(spiel: Any, bots: list[Any], seed: int) -> list[float]:
    """One play by OpenSpiel's own arena."""
    returns: list[float] = pyspiel.evaluate_bots(spiel.new_initial_state(), bots, seed)
    return returns


def never_loses(name: str, plays: int) -> None:
    """The perfect bot against a random one in OpenSpiel's arena, on the side that need not lose."""
    solved = solve(from_openspiel(name))
    spiel = solved.game.spiel  # type: ignore[attr-defined]
    value = solved.probe(solved.start).value
    seat = 0 if value > 1 else 1
    least = 1.0 if value != 2 else 0.0
    for seed in range(plays):
        bots = [pyspiel.make_uniform_random_bot(1 - seat, seed)] * 2
        bots[seat] = openspiel_bot(solved, seed=seed % 2 or None)
        assert played(spiel, bots, seed)[seat] >= least


@pytest.mark.parametrize(
    "name",
    [
        "tic_tac_toe", "nim(pile_sizes=1;2;3)", "hex(board_size=2)",
        "breakthrough(rows=4,columns=2)",
        "connect_four(rows=3,columns=3,x_in_row=3)", "dots_and_boxes(num_rows=1,num_cols=2)",
    ],
)  # fmt: skip
def test_the_bot_never_loses_value(name: str) -> None:
    never_loses(name, 100)


@pytest.mark.landmark
def test_the_bot_never_loses_value_in_many_plays() -> None:
    never_loses("tic_tac_toe", 100_000)


def test_the_bot_has_a_policy(solution: Solution) -> None:
    bot, state = openspiel_bot(solution), pyspiel.load_game(GAME).new_initial_state()
    for action in (0, 4, 8):
        state.apply_action(action)
    chances, action = bot.step_with_policy(state)
    assert dict(chances) == {1: 0.25, 2: 0, 3: 0.25, 5: 0.25, 6: 0, 7: 0.25}
    assert action == bot.step(state) == 1
    assert bot.provides_policy()


def test_a_bot_of_another_game(solution: Solution) -> None:
    bot = openspiel_bot(solution)
    state = pyspiel.load_game("connect_four").new_initial_state()
    with pytest.raises(UnknownStateError, match="a state of connect_four"):
        bot.step(state)
    over = pyspiel.load_game(GAME).new_initial_state()
    for action in (0, 3, 1, 4, 2):
        over.apply_action(action)
    with pytest.raises(UnknownStateError, match="the play is over"):
        bot.step(over)
    for given in (solve(TicTacToe()), TicTacToe(), "tic_tac_toe"):
        with pytest.raises(ParameterError, match="expected the solution of a game of OpenSpiel"):
            openspiel_bot(given)  # type: ignore[arg-type]


def test_the_policy_as_a_table() -> None:
    game = from_openspiel("connect_four(rows=2,columns=3,x_in_row=2)")
    found = openspiel_policy(solve(game))
    table = found.to_tabular()
    state = game.spiel.new_initial_state()
    assert table.action_probabilities(state) == found.action_probabilities(state)
    there = policies.python_policy_to_pyspiel_policy(table)
    assert dict(there.action_probabilities(state)) == found.action_probabilities(state)


def test_its_policies_are_players(solution: Solution) -> None:
    assert evaluate(openspiel_policy(solution), solution).mean_loss == 0
    spiel = solution.game.spiel  # type: ignore[attr-defined]
    first = evaluate(policies.FirstActionPolicy(spiel), solution)
    assert (first.name, first.telling.hits) == ("FirstActionPolicy", 1_322)  # as in the docs
    random = policies.UniformRandomPolicy(spiel)
    many = tournament(solution, random, random, games=200)
    assert 0 < many.counts(0).wins < 200
    assert tournament(solution, pyspiel.UniformPolicy(), "perfect", games=50).counts(0).wins == 0


def test_its_bots_are_players(solution: Solution) -> None:
    spiel = solution.game.spiel  # type: ignore[attr-defined]
    bot = mcts.MCTSBot(spiel, 2.0, 20, mcts.RandomRolloutEvaluator())
    found = evaluate((bot, bot), solution, positions=50)
    assert found.telling.positions > 0
    assert not found.faults
    perfect = openspiel_bot(solution)
    assert evaluate((perfect, perfect), solution, positions=100).mean_loss == 0
    pair = tuple(pyspiel.make_uniform_random_bot(seat, 1) for seat in (0, 1))
    assert tournament(solution, "perfect", pair, games=50).counts(1).wins == 0
    half = evaluate((perfect, None), solution)
    assert (
        0 < half.faults["no answer"][0] < len(half.answers) if "no answer" in half.faults else True
    )


class Broken(policies.Policy):  # type: ignore[misc]
    """A policy that answers what it is told."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def action_probabilities(self, state: Any, player_id: int | None = None) -> Any:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ({99: 1.0}, "chose action 99 in state"),
        (ValueError("no idea"), "Broken raised ValueError: no idea in state"),
        ([1, 2], "Broken raised"),
        ({"a": 1.0}, "chose action a in state"),
    ],
)
def test_broken_policies(answer: Any, says: str, solution: Solution) -> None:
    with pytest.raises(StrategyError, match=says):
        evaluate(Broken(answer), solution)


def test_players_of_other_games_and_bots_alone(solution: Solution) -> None:
    with pytest.raises(ParameterError, match="is no game of OpenSpiel"):
        evaluate(openspiel_policy(solution), TicTacToe())
    with pytest.raises(ParameterError, match="give a pair"):
        evaluate(openspiel_bot(solution), solution)
    with pytest.raises(ParameterError, match="expected two bots or policies"):
        evaluate((openspiel_bot(solution), 7), solution)
