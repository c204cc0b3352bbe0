"""Tuples made of lists, whose length must be found: rules near those of the page."""
# ruff: noqa: B905, RUF005, SIM108

from __future__ import annotations

from idioms.noting import compiling
from perfectplay import Game, Value, put

GAMES, rules = compiling()


class Turn(Game):
    """Three piles and whose turn it is; one stone at a time from any pile."""

    stuck = Value.LOSS

    def start(self):
        return (2, 1, 2, 0)

    def moves(self, s):
        for i in range(3):
            if s[i]:
                yield i

    def play(self, s, m):
        return put(put(s, m, s[m] - 1), 3, 1 - s[3])

    def outcome(self, s):
        return None


@rules("tuple(a list of a slice) + (x,)")
class _(Turn):
    def play(self, s, m):
        piles = list(s[:3])
        piles[m] -= 1
        return tuple(piles) + (1 - s[3],)


@rules("(x,) + tuple(a list of a slice)")
class _(Turn):
    def play(self, s, m):
        piles = list(s[:3])
        piles[m] -= 1
        turned = (1 - s[3],) + tuple(piles)
        return turned[1:] + turned[:1]


@rules("(*a list, x)")
class _(Turn):
    def play(self, s, m):
        piles = [*s[:3]]
        piles[m] -= 1
        return (*piles, 1 - s[3])


@rules("tuple(a list)[:k] + (x,)")
class _(Turn):
    def play(self, s, m):
        all_ = list(s)
        all_[m] -= 1
        return tuple(all_)[:3] + (1 - s[3],)


@rules("tuple(a list[:k]) + (x,)")
class _(Turn):
    def play(self, s, m):
        all_ = list(s)
        all_[m] -= 1
        return tuple(all_[:3]) + (1 - s[3],)


@rules("tuple(a list[:-1]) + tuple(another)")
class _(Turn):
    def play(self, s, m):
        one, two = list(s), [1 - s[3]]
        one[m] -= 1
        return tuple(one[:-1]) + tuple(two)


@rules("tuple(sorted(...)) + (x,)")
class _(Turn):
    def play(self, s, m):
        return tuple(sorted(put(s[:3], m, s[m] - 1))) + (1 - s[3],)


@rules("tuple(sorted(a list, reverse=True)) + (x,)")
class _(Turn):
    def play(self, s, m):
        piles = list(s[:3])
        piles[m] -= 1
        return tuple(sorted(piles, reverse=True)) + (1 - s[3],)


@rules("a list that is sorted in place")
class _(Turn):
    def play(self, s, m):
        piles = list(s[:3])
        piles[m] -= 1
        piles.sort()
        return tuple(piles) + (1 - s[3],)


@rules("a list that is sorted in place by key=: others.sort(key=lambda x: -x)")
class _(Turn):
    def play(self, s, m):
        piles = list(s[:3])
        others = piles
        piles[m] -= 1
        others.sort(key=lambda x: (x % 2, -x), reverse=m > 1)
        return tuple(piles) + (1 - s[3],)


@rules("tuple(reversed(a list)) + (x,)")
class _(Turn):
    def play(self, s, m):
        piles = list(s[:3])
        piles[m] -= 1
        return tuple(reversed(piles)) + (1 - s[3],)


@rules("tuple(a generator expression over a slice) + (x,)")
class _(Turn):
    def play(self, s, m):
        return tuple(p - (i == m) for i, p in enumerate(s[:3])) + (1 - s[3],)


@rules("tuple(a list comprehension kept in a name) + (x,)")
class _(Turn):
    def play(self, s, m):
        piles = [p - (i == m) for i, p in enumerate(s[:3])]
        return tuple(piles) + (1 - s[3],)


@rules("tuple(a list that was filled) + (x,)")
class _(Turn):
    def play(self, s, m):
        piles = []
        for i in range(3):
            piles.append(s[i] - (1 if i == m else 0))
        return tuple(piles) + (1 - s[3],)


@rules("tuple(a list that was filled), as long as the state")
class _(Turn):
    def play(self, s, m):
        new = []
        for i in range(3):
            new.append(s[i] - (1 if i == m else 0))
        new.append(1 - s[3])
        return tuple(new)


@rules("tuple(a list + a list)")
class _(Turn):
    def play(self, s, m):
        piles = list(s[:3])
        piles[m] -= 1
        return tuple(piles + [1 - s[3]])


@rules("tuple([0] * n), filled")
class _(Turn):
    def play(self, s, m):
        piles = [0] * 3
        for i in range(3):
            piles[i] = s[i] - (1 if i == m else 0)
        return tuple(piles) + (1 - s[3],)


@rules("a copy of a list, by [:], copy() and list()")
class _(Turn):
    def play(self, s, m):
        first = list(s[:3])
        second = first[:]
        third = second.copy()
        fourth = list(third)
        fourth[m] -= 1
        return tuple(fourth) + (1 - first[0] + s[0] - s[3],)


@rules("a list that another function gives")
class _(Turn):
    def taken(self, s, m):
        piles = list(s[:3])
        piles[m] -= 1
        return piles

    def play(self, s, m):
        return tuple(self.taken(s, m)) + (1 - s[3],)


@rules("a list handed to another function")
class _(Turn):
    def together(self, piles, turn):
        return tuple(piles) + (turn,)

    def play(self, s, m):
        piles = list(s[:3])
        piles[m] -= 1
        return self.together(piles, 1 - s[3])


@rules("tuples of a function, added")
class _(Turn):
    def piles(self, s, m):
        return tuple(p - 1 if i == m else p for i, p in enumerate(s[:3]))

    def play(self, s, m):
        return self.piles(s, m) + (1 - s[3],)


@rules("tuple(map(...)) + (x,)")
class _(Turn):
    def play(self, s, m):
        return tuple(map(lambda i: s[i] - (1 if i == m else 0), range(3))) + (  # noqa: C417
            1 - s[3],
        )


@rules("tuple(zip of a slice) + (x,)")
class _(Turn):
    def play(self, s, m):
        taken = [0, 0, 0]
        taken[m] = 1
        return tuple(a - b for a, b in zip(s, taken)) + (1 - s[3],)


@rules("a list of one of two lengths, never made a tuple")
class _(Turn):
    def moves(self, s):
        if s[3]:
            wanted = [0, 1]
        else:
            wanted = [0, 1, 2]
        for i in wanted:
            if s[i]:
                yield i


@rules("a list one shorter by pop, then a tuple")
class _(Turn):
    def play(self, s, m):
        new = list(s)
        turn = new.pop()
        new[m] -= 1
        return tuple(new) + (1 - turn,)


@rules("moves as tuples of a list and a number")
class _(Turn):
    def moves(self, s):
        for i in range(3):
            if s[i]:
                taken = [0, 0]
                taken[i % 2] = i
                yield tuple(taken) + (1,)

    def play(self, s, m):
        i = m[0] + m[1]
        return put(put(s, i, s[i] - m[2]), 3, 1 - s[3])


@rules("a tuple of a list for a question only")
class _(Turn):
    def outcome(self, s):
        piles = [s[0], s[1], s[2]]
        return Value.LOSS if tuple(piles) == (0, 0, 0) else None


@rules("tuple(range(...)) and tuple(list(...)) of constants")
class _(Turn):
    cells = tuple(range(3))

    def play(self, s, m):
        order = list(self.cells)
        return tuple(s[i] - (i == m) for i in order) + (1 - s[3],)
