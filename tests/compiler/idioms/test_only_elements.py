"""One element taken out of a set: the only one, or the rules are left to the interpreter."""

from __future__ import annotations

import pytest

from perfectplay import Game, Value
from trapped_rules import judge, refused

pytestmark = pytest.mark.usefixtures("own_code_folder")

LINKS = {0: {2, 3}, 1: {2, 4}, 2: {0, 1, 3, 4}, 3: {0, 2, 4}, 4: {1, 2, 3}}
POINTS = frozenset(LINKS)


class OneFree(Game):
    """Two men each on five points; a man goes to the free point."""

    stuck = Value.LOSS

    def start(self):
        return (frozenset({0, 1}), frozenset({3, 4}))

    def free(self, state):
        return POINTS - state[0] - state[1]

    def moves(self, state):
        return [p for p in sorted(state[0]) if self.free_point(state) in LINKS[p]]

    def play(self, state, move):
        return state[1], state[0] - {move} | {self.free_point(state)}

    def outcome(self, state):
        return None


class Popped(OneFree):
    """The set is empty afterwards, and other uses of it see that."""

    def free_point(self, state):
        free = set(self.free(state))
        if len(free) == 1:
            point = free.pop()
            return point if not free and point not in free else -1
        return -1


class FirstOfOthers(OneFree):
    """Lists, tuples and ranges have a first item in any case."""

    def free_point(self, state):
        first, zero = list(state)[0], tuple(range(5))[0]  # noqa: RUF015
        return next(iter(self.free(state))) if len(first) == 2 + zero else -1


class Several(OneFree):
    """Which one it is does not matter here."""

    def free_point(self, state):
        return min(self.free(state)) + 0 * next(iter(state[1]))


@refused("the order of a set would matter in state")
class OneOfSeveral(OneFree):
    def free_point(self, state):
        taken = next(iter(state[1]))
        return min(self.free(state)) if taken in LINKS[min(state[0])] else -1


@refused("a frozenset has no pop (")
class OfAFrozenset(OneFree):
    """In Python it is an error, if it is ever asked."""

    def free_point(self, state):
        free = self.free(state)
        return min(free) if len(free) == 1 else (free - state[0]).pop()


class InALoop(OneFree):
    def free_point(self, state):
        free, last = set(POINTS), -1
        while free:
            last = free.pop()
        return min(self.free(state)) if last >= 0 else -1


@refused("the order of a set would matter in state")
class LastOfALoop(InALoop):
    def free_point(self, state):
        free, last = set(state[0]), -1
        while free:
            last = free.pop()
        return min(self.free(state)) if last % 2 else -1


@refused("intersection(*...) does not compile (")
class ManyAtOnce(OneFree):
    def free_point(self, state):
        near = POINTS.intersection(*[LINKS[p] | {p} for p in state[1]])
        return min(self.free(state)) if near else -1


GAMES = (
    Popped, FirstOfOthers, Several, OneOfSeveral, OfAFrozenset, InALoop, LastOfALoop, ManyAtOnce,
)  # fmt: skip


@pytest.mark.parametrize("cls", GAMES, ids=lambda cls: cls.__name__)
def test_it_is_the_one_that_python_takes(cls):
    judge(cls)
