"""Idioms that compile: moves of any length, put together from their tails, or on a stack."""
# ruff: noqa: RUF005

from __future__ import annotations

from idioms.noting import Heap, compiling
from perfectplay import Game, Value

COMPILES, compiles = compiling()


class Splits(Heap):
    """A move takes piles of one and two, and of three at most in all."""

    def splits(self, n, most):
        if n == 0:
            return [()]
        found = []
        for k in range(min(n, most), 0, -1):
            for tail in self.splits(n - k, k):
                found.append((k,) + tail)
        return found

    def moves(self, state):
        return [parts for parts in self.splits(min(state, 3), 2) if len(parts) < 3]

    def play(self, state, move):
        return state - len(move)


@compiles("for tail in self.splits(n - k, k): found.append((k,) + tail), beside return [()]")
class _(Splits):
    pass


@compiles("rest = self.splits(n - k, k), for tail in rest: found.append((k, *tail)); [(n,)]")
class _(Splits):
    def splits(self, n, most):
        if n == 1:
            return [(1,)]
        found = [()] if n == 0 else []
        for k in range(min(n, most), 0, -1):
            rest = self.splits(n - k, k)
            for tail in rest:
                longer = (k, *tail)
                found.append(longer)
        return found


class Walks(Game):
    """On three squares by three, to the right and down; squares where one was are lost."""

    stuck = Value.LOSS

    def start(self):
        return (0,) * 9

    def near(self, state, r, c):
        for dr, dc in ((0, 1), (1, 0)):
            if r + dr < 3 and c + dc < 3 and not state[3 * (r + dr) + c + dc]:
                yield r + dr, c + dc

    def play(self, state, move):
        return tuple(1 if (i // 3, i % 3) in move else x for i, x in enumerate(state))

    def outcome(self, state):
        return None


@compiles("found.append(((r, c), *tail)) of cells; return found or [((r, c),)]")
class _(Walks):
    def walks(self, state, r, c, left):
        if left == 0:
            return [((r, c),)]
        found = []
        for row, column in self.near(state, r, c):
            for tail in self.walks(state, row, column, left - 1):
                found.append(((r, c), *tail))
        return found or [((r, c),)]

    def moves(self, state):
        for r in range(3):
            if not state[3 * r]:
                for walk in self.walks(state, r, 0, 2):  # noqa: UP028
                    yield walk


@compiles("stack = [((r, 0),) for r in range(2)], then longer = path + (to,), stack.append(longer)")
class _(Walks):
    def moves(self, state):
        stack = [((r, 0),) for r in range(2) if not state[3 * r]]
        while stack:
            path = stack.pop()
            yield path
            if len(path) < 3:
                for to in self.near(state, *path[-1]):
                    longer = path + (to,)
                    stack.append(longer)


@compiles("def sums(self, state, path=()): sum(path), max(path, default=0); stack = [()]")
class _(Splits):
    def sums(self, total, path=()):
        if sum(path) == total:
            yield path
            return
        for n in (1, 2):
            if sum(path) + n <= total:
                yield from self.sums(total, path + (n,))

    def moves(self, state):
        done, stack = [], [()]
        while stack:
            path = stack.pop()
            if path and path[0] == 1:
                done.append(path)
            if len(path) < min(state, 2):
                for n in range(path[-1] if path else 1, 3):
                    stack.append(path + (n,))
        return done + [x for x in self.sums(min(state, 2)) if max(x, default=0) == 2]
