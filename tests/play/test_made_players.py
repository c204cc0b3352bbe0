"""Players by their names: what each plays, and which are refused."""

from __future__ import annotations

import pytest

from perfectplay import solve
from perfectplay.core.errors import ParameterError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.moves import (
    legal_moves,
)
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.play.automatic import Perfect, Random
from perfectplay.play.players import Player, make_player

ROCKS = CheckedGame(ThreeRocks(3, 2))


# --- players --------------------------------------------------------------------------------------


def test_the_perfect_player_plays_the_first_perfect_move():
    solution = solve(ThreeRocks(3, 2))
    legal = legal_moves(ROCKS, (3, 2))
    assert Perfect(solution).choose((3, 2), legal, None) == solution.best_moves((3, 2))[0]


def test_the_perfect_player_with_a_seed_plays_any_perfect_move():
    solution = solve(TicTacToe())
    player = Perfect(solution, seed=1)
    legal = legal_moves(CheckedGame(TicTacToe()), 0)
    chosen = {player.choose(0, legal, None) for _ in range(200)}
    assert chosen == set(solution.best_moves(0))


def test_the_random_player_repeats_itself_by_its_seed():
    legal = legal_moves(ROCKS, (3, 2))

    def moves(seed: int) -> list[object]:
        player = Random(seed)
        return [player.choose((3, 2), legal, None) for _ in range(20)]

    assert moves(1) == moves(1) != moves(2)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("smart", "no player 'smart'; expected human, perfect, random"),
        ("human:3", "no player 'human:3'"),
        ("random:x", "the seed in 'random:x' must be a whole number"),
        ("perfect:", "the seed in 'perfect:' must be a whole number"),
        ("", "no player ''"),
    ],
)
def test_an_unknown_player_is_refused(text, said):
    with pytest.raises(ParameterError, match=said):
        _made(text)


def test_players_are_made_by_name():
    assert _made("random:7") == Random(7)
    assert _made("perfect:3").name == "perfect:3"
    assert _made("random").name.startswith("random:")


def _made(text: str) -> Player:
    solution = solve(ThreeRocks(1, 1))
    return make_player(text, rules=ROCKS, human=lambda: Random(0), solution=lambda: solution)


def test_no_game_is_solved_for_players_who_need_no_solution():
    def never() -> object:
        raise AssertionError

    assert make_player("random:1", rules=ROCKS, human=never, solution=never) == Random(1)
