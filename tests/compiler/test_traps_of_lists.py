"""Lists that several hold, of which compiled code counts who holds them: a wrong count frees what
is still used, so that answers differ, or the process ends."""

from __future__ import annotations

import pytest
from numba.core.runtime import _nrt_python, rtsys

from perfectplay import Game, put, swap
from perfectplay.compiler.compare import compare
from perfectplay.compiler.first_keys import first_keys
from perfectplay.compiler.load import compile_rules
from perfectplay.game.checks.checked_game import CheckedGame
from reached_states import reached_states
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


class Queue(Taking):
    """Lists are taken out of a list, and others put in after them."""

    def taken(self, state, move):
        todo = []
        for i in range(3):
            todo.append([i, move])
        first = todo.pop(0)
        todo.append([4])
        total = sum(first)
        while todo:
            path = todo.pop(0)
            total = (total * 3 + sum(path)) % 1009
            if len(path) < 4:
                todo.append([*path, state])
        return total + len(first)


class Groups(Taking):
    """A dict of lists."""

    def taken(self, state, move):
        groups = {}
        for i in range(state):
            groups.setdefault(i % 3, []).append(i)
        first = groups.pop(0)
        groups[7] = first
        groups[7].append(move)
        groups[8] = [2]
        return sum(k + 5 * sum(v) for k, v in groups.items()) + len(first)


class Deleted(Taking):
    """Lists of a list are deleted while others hold them."""

    def taken(self, state, move):
        rows, total = [], 0
        for i in range(4):
            rows.append([i, state])
        kept = rows[1:]
        del rows[move:]
        for i in range(4):
            rows.append([i, 7])
            total = total * 3 + sum([sum(row) for row in kept]) + len(rows)
        return total % 1009


class Cleared(Taking):
    """Lists of a list are freed where it is emptied, by name or by a loop that makes it anew."""

    def taken(self, state, move):
        rows, total = [[state]], 0
        for i in range(4):
            rows.clear()
            found = []
            for j in range(4 - i):
                rows.append([j, state])
                found.append([j, move])
            total = total * 3 + sum(rows[-1]) + sum(found[-1])
        return total % 1009


class Summed(Taking):
    """The list that a sum begins with stays as it is, and is the sum if there is nothing else."""

    def taken(self, state, move):
        first = [state, move]
        more = sum([[i, 2] for i in range(state)], first)
        none = sum([[i] for i in range(state - 9)], first)
        none.append(7)
        return len(first) + 3 * len(more) + 5 * sum(none) + sum(first)


class Parts(Taking):
    """A part of a list of lists becomes longer or shorter."""

    def taken(self, state, move):
        rows = []
        for i in range(4):
            rows.append([i, state])
        rows[1:3] = [[move]]
        rows[0:1] = [[6], [7], [8, move]]
        rows[2:2] = rows
        rows[::-1] = rows[:]
        rows.append(rows[move])
        return sum(sum(row) * 3**i for i, row in enumerate(rows))


GAMES = [x for x in list(vars().values()) if isinstance(x, type) and issubclass(x, Taking)]
GAMES.remove(Taking)


@pytest.mark.parametrize("cls", GAMES, ids=lambda cls: cls.__name__)
def test_lists_are_those_of_python(cls: type[Game]) -> None:
    judge(cls)


def test_lists_in_emptied_lists_are_freed() -> None:
    game = Cleared()
    rules, compiled = CheckedGame(game), compile_rules(game)
    states = reached_states(rules)
    keys = first_keys(rules, states, compiled.shape)
    _nrt_python.memsys_enable_stats()
    held = []
    for _ in range(3):
        assert compare(compiled, rules, keys, states) is None
        counts = rtsys.get_allocation_stats()
        held.append(counts.mi_alloc - counts.mi_free)
    assert held[0] == held[1] == held[2]
