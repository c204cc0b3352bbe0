"""Lengths that must be found, where that nearly goes wrong, or falls back."""
# ruff: noqa: B905, RUF005, SIM108

from __future__ import annotations

from idioms.gives_nothing import Row
from idioms.lists_as_tuples import Turn
from idioms.loops_over_either import FEW, LONG, MANY, SHORT, Grid
from idioms.noting import Heap, compiling, falling_back
from perfectplay import Value, put

GAMES, rules = compiling()
FALLS_BACK, falls_back = falling_back()


@rules("a list that grows through another name")
class _(Turn):
    def play(self, s, m):
        piles = list(s[:3])
        same = piles
        same.append(1 - s[3])
        piles[m] -= 1
        return tuple(piles)


@rules("a list that grows by +=, is cut by del, filled by a slice")
class _(Turn):
    def play(self, s, m):
        piles = list(s[:3])
        piles[m] -= 1
        piles += [1 - s[3]]
        other = list(s)
        del other[0]
        other[:] = piles
        return tuple(other)


@rules("a list that a function makes longer")
class _(Turn):
    def longer(self, piles, turn):
        piles.append(turn)

    def play(self, s, m):
        piles = list(s[:3])
        piles[m] -= 1
        self.longer(piles, 1 - s[3])
        return tuple(piles)


@rules("a name for A if c else B, in comprehensions and functions")
class _(Grid):
    def moves(self, s):
        steps = SHORT if s[2] else LONG if s[0] else ()

        def fits(a, b):
            return a <= s[0] and b <= s[1]

        if any(a + b > 1 for a, b in steps) and not s[0]:
            yield (0, 1)
        yield from [(a, b) for a, b in steps if fits(a, b)]
        if sum(1 for step in steps) == 0 and s[1]:
            yield (0, 1)


@rules("a name for A or B, set anew in a loop")
class _(Turn):
    def moves(self, s):
        for i in range(3):
            if s[i] > 1:
                most = MANY
            elif s[i]:
                most = (1, 2)
            else:
                most = ()
            for n in most:
                if n == 1 and s[i]:
                    yield i
            if len(most) == 9:
                break


@rules("A if c else B, where what is compared is changed in the loop")
class _(Grid):
    def moves(self, s):
        left = s[0]
        for a, b in SHORT if left else LONG:
            left -= a
            if a <= s[0] and b <= s[1]:
                yield (a, b)


@rules("A if c else B inside A if c else B inside a generator expression")
class _(Grid):
    def moves(self, s):
        yield from (
            (a, b)
            for a in ((0, 1) if s[0] else (0,))
            for b in ((0, 1, 1) if s[1] and not a else (0,) if a else ())
            if a + b
        )


@rules("what gives nothing, asked in loops with else and break")
class _(Row):
    def more(self, s):
        if self.wide:
            yield (0, 1)

    def moves(self, s):
        for i in range(4):
            for a, b in self.more(s):
                yield a + b
            else:
                if s[i]:
                    continue
            yield i


@rules("a raise in what gives nothing")
class _(Row):
    def more(self, s):
        assert len(s) == 4
        if self.wide:
            yield (0, 1)

    def moves(self, s):
        for a, b in self.more(s):
            yield a + b
        for i in range(4):
            if s[i] == 0:
                yield i


@rules("sorted, reversed, enumerate, zip of A if c else B")
class _(Heap):
    def moves(self, state):
        for i, n in enumerate(sorted(MANY if state % 2 else FEW)):
            if n <= state and i < 2:
                yield n
        for n, m in zip(FEW if state % 2 else MANY, MANY):
            if n + m == state and state == 2:
                yield n + m


@rules("A if c else B that is one number, not looped over")
class _(Turn):
    def play(self, s, m):
        new = put(s, m if s[3] else m + 0, s[m] - 1 if s[m] else 0)
        odd = (s[0] if s[3] else s[1]).bit_count() - abs(s[0] if s[3] else s[1]).bit_count()
        return put(new, 3, min(1 - s[3] if s[0] else 0 if s[3] else 1, 1) + odd)


@falls_back(
    "a list of two where three look likely",
    "a tuple has another length than compiled "
    "code expects in state 2,1,2,0 (HERE); write out its items, or make it of a list",
)
class _(Turn):
    def two(self, s):
        found = []
        for i in range(2):
            found.append(s[i])
        return found

    def outcome(self, s):
        return Value.LOSS if tuple(self.two(s)) == (9, 9) else None  # HERE


@falls_back(
    "one of several tuples as a whole",
    "steps is one of several tuples of unlike kinds or "
    "lengths (HERE); loop over it, take items of it, or make the tuples equally long",
)
class _(Grid):
    def moves(self, s):
        steps = SHORT if s[2] else LONG
        for a, b in LONG:
            if a <= s[0] and b <= s[1] and (steps == LONG or a + b < 2):  # HERE
                yield (a, b)


@falls_back(
    "one of several tuples handed on",
    "SHORT if s[2] else LONG is one of several tuples "
    "of unlike kinds or lengths (HERE); loop over it",
)
class _(Grid):
    def fitting(self, steps, s):
        for a, b in steps:
            if a <= s[0] and b <= s[1]:
                yield (a, b)

    def moves(self, s):
        yield from self.fitting(SHORT if s[2] else LONG, s)  # HERE


@falls_back(
    "one of two parts of a state",
    "piles is a tuple of 2 integers in one place and a "
    "tuple of 3 integers in another (HERE); let it always be of one kind and length",
)
class _(Turn):
    def moves(self, s):
        if s[3]:
            piles = s[:2]
        else:
            piles = s[:3]
        for i, pile in enumerate(piles):  # HERE
            if pile:
                yield i


@falls_back(
    "a function that returns one of two tuples",
    "FEW if state % 2 else MANY is one of "
    "several tuples of unlike kinds or lengths (HERE); loop over it",
)
class _(Heap):
    def takes(self, state):
        return FEW if state % 2 else MANY  # HERE

    def moves(self, state):
        for n in self.takes(state):
            if n <= state:
                yield n


@falls_back(
    "a tuple of a list cut by pop, added later",
    "a tuple has another length than compiled "
    "code expects in state 2,1,2,0 (HERE); write out its items, or make it of a list",
)
class _(Turn):
    def play(self, s, m):
        new = put(put(s, m, s[m] - 1), 3, 1 - s[3])
        piles = list(new)
        turn = piles.pop()
        rest = tuple(piles)  # HERE
        return rest + (turn,)
