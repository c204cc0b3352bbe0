"""Lists that several hold, of which compiled code counts who holds them: a wrong count frees what
is still used, so that answers differ, or the process ends."""

from __future__ import annotations

import pytest

from perfectplay import Game, put, swap
from trapped_rules import Taking, judge, refused

pytestmark = pytest.mark.usefixtures("own_code_folder")


class FoundOrNone(Taking):
    """A method gives a list, or None."""

    def found(self, state, move):
        found = [i for i in range(state) if i % 3 == move]
        if len(found) > 1:
            return found
        return None

    def taken(self, state, move):
        found = self.found(state, move)
        more = self.found(state, 2 - move)
        return (0 if found is None else len(found)) + (0 if more is None else sum(more))


@refused("compiled code takes None for another value")
class FoundIfAny(FoundOrNone):
    def taken(self, state, move):
        found = self.found(state, move)
        return len(found) if found else 2


class Longest(Taking):
    """The best list of all, at first None."""

    def taken(self, state, move):
        best = None
        for k in (1, 2, 3):
            found = [i for i in range(state) if i % k == move]
            if best is None or len(found) > len(best):
                best = found
        return len(best) + sum(best)


class OfTuple(Taking):
    """A tuple of lists of which one is another one."""

    def taken(self, state, move):
        rows = ([state], [1, 2], [move, 3])
        rows = rows[:move] + ([4, state],) + rows[move + 1 :]  # noqa: RUF005
        rows[move].append(5)
        rows = put(rows, 2 - move, [6, 7, 8])
        rows = swap(rows, 0, move)
        return sum(rows[0]) + 2 * sum(rows[1]) + 3 * sum(rows[2]) + len(rows[move])


class Given(Taking):
    """A pair of a list and a number, or None."""

    def pair(self, state, move):
        if state % 2:
            return [state, move], 3
        return None

    def taken(self, state, move):
        pair = self.pair(state, move)
        if pair is None:
            return 1
        pair[0].append(2)
        return sum(pair[0]) + pair[1]


GAMES = [x for x in list(vars().values()) if isinstance(x, type) and issubclass(x, Taking)]
GAMES.remove(Taking)


@pytest.mark.parametrize("cls", GAMES, ids=lambda cls: cls.__name__)
def test_lists_are_those_of_python(cls: type[Game]) -> None:
    judge(cls)
