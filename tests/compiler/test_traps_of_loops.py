"""Rules that change what a loop goes through, or what it reads: the answers are Python's, and
refusals are true."""

from __future__ import annotations

import pytest

from perfectplay import Game, Value
from trapped_rules import Taking, judge, refused

pytestmark = pytest.mark.usefixtures("own_code_folder")

LATE = "is set in a loop over what reads it only when it is looped over"


class Slices(Taking):
    """A slice of a list is a copy."""

    def taken(self, state, move):
        xs = [1, 2, 3, 4, 5]
        n = 0
        for i, x in enumerate(xs[move:]):
            xs[i] = x
            xs[-1] = 7
            n = n * 7 + x
        for x in xs[move : move + 3]:
            xs.pop(0)
            n = n * 5 + x
        return n + sum(xs)


@refused(f"best {LATE}")
class LaterBest(Taking):
    def taken(self, state, move):
        best = 0
        for x in (y for y in (1, 3, 2, 5, move) if y > best):
            best = x
        return best


@refused(f"n {LATE}")
class LaterSum(Taking):
    def taken(self, state, move):
        n = 0
        for i, x in enumerate(filter(lambda y: y > n, (1, 2, move))):
            n = n * 2 + x + i
        return n


@refused(f"n {LATE}")
class LaterName(Taking):
    """A generator in the rule reads a local."""

    def taken(self, state, move):
        n = 0

        def later():
            for x in (1, 2, move):
                yield x + n

        for x in later():
            n += x
        return n


class OwnNames(Taking):
    """Names of a comprehension are others, and those of a source are read at once."""

    def taken(self, state, move):
        n = move
        for x in (x * 2 for x in (1, n, 2)):
            n = n * 3 + x
        for x in (n for n in (1, 2)):
            n += x

        def near(i):
            return [k for k in (0, 1, 2) if k != n % 3 or k == i]

        for x in near(2):
            n += x
        doubled = (x * 2 for x in (1, move))
        for i, x in enumerate(doubled):
            n += i * x
        for k in (1, 2):
            for x in (y + k for y in (1, 2)):
                n += x
        return n


GAMES = [x for x in list(vars().values()) if isinstance(x, type) and issubclass(x, Taking)]
GAMES.remove(Taking)


@pytest.mark.parametrize("cls", GAMES, ids=lambda cls: cls.__name__)
def test_loops_are_those_of_python(cls: type[Game]) -> None:
    judge(cls)


class Held(Game):
    """States hold a frozenset."""

    def start(self):
        return (frozenset(), 1)

    def moves(self, state):
        return [i for i in range(4) if i not in state[0]]

    def play(self, state, move):
        return (state[0] | {move}, (state[1] + self.seen(state[0], move)) % 7)

    def seen(self, held, move):
        return move

    def outcome(self, state):
        return Value.LOSS if len(state[0]) == 3 else None


@refused(f"seen {LATE}")
class LaterSet(Held):
    """A compiled set is a number, of which a generator has the first one."""

    def seen(self, held, move):
        seen = set(held)
        n = 0
        for x in (y % 2 for y in range(5) if y % 2 not in seen):
            seen.add(x)
            n += 1
        return n


def test_a_set_that_a_loop_changes_is_not_read_late() -> None:
    judge(LaterSet)


FROZEN = frozenset({1, 2})


class Frozen(Taking):
    """A frozenset that is augmented is another one; under its other name it stays as it is."""

    def taken(self, state, move):
        first = frozenset((0, state, move))
        other = first
        other |= {7}
        third = first | {8}
        fourth = third
        fourth -= {8}
        bits = 0
        bits |= 1 << move
        return len(first) + 2 * len(other) + len(third) + len(fourth) + bits


@refused("a set that may have another name is changed")
class FrozenGiven(Taking):
    def longer(self, held):
        held |= {7}
        return len(held)

    def taken(self, state, move):
        held = frozenset((state, move))
        return self.longer(held) + len(held)


@refused("a set that may have another name is changed")
class FrozenWithin(Taking):
    def taken(self, state, move):
        held = frozenset((state, move))
        rows = [held]
        rows[0] |= {7}
        return len(rows[0]) + len(held)


@pytest.mark.parametrize("cls", [Frozen, FrozenGiven, FrozenWithin], ids=lambda cls: cls.__name__)
def test_frozensets_are_those_of_python(cls: type[Game]) -> None:
    judge(cls)


class Powers(Taking):
    def taken(self, state, move):
        n = move + 1
        n **= move
        xs = [n, 2]
        xs[1] **= 2
        return 2**move + pow(move, 2) + n + xs[1] + (-2) ** move + int(2.0**-move * 8)


@refused("a power with a negative exponent is a fraction")
class Fractions(Taking):
    def taken(self, state, move):
        return int(4 * 2 ** (1 - move))


@refused("xs[1] **= move does not compile")
class ItemRaised(Taking):
    def taken(self, state, move):
        xs = [1, 2]
        xs[1] **= move
        return xs[1]


@pytest.mark.parametrize("cls", [Powers, Fractions, ItemRaised], ids=lambda cls: cls.__name__)
def test_powers_are_those_of_python(cls: type[Game]) -> None:
    judge(cls)
