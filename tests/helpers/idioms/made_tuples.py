"""Idioms that compile: tuples that rules make, and whose length depends on the state."""
# ruff: noqa: RUF005, C414

from __future__ import annotations

from idioms.noting import compiling
from perfectplay import Game, Value

COMPILES, compiles = compiling()


class Piles(Game):
    """Take a stone from a pile; whoever takes the last one wins."""

    def start(self):
        return (2, 1, 2)

    def moves(self, state):
        return tuple(i for i, n in enumerate(state) if n)

    def play(self, state, move):
        return state[:move] + (state[move] - 1,) + state[move + 1 :]

    def outcome(self, state):
        return Value.LOSS if not any(state) else None

    stuck = Value.DRAW


@compiles("full = tuple(i for i, n in enumerate(s) if n): len, full[0], full[1:], loops, in, count")
class _(Piles):
    def full(self, state):
        return tuple(i for i, n in enumerate(state) if n)

    def moves(self, state):
        full = self.full(state)
        if len(full) == 3:
            return full[1:]
        if full and full[0] in full and full.count(2) == 1:
            return [full[-1]]
        return full

    def outcome(self, state):
        for n in tuple(n for n in state if n > 1):
            if n == 2:
                return None
        return Value.LOSS if not self.full(state) else None


@compiles("tuple(sorted(n for n in s if n)), tuple(filter(None, s)), tuple(set(s)); ==, <, max, +")
class _(Piles):
    def moves(self, state):
        some = tuple(sorted(n for n in state if n))
        if some < (1, 2, 2) or some == (2,):
            yield state.index(some[0])
        if max(some, tuple(filter(None, state))) == some and (0, *some) != (0, 1) + some[1:]:
            yield state.index(some[-1])
        for n in sorted(tuple(set(state))):
            if n and some + (n,) == (1, 2, 2, 1):
                yield state.index(n)


@compiles("row + (0,) * (4 - len(row)), as long as before: a row that slides")
class _(Game):
    """Slide the numbers to an end, or put another one; a full row is lost."""

    def start(self):
        return (0, 1, 0, 2)

    def slid(self, row):
        full = tuple(n for n in row if n)
        return full + (0,) * (len(row) - len(full))

    def moves(self, state):
        if self.slid(state) != state:
            yield "left"
        if self.slid(state[::-1])[::-1] != state:
            yield "right"
        if 0 in state:
            yield "put"

    def play(self, state, move):
        if move == "left":
            return self.slid(state)
        if move == "right":
            return self.slid(state[::-1])[::-1]
        i = state.index(0)
        return state[:i] + (1,) + state[i + 1 :]

    def outcome(self, state):
        return Value.LOSS if 0 not in state else None


@compiles("such tuples in sets and as keys: rest in seen, seen.add(rest), VALUES.get(full, 0)")
class _(Piles):
    VALUES = {(0,): 1, (0, 1): 2, (): 3}  # noqa: RUF012

    def moves(self, state):
        seen = set()
        for i, n in enumerate(state):
            rest = tuple(m for j, m in enumerate(state) if j != i)
            if n and rest not in seen:
                seen.add(rest)
                yield i

    def outcome(self, state):
        full = tuple(i for i, n in enumerate(state) if n)
        return Value.LOSS if self.VALUES.get(full, 0) > 1 else None


@compiles("tuple(self.sizes(n)) of a generator that ends early, in moves and outcome")
class _(Piles):
    def open(self, state):
        if state[0] == state[1]:
            yield 2 if state[2] else 0
            return
        for i, n in enumerate(state):
            if n:
                yield i

    def moves(self, state):
        found = tuple(self.open(state))
        return found if len(found) < 3 else found[:2]


@compiles(
    "tuples of cells and of letters: tuple((r, c) for r ... for c ... if ...), (1, 1) in cells"
)
class _(Game):
    """Turn your letters; whoever has none loses."""

    def start(self):
        return ((("a", "b"), (".", "a")), "a")

    def mine(self, state):
        rows, turn = state
        return tuple((r, c) for r in range(2) for c in range(2) if rows[r][c] == turn)

    def moves(self, state):
        cells = self.mine(state)
        others = tuple(x for row in state[0] for x in row if x not in (".", state[1]))
        return [(1, 1)] if (1, 1) in cells and others == ("b",) else cells

    def play(self, state, move):
        rows, turn = state
        other = "b" if turn == "a" else "a"
        mark = other if len(self.mine(state)) > 1 else "."
        changed = tuple(
            tuple(mark if (r, c) == move else x for c, x in enumerate(row))
            for r, row in enumerate(rows)
        )
        return (changed, other)

    def outcome(self, state):
        return None if self.mine(state) else Value.LOSS
