"""Idioms that compile: methods that call themselves."""

from __future__ import annotations

from idioms.noting import Heap, Piles, compiling
from perfectplay import Game, Value, put

COMPILES, compiles = compiling()


@compiles("a method that calls itself, some 500 times deep")
class _(Heap):
    def depth(self, state):
        return 0 if state == 0 else 1 + self.depth(state - 1)

    def outcome(self, state):
        return Value.LOSS if self.depth(state) == 0 else None


@compiles("an outcome that asks for that of another state")
class _(Heap):
    def outcome(self, state):
        if state < 2:
            return Value.LOSS if state == 0 else None
        return self.outcome(state - 2) if state % 2 else None

    def start(self):
        return 8


class Cells(Game):
    """A row of stones on three by three; take one; who leaves two groups apart loses."""

    def start(self):
        return (1, 1, 1, 1, 0, 1, 1, 1, 1)

    def moves(self, state):
        return [c for c in range(9) if state[c]]

    def play(self, state, move):
        return put(state, move, 0)


@compiles("a flood fill: seen as a set of bits, or as a list of marks")
class _(Cells):
    def fill(self, state, c, seen):
        if not state[c] or seen >> c & 1:
            return seen
        seen |= 1 << c
        if c % 3:
            seen = self.fill(state, c - 1, seen)
        if c % 3 < 2:
            seen = self.fill(state, c + 1, seen)
        for d in (c - 3, c + 3):
            if 0 <= d < 9:
                seen = self.fill(state, d, seen)
        return seen

    def mark(self, state, c, marks):
        if not 0 <= c < 9 or marks[c] or state[c] == 0:
            return
        marks[c] = 1
        for step in (-3, 3):
            self.mark(state, c + step, marks)

    def outcome(self, state):
        if not any(state):
            return Value.LOSS
        marks = [0] * 9
        self.mark(state, state.index(1), marks)
        if sum(marks) == 1 and sum(state) > 6:
            return Value.DRAW
        return None if self.fill(state, state.index(1), 0).bit_count() == sum(state) else Value.WIN


@compiles("a function of the module that calls itself, with keywords")
class _(Piles):
    def outcome(self, state):
        return Value.LOSS if divisor(sum(state), b=6) == 6 else None


def divisor(a, b):
    return a if b == 0 else divisor(b=a % b, a=b)


@compiles("a search that calls itself in a loop: whether a path leads there")
class _(Cells):
    def reaches(self, state, c, seen):
        if c >= 6:
            return True
        for d in (c - 1, c + 1, c + 3):
            near = c // 3 == d // 3 or d == c + 3
            new = 0 <= d < 9 and near and state[d] and not seen >> d & 1
            if new and self.reaches(state, d, seen | 1 << d):
                return True
        return False

    def outcome(self, state):
        there = [c for c in range(3) if state[c] and self.reaches(state, c, 1 << c)]
        return None if there else Value.LOSS


@compiles("a def in a method that calls itself, with names of the method")
class _(Cells):
    def outcome(self, state):
        seen = [False] * 9

        def is_stone(c):
            return 0 <= c < 9 and state[c] == 1

        def fill(c):
            if not is_stone(c) or seen[c]:
                return 0
            seen[c] = True
            return 1 + fill(c + 3) + fill(c - 3) + (fill(c + 1) if c % 3 < 2 else 0)

        if not any(state):
            return Value.LOSS
        return Value.WIN if fill(state.index(1)) * 2 < sum(state) else None


@compiles("nonlocal in a def in a method: count = 0, then count += 1 in the def")
class _(Cells):
    def outcome(self, state):
        near = (
            (1, 3),
            (0, 2, 4),
            (1, 5),
            (0, 4, 6),
            (1, 3, 5, 7),
            (2, 4, 8),
            (3, 7),
            (4, 6, 8),
            (5, 7),
        )
        seen, stones = set(), 0

        def visit(cell):
            nonlocal stones
            if cell in seen or not state[cell]:
                return
            seen.add(cell)
            stones += 1
            for other in near[cell]:
                visit(other)

        visit(next((c for c in range(9) if state[c]), 0))
        return Value.WIN if not stones or stones != sum(state) else None


@compiles("a generator that calls itself: yield from self.reach(state, near, steps - 1)")
class _(Cells):
    def near(self, c):
        return [d for d in (c - 1, c + 1, c - 3, c + 3) if 0 <= d < 9]

    def reach(self, state, c, steps):
        if steps and state[c]:
            yield c
            for d in self.near(c):
                yield from self.reach(state, d, steps - 1)

    def group(self, state, c, seen=None):
        if seen is None:
            seen = set()
        if c in seen or not state[c]:
            return
        seen.add(c)
        yield c
        for d in self.near(c):
            yield from self.group(state, d, seen)

    def outcome(self, state):
        if not any(state) or len(set(self.reach(state, 0, 3))) == 4:
            return Value.LOSS
        first = next(self.reach(state, 8, 2), None)
        return Value.DRAW if first is None and sum(self.group(state, state.index(1))) > 9 else None


@compiles("a function that yields and calls itself: for a, b in pairs(n - k): yield (a, b + k)")
class _(Piles):
    def outcome(self, state):
        ways = [(x, y) for x, y in pairs(sum(state) + 2, 2) if x <= y]
        return Value.LOSS if not any(state) else Value.WIN if len(ways) == 2 else None


def pairs(n, most):
    if most == 0:
        yield (n, 0)
        return
    for k in range(1, n):
        for one, other in pairs(n - k, most - 1):
            yield (one, other + k)


@compiles("a def in a method that yields and calls itself: for m in reach(at, 3): yield m")
class _(Cells):
    def moves(self, state):
        def reach(at, steps):
            if steps and 0 <= at < 9 and state[at]:
                yield at
                yield from reach(at + 1, steps - 1)
                if at < 6:
                    yield from reach(at + 3, steps - 1)

        seen = set()
        for move in reach(state.index(1) if 1 in state else 0, 3):
            if move not in seen:
                seen.add(move)
                yield move

    def outcome(self, state):
        return None if any(state) else Value.LOSS

    stuck = Value.LOSS


@compiles(
    "self.group(board, place, set()); def group(self, ..., seen=None): if seen is None: seen = ..."
)
class _(Piles):
    """Stones that hang together on a row of six, and around it."""

    def start(self):
        return (1, 1, 0, 1, 1, 1)

    def group(self, state, place, seen):
        seen.add((place, state[place]))
        for near in (place - 1, place + 1):
            if 0 <= near < 6 and state[near] and (near, state[near]) not in seen:
                self.group(state, near, seen)
        return seen

    def ring(self, state, place, found=None):
        if found is None:
            found = []
        found.append(place)
        for near in ((place + 1) % 6, (place + 5) % 6):
            if state[near] and near not in found:
                self.ring(state, near, found)
        return found

    def moves(self, state):
        for i in range(6):
            if state[i]:
                for place, _ in sorted(self.group(state, i, set())):
                    if len(self.ring(state, place)) > 1 or i == place:
                        yield i
                        break

    def outcome(self, state):
        return Value.LOSS if sum(state) == 0 else None
