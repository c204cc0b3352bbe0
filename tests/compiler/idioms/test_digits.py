"""Digits of numbers that look like what compiles, and mean something else."""

from __future__ import annotations

import pytest

from perfectplay import Game, Value
from trapped_rules import judge, refused

pytestmark = pytest.mark.usefixtures("own_code_folder")


class Number(Game):
    """One or two is taken from a number; `extra` tells whether three may be."""

    def start(self):
        return 121

    def moves(self, state):
        return [n for n in (20, 11, 30) if n <= state and (n < 30 or self.extra(state))]

    def play(self, state, move):
        return state - move

    def outcome(self, state):
        return Value.LOSS if state < 11 else None


class ZeroAtTheEnd(Number):
    """The text of 50 turned round is "05", that of no number."""

    def extra(self, state):
        return str(state // 10) == str(state)[::-1] or str(state) != str(101 - state)[::-1]


class Minus(Number):
    """A minus is no digit, and has a place."""

    def extra(self, state):
        return len(str(50 - state)) == 3 or len(str(state - 121)) == 1


class OwnNames(Number):
    """A digit in a comprehension, and another thing of the same name."""

    def extra(self, state):
        d = sum(int(d) for d in str(state))
        for c in str(state):
            if c in "135":
                d += int(c)
        return d > 4


@refused("the digits of True or False are asked")
class NoDigits(Number):
    """Neither True nor False has a digit in its text."""

    def extra(self, state):
        return "1" in str(state > 30)


@refused("are looped over")
class KeptDigit(Number):
    """The last digit is kept as the text that it is."""

    def extra(self, state):
        for d in str(state):
            if int(d) > 4:
                break
        return d == "2"


@pytest.mark.parametrize(
    "cls", [ZeroAtTheEnd, Minus, OwnNames, NoDigits, KeptDigit], ids=lambda x: x.__name__
)
def test_digits_are_those_of_python(cls: type[Game]) -> None:
    judge(cls)
