"""What is no outcome is none in compiled code either, though only one state in thousands has it."""

from __future__ import annotations

import pytest

from perfectplay import Game, Value, solve
from perfectplay.core.errors import MethodError, RulesError

pytestmark = pytest.mark.usefixtures("own_code_folder")


class Heap(Game):
    """Whoever takes the last one wins."""

    def start(self):
        return 3_000

    def moves(self, state):
        return [n for n in (1, 2) if n <= state]

    def play(self, state, move):
        return state - move


class TooLarge(Heap):
    """Its lowest eight bits are those of a WIN."""

    def outcome(self, state):
        if state == 2:
            return state + 257
        return Value.LOSS if state == 0 else None


class Fraction(Heap):
    def outcome(self, state):
        return 1 + state / 2 if state < 3 else None


def test_a_number_that_is_no_value():
    with pytest.raises(RulesError, match=r"outcome gave 259 in state 2"):
        solve(TooLarge(), method="compiled")


def test_a_fraction():
    with pytest.raises(MethodError, match=r"its outcome is a fraction \(float\)"):
        solve(Fraction(), method="compiled")
