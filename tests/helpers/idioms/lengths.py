"""Idioms whose tuples have lengths that must be found: rules near those of the page."""
# ruff: noqa: B905, RUF005, RUF015, SIM108

from __future__ import annotations

from idioms.noting import Heap, compiling, falling_back
from perfectplay import Game, Value, put

GAMES, rules = compiling()
FALLS_BACK, falls_back = falling_back()

SHORT, LONG = ((0, 1), (1, 0)), ((0, 1), (1, 0), (1, 1))
FEW, MANY = (1,), (1, 2, 3)


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


# --- tuples made of lists -------------------------------------------------------------------------


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


# --- loops over one thing or another --------------------------------------------------------------


class Grid(Game):
    """A corner to be reached by steps; whose turn it is says which steps there are."""

    stuck = Value.LOSS

    def start(self):
        return (4, 3, 0)

    def moves(self, s):
        for a, b in LONG:
            if a <= s[0] and b <= s[1]:
                yield (a, b)

    def play(self, s, m):
        return (s[0] - m[0], s[1] - m[1], 1 - s[2])

    def outcome(self, s):
        return None


@rules("for a, b in A if c else B, rows of unlike number")
class _(Grid):
    def moves(self, s):
        for a, b in SHORT if s[2] else LONG:
            if a <= s[0] and b <= s[1]:
                yield (a, b)


@rules("for d in A if c else B, kept in a name")
class _(Grid):
    def moves(self, s):
        steps = SHORT if s[2] else LONG
        for a, b in steps:
            if a <= s[0] and b <= s[1]:
                yield (a, b)


@rules("for d in a name set in two branches")
class _(Grid):
    def moves(self, s):
        if s[2]:
            steps = SHORT
        else:
            steps = LONG
        for a, b in steps:
            if a <= s[0] and b <= s[1]:
                yield (a, b)


@rules("for d in A if c else B if d else C")
class _(Grid):
    def moves(self, s):
        for a, b in SHORT if s[2] else LONG if s[0] > 2 else ((1, 1),):
            if a <= s[0] and b <= s[1]:
                yield (a, b)


@rules("for d in A if c else ()")
class _(Grid):
    def moves(self, s):
        for a, b in SHORT if s[0] else ():
            if a <= s[0] and b <= s[1]:
                yield (a, b)
        for a, b in () if s[1] == 1 else ((0, 1),):
            if b <= s[1]:
                yield (a, b)


@rules("numbers: a tuple, a range or a list")
class _(Heap):
    def moves(self, state):
        for n in FEW if state % 3 == 0 else range(1, 3) if state % 3 == 1 else [1, 2]:
            if n <= state:
                yield n


@rules("any, sum, max, in, list, sorted, tuple of A if c else B")
class _(Heap):
    def outcome(self, state):
        few = state % 2 == 0
        if any(n > 2 for n in (FEW if few else MANY)) and state == 5:
            return Value.WIN
        if state == 3 and sum(MANY if not few else FEW) == 6 and 3 in (FEW if few else MANY):
            return Value.LOSS
        if state == 2 and max(FEW if few else MANY) == 1 and list(FEW if few else MANY)[0] == 1:
            return Value.WIN
        return Value.LOSS if state == 0 else None


@rules("(A if c else B)[i], len of it")
class _(Heap):
    def moves(self, state):
        for i in range(len(FEW if state % 2 else MANY)):
            n = (FEW if state % 2 else MANY)[i]
            if n <= state:
                yield n


@rules("a name for A if c else B, by index and len")
class _(Heap):
    def moves(self, state):
        takes = FEW if state % 2 else MANY
        for i in range(len(takes)):
            if takes[i] <= state:
                yield takes[i]


@rules("a loop over a slice or a longer one")
class _(Turn):
    def moves(self, s):
        for i, pile in enumerate(s[:2] if s[3] else s[:3]):
            if pile:
                yield i


@rules("break, continue, else and nested loops over A if c else B")
class _(Grid):
    def moves(self, s):
        for a, b in SHORT if s[2] else LONG:
            for c in (0,) if a else (0, 1):
                if c > b:
                    continue
                if a <= s[0] and b <= s[1] and c == 0:
                    yield (a, b)
            if a > s[0]:
                break
        else:
            if s[0] and s[1]:
                yield (1, 1)


@rules("a generator of one thing or another in a function")
class _(Grid):
    def steps(self, turn):
        yield from SHORT if turn else LONG

    def moves(self, s):
        for a, b in self.steps(s[2]):
            if a <= s[0] and b <= s[1]:
                yield (a, b)


