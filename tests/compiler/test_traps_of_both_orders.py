"""Rules that loop over sets of states from either end; both ends are compared in every state."""

from __future__ import annotations

import pytest

from perfectplay import Game, Value, solve
from perfectplay.core.errors import MethodError
from trapped_rules import judge, refused

pytestmark = pytest.mark.usefixtures("own_code_folder")


class Taking(Game):
    stuck = Value.LOSS

    def start(self):
        return frozenset(range(9))

    def moves(self, state):
        return sorted(state)[:3]

    def play(self, state, move):
        return state - {move}

    def outcome(self, state):
        return Value.LOSS if len(state) < 2 else None


class Pairs(Game):
    def start(self):
        return (frozenset((0, 1, 2, 5, 9)), 0)

    def moves(self, state):
        return sorted(state[0])

    def play(self, state, move):
        cells = state[0] - {move}
        return (cells, (state[1] + self.asked(cells, move)) % 5)

    def outcome(self, state):
        if not state[0]:
            return Value.LOSS if state[1] == 1 else Value.WIN if state[1] == 2 else Value.DRAW
        return None


@refused("the order of a set would matter (")
class APopThatIsNotAlwaysRun(Pairs):
    """The chain may end before."""

    def asked(self, cells, move):
        left = set(cells)
        if not left:
            return 0
        known = move > 1 > len(cells) % 2 > left.pop() - 20
        return len(left) + 2 * known


class SumOfWhatIsPopped(Pairs):
    def asked(self, cells, move):
        left, total = set(cells), move
        while left:
            total += left.pop()
        return total


class OnlyInSomeStates(Taking):
    """In two states alone the first element tells."""

    def outcome(self, state):
        if state in (frozenset({5, 6, 7, 8}), frozenset({4, 6})):
            for x in state:
                return Value.LOSS if x % 2 else Value.WIN
        return Value.LOSS if len(state) < 2 else None


@refused("more than 1,000,000 elements are taken out of sets")
class ForEver(Taking):
    """The last element is put in again at once; Python takes the first."""

    def outcome(self, state):
        left, taken = set(state), 0
        while 0 in left:
            x = left.pop()
            if x:
                left.add(x)
            taken += 1
        return Value.LOSS if taken == 1 and len(state) < 2 else super().outcome(state)


class CellsBesideTheBoard(Game):
    """A set holds them before they are left out."""

    stuck = Value.LOSS

    def start(self):
        return frozenset({(0, 0)}), (2, 2)

    def near(self, cell):
        r, c = cell
        far = {(r + 2, c - 1), (r - 1, c + 1), (r - 2, c), (r, c - 1), (r, c + 1)}
        return {x for x in far if 0 <= x[0] < 3 and 0 <= x[1] < 3}

    def moves(self, state):
        return sorted(x for x in self.near(state[1]) if x not in state[0])

    def play(self, state, move):
        return state[0] | {state[1]}, move

    def outcome(self, state):
        return Value.LOSS if len(state[0]) > 5 else None


@pytest.mark.parametrize(
    "cls",
    [APopThatIsNotAlwaysRun, SumOfWhatIsPopped, ForEver, CellsBesideTheBoard],
    ids=lambda cls: cls.__name__,
)
def test_the_order_does_not_show(cls):
    judge(cls)


def test_a_state_that_is_not_in_the_sample_is_compared_too():
    """The two states are met late; Python's own order is compared in the first ones alone."""
    game = OnlyInSomeStates()
    with pytest.raises(MethodError, match="the order of a set would matter in state"):
        solve(game, method="compiled")
    assert solve(game).counts == solve(game, method="reference").counts
