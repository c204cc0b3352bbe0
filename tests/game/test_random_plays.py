"""Plays at random end where they would take for ever."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from perfectplay import Game, Value
from perfectplay.game.find.random_plays import LARGEST_BITS, random_states


class Powers(Game):
    """Each move takes the state to a power; it has millions of digits after ten plies."""

    def start(self) -> Any:
        return 40

    def moves(self, state: Any) -> range:
        return range(2, 5)

    def play(self, state: Any, move: int) -> Any:
        return state**move

    def outcome(self, state: Any) -> Value | None:
        return None


class PairOfPowers(Powers):
    def start(self) -> Any:
        return 1, 40

    def play(self, state: Any, move: int) -> Any:
        return state[0], state[1] ** move


@pytest.mark.parametrize("game", [Powers(), PairOfPowers()])
def test_numbers_that_grow_fast_end_a_play(game: Game) -> None:
    states = list(islice(random_states(game, game.start()), 200))
    assert states.count(game.start()) > 20
    numbers = [state if isinstance(state, int) else state[1] for state in states]
    assert max(numbers) > 1 << 64
    assert max(number.bit_length() for number in numbers) <= LARGEST_BITS
