"""Rules that depend on the order of a set: that of numbers is Python's in compiled code, too."""

# ruff: noqa: C416, PLC0208, RUF015

from __future__ import annotations

from itertools import combinations

import pytest

from perfectplay import Game, Value
from trapped_rules import Taking, judge, refused

pytestmark = pytest.mark.usefixtures("own_code_folder")

NEAR = {n: {(7 * n + 3) % 40, (11 * n + 9) % 40, (n + 16) % 40, n * n % 40} for n in range(40)}
FAR = frozenset(range(0, 120, 9))
ROWS = ({8, 1}, {16, 9, 1}, {33, 1, 17, 0})
NAMES = ("a", "b", "c")


class Ordered(Taking):
    """Many states; `seen` gives a row whose order tells how many stones are taken."""

    def start(self):
        return 150

    def seen(self, state, move):
        return [state, move]

    def taken(self, state, move):
        total = 1
        for x in self.seen(state, move):
            total = (total * 13 + x + 1) % 1009
        return total


class First(Ordered):
    def seen(self, state, move):
        cells = {state * 5 % 31, state * 3 % 17, 8, move}
        return [list(cells)[0], next(iter(cells))]


class Popped(Ordered):
    def seen(self, state, move):
        cells = {state * k % 41 for k in range(1, 9)}
        found = []
        while len(cells) > 2:
            x = cells.pop()
            found.append(x)
            if x % 5 == move and x < 50:
                cells.add(x + 50)
                cells.discard(x + 10)
        return found


class PoppedAndPut(Ordered):
    """A search that pops; elements come into the places of those that went."""

    def seen(self, state, move):
        todo, done = {state % 40}, []
        seen = set(todo)
        while todo and len(done) < 20:
            x = todo.pop()
            done.append(x)
            for y in NEAR[x]:
                if y not in seen:
                    seen.add(y)
                    todo.add(y)
        return done


class FirstOfTheBest(Ordered):
    def seen(self, state, move):
        cells = {state * k % 61 for k in range(2, 12)}
        best = -1
        for x in cells:
            if best < 0 or x % 4 > best % 4:
                best = x
        return [best, max(cells, key=lambda x: x % 3), min(cells, key=lambda x: x % 5)]


class Operators(Ordered):
    def seen(self, state, move):
        a = {state * k % 61 for k in range(2, 12)}
        b = {(state + k) * k % 61 for k in range(3, 9)}
        if move == 0:
            return list(a & b) + list(a | b)
        return list(a - b) + list(b - a) + list(a ^ b)


class InPlace(Ordered):
    def seen(self, state, move):
        a = {state * k % 61 for k in range(2, 12)}
        b = {(state + k) * k % 61 for k in range(3, 9)}
        c = a.copy()
        a |= b
        if move:
            a -= {3, 5, 8, 13}
            b ^= c
        c &= a
        a.add(61 + move)
        c.add(62)
        return [*a, *b, *c]


class Methods(Ordered):
    def seen(self, state, move):
        row = [state * k % 61 for k in range(2, 12)]
        a, b = set(row[:5]), set(row[5:])
        if move == 0:
            return list(a.union(row, b, [70, 62])) + list(a.intersection(row, b))
        if move == 1:
            return list(a.difference(row[3:7], b)) + list(a.symmetric_difference(b))
        a.update(row[4:], b)
        b.difference_update(row[6:8])
        b.intersection_update(row)
        a.symmetric_difference_update(b)
        return list(a) + list(b)


class UnionOfAll(Ordered):
    def seen(self, state, move):
        rows = [{state % 30, 8, 40}, {state % 7, 16}, {move, 24, state % 50}]
        return list(set().union(*rows)) + list({9, 1}.union(*rows))


class WrittenOut(Ordered):
    """Constants alone are a frozenset that CPython copies: its table has another size."""

    def seen(self, state, move):
        if move == 0:
            cells = {17, 1, 33, 5, 9}
        elif move == 1:
            cells = {8, 1}
        else:
            cells = {24, 16, 8, 0, 40, state % 64}
        cells.add(state % 32)
        return list(cells)


class Stars(Ordered):
    def seen(self, state, move):
        row = [state * k % 61 for k in range(2, 9)]
        cells = {state % 64, 8, *row, *set(row[2:]), 16}
        more = {*cells, *row, move}
        return list(more) + list(cells)


class OfConstants(Ordered):
    def seen(self, state, move):
        near = set(NEAR[state % 40])
        near |= NEAR[move + 5]
        return list(near) + list(set(FAR)) + list(near - FAR)


class RowsOfSets(Ordered):
    def seen(self, state, move):
        found = []
        for row in ROWS:
            found.append(list(row | {state % 64})[0])
        return found + [x for row in ROWS for x in row]


TWO = frozenset({3, 11})
FIVE = [frozenset({17, 1, 33, 5, 9}), frozenset({17, 1, 34, 5, 9})]
UNLIKE = [frozenset((7 * n + 3 + k * k) % 97 for k in range(n % 13 + 1)) for n in range(40)]


class ConstantsThatMeet(Ordered):
    """Elements of constants that are looked for in one slot: a copy has the same table."""

    def seen(self, state, move):
        cells = set(TWO)
        first = cells.pop()
        return [first, *(TWO | {state % 7}), *({state % 7} | TWO), *{*TWO, move}]


BY_FIVE = frozenset(n * 16 % 97 for n in range(6))
ROWS_BY_FIVE = [frozenset(n * 16 % 97 + k for n in range(5 + k)) for k in range(3)]


