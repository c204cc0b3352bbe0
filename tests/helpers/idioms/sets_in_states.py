"""Idioms that compile: states that are frozensets, or hold some."""

from __future__ import annotations

import operator
from dataclasses import dataclass, replace
from functools import reduce
from itertools import combinations
from typing import ClassVar

from idioms.noting import compiling
from perfectplay import Game, Value

COMPILES, compiles = compiling()

LINES = (frozenset((0, 1)), frozenset((2, 3)), frozenset((0, 2)), frozenset((1, 3)))
ALL = frozenset(range(4))
CELLS = {0, 1, 2, 3}
PAIRS = [{0, 1}, {2, 3}]
NEAR = {0: {1, 2}, 1: {0, 3}, 2: {0, 3}, 3: {1, 2}}
NEIGHBOURS = {0: frozenset((1, 2)), 1: frozenset((0, 3)), 2: frozenset((0, 3)), 3: ALL - {0, 3}}


class Sets(Game):
    """Two by two: who has a line wins; the first set is that of the player to move."""

    def start(self):
        return (frozenset(), frozenset())

    def moves(self, state):
        for cell in range(4):
            if cell not in state[0] and cell not in state[1]:
                yield cell

    def play(self, state, move):
        return (state[1], state[0] | {move})

    def outcome(self, state):
        if any(line <= state[1] for line in LINES):
            return Value.LOSS
        return Value.DRAW if len(state[0]) + len(state[1]) == 4 else None


@compiles("frozensets of integers in states: x in s, one more element, <=, len")
class _(Sets):
    pass


@compiles("sets: &, -, ^, >=, ==, !=, truth, isdisjoint, union, difference")
class _(Sets):
    def moves(self, state):
        return sorted(ALL.difference(state[0]) - state[1])

    def play(self, state, move):
        return (state[1], state[0].union([move]))

    def outcome(self, state):
        mine, yours = state
        if any(not line ^ (yours & line) for line in LINES):
            return Value.LOSS
        if mine and mine.isdisjoint(yours) and (mine | yours >= ALL or ALL - mine == yours):
            return Value.DRAW
        return None


@compiles("sorted(s), any, all, sum, min, max of a set")
class _(Sets):
    def moves(self, state):
        yield from sorted(ALL - state[0] - state[1], reverse=True)

    def outcome(self, state):
        if sum(state[1]) >= 4 and min(state[1]) < max(state[1]):
            return Value.LOSS
        if any(x > 2 for x in state[1]) and all(x < 2 for x in state[0]) and len(state[0]) > 1:
            return Value.WIN
        return Value.DRAW if len(state[0] | state[1]) == 4 else None


@compiles("reduce(operator.or_, (1 << x for x in s), 0), reduce(lambda a, b: a ^ b, s, 0)")
class _(Sets):
    def outcome(self, state):
        bits = reduce(operator.or_, (1 << cell for cell in state[1]), 0)
        if bits in (3, 12) or reduce(lambda a, b: a ^ b, state[0] | state[1], 0) == 2:
            return Value.LOSS
        return Value.DRAW if len(state[0]) + len(state[1]) == 4 else None


@compiles("any(sum(two) == 3 for two in combinations(s, 2)), a + b for a, b in combinations(s, 2)")
class _(Sets):
    def outcome(self, state):
        if any(sum(two) == 3 for two in combinations(state[1], 2)):
            return Value.LOSS
        return Value.WIN if any(a + b == 4 for a, b in combinations(state[0], 2)) else None

    stuck = Value.DRAW


@compiles("comprehensions into a set: frozenset(x for x in s if ...), {x for x in s}")
class _(Sets):
    def play(self, state, move):
        kept = frozenset(x for x in state[0] if x != 5)
        return (state[1], kept | {x for x in ALL if x == move})


