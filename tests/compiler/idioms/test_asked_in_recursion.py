"""What is asked of several calls of itself is asked in Python's order."""

from __future__ import annotations

import pytest

from perfectplay import Game, Value
from trapped_rules import judge

pytestmark = pytest.mark.usefixtures("own_code_folder")


class Counting(Game):
    def start(self):
        return (9, 0)

    def moves(self, state):
        for k in (1, 2):
            if k <= state[0]:
                yield k

    def play(self, state, move):
        n = state[0] - move
        return (n, self.value(n) % 40)

    def outcome(self, state):
        if state[0] == 0:
            return Value.LOSS if state[1] % 2 else Value.WIN
        return None

    def value(self, n):
        return self.asked(n, [0])


class OneMoreThanBefore(Counting):
    def asked(self, n, seen):
        seen[0] += 1
        if n < 2:
            return 1
        return seen[0] + sum(self.asked(x, seen) for x in (n - 1, n - 2))


class OfANameThatIsSetAgain(Counting):
    def value(self, n):
        total = 0

        def asked(n):
            nonlocal total
            total += 1
            if n < 2:
                return 1
            return total + sum(asked(n - k) for k in (1, 2))

        return asked(n)


class OfANameThatAWalrusSets(Counting):
    def value(self, n):
        return self.asked(n, 2)

    def asked(self, n, m):
        if n < 2:
            return n + m
        return m + sum(self.asked(n - x, x) for x in (1, 2) if (m := m + x) > 2) + m


class TheStartOfASum(Counting):
    def asked(self, n, seen):
        seen.append(n)
        if n < 2:
            return 1
        ways = sum((self.asked(x, seen) for x in (n - 1, n - 2)), len(seen))
        return ways + sum((self.asked(n - 2, seen) for _ in range(1)), start=seen[-1])


class ANameUsedAgain(Counting):
    def asked(self, n, seen):
        seen[0] += 1
        return n < 2 or (any(self.asked(n, seen) for n in (n - 1, n - 2)) and seen[0] % 3)


class NoFurtherThanPython(Counting):
    """``seen`` tells how many were asked."""

    def asked(self, n, seen):
        seen.append(n)
        if n < 2:
            return n == 0
        found = not all(self.asked(n - k, seen) for k in (1, 2, 3) if k <= n)
        return (found and len(seen) % 2 == 0) or any(
            self.asked(n - j - k, seen) for j in (1, 2) for k in (1, 2) if j + k <= n
        )

    def value(self, n):
        seen = [0]
        return self.asked(n, seen) + 2 * len(seen)


class TheBestByAFunction(Counting):
    def asked(self, n, seen):
        seen.append(n)
        if n < 2:
            return n
        best = max((self.asked(n - k, seen) for k in (1, 2)), key=lambda x: (x * 3 % 5, len(seen)))
        rest = [self.asked(n - 2, seen) for _ in range(2)]
        return best + rest[-1]


GAMES = [x for x in globals().values() if isinstance(x, type) and issubclass(x, Game)]


@pytest.mark.parametrize(
    "cls", [x for x in GAMES if x not in (Game, Counting)], ids=lambda cls: cls.__name__
)
def test_it_is_asked_in_the_order_of_python(cls):
    judge(cls)
