"""Rows that are lists, with their keys: they are read, and not changed or compared with tuples."""

from __future__ import annotations

import pytest

from perfectplay import Game
from trapped_rules import Taking, judge, refused

pytestmark = pytest.mark.usefixtures("own_code_folder")

NEAR = {0: [1, 2], 1: [0], 2: [0, 1]}
HELD = "has rows that are lists or dicts, used as a whole"


@refused(HELD)
class Compared(Taking):
    """A list equals no tuple."""

    def taken(self, state, move):
        return sum(a for a, near in NEAR.items() if near in ([0], (1, 2)))


@refused(HELD)
class Changed(Taking):
    def taken(self, state, move):
        for a, near in NEAR.items():
            if a > 5:
                near.append(a)
        return 1


@refused(HELD)
class ReadAfterwards(Taking):
    """The key has another value by then."""

    def taken(self, state, move):
        total = 0
        for a, near in NEAR.items():
            if near[0] == move:
                break
            total += a
        a = 0
        return a + len(near)


@refused(HELD)
class KeySetAgain(Taking):
    """The name of a key is set in the loop: the row stays what it was."""

    def taken(self, state, move):
        total = 0
        for a, near in NEAR.items():
            for b in near:
                a = b
                total += a
        return total + a


@refused(HELD)
class SetByTheLoopAround(Taking):
    """What is read after the inner loop is its last row."""

    def taken(self, state, move):
        total = 0
        for near in ((1, 2), (3, move)):
            for a, near in NEAR.items():
                total += a * near[0]
            total += near[-1]
        return total


class CopiedAndChanged(Taking):
    """A sum is a new list: what is added changes no table."""

    def taken(self, state, move):
        found = NEAR[move % 3] + [move]
        found.append(1)
        found[0] = 3
        return len(found) + NEAR[move % 3][0] + sum(found)


@refused(HELD)
class HelpersRowChanged(Taking):
    """A list that a helper gives is changed."""

    def near(self, place):
        return NEAR[place]

    def taken(self, state, move):
        found = self.near(move)
        found.sort()
        return found[0]


class HelpersRow(Taking):
    """The arguments stand in the places of the helper's names."""

    def near(self, first, second):
        return NEAR[second - first]

    def taken(self, state, second):
        first = second + 1
        both = [a + b for a in self.near(second, first) for b in self.near(0, second)]
        return sum(both) + len(near(second)) + first


class HelperHidden(Taking):
    """The rule has a function of this name."""

    def taken(self, state, move):
        def near(place):
            return [place, state]

        return sum(x for x in near(move))


def near(place):
    return NEAR[place]


class SameNamesTwice(Taking):
    def taken(self, state, move):
        total = 0
        for a, near in NEAR.items():
            total += a * len(near)
        for a, near in NEAR.items():
            total -= near[0] if a < move else near[-1]
        for near in ((1, 2), (3, move)):
            total += near[1]
        return total + len([b for a, near in NEAR.items() for b in near if a < b])


GAMES = [x for x in list(vars().values()) if isinstance(x, type) and issubclass(x, Taking)]
GAMES.remove(Taking)


@pytest.mark.parametrize("cls", GAMES, ids=lambda cls: cls.__name__)
def test_rows_are_only_read(cls: type[Game]) -> None:
    judge(cls)