@compiles(
    "sets of computed values: len({x + y for ...}), sorted(set(row)), 9 in {3 * x for x in s}"
)
class _(Sets):
    def moves(self, state):
        mine, yours = state
        row = [len(mine), 9, len(yours), 9]
        least = sorted(set(row))[0] + len(set(row)) // 3
        for cell in Sets.moves(self, state):
            if cell >= least or 9 in {3 * x for x in mine} or len({len(mine), len(yours)}) == 1:
                yield cell

    def outcome(self, state):
        mine, yours = state
        sums = len({x + y for x in mine for y in yours}) + sum({x // 2 for x in yours})
        if max({10 * x for x in yours}, default=0) == 20 and sums > 2:
            return Value.LOSS
        return Value.DRAW if next(self.moves(state), None) is None else None


@compiles("set(s), add, discard, remove, update, frozenset(...) of it")
class _(Sets):
    def play(self, state, move):
        mine = set(state[0])
        mine.add(move)
        mine.discard(7)
        mine |= {move}
        mine.update((move, move))
        yours = {x for x in state[1] if x < 9}
        yours.add(move)
        yours.remove(move)
        return (frozenset(yours), frozenset(mine))


@compiles("the only element: next(iter(s)), list(s)[0], (a - b).pop(), (x,) = s, x = free.pop()")
class _(Sets):
    def last(self, state):
        free = set(ALL)
        free.difference_update(state[0], state[1])
        return free.pop()

    def moves(self, state):
        free = ALL - state[0] - state[1]
        if len(free) > 1:
            return sorted(free)
        assert next(iter(free)) == list(free)[0] == (set(free) - state[0]).pop()  # noqa: RUF015
        (only,) = free
        return [only] if only == self.last(state) else []


@compiles("s.union(a, b), s.difference(*sets), set().union(*(NEAR[x] for x in s)), s.update(a, b)")
class _(Sets):
    def moves(self, state):
        beside = set().union(*(NEAR[cell] for cell in state[1]))
        taken = set()
        taken.update(state[0], state[1])
        free = ALL.difference(*state)
        return sorted(free if free == ALL - taken else beside)

    def outcome(self, state):
        if any(line.difference(state[1], ()) == set() for line in LINES):
            return Value.LOSS
        return Value.DRAW if state[0].union(*state) == ALL else None


@compiles("loops over a set that count, collect, or ask whether")
class _(Sets):
    def outcome(self, state):
        pairs = 0
        reached = set()
        for x in state[1]:
            for y in NEIGHBOURS[x]:
                if y in state[1]:
                    pairs += 1
                reached.add(y)
        if pairs:
            return Value.LOSS
        for x in reached:
            if x in state[0] and len(reached) > 2:
                return Value.WIN
        return Value.DRAW if len(state[0] | state[1]) == 4 else None


@compiles("dicts of frozensets: NEIGHBOURS[x] & s")
class _(Sets):
    def outcome(self, state):
        if any(NEIGHBOURS[x] & state[1] for x in state[1]):
            return Value.LOSS
        return Value.DRAW if len(state[0] | state[1]) == 4 else None


@compiles("constant sets: NEAR[x] - s, for line in LINES: if line <= s, sorted(CELLS - s)")
class _(Sets):
    def moves(self, state):
        return sorted(CELLS - state[0] - state[1])

    def outcome(self, state):
        if any(line <= state[1] for line in PAIRS):
            return Value.LOSS
        for x in sorted(state[1]):
            if not NEAR[x] - state[1] or (NEAR[x] <= state[0] and x in NEAR[3]):
                return Value.WIN
            if sum(1 for y in NEAR[x] if y in state[1]) == 3:
                return Value.LOSS
        return Value.DRAW if state[0] | state[1] == CELLS else None


@compiles("a state that is a frozenset")
class _(Game):
    def start(self):
        return frozenset((1, 2, 4, 9))

    def moves(self, state):
        return sorted(state)

    def play(self, state, move):
        return frozenset(x for x in state if x % move)

    def outcome(self, state):
        return None if state else Value.WIN


@compiles("frozensets of cells: (r, c) in s, for r, c in s")
class _(Game):
    def start(self):
        return frozenset((r, c) for r in range(2) for c in range(3))

    def moves(self, state):
        return [(r, c) for r in range(2) for c in range(3) if (r, c) in state]

    def play(self, state, move):
        row, column = move
        beside = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}
        return state - {move} if len(beside & state) > 1 else state - beside - {move}

    def outcome(self, state):
        if not state:
            return Value.LOSS
        return Value.WIN if len(state) == 2 and sum(r for r, c in state) == 1 else None


@dataclass(frozen=True)
class Position:
    taken: frozenset[int] = frozenset()
    turn: str = "X"


@compiles("sets in a frozen dataclass, replace")
class _(Game):
    def start(self):
        return Position()

    def moves(self, state):
        return [x for x in range(1, 6) if x not in state.taken]

    def play(self, state, move):
        turn = "O" if state.turn == "X" else "X"
        return replace(state, taken=state.taken | {move}, turn=turn)

    def outcome(self, state):
        if sum(state.taken) < 9:
            return None
        return Value.WIN if state.turn == "X" else Value.LOSS


DEGREES = ({1, 2}, {0, 3}, set(), {0, 1, 2})


@compiles("len(NEAR[x]) of a constant table of sets, LIST[x] too")
class _(Game):
    """Numbers are taken; a number with many neighbours at any time, another beside the last one."""

    NEAR: ClassVar[dict[int, frozenset[int]]] = {i: frozenset(row) for i, row in enumerate(DEGREES)}

    def start(self):
        return (frozenset({0}), 0)

    def moves(self, state):
        taken, last = state
        free = [x for x in range(4) if x not in taken]
        return [x for x in free if len(self.NEAR[x]) > 2 or x in self.NEAR[last] - taken]

    def play(self, state, move):
        return (state[0] | {move}, move if len(DEGREES[-move]) else 0)

    def outcome(self, state):
        return None

    stuck = Value.LOSS


@compiles("heaps = dict(state[0]), heaps[k] -= 1, frozenset(heaps.items()): used in any order")
class _(Game):
    def start(self):
        return (frozenset({"a": 2, "b": 1, "c": 2}.items()), 0)

    def moves(self, state):
        heaps = dict(state[0])
        for name, n in sorted(heaps.items()):
            for k in range(1, n + 1):
                yield (name, k)

    def play(self, state, move):
        heaps = dict(state[0])
        name, k = move
        heaps[name] -= k
        if heaps.get(name, 0) == 0:
            del heaps[name]
        elif "a" not in heaps and sum(n > 1 for n in heaps.values()) < 2:
            heaps["a"] = 1
        return (frozenset(heaps.items()), 1 - state[1])

    def outcome(self, state):
        return None if state[0] else Value.LOSS


CARDS = ("ace", "king", "queen", "two")
BEATS = {"ace": {"king", "queen"}, "king": {"queen"}, "queen": {"two"}, "two": {"ace"}}
COUPLES = (frozenset({"ace", "two"}), frozenset({"king", "queen"}))


@compiles("frozensets of words: word in s, s | {word}, sorted(s), min(s), BEATS[word] & s")
class _(Game):
    def start(self):
        return (frozenset(CARDS), frozenset(), "two", 0)

    def moves(self, state):
        left, mine, last, n = state
        if n > 4:
            return
        yield from sorted(left)
        yield from sorted(c for c in mine if c not in BEATS[last])
        if BEATS[last] & left:
            yield max(BEATS[last] & left)
        if "ace" in left and len(left) > 1:
            yield min(left)

    def play(self, state, move):
        left, mine, _, n = state
        if move in mine:
            others = set(mine)
            others.discard(move)
            return (left | {move}, frozenset(others), move, n + 1)
        return (left - {move}, mine | {move}, move, n + 1)

    def outcome(self, state):
        _, mine, _, _ = state
        return Value.LOSS if any(x <= mine for x in COUPLES) or mine == {"ace", "king"} else None

    stuck = Value.DRAW


DECK = frozenset((rank, suit) for rank in (1, 2, 3) for suit in "HS")


@compiles("frozensets of cards (rank, suit): for rank, suit in s, max(s), sorted(s, reverse=True)")
class _(Game):
    def start(self):
        mine = frozenset({(1, "H"), (3, "S"), (2, "H")})
        return (mine, DECK - mine, 0)

    def moves(self, state):
        mine, yours, _ = state
        best = max(mine, default=(0, "H"))
        for rank, suit in sorted(mine, reverse=True):
            if (rank, "S") not in yours or (rank, suit) == best:
                yield (rank, suit)

    def play(self, state, move):
        mine, yours, n = state
        rank, suit = move
        n += sum(r for r, s in mine if s == suit)
        got = {card for card in yours if card[1] == suit and card[0] < rank}
        return (yours - got, (mine | got) - {move}, (n + len(DECK - mine)) % 7)

    def outcome(self, state):
        return None if state[0] and state[1] else Value.LOSS

    stuck = Value.DRAW


class Men(Game):
    """King and pawn go to and fro on two rows of four cells, in turn."""

    stuck = Value.LOSS

    def start(self):
        return (frozenset({("K", (0, 0)), ("p", (0, 3))}), 0)

    def moves(self, state):
        men, turns = state
        for man, (r, c) in sorted(men):
            if (man == "K") == (turns % 2 == 0):
                for d in (-1, 1):
                    if 0 <= c + d < 4 and not any(at == (1 - r, c + d) for _, at in men):
                        yield (man, (r, c)), (1 - r, c + d)

    def play(self, state, move):
        men, turns = state
        (man, at), to = move
        return (men - {(man, at)} | {(man, to)}, turns + 1)

    def outcome(self, state):
        men, turns = state
        places = {(man, c) for man, (_, c) in men}
        if ("K", (1, 2)) in men or len({c for _, c in places}) == 1:
            return Value.WIN
        return Value.DRAW if turns == 5 else None


@compiles(
    "frozensets of tuples in tuples: edges of cells, (piece, (r, c)) in s, for piece, (r, c) in s"
)
class _(Men):
    pass
