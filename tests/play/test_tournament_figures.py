"""Tournaments: figures that are known, intervals, and JSON."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

from perfectplay import Game, Value, tournament
from perfectplay.games.nim import LastMouseLost
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.play.tournament import rng
from perfectplay.play.tournament.result import wilson

# --- figures --------------------------------------------------------------------------------------


def exact(game: Game, state: Any) -> tuple[Fraction, Fraction, Fraction]:
    """Win, draw and loss of who moves, where both play at random."""

    @cache
    def chances(state: Any) -> tuple[Fraction, Fraction, Fraction]:
        outcome = game.outcome(state)
        if outcome is not None:
            return tuple(Fraction(outcome is v) for v in (Value.WIN, Value.DRAW, Value.LOSS))  # type: ignore[return-value]
        after = [chances(game.play(state, move)) for move in game.moves(state)]
        won, drawn, lost = (
            sum((chance[i] for chance in after), Fraction(0)) / len(after) for i in range(3)
        )
        return lost, drawn, won

    return chances(state)


def test_random_tic_tac_toe_comes_out_as_it_must() -> None:
    """Tic-tac-toe at random: 58.5 % first, 28.8 % second, 12.7 % drawn; exactly, by recursion."""
    chances = exact(TicTacToe(), TicTacToe().start())
    assert [round(float(p), 3) for p in chances] == [0.585, 0.127, 0.288]
    games = 200_000
    found = tournament(TicTacToe(), "random", "random", games=games, seed=3, swap=False)
    one = found.counts(0)
    for count, chance in zip((one.wins, one.draws, one.losses), chances, strict=True):
        sigma = float(games * chance * (1 - chance)) ** 0.5
        assert abs(count - games * chance) < 5 * sigma
        assert count != round(games * chance)  # drawn, not computed


def test_the_draws_are_even_at_every_ply() -> None:
    """Chi-squared over 6 choices: five degrees of freedom, 25.7 is one in 10,000."""
    for ply in range(6):
        got = np.zeros(6)
        for play in range(6_000):
            got[rng.chosen(rng.number(rng.number(rng.key(8, 1, None), play), ply), 6)] += 1
        assert 0 < ((got - 1_000) ** 2 / 1_000).sum() < 25.7


def test_mirror_never_loses_a_million_plays() -> None:
    """A million plays as the second player, without a loss."""
    found = tournament(LastMouseLost(), "random", "mirror", games=1_000_000, swap=False)
    assert (found.counts(1).wins, found.unanswered(1), found.stopped) == (1_000_000, 0, 0)
    stated = tournament(LastMouseLost(), "random", "mirror_as_stated", games=50_000, swap=False)
    assert stated.counts(1).wins == 50_000
    assert stated.unanswered(1) > 5_000


def test_perfect_play_is_not_beaten() -> None:
    found = tournament(TicTacToe(), "perfect", "random", games=20_000)
    assert found.counts(0).losses == 0 < found.counts(0).draws
    rocks = tournament(ThreeRocks(), "random", "perfect", games=20_000, swap=False)
    assert rocks.counts(1).wins == 20_000
    assert rocks.plies.most <= 10  # the start is lost in 10 plies, and the loser may err


def test_what_never_ends_is_stopped_and_a_draw() -> None:
    from perfectplay.registry.address import load_game

    found = tournament(load_game("fingers_down"), "perfect", "perfect", games=20, max_plies=50)
    assert (found.stopped, found.counts(0).draws, found.counts(1).draws) == (20, 20, 20)
    assert (found.plies.mean, found.plies.fewest, found.plies.most) == (50, 50, 50)


def test_the_result_as_json() -> None:
    found = tournament(ThreeRocks(1, 2), "random", lambda state: None, games=3, seed=1).as_dict()
    one, two = found["players"]
    assert (one["player"], two["player"]) == ("random", "<lambda>")
    assert [seat["plays"] for seat in one["by_seat"]] == [2, 1]
    assert [seat["plays"] for seat in two["by_seat"]] == [1, 2]
    assert one["wins"] + one["losses"] == 3 == two["wins"] + one["wins"]
    assert (one["unanswered"], two["unanswered"] > 0) == (0, True)
    assert found["plies"]["fewest"] <= found["plies"]["mean"] <= found["plies"]["most"]


@pytest.mark.parametrize(
    ("hits", "plays", "low", "high"),
    [
        # E. B. Wilson (1927); figures as in R. G. Newcombe, Statistics in Medicine 17 (1998)
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_s_interval(hits, plays, low, high) -> None:
    rate = wilson(hits, plays)
    assert rate is not None
    assert (round(rate.low, 4), round(rate.high, 4)) == (low, high)
    assert wilson(0, 0) is None