class CopiesOfMany(Ordered):
    """A copy of a set of five or more that was filled by adding has a smaller table."""

    def seen(self, state, move):
        row = ROWS_BY_FIVE[state % 3]
        cells, more, third = set(BY_FIVE), set(ROWS_BY_FIVE[move]), set(row)
        cells.add(state % 64)
        first = more.pop()
        return [*cells, first, *more, third.pop(), *(BY_FIVE - {0}), *(BY_FIVE | row)]


class RowsThatMeet(Ordered):
    def seen(self, state, move):
        row, near = UNLIKE[state % 40], FIVE[move % 2]
        cells = {state % 40, *UNLIKE[move]}
        cells |= UNLIKE[state % 40]
        more = {state % 40}.union(UNLIKE[state % 40], UNLIKE[move])
        copied = set(row)
        return [*cells, *more, copied.pop(), *(row | {move}), *(near | {state}), *set(FIVE[0])]


class LoopsOverConstants(Ordered):
    """CPython loops over a frozenset, and `list` gets a copy of it, whose table is smaller."""

    def seen(self, state, move):
        found = [x for x in {17, 1, 33, 5, 9}]
        for x in {17, 1, 33, 5, 9}:
            found.append(x + move)
        return found + list({17, 1, 33, 5, 9}) + list(frozenset({17, 1, 33, 5, 9}))


class WithItself(Ordered):
    def seen(self, state, move):
        cells = {state * k % 61 for k in range(2, 7)}
        more = cells.union([1, 2], cells)
        cells |= cells
        return [*(cells | cells), *cells.union(cells), *more, *(cells & cells)]


class AskedBefore(Ordered):
    """All that a method is given is asked before anything is put in."""

    def popped(self, cells):
        return [cells.pop()] if len(cells) > 1 else [1]

    def seen(self, state, move):
        cells = {state % 17, 3, 5, 60}
        more = {state % 40, 8}.union(cells, self.popped(cells))
        other = set().union(cells, self.popped(cells))
        other.update(cells, self.popped(cells))
        return [*more, *other, *cells]


class OtherNumbers(Ordered):
    """Numbers equal what they equal in Python: 2.5 is not 2, nor 2 True."""

    def seen(self, state, move):
        cells, held = {state % 5, 2}, {state % 2 == 0}
        found = [state / 2 in cells, 2.5 in cells, 2.0 in cells, move in held, 2 in held]
        found += [1.0 in held, 0.5 in held, (move - 1) in held, True in cells, 1e300 in cells]
        return [int(x) for x in found]


class Pairs(Ordered):
    """Tuples of numbers have the same hashes in each run."""

    def seen(self, state, move):
        cells = {(state * k % 7, k % 4) for k in range(9)}
        x, y = cells.pop()
        deeper = {((a, b), a + b) for a, b in cells}
        found = [x, y]
        for (a, b), n in deeper:
            found += [a, b, n]
        return found


class Negative(Ordered):
    """-1 and -2 have one hash."""

    def seen(self, state, move):
        cells = {state % 5 - 3, -1, -2, move - 2, 6, 7}
        cells.discard(-2)
        cells.add(-2)
        return list(cells)


class Truths(Ordered):
    def seen(self, state, move):
        held = {state > 50, move == 1}
        return [int(x) for x in held]


class Enumerated(Ordered):
    def seen(self, state, move):
        cells = {state * k % 61 for k in range(2, 12)}
        found = []
        for i, x in enumerate(cells):
            if i % 2 == move % 2:
                found.append(x)
        for x, y in zip(cells, range(3), strict=False):
            found.append(x * y)
        return found


class Combined(Ordered):
    def seen(self, state, move):
        cells = {state * k % 61 for k in range(2, 6)}
        return [x - y for x, y in combinations(cells, 2)]


class AsMoves(Game):
    """A set is yielded from, and returned by a helper."""

    def start(self):
        return 60

    def free(self, state):
        return {state * k % 17 for k in range(1, 6)} - {0}

    def moves(self, state):
        for x in self.free(state):
            yield x
            if x % 2:
                return

    def play(self, state, move):
        return max(0, state - move)

    def outcome(self, state):
        return None if self.free(state) else Value.LOSS


@refused("the order of a set would matter in state")
class Letters(Ordered):
    """The hash of a text differs between runs of Python."""

    def first(self, state):
        held = {NAMES[state % 3], NAMES[state % 2]}
        for name in held:
            return name
        return "a"

    def seen(self, state, move):
        return [int(self.first(state) == "a")]


class AnyLetter(Letters):
    """Which one it is does not matter if only its length is asked."""

    def seen(self, state, move):
        return [len(self.first(state))]


class LettersInAnyOrder(Ordered):
    """The order of texts does not matter in a sum, a count, or where all are asked."""

    def names(self, state):
        return {NAMES[state % 3], NAMES[state % 2]}

    def seen(self, state, move):
        held = self.names(state)
        found = [sum(len(name) for name in held), len([name for name in held if name != "a"])]
        first = sorted(name for name in self.names(state + move))[0]
        return [*found, any(name == "b" for name in held), first == "a"]


GAMES = [x for x in globals().values() if isinstance(x, type) and issubclass(x, Game)]


@pytest.mark.parametrize("cls", [x for x in GAMES if x not in (Game, Taking, Ordered)])
def test_the_order_of_a_set_is_that_of_python(cls):
    judge(cls)
