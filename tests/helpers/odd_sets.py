"""Odd things that rules may do with sets, each a small game; which of them compile."""
# ruff: noqa: C416, E731, PLC0208

from __future__ import annotations

from games_of_sets import CELLS, ROWS, TwoSets
from perfectplay import Game, Value

BESIDE = {
    (r, c): [
        (r + a, c + b)
        for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))
        if 0 <= r + a < 3 and 0 <= c + b < 3
    ]
    for r in range(3)
    for c in range(3)
}
PAIRS = frozenset((r, c) for r in range(2) for c in range(3))


class Connected(TwoSets):
    """connected groups"""

    def start(self):
        return frozenset((r, c) for r in range(3) for c in range(3))

    def connected(self, cells):
        if not cells:
            return True
        first = min(cells)
        seen = {first}
        todo = [first]
        while todo:
            cell = todo.pop()
            for n in BESIDE[cell]:
                if n in cells and n not in seen:
                    seen.add(n)
                    todo.append(n)
        return len(seen) == len(cells)

    def moves(self, state):
        for cell in sorted(state):
            if self.connected(state - {cell}):
                yield cell

    def play(self, state, move):
        return state - {move}

    def outcome(self, state):
        return Value.LOSS if len(state) == 1 else None


class Reach(TwoSets):
    """growing with |= of comprehension in loop"""

    def start(self):
        return (frozenset({0}), frozenset({8}))

    def reach(self, cells, blocked):
        found = set(cells)
        while True:
            more = {
                n
                for x in found
                for n in (x - 1, x + 1, x - 3, x + 3)
                if 0 <= n < 9 and n not in blocked and (abs(n % 3 - x % 3) <= 1)
            }
            if more <= found:
                return found
            found |= more

    def moves(self, state):
        return sorted(x for x in range(9) if x not in state[0] | state[1])

    def play(self, state, move):
        return (state[1], state[0] | {move})

    def outcome(self, state):
        if len(state[0]) + len(state[1]) == 6:
            a, b = len(self.reach(state[0], state[1])), len(self.reach(state[1], state[0]))
            return Value.WIN if a > b else Value.LOSS if a < b else Value.DRAW
        return None


class OneOrTheOther(TwoSets):
    def play(self, state, move):
        mine, yours = state
        a = mine if move % 2 else yours
        b = frozenset((1,)) if move == 3 else frozenset()
        return (yours, mine | {move} | (b - a))

    def outcome(self, state):
        return Value.DRAW if len(state[0] | state[1]) == 6 else None


class TupleSorted(TwoSets):
    def outcome(self, state):
        if sorted(state[1])[:2] == [0, 1]:
            return Value.LOSS
        return super().outcome(state)


class EqualSets(TwoSets):
    def outcome(self, state):
        if (
            state[1] == {0, 1, 2}
            or state[1] in (frozenset({3, 4, 5}), frozenset({1, 4}))
            or (state[0] != state[1] and state == (frozenset({1}), frozenset({2})))
        ):
            return Value.LOSS
        return super().outcome(state)


