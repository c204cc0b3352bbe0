"""Values: what they are for the other player."""

from __future__ import annotations

import operator

import pytest

from perfectplay import Game, Value, solve


def test_minus_is_the_value_for_the_other_player() -> None:
    assert -Value.WIN is Value.LOSS
    assert -Value.LOSS is Value.WIN
    assert -Value.DRAW is Value.DRAW
    assert -Value.UNKNOWN is Value.UNKNOWN
    assert all(operator.neg(value) is value.negated for value in Value)


class Countdown(Game):
    """An outcome by minus: who is to move at 0 has lost."""

    def start(self):
        return 9

    def moves(self, state):
        return range(1, min(state, 3) + 1)

    def play(self, state, move):
        return state - move

    def outcome(self, state):
        return -Value.WIN if state == 0 else None


@pytest.mark.parametrize("method", ["interpreted", "compiled", "reference"])
def test_rules_may_say_minus(method: str) -> None:
    solution = solve(Countdown(), method=method)
    assert solution.value(8) is Value.LOSS
    assert solution.remoteness(9) == 5


def test_a_value_in_a_column_is_its_name():
    assert f"{Value.WIN:>5}{Value.LOSS:<6}{Value.DRAW}" == "  winloss  draw"
    assert f"{Value.WIN:d} {Value.WIN:02x}" == "3 03"
