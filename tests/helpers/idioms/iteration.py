"""Idioms that compile: generator expressions, comprehensions, iteration."""
# ruff: noqa: B905, C400, C401, C416

from __future__ import annotations

from itertools import chain, combinations, pairwise, permutations, product
from typing import ClassVar

from idioms.noting import Heap, Piles, compiling
from perfectplay import Value, put

COMPILES, compiles = compiling()


@compiles("any(...), all(...) of a generator expression")
class _(Piles):
    def outcome(self, state):
        if any(pile > 1 for pile in state):
            return None
        return Value.LOSS if all(not pile for pile in state) else None


@compiles("sum(...), sum(..., start)")
class _(Piles):
    def outcome(self, state):
        n = sum(state) + sum(pile > 1 for pile in state) + sum((x for x in state), 3)
        return Value.LOSS if n == 3 else None


@compiles("min(...), max(...) of a generator expression, default=")
class _(Piles):
    def outcome(self, state):
        most = max(pile for pile in state)
        least = min((pile for pile in state if pile), default=0)
        return Value.LOSS if most == 0 == least else None


@compiles("min, max of a tuple and of several numbers")
class _(Piles):
    def outcome(self, state):
        return Value.LOSS if max(state) == 0 and min(state[0], state[1], 5) == 0 else None


@compiles("sorted(...) of a generator expression, reverse=True")
class _(Piles):
    def outcome(self, state):
        least, most = sorted(pile for pile in state[:2])
        falling = sorted(state, reverse=True)
        return Value.LOSS if least == most == falling[0] == 0 else None


@compiles("list(...), set(...), frozenset(...) of a generator expression")
class _(Piles):
    def outcome(self, state):
        piles = list(pile for pile in state if pile)
        kinds = set(pile for pile in state)
        return Value.LOSS if len(piles) == 0 and len(kinds) == 1 and 0 in kinds else None


@compiles("generator expressions with several fors and ifs, and in each other")
class _(Piles):
    def outcome(self, state):
        same = sum(1 for i in range(3) for j in range(3) if i < j if state[i] == state[j] == 0)
        rows = sum(sum(state[j] for j in range(3) if j != i) for i in range(3))
        return Value.LOSS if same == 3 and rows == 0 else None


@compiles("next((x for ...), default)")
class _(Piles):
    def outcome(self, state):
        return Value.LOSS if next((i for i in range(3) if state[i]), -1) == -1 else None


@compiles("next(self.moves(state), None) is None, next(filter(...), None), next(iter(xs))")
class _(Piles):
    def moves(self, state):
        for i in range(3):
            if state[i]:
                yield i, 1

    def play(self, state, move):
        high = next(filter(lambda i: state[i] > 1, range(3)), None)
        if high is None:
            first = next(iter(self.moves(state)))
            return put(state, first[0], 0)
        last = next(reversed(state), None)
        assert last == state[2]
        return put(state, high, state[high] - move[1])

    def outcome(self, state):
        return Value.LOSS if next(self.moves(state), None) is None else None


@compiles("x = next((... for ...), None): x is None, if x, if not x")
class _(Piles):
    def play(self, state, move):
        other = next((i for i in range(3) if i != move and state[i] > 1), None)
        pair = next(((i, n) for i, n in enumerate(state) if n == 1), None)
        if pair is not None and pair[0] == move:
            return put(state, pair[0], 0)
        if not other or other != 2:
            return put(state, move, state[move] - 1)
        return put(state, other, 0) if other else state


@compiles("list, set comprehensions")
class _(Piles):
    def outcome(self, state):
        full = [i for i in range(3) if state[i]]
        kinds = {pile for pile in state}
        return Value.LOSS if not full and len(kinds) == 1 else None


@compiles("a name of the module used again in a comprehension")
class _(Piles):
    def outcome(self, state):
        left = sum(N for N in state) + sum([N for N in state])
        return Value.LOSS if left + N == 7 else None


@compiles("(s for s in s)")
class _(Piles):
    def outcome(self, state):
        return Value.LOSS if sum(state for state in state) == 0 else None


@compiles("enumerate, enumerate(..., 1)")
class _(Piles):
    def outcome(self, state):
        n = 0
        for i, pile in enumerate(state, start=1):
            n += i * pile
        for i, pile in enumerate(state):
            n += i * pile
        return Value.LOSS if n == 0 else None


@compiles("zip, zip(..., strict=True)")
class _(Piles):
    def outcome(self, state):
        n = 0
        for a, b in zip(state, state[1:]):  # noqa: RUF007
            n += a + b
        for a, b in zip(state, state, strict=True):
            n += a * b
        return Value.LOSS if n == 0 else None


@compiles("reversed")
class _(Piles):
    def moves(self, state):
        for i in reversed(range(3)):
            if state[i]:
                yield i

    def outcome(self, state):
        n = 0
        for pile in reversed(state):
            n = 3 * n + pile
        return Value.LOSS if n == 0 else None


@compiles("map, filter, lambdas in them")
class _(Piles):
    def double(self, pile):
        return 2 * pile

    def outcome(self, state):
        n = sum(map(self.double, state)) + sum(map(lambda x, y: x * y, state, state))
        return Value.LOSS if n == 0 and not any(filter(None, state)) else None


N = 7


SHORT, LONG = ((0, 1), (1, 1)), ((0, 1), (1, 1), (2, 1))


@compiles("map(state.__getitem__, places), filter(CELLS.__contains__, places)")
class _(Piles):
    CELLS = (0, 2)

    def outcome(self, state):
        if sum(map(state.__getitem__, filter(self.CELLS.__contains__, range(3)))) == 0:
            return Value.LOSS
        return None


