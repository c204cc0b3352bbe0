"""Idioms that fall back to the interpreter: dicts, sets, lists and iterators inside rules."""
# ruff: noqa: RUF012

from __future__ import annotations

from collections import deque
from itertools import chain

import numpy as np

from idioms.noting import Heap, Piles, falling_back
from perfectplay import Game, Value

FALLS_BACK, falls_back = falling_back()

NEAR = {"a", "b", "c"}
LINES = [{1, 2}, {2, 3}]

NAMES = ("left", "right")


@falls_back(
    "a dict within a tuple, a list or another dict",
    "a dict does not compile here (HERE); keep it in a local of one kind, or give it to functions",
)
class _(Heap):
    def moves(self, state):
        both = ({n: n % 3 for n in range(state + 3)}, 1)  # HERE
        return range(1, min(state, both[0][2]) + 1)


@falls_back(
    "a dict that is changed while it is looped over",
    "most is changed while it is looped over (HERE); loop over list(most)",
)
class _(Heap):
    def moves(self, state):
        most = {n: n for n in range(state)}
        for n in most:  # HERE
            most[n] = n + 1
        return [n for n in (1, 2) if n - 1 in most]


@falls_back("a dict that a rule changes", "self.known is changed by a rule (HERE);")
class _(Heap):
    known = {}

    def outcome(self, state):
        if state not in self.known:
            self.known[state] = Value.LOSS if state == 0 else None  # HERE
        return self.known[state]


@falls_back("a deque that is used otherwise", "a deque does not compile here (HERE); keep it")
class _(Heap):
    def moves(self, state):
        ways = deque([1, 2])
        ways.extendleft([3])  # HERE
        return [n for n in ways if n <= state]


@falls_back(
    "rows that are lists, used as a whole", "self.takes has rows that are lists or dicts, used as a"
)
class _(Heap):
    takes = [[1, 2], [1]]

    def moves(self, state):
        for row in self.takes:  # HERE
            if row != [1]:
                yield row[0]


@falls_back(
    "loops over a constant set of letters", "the order of NEAR differs between runs (HERE);"
)
class _(Game):
    def start(self):
        return ("a", 2)

    def moves(self, state):
        return [x for x in NEAR if x != state[0]]  # HERE

    def play(self, state, move):
        return (move, state[1] - 1)

    def outcome(self, state):
        return None if state[1] else Value.LOSS


@falls_back(
    "a constant set that is kept or changed",
    "line, a set of LINES, is kept or changed (HERE); copy it with set(...)",
)
class _(Heap):
    def moves(self, state):
        for line in LINES:  # HERE
            line.discard(5)
            if state in line:
                yield 1
        yield from range(1, min(state, 2) + 1)


@falls_back(
    "arrays of floats", "self.weights is an array of float64, not of integers (HERE); use integers"
)
class _(Heap):
    weights = np.array([0.5, 1.5])

    def outcome(self, state):
        return Value.LOSS if state * self.weights[0] == 0 else None  # HERE


@falls_back(
    "loops over a set whose order matters",
    "the order of a set would matter in state {1, 2, 3} (HERE); write sorted(...)",
)
class _(Game):
    def start(self):
        return frozenset((1, 2, 3))

    def moves(self, state):
        for x in state:  # HERE
            yield -x
            if len(state) > x:
                return

    def play(self, state, move):
        return state - {-move}

    def outcome(self, state):
        return None if state else Value.LOSS


@falls_back(
    "dicts of states with a second name: e = d; or changed by a function that is given them",
    "a dict is given to a function that does more than look at it (HERE); keep it in a local",
)
class _(Game):
    def start(self):
        return (("left", 5), ("turn", "x"))

    def turn(self, d):  # HERE
        d["turn"] = "o" if d["turn"] == "x" else "x"

    def moves(self, state):
        return range(1, min(dict(state)["left"], 2) + 1)

    def play(self, state, move):
        d = dict(state)
        d["left"] -= move
        self.turn(d)
        return tuple(sorted(d.items()))

    def outcome(self, state):
        return None if dict(state)["left"] else Value.LOSS


@falls_back(
    "the first of a set of texts: for name in {a, b}: return name",
    "the order of a set would matter in state 1,0,0 (HERE); write sorted(...)",
)
class _(Piles):
    def first(self, state):
        for name in {NAMES[state[0] % 2], NAMES[state[1] % 2]}:  # HERE
            return name
        return "none"

    def outcome(self, state):
        left = self.first(state) == "left"
        return Value.LOSS if sum(state) == 0 or (sum(state) == 1 and not left) else None


@falls_back(
    "moves that are a set of texts that rules put together",
    "moves are a set of texts that rules put together (HERE); a list of them compiles",
)
class _(Heap):
    def moves(self, state):
        return {f"take {n}" for n in (1, 2) if n <= state}  # HERE

    def play(self, state, move):
        return state - int(move[5:])


@falls_back(
    "a set that may have another name is changed",
    "a set that may have another name is changed (HERE); copy it with set(...)",
)
class _(Game):
    def start(self):
        return frozenset((1, 2, 3))

    def moves(self, state):
        return sorted(state)

    def play(self, state, move):
        left = set(state)
        other = left
        other.remove(move)  # HERE
        return frozenset(left)

    def outcome(self, state):
        return None if state else Value.LOSS


@falls_back(
    "an iterator that is read again",
    "piles is an iterator that is used up the first time (HERE); piles = list(...) can be used",
)
class _(Piles):
    def outcome(self, state):
        piles = (pile for pile in state if pile)
        return Value.LOSS if sum(piles) == 0 and not any(piles) else None  # HERE


@falls_back(
    "an iterator that reads what changes later",
    "large reads most only when it is looped over (HERE); large = list(...) reads it at once",
)
class _(Piles):
    def outcome(self, state):
        most = 0
        large = (pile for pile in state if pile > most)  # HERE
        most = 1
        return Value.LOSS if sum(large) + sum(state) == most - 1 else None


@falls_back(
    "chain(*(filter(lambda x: x == s, xs) for s in ...))",
    "s has its last value in all of (filter(lambda x: x == s, state) for s in (0, 1)) (HERE); ",
)
class _(Piles):
    def outcome(self, state):
        zeros = list(chain(*(filter(lambda x: x == s, state) for s in (0, 1))))  # HERE
        return Value.LOSS if sum(state) == 0 and len(zeros) < 4 else None


UNLIKE_ROWS = (
    "a list or dict of unlike things does not compile (HERE); keep them in a tuple, and put"
)


@falls_back("a list of a text and a number, changed in a list or dict of such", UNLIKE_ROWS)
class _(Heap):
    def play(self, state, move):
        owned = {name: [name, state] for name in "ab"}  # HERE
        owned["a"][1] -= move
        return owned["a"][1]
