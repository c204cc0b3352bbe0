"""What is identical in Python, and what only equal: the answers are Python's, and refusals are
true."""

from __future__ import annotations

import pytest

from perfectplay import Game, Value
from trapped_rules import judge, refused

pytestmark = pytest.mark.usefixtures("own_code_folder")


class Stones(Game):
    """A pile; the last number taken is None at first."""

    stuck = Value.LOSS

    def start(self):
        return (5, None)

    def moves(self, state):
        return [n for n in range(3) if n <= state[0] and not self.is_barred(state, n)]

    def is_barred(self, state, n):
        return n == state[1]

    def play(self, state, move):
        return (state[0] - move, move)

    def outcome(self, state):
        return Value.LOSS if state[0] == 0 else None


@refused("is of values of two kinds does not compile")
class ZeroIsNotFalse(Stones):
    """0 == False, but no number is False."""

    def is_barred(self, state, n):
        return n == state[1] or state[1] is False


@refused("is of values of two kinds does not compile")
class OneIsNotTrue(Stones):
    def is_barred(self, state, n):
        return n == state[1] or state[0] - 4 is True


class Asked(Stones):
    """What is True or False may be asked whether it is True."""

    def is_barred(self, state, n):
        last = state[1]
        return (n == last) is True or (last is not None and last > n) is not False


@refused("is of values of two kinds does not compile")
class FalseIsNotNone(Stones):
    def is_barred(self, state, n):
        last = state[1]
        return (n == last) is not False is not last


KINDS = [ZeroIsNotFalse, OneIsNotTrue, Asked, FalseIsNotNone]


@pytest.mark.parametrize("cls", KINDS, ids=lambda x: x.__name__)
def test_identity_is_that_of_python(cls: type[Game]) -> None:
    judge(cls)
