"""Names that mean something else than they seem to: the answers are Python's, and refusals are
true."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from perfectplay import Game, Value
from trapped_rules import judge, refused

pytestmark = pytest.mark.usefixtures("own_code_folder")


class Pair(NamedTuple):
    """`count` and `index` are its own methods, not those of tuples."""

    left: int
    right: int

    def count(self, n):
        return self.left + n

    def index(self, n):
        return self.right - n


class Counting(Game):
    def start(self):
        return Pair(6, 5)

    def moves(self, state):
        return [1, 2]

    def play(self, state, move):
        return Pair(max(0, state.left - move), max(0, state.right - self.taken(state, move)))

    def taken(self, state, move):
        return 1 + (state.count(move) + state.index(1)) % 2

    def outcome(self, state):
        return Value.LOSS if state == (0, 0) else None


@refused("what Pair has is asked of something else")
class CountingOthers(Counting):
    def taken(self, state, move):
        return 1 + (state.count(move) + [1, move].count(2)) % 2


class Base(Game):
    def start(self):
        return 12

    def moves(self, state):
        return [1, 2]

    def play(self, state, move):
        return max(0, state - self.taken(move))

    def taken(self, move):
        return move

    def outcome(self, state):
        return Value.LOSS if state == 0 else None


class Mixed(Base):
    def taken(self, move):
        return move + 1


class Nearest(Mixed):
    """`super(Mixed, self)` looks below another class than `super()`."""

    def taken(self, move):
        return super(Mixed, self).taken(move) + 4 * super().taken(move)


class OfItself(Mixed):
    def taken(self, move):
        return super(type(self), self).taken(move) + 1


@pytest.mark.parametrize(
    "cls", [Counting, CountingOthers, Nearest, OfItself], ids=lambda cls: cls.__name__
)
def test_names(cls):
    judge(cls)
