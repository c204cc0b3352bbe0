"""Rows with lists and sets in them, taken apart into names."""

from __future__ import annotations

import pytest

from perfectplay import Game, Value
from trapped_rules import judge

pytestmark = pytest.mark.usefixtures("own_code_folder")

TABLE = {0: (1, [1, 2]), 1: (2, [0, 3, 1]), 2: (0, [1]), 3: (3, [2, 2])}
ROWS = [(range(2), {0, 1}), (range(1, 9, 3), {2}), (range(3), set()), (range(5), {4, 5})]


class Looking(Game):
    def start(self):
        return (9, 3)

    def moves(self, state):
        return [k for k in (1, 2) if k <= state[0]]

    def play(self, state, move):
        n = state[0] - move
        return (n, self.value(n, state[1]) % 40 % 4)

    def outcome(self, state):
        if state[0] == 0:
            return Value.LOSS if state[1] % 2 else Value.WIN
        return None


class ThePlaceIsSetAgain(Looking):
    def value(self, n, at):
        at, near = TABLE[at]
        return at + sum(near) + n


class ThePlaceIsComputedOfIt(Looking):
    def value(self, n, at):
        n, near = TABLE[n % 4]
        return n + len(near) + at


class RangesAndSets(Looking):
    def value(self, n, at):
        steps, goal = ROWS[-1 - at]
        return sum(steps) + (n in goal) + len([x for x in steps if x in goal])


@pytest.mark.parametrize("cls", [ThePlaceIsSetAgain, ThePlaceIsComputedOfIt, RangesAndSets])
def test_columns_are_looked_up_in_the_same_row(cls):
    judge(cls)