@compiles("key= of min, max, sorted: numbers, tuples of numbers; reverse=, default=")
class _(Heap):
    def rank(self, n):
        return (n % 2, -n)

    def moves(self, state):
        yield min(range(1, min(state, 3) + 1), key=self.rank)
        yield max((1, 2), key=lambda n: n <= state)
        last = max((n for n in (1, 2) if n < state), key=lambda n: -n, default=None)
        if last is not None:
            yield last
        for n in sorted([1, 2], key=lambda n: n % 2, reverse=True):
            if n <= state:
                yield n


@compiles("key= that gives a text, or a tuple with one: sorted(items, key=lambda x: x[0])")
class _(Heap):
    """Three cards and a turn: the states are texts."""

    NAMES: ClassVar[dict[str, str]] = {"a": "zed", "b": "ann", "d": "joe"}

    def start(self):
        return ("d", "b", "d", "white")

    def moves(self, state):
        best = max(range(3), key=lambda i: (state[i], -i))
        least = min([0, 1, 2], key=lambda i: self.NAMES[state[i]])
        rest = sorted(range(3), key=lambda i: state[i], reverse=True)
        yield from (best, least, *(i for i in rest if i not in (best, least)))

    def play(self, state, move):
        cards = list(state[:3])
        cards[move] = {"d": "b", "b": "a", "a": "a"}[cards[move]]
        return (*cards, "black" if state[3] == "white" else "white")

    def outcome(self, state):
        return Value.LOSS if set(state[:3]) == {"a"} else None


@compiles("key=lambda run: (-len(run), run) of max, min, sorted, xs.sort: tuples of any length")
class _(Heap):
    """Six marks; a stretch of them is taken."""

    def start(self):
        return (0, 1, 1, 0, 1, 1)

    def stretches(self, state):
        found = []
        for i, mark in enumerate(state):
            if mark and (i == 0 or not state[i - 1]):
                stretch = ()
                while i < len(state) and state[i]:
                    stretch += (i,)
                    i += 1
                found.append(stretch)
        found.sort(key=lambda x: (len(x), x))
        return found

    def moves(self, state):
        found = self.stretches(state)
        if found:
            best = max(found, key=lambda x: (-len(x), x))
            yield best
            yield from (x for x in sorted(found, key=lambda x: (-len(x), x)) if x != best)

    def play(self, state, move):
        return tuple(0 if i == move[0] else mark for i, mark in enumerate(state))

    def outcome(self, state):
        return None if any(state) else Value.LOSS


@compiles("max(a, b, key=f), min(*pair, key=f)")
class _(Piles):
    def outcome(self, state):
        one = max(state[0] - 2, state[1] - 1, state[2], key=abs)
        return Value.LOSS if one == -2 and min(*state[:2], key=lambda n: -n) == 0 else None


@compiles("product, combinations, permutations, pairwise, chain of constants, looped over")
class _(Heap):
    def moves(self, state):
        for a, b in product(range(2), repeat=2):
            if 0 < a + b <= state:
                yield a + b
        if any(b - a == state for a, b in combinations((1, 2, 4), 2)):
            yield sum(a for a, _ in pairwise(range(3)))
        for n in chain((1,), (2,)):
            if n == state:
                yield n


@compiles("combinations, permutations, product of what a state holds: of two, three items")
class _(Piles):
    def moves(self, state):
        for i, j in combinations([k for k in range(3) if state[k]], 2):
            yield j if (i + j) % 2 else i
        for i, j, k in permutations(range(sum(state)), 3):
            if i + j == 2 * k and state[k % 3]:
                yield k % 3
        for x, i in product((a for a in state if a), range(len(state))):
            if state[i] == x:
                yield i

    def outcome(self, state):
        if any(a + b + c == 2 for a, b, c in combinations(state, r=3)):
            return Value.DRAW if any(a > b for a, b in product(state, repeat=2)) else Value.WIN
        return Value.LOSS if len(list(combinations(state[1:], 2))) + sum(state) == 1 else None


@compiles("pairwise of what a state holds")
class _(Piles):
    def moves(self, state):
        for i, (a, b) in enumerate(pairwise(state)):
            if a and a >= b:
                yield i
        if any(a < b for a, b in pairwise(x + 1 for x in state)):
            yield 1 if state[1] else 2


@compiles("a number that is counted, in a generator expression after")
class _(Piles):
    def moves(self, state):
        for i in range(3):
            n = 0
            for stones in state[:2]:
                n += stones
            if state[i] and sum(1 for x in state if x <= n) > 1:
                yield i


@compiles("for x in A if c else B, of unlike lengths")
class _(Piles):
    def moves(self, state):
        for i, least in LONG if state[2] else SHORT:
            if state[i] >= least:
                yield i


@compiles("loops over constants that are empty")
class _(Piles):
    extra = ()

    def moves(self, state):
        for i, n in self.extra:
            yield i + n
        for i in range(3):
            if state[i]:
                yield i


BLOCKED: list[int] = []
HOLES: set[int] = set()


@compiles("sets and lists that are always empty: x in HOLES, seen | set(), none = set()")
class _(Piles):
    def moves(self, state):
        none = set()
        used = set(state) - set()
        extra = [x for x in BLOCKED if x > 2]
        for i in range(3):
            free = i not in none | HOLES and i not in BLOCKED and not none & used
            if state[i] and free and not extra and len(HOLES | set()) == len([]):
                yield i
        yield from BLOCKED

    def outcome(self, state):
        seen = set(state) | HOLES
        return Value.LOSS if seen == {0} and seen != HOLES and not HOLES else None
