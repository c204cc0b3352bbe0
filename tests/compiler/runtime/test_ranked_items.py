"""``key=`` that gives tuples of any length, or tuples with some: the first one of equals."""

from __future__ import annotations

import pytest

from perfectplay import Game, Value
from trapped_rules import judge, refused

pytestmark = pytest.mark.usefixtures("own_code_folder")


def runs(state):
    """All runs, of which some are equal in all but their place."""
    found = [(i, state[i:j]) for i in range(len(state)) for j in range(i, len(state) + 1)]
    return found[::2] + found[1::2]


class Heaps(Game):
    """What is asked of each state shows in the moves; an empty run is one, too."""

    def start(self):
        return (1, 2, 1, 2)

    def asked(self, state):
        first = max(runs(state), key=lambda x: (-len(x[1]), x[1]))
        last = min(runs(state), key=lambda x: (x[1], -len(x[1])))
        return first[0] + 5 * len(first[1]) + 25 * last[0] + 125 * len(last[1])

    def moves(self, state):
        number = self.asked(state)
        for i, n in enumerate(state):
            if n:
                yield (i, number)

    def play(self, state, move):
        left = list(state)
        left[move[0]] -= 1
        return tuple(n for n in left if n)

    def outcome(self, state):
        return None if state else Value.LOSS


class Sorted(Heaps):
    """Equal ones stay in their order."""

    def asked(self, state):
        number = 0
        for i, run in sorted(runs(state), key=lambda x: (len(x[1]) > 1, (x[1][:1], 2 - sum(x[1])))):
            number = (7 * number + 2 * i + len(run)) % 1009
        return number


class Reversed(Heaps):
    def rank(self, pair):
        return pair[1][:1], pair[1][1:2]

    def asked(self, state):
        number = 0
        for i, run in sorted(runs(state), key=self.rank, reverse=True):
            number = (7 * number + 2 * i + len(run)) % 1009
        return number


class ByItself(Heaps):
    def asked(self, state):
        number = 0
        for run in sorted((x[1] for x in runs(state)), key=lambda x: x):
            number = (7 * number + sum(run)) % 1009
        first = max(state, state[::-1], state[1:], key=lambda x: x)
        return number + len(first)


@refused("key= gives a tuple of unlike items (")
class OrNone(Heaps):
    def asked(self, state):
        return max(runs(state), key=lambda x: (x[1], None))[0]


class OrElse(Heaps):
    def asked(self, state):
        far = [x for x in runs(state) if x[0] > 1]
        late = max(far, key=lambda x: (x[1], x[0]), default=(3, ()))[0]
        none = min((n for n in state if n > 2), key=lambda n: -n, default=None)
        least = min(range(state[0]), default=7, key=lambda n: (n % 2, n))
        return 3 * late + least + (0 if none is None else none)


@pytest.mark.thinned(1)
@pytest.mark.parametrize("cls", [Heaps, Sorted, Reversed, ByItself, OrNone, OrElse])
def test_the_items_are_those_of_python(cls):
    judge(cls)
