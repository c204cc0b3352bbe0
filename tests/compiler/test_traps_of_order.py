"""Rules in which it matters when something is asked, and how often: the answers are Python's, and
refusals are true."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import reduce
from itertools import chain, count, islice, repeat

import pytest

from perfectplay import Game
from trapped_rules import Taking, judge, refused

pytestmark = pytest.mark.usefixtures("own_code_folder")

BESIDE = "what stands before := is asked after it in compiled code"
SOMETIMES = ":= in a part that is not always run"
GIVEN = "may change what else is given"

TABLE = {0: 1, 2: 0}


@refused(BESIDE)
class PopBeforeNamed(Taking):
    def taken(self, state, move):
        xs = [1, 2, move]
        return xs.pop() + (n := len(xs)) + n


@refused(BESIDE)
class ReadBeforeNamedPops(Taking):
    def taken(self, state, move):
        xs = [1, 2, move]
        return xs[0] + (n := xs.pop(0)) + n + xs[0]


@refused(BESIDE)
class NamedTwice(Taking):
    def taken(self, state, move):
        return (n := move + 1) + (n := 7) + n


@refused(SOMETIMES)
class NamedInChain(Taking):
    def taken(self, state, move):
        n = 9
        if move > 1 < (n := 4):
            n += 1
        return n


@refused(BESIDE)
class CalledBeforeNamed(Taking):
    """A method that is called before changes the list."""

    def longer(self, xs):
        xs.append(1)
        return 1

    def taken(self, state, move):
        xs = [1]
        return self.longer(xs) + (n := len(xs)) + n


class NamedFirst(Taking):
    """What is named before all else, or beside what changes nothing, compiles."""

    def taken(self, state, move):
        if 1 < (n := state % 4) < 3 and (m := n + move) > 1:
            return m
        return len([state]) + (k := self.twice(move)) + k

    def twice(self, n):
        return 2 * n


class OneByOne(Taking):
    """A function in the rule reads what is set beside its call."""

    def taken(self, state, move):
        n = move

        def tripled():
            return 3 * n

        n, m = 5, tripled()
        return n + m


class DictsInOrder(Taking):
    """A dict that is written out asks for each key before its value, an assignment after it."""

    def taken(self, state, move):
        xs = [4, 3, 2, 1, 8, 7, 6, 5]
        made = {xs.pop(): xs.pop()}
        made[xs.pop()] = xs.pop()
        more = {xs.pop(): xs.pop() for _ in range(2)}
        return made[5] + made[8] * 3 + more[1] + more[3] + move


class CountersGrow(Taking):
    """`update` of a Counter adds what a dict or another one counts."""

    def taken(self, state, move):
        counts = Counter([0, 1, 1])
        other = Counter([1, move])
        counts.update(other)
        counts.update({1: 2, 4: 1})
        counts.update(TABLE)
        counts.update(counts)
        return sum(k * n for k, n in counts.items())


@refused(GIVEN)
class PoppedAgain(Taking):
    def taken(self, state, move):
        xs = [1, 2, move]
        return sum(repeat(xs.pop(), 2)) + len(xs)


@refused(GIVEN)
class StepPopped(Taking):
    def taken(self, state, move):
        xs = [1, 2, move]
        return sum(x * y for x, y in zip((1, 2), count(1, xs.pop()))) + len(xs)


@refused(GIVEN)
class StopPopped(Taking):
    def taken(self, state, move):
        xs = [1, 2, move]
        return sum(islice((5, 6, 8), xs.pop())) + len(xs)


@refused(GIVEN)
class ChainedPop(Taking):
    def taken(self, state, move):
        xs = [1, 2, move]
        return sum(chain(xs, [xs.pop()]))


@refused(GIVEN)
class ChainedCall(Taking):
    def longer(self, xs):
        xs.append(1)
        return [1]

    def taken(self, state, move):
        xs = [1, 2, move]
        return sum(chain(xs, self.longer(xs)))


@refused(GIVEN)
class StartPopped(Taking):
    def taken(self, state, move):
        xs = [1, 2, move]
        return reduce(lambda x, y: 2 * x + y, [xs.pop(), xs.pop()], xs.pop())


class Kept(Taking):
    """What iterators are given is asked once, when they are made."""

    def taken(self, state, move):
        xs = [2, 1, move]
        n = 0
        for x in repeat(xs[2], 2):
            n = n * 2 + x
            xs[2] += 1
        for x in islice((4, 3, 2), xs[0]):
            n = n * 2 + x
            xs[0] -= 1
        for x in chain(xs[:2], xs[1:], [xs[1]]):
            n = n * 2 + x
            xs[1] = 5
        for x in count(n, xs[1]):
            xs[1] = 1
            n += x
            if n > 99:
                break
        return n


class DefaultsOfOwn(Taking):
    """So is one of a dict of the rule."""

    def taken(self, state, move):
        xs = [1, 2, 3]
        made = {0: 1}
        made[move] = made.get(move, xs.pop()) + 1
        return made[move] + len(xs)


@refused("x is bound by a case with an if, and read beyond the case")
class BoundAllTheSame(Taking):
    """A name is bound although the `if` of its case is not true."""

    def taken(self, state, move):
        x = 5
        match (state, move):
            case (1, x) if x == 5:
                return 0
            case (_, 2):
                x += 1
        return x


@refused("x is bound by a case and once more in its if")
class BoundOnceMore(Taking):
    def taken(self, state, move):
        match (state, move):
            case (x, y) if any(x == y for x in (1, 2)):
                return x
        return 0


class BoundInCases(Taking):
    """What other cases, loops and comprehensions bind is another matter."""

    def taken(self, state, move):
        match (state, move):
            case (x, y) if x < y:
                n = x
            case (x, y) if x == y:
                n = y + 1
            case (x, _):
                n = x % 2
        for x in (1, 2):
            n += x
        return n + sum(y for y in (state, move))


class SlicesTwice(Taking):
    """Each bound of a slice is asked by itself, though they are written alike."""

    def following(self, xs):
        xs[0] += 1
        return xs[0] - 1

    def taken(self, state, move):
        cells, xs = (state, move, 1), [0]
        made = cells[: self.following(xs)] + (5,) + cells[self.following(xs) + 1 :]  # noqa: RUF005
        return made[0] + 2 * made[1] + xs[0]


@dataclass(frozen=True)
class Pair:
    one: int
    other: int


@refused("xs.pop() may change what another field gets")
class FieldsInOrder(Taking):
    def taken(self, state, move):
        xs = [1, 2, move]
        pair = Pair(other=xs.pop(), one=xs.pop())
        return pair.one + 2 * pair.other


class FieldsAsWritten(Taking):
    def taken(self, state, move):
        xs = [1, 2, move]
        pair = Pair(other=len(xs), one=xs[0])
        more = Pair(xs.pop(), xs.pop())
        return pair.one + 2 * pair.other + more.one * 3


@refused("the kind of the items of seen, which begins empty, is not known")
class AskedBeforeMade(Taking):
    """An argument is asked for before it is made a list."""

    def number(self, n, seen=None):
        is_first = seen is None
        if seen is None:
            seen = []
        seen.append(n)
        return len(seen) + is_first

    def taken(self, state, move):
        return self.number(1) + self.number(move, [1, 2])


class MadeFirst(Taking):
    def number(self, n, seen=None):
        if seen is None:
            seen = set()
        seen.add(n)
        return len(seen) if n > 4 else self.number(n + 2, seen)

    def taken(self, state, move):
        return self.number(move)


@refused("xs.pop() may change something")
class DefaultPopped(Taking):
    """A default is asked for although it is not needed."""

    def taken(self, state, move):
        xs = [1, 2]
        return TABLE.get(move, xs.pop()) + len(xs)


GAMES = [x for x in list(vars().values()) if isinstance(x, type) and issubclass(x, Taking)]
GAMES.remove(Taking)


@pytest.mark.parametrize("cls", GAMES, ids=lambda cls: cls.__name__)
def test_what_is_asked_in_order(cls: type[Game]) -> None:
    judge(cls)