class ByElements(TwoSets):
    def outcome(self, state):
        rows = {x // 3 for x in state[1]}
        cols = {x % 3 for x in state[1]}
        if len(rows) == 1 and len(cols) == 3:
            return Value.LOSS
        return Value.DRAW if len(state[0] | state[1]) == 6 else None


class RowsAndColumns(TwoSets):
    """ints from pairs"""

    def start(self):
        return (frozenset(), frozenset())

    def moves(self, state):
        return sorted(PAIRS - state[0] - state[1])

    def play(self, state, move):
        return (state[1], state[0] | {move})

    def outcome(self, state):
        rows = [r for r, c in sorted(state[1])]
        if len({r for r, c in state[1]}) == 1 and len(state[1]) == 3:
            return Value.LOSS
        if any(sum(1 for r, c in state[1] if c == k) == 2 for k in range(3)):
            return Value.LOSS
        if max((r + c for r, c in state[0]), default=0) == 3 and rows.count(1) > 2:
            return Value.WIN
        return Value.DRAW if len(state[0] | state[1]) == 6 else None


class BesideALetter(TwoSets):
    def start(self):
        return (frozenset(), frozenset(), "X")

    def play(self, state, move):
        return (state[1], state[0] | {move}, "O" if state[2] == "X" else "X")

    def outcome(self, state):
        if any(r <= state[1] for r in ROWS):
            return Value.LOSS
        if state[0] == "X" or state[2] in state[0]:
            return Value.WIN
        return Value.DRAW if len(state[0] | state[1]) == 6 else None


class LoopedOver(TwoSets):
    """Sets that are written out, or comprehensions, looped over where the order does not matter."""

    def outcome(self, state):
        kept = sorted({x for x in {0, 2, 5} if x not in state[0]})
        if sum(x for x in {0, 2, 5} if x in state[1]) == 7 or max({x + 1 for x in {1, 3}}) > 4:
            return Value.LOSS
        if len(kept) == 1 and sum({x for x in state[1]}) % 2 == kept[0] % 2:
            return Value.WIN
        return super().outcome(state)


class EitherWay(TwoSets):
    def moves(self, state):
        yield from (
            sorted(CELLS - state[0] - state[1])
            if 3 in state[0]
            else [x for x in range(6) if x not in state[0] | state[1]]
        )


class LoopBoth(TwoSets):
    def outcome(self, state):
        n = 0
        for side in state:
            for x in side:
                n += x
        if n == 9:
            return Value.LOSS
        return super().outcome(state)


class Counters(TwoSets):
    def outcome(self, state):
        count = [0] * 3
        for x in state[1]:
            count[x % 3] += 1
        if max(count) == 2:
            return Value.LOSS
        return super().outcome(state)


class Unpack(TwoSets):
    def outcome(self, state):
        if len(state[1]) == 1:
            (x,) = state[1]
            return Value.LOSS if x == 4 else None
        return super().outcome(state)


class MapIt(TwoSets):
    def outcome(self, state):
        if sum(map(abs, state[1])) == 7 or any(filter(lambda x: x > 4, state[1])):
            return Value.LOSS
        return super().outcome(state)


class Same(TwoSets):
    def symmetries(self, state):
        for m in ((2, 1, 0, 5, 4, 3), (3, 4, 5, 0, 1, 2), (5, 4, 3, 2, 1, 0)):
            yield (frozenset(m[x] for x in state[0]), frozenset(m[x] for x in state[1]))


class WrittenOut(TwoSets):
    def play(self, state, move):
        return (state[1], frozenset([*state[0], move]))


class Power(TwoSets):
    def play(self, state, move):
        return (state[1], state[0].symmetric_difference((move,)))


class Subsets(TwoSets):
    def outcome(self, state):
        if not state[0] - {1} and state[1]:
            return Value.LOSS
        if bool(state[0]) and state[1] > {2} and {1, 2} >= state[0]:
            return Value.WIN
        return super().outcome(state)


class ChangedByAHelper(TwoSets):
    """a helper changes what it is given"""

    def more(self, cells, move):
        cells |= {move}
        return cells

    def play(self, state, move):
        a = set(state[0])
        b = a
        self.more(a, move)
        return (state[1], frozenset(b))


class TwoNames(TwoSets):
    def play(self, state, move):
        a = b = set(state[0])
        a.add(move)
        return (state[1], frozenset(b))


class NameInAList(TwoSets):
    def play(self, state, move):
        a = set(state[0])
        both = [a]
        a.add(move)
        return (state[1], frozenset(both[0]))


class NameInALambda(TwoSets):
    def play(self, state, move):
        a = set(state[0])
        f = lambda: frozenset(a)
        a.add(move)
        return (state[1], f())


class PerhapsTwoNames(TwoSets):
    def play(self, state, move):
        a = set(state[0])
        b = a if move > 1 else set()
        b |= {move}
        return (state[1], frozenset(a | {move}))


class NameInAFunction(TwoSets):
    def play(self, state, move):
        a = set(state[0])

        def grow():
            a.add(move)

        grow()
        return (state[1], frozenset(a))


class FirstFound(TwoSets):
    def moves(self, state):
        free = CELLS - state[0] - state[1]
        best = None
        for x in free:
            if best is None or x > best:
                best = x
        yield best


class FirstOf(TwoSets):
    def moves(self, state):
        yield next(iter(CELLS - state[0] - state[1]))


class ListOf(TwoSets):
    def moves(self, state):
        return list(CELLS - state[0] - state[1])


class KeyMax(TwoSets):
    def moves(self, state):
        return [max(CELLS - state[0] - state[1], key=lambda x: x % 3)]


class HugeNumber(TwoSets):
    def outcome(self, state):
        return (
            Value.DRAW
            if len(state[0] | state[1]) == 6
            else Value.LOSS
            if 10**30 in state[0] or -1 in state[1]
            else None
        )


class Floats(TwoSets):
    def outcome(self, state):
        if 1.0 in state[0]:
            return Value.LOSS
        return super().outcome(state)


COMPILED: list[Game] = [
    Connected(),
    Reach(),
    OneOrTheOther(),
    TupleSorted(),
    EqualSets(),
    ByElements(),
    RowsAndColumns(),
    BesideALetter(),
    LoopedOver(),
    EitherWay(),
    LoopBoth(),
    Counters(),
    Unpack(),
    MapIt(),
    Same(),
    WrittenOut(),
    Power(),
    Subsets(),
    ListOf(),
]

REFUSED: list[tuple[Game, str]] = [
    (ChangedByAHelper(), "a set that may have another name is changed"),
    (TwoNames(), "a set that may have another name is changed"),
    (NameInAList(), "a set that may have another name is changed"),
    (NameInALambda(), "a set that may have another name is changed"),
    (PerhapsTwoNames(), "a set that may have another name is changed"),
    (NameInAFunction(), "a set that may have another name is changed"),
    (FirstFound(), "it yields an integer and None"),
    (FirstOf(), "the order of a set would matter"),
    (KeyMax(), "the order of a set would matter"),
    (HugeNumber(), "leaves 63 bits"),
    (Floats(), "is looked for in a set"),
]