@rules("a function that returns one thing or another")
class _(Heap):
    def moves(self, state):
        for n in self.takes(state):
            if n <= state:
                yield n

    def takes(self, state):
        return FEW if state % 2 else (1, 2)[: len(FEW)]


@rules("tuples of unlike length in a comparison")
class _(Heap):
    def outcome(self, state):
        return Value.LOSS if (state if state else 0) in (FEW if state > 9 else (0, -1)) else None


# --- what gives nothing ---------------------------------------------------------------------------


class Row(Game):
    """Stones are put into a row."""

    wide = False
    extra = ()
    stuck = Value.LOSS

    def start(self):
        return (0, 0, 0, 0)

    def moves(self, s):
        for i in range(4):
            if s[i] == 0:
                yield i

    def play(self, s, m):
        return put(s, m, 1)

    def outcome(self, s):
        return None


@rules("symmetries behind a field that is False")
class _(Row):
    def symmetries(self, s):
        if self.wide:
            yield tuple(reversed(s))


@rules("symmetries that return before they yield")
class _(Row):
    def symmetries(self, s):
        if not self.wide:
            return
        yield s[::-1]


@rules("symmetries that return nothing, as a tuple")
class _(Row):
    def symmetries(self, s):
        if not self.wide:
            return ()
        return (s[::-1],)


@rules("symmetries that are an empty list")
class _(Row):
    def symmetries(self, s):
        return []


@rules("symmetries: one of a constant condition")
class _(Row):
    def symmetries(self, s):
        return [s[::-1]] if self.wide else []


@rules("symmetries over an empty table")
class _(Row):
    def symmetries(self, s):
        for order in self.extra:
            yield tuple(s[i] for i in order)


@rules("symmetries that go on from others that give nothing")
class _(Row):
    def turned(self, s):
        if self.wide:
            yield s[::-1]

    def symmetries(self, s):
        yield from self.turned(s)
        for t in self.turned(s):
            yield t[::-1]


@rules("moves of which some are behind a field that is False")
class _(Row):
    def more(self, s):
        if self.wide:
            for i in range(4):
                yield i, 1

    def moves(self, s):
        for i in range(4):
            if s[i] == 0:
                yield i, 0
        yield from self.more(s)

    def play(self, s, m):
        return put(s, m[0], 1)


@rules("a loop over a function that gives nothing")
class _(Row):
    def more(self, s):
        if not self.wide:
            return
        yield (0, 1)

    def moves(self, s):
        for a, b in self.more(s):
            yield a + b
        yield from (i for i in range(4) if s[i] == 0)


@rules("any, sum, len, in of what gives nothing")
class _(Row):
    def more(self, s):
        if self.wide:
            yield (0, 1)

    def outcome(self, s):
        if any(a for a, b in self.more(s)) or sum(a for a, b in self.more(s)):
            return Value.WIN
        if len([a for a, b in self.more(s)]) > 0 or 3 in self.extra or any(x for x in self.extra):
            return Value.WIN
        return None


@rules("loops over constants that are empty")
class _(Row):
    def moves(self, s):
        for a, b in self.extra:
            yield a + b
        for i in ():
            yield i
        for i in range(4):
            if s[i] == 0:
                yield i
        for a in self.extra:
            for b in a:
                yield b
        else:
            if s[0] == 1 and s[1] == 0:
                yield 1


@rules("a comprehension over a constant that is empty")
class _(Row):
    def moves(self, s):
        found = [a for a, b in self.extra]
        for i in range(4):
            if s[i] == 0:
                found.append(i)
        return found


@rules("a raise, a return, a break before what is never run")
class _(Row):
    def moves(self, s):
        for i in range(4):
            if not self.wide:
                if s[i] == 0:
                    yield i
                continue
            yield "never"
        return
        yield "never"


@rules("a while that is never run")
class _(Row):
    def moves(self, s):
        for i in range(4):
            if s[i] == 0:
                yield i
        while self.wide:
            yield i, i


@rules("a method that is asked for a constant that is empty")
class _(Row):
    def lines(self):
        return self.extra

    def outcome(self, s):
        for a, b in self.lines():
            if s[a] and s[b]:
                return Value.LOSS
        return None


# --- near enough to go wrong ----------------------------------------------------------------------


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


# --- what falls back, and where it says so --------------------------------------------------------


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
