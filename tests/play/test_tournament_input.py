"""Tournaments that cannot be played: one sentence each."""

from __future__ import annotations

import pytest

from perfectplay import tournament
from perfectplay.core.errors import (
    ParameterError,
    PerfectPlayError,
    RulesError,
    StrategyError,
)
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.play.tournament import play_batches


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"games": 0}, "games must be a whole number from 1 to 2^63 - 1, got 0"),
        ({"games": 2.5}, "games must be a whole number from 1"),
        ({"games": True}, "games must be a whole number from 1"),
        ({"max_plies": 0}, "max_plies must be a whole number from 1"),
        ({"seed": -1}, "seed must be a whole number from 0"),
        ({"seed": 1 << 63}, "seed must be a whole number from 0"),
        ({"first": "human"}, "a human is not asked so often"),
        ({"first": "smart"}, "no player 'smart'; expected human, perfect, random"),
        ({"first": "perfekt"}, "no player 'perfekt', did you mean perfect"),
        ({"first": "minimax"}, "no player 'minimax'"),
        ({"first": "minimax:x"}, "the depth in 'minimax:x' must be a whole number"),
        ({"first": "minimax:0"}, "the depth of minimax is 1 to 200 plies, got 0"),
        ({"first": "gone.py:answer"}, "no file gone.py"),
        ({"first": "mirror"}, "mirror is a strategy for Nim"),
    ],
)
def test_bad_arguments_are_refused_in_a_sentence(asked, said) -> None:
    given = {"first": "random", "second": "random", **asked}
    with pytest.raises(PerfectPlayError) as caught:
        tournament(ThreeRocks(), given.pop("first"), given.pop("second"), **given)
    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)


def test_a_puzzle_has_no_tournament() -> None:
    from perfectplay.registry.address import load_game

    with pytest.raises(ParameterError, match="eight_puzzle has one player"):
        tournament(load_game("eight_puzzle"), "random", "random")


@pytest.mark.parametrize("games", [50, 30_000])
def test_what_a_strategy_does_wrong_is_named_with_the_state(games: int, monkeypatch) -> None:
    monkeypatch.setattr(play_batches, "FORK_SECONDS", 1e-5)

    def too_many(state):
        return (3, 3) if state == (1, 2) else None

    def raising(state):
        return state[2]

    with pytest.raises(StrategyError) as caught:
        tournament(ThreeRocks(), "random", too_many, games=games)
    assert str(caught.value) == (
        "strategy too_many answered 3,3 in state 1,2, which is not legal; legal: "
        "0,1  0,2  1,0  1,1  1,2"
    )
    with pytest.raises(StrategyError, match="raising raised IndexError"):
        tournament(ThreeRocks(), "random", raising, games=games)


def test_rules_that_break_a_promise_are_named() -> None:
    class Dead(ThreeRocks):
        def outcome(self, state):
            return None

    with pytest.raises(RulesError, match="no legal move"):
        tournament(Dead(1, 1), "random", "random")
