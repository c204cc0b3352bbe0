"""`counted`: a game of points as one that is won, drawn or lost."""

from __future__ import annotations

from typing import Any

import pytest

from perfectplay import Game, check_game, counted, misere, solve
from perfectplay.core.errors import ParameterError, ParseError, RulesError
from perfectplay.game.checks.score_range import value_of_score
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.kalah import Kalah
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.registry.address import load_game
from random_points import Points, PointsOnIntegers, PointsOnStrings, score_and_plies


@pytest.mark.parametrize("kind", [Points, PointsOnIntegers, PointsOnStrings])
@pytest.mark.parametrize("seed", range(6))
def test_its_values_are_the_signs_of_what_is_won_in_all(kind: type[Points], seed: int) -> None:
    """Maximising the margin and winning are one thing: all that counts is what is still to come."""
    game = kind(seed, 24)
    solution = solve(counted(game))
    for state in solution.states():
        inner, ahead = (state[0], state[-1]) if kind is not Points else (state[:-1], state[-1])
        score, _ = score_and_plies(game, inner)
        assert solution.value(state) is value_of_score(ahead + score)


GAMES = [Kalah(3, 2, scoring=True), DotsAndBoxes(2, 1)]


@pytest.mark.parametrize("method", ["reference", "interpreted", "compiled"])
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_every_method_agrees(game: Game, method: str) -> None:
    solution = solve(counted(game), method=method)
    assert solution.value(solution.start) is value_of_score(solve(game).score(game.start()))


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_check_agrees(game: Game) -> None:
    assert check_game(counted(game), samples=300).ok


def test_kalah_counted_is_kalah() -> None:
    plain, points = solve(Kalah(3, 2)), solve(counted(Kalah(3, 2, scoring=True)))
    assert plain.counts == points.counts
    assert plain.by_remoteness == points.by_remoteness


def test_who_cannot_move_has_what_the_rules_say() -> None:
    class Stuck(Points):
        def outcome(self, state: Any) -> None:
            return None

    solution = solve(counted(Stuck(1, 12)))
    assert solution.counts.terminal > 0
    Stuck.stuck = None  # type: ignore[misc,assignment]
    with pytest.raises(RulesError):
        solve(counted(Stuck(1, 12)))


def test_texts_are_read_back() -> None:
    for game in (counted(Kalah(2, 2, scoring=True)), counted(DotsAndBoxes(1, 1))):
        for state in solve(game).states():
            assert game.parse(game.text(state)) == state
        with pytest.raises(ParseError, match="how far the player to move is ahead"):
            game.parse("x")


def test_addresses() -> None:
    game = load_game("counted(kalah)", {"holes": "2", "scoring": "yes"})
    assert game == counted(Kalah(2, 2, scoring=True))
    assert misere(game).start() == game.start()


def test_a_game_without_points_is_refused() -> None:
    with pytest.raises(ParameterError, match="three_rocks has none"):
        counted(ThreeRocks())
    with pytest.raises(ParameterError, match=r"counted\(GAME\)"):
        misere(DotsAndBoxes())
