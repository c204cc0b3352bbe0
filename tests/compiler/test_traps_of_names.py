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


class Limits(Base):
    most = 2

    @classmethod
    def limit(cls, move):
        return min(cls.most, move + 1)


@refused("Limits.limit asks what this game has otherwise")
class LessLimits(Limits):
    """Python gives the class method the class that is named."""

    most = 1

    def taken(self, move):
        return self.limit(move) + Limits.limit(move)


class SameLimits(Limits):
    def taken(self, move):
        return Limits.limit(move)


@refused("two functions in a rule are called step")
class MadeInBranches(Base):
    def taken(self, move):
        if move > 1:

            def step(n):
                return n + 1

        else:

            def step(n):
                return n + 2

        return step(1)


@refused("two functions in a rule are called step")
class MadeAnew(Base):
    """A function calls the one of a name that is made later."""

    def taken(self, move):
        def step(n):
            return n + 1

        def twice(n):
            return step(step(n))

        def step(n):  # noqa: F811
            return n + 2

        return twice(move)


class MadeInside(Base):
    """A function in a function is its own."""

    def taken(self, move):
        def step(n):
            return n + 1

        def twice(n):
            def step(k):
                return k * 2

            return step(n)

        return twice(move) + step(move)


class MadeForAll(Base):
    """Which of two functions is made, the game tells."""

    far = True

    def taken(self, move):
        if self.far:

            def step(n):
                return n + 1

        else:

            def step(n):
                return n + 2

        return step(move)


ALL = [
    Counting, CountingOthers, Nearest, OfItself, LessLimits, SameLimits, MadeInBranches, MadeAnew,
    MadeInside, MadeForAll,
]  # fmt: skip


@pytest.mark.parametrize("cls", ALL, ids=lambda cls: cls.__name__)
def test_names(cls):
    judge(cls)
