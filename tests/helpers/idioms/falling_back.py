"""Idioms that fall back to the interpreter."""
# ruff: noqa: RUF012

from __future__ import annotations

import bisect
import functools
from collections import deque
from itertools import chain
from typing import ClassVar

import numpy as np

from idioms.noting import Heap, Piles, falling_back
from perfectplay import Game, Value, put

FALLS_BACK, falls_back = falling_back()

NEAR = {"a", "b", "c"}
LINES = [{1, 2}, {2, 3}]


@falls_back(
    "a method that calls itself in a generator expression",
    "self.depth(n) calls itself in a function or expression of its own (HERE); write a loop",
)
class _(Heap):
    def depth(self, state):
        return 1 + max((self.depth(n) for n in range(state)), default=0)  # HERE

    def outcome(self, state):
        return Value.LOSS if self.depth(state) == 1 else None


@falls_back("methods that call one another", "even calls itself by another method (HERE); write")
class _(Heap):
    def even(self, state):
        return True if state == 0 else self.odd(state - 1)

    def odd(self, state):
        return False if state == 0 else self.even(state - 1)  # HERE

    def outcome(self, state):
        return Value.LOSS if state == 0 and self.even(state) else None


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


@falls_back("a deque that is used otherwise", "a deque does not compile here (HERE); keep it")
class _(Heap):
    def moves(self, state):
        ways = deque([1, 2])
        ways.rotate(1)  # HERE
        return [n for n in ways if n <= state]


@falls_back(
    "f-strings with a format",
    "an f-string with a format or a conversion does not compile (HERE); {x} alone, of a number",
)
class _(Heap):
    def moves(self, state):
        yield f"take {min(state, 2):2}"  # HERE

    def play(self, state, move):
        return state - int(move[-1])


@falls_back(
    "a board that becomes longer in a loop",
    "a text becomes longer in a loop (HERE); fill a list, and write",
)
class _(Game):
    def start(self):
        return ("...", "X")

    def moves(self, state):
        return [i for i in range(3) if state[0][i] == "."]

    def play(self, state, move):
        part = state[0][:move] + "X"
        for cell in state[0][move + 1 :]:
            part = part + cell  # HERE
        return (part, "O" if state[1] == "X" else "X")

    def outcome(self, state):
        return None if "." in state[0] else Value.LOSS


@falls_back(
    "try around anything but one look-up",
    "try around more than one look-up does not compile (HERE)",
)
class _(Heap):
    def outcome(self, state):
        try:  # HERE
            return None if 1 // state >= 0 else Value.WIN
        except ZeroDivisionError:
            return Value.LOSS


@falls_back("with", "with does not compile (HERE); write it without")
class _(Heap):
    def play(self, state, move):
        with np.errstate(all="ignore"):  # HERE
            return state - move


@falls_back("a key= that gives no number", "key= gives ")
class _(Heap):
    best = {1: 2, 2: 1}

    def moves(self, state):
        yield max((1, 2), key=lambda n: self.best.get(n))  # HERE
        yield 1

    def play(self, state, move):
        return max(0, state - move)


@falls_back("lambdas as values", "a lambda does not compile here (HERE); write a def, a method,")
class _(Heap):
    def play(self, state, move):
        ways = (lambda n: n - 1, lambda n: n - 2)  # HERE
        return ways[move - 1](state)


@falls_back(
    "rows that are lists, used as a whole", "self.takes has rows that are lists or dicts, used as a"
)
class _(Heap):
    takes = [[1, 2], [1]]

    def moves(self, state):
        for row in self.takes:  # HERE
            if row != [1]:
                yield row[0]


@falls_back("a dict that a rule changes", "self.known is changed by a rule (HERE);")
class _(Heap):
    known = {}

    def outcome(self, state):
        if state not in self.known:
            self.known[state] = Value.LOSS if state == 0 else None  # HERE
        return self.known[state]


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
    "numbers past 63 bits", "18446744073709551615 leaves 63 bits (HERE); keep numbers below 2^63"
)
class _(Heap):
    def play(self, state, move):
        return (state - move) & 0xFFFFFFFFFFFFFFFF  # HERE


@falls_back("states that hold fractions", "its states hold 2.5 in field 0; states that compile")
class _(Heap):
    def start(self):
        return (2.5, 3)

    def moves(self, state):
        return [1]

    def play(self, state, move):
        return (state[0], state[1] - move)

    def outcome(self, state):
        return Value.LOSS if state[1] == 0 else None


@falls_back(
    "sets of words beside other things",
    "a set of words beside other things does not compile (HERE);",
)
class _(Piles):
    def start(self):
        return ("a", "b", "c")

    def play(self, state, move):
        return put(state, move, "a")

    def moves(self, state):
        return [i for i in range(3) if state[i] != "a"]

    def outcome(self, state):
        return Value.LOSS if len({*state, 0}) == 2 else None  # HERE


@falls_back(
    "characters of words by a variable: card[i]",
    "a character of a word does not compile (HERE); a dict in the class does: SUIT = ",
)
class _(Game):
    """Cards of two suits; a suit that the other has laid must be followed."""

    def start(self):
        return (("A1", "A2", "B1"), ("A3", "B2", "B3"), "A0")

    def moves(self, state):
        i = len(state[0]) // 9
        return [card for card in state[0] if card[i] == state[2][i]] or list(state[0])  # HERE

    def play(self, state, move):
        return (state[1], tuple(card for card in state[0] if card != move), move)

    def outcome(self, state):
        return None if state[0] else Value.LOSS


@falls_back(
    "a field that is None or a set",
    "field 1 of its states is None or a set; an empty set, with a number that tells whether",
)
class _(Game):
    """The stones that were moved last rest."""

    def start(self):
        return ((2, 1, 1), None)

    def moves(self, state):
        heaps, rests = state
        return [i for i, heap in enumerate(heaps) if heap and (rests is None or i not in rests)]

    def play(self, state, move):
        heaps, _ = state
        return (tuple(heap - (i == move) for i, heap in enumerate(heaps)), frozenset({move}))

    def outcome(self, state):
        return None

    stuck = Value.LOSS


@falls_back(
    "texts that are boards in one field and words in another, in one table",
    "self.BESIDE[here] has texts that are boards in states, and others that are words (HERE);",
)
class _(Game):
    """One walks on four squares; the other is taken off the board when it is met."""

    BESIDE: ClassVar[dict[str, tuple[str, ...]]] = {
        "a1": ("a2", "b1"), "a2": ("a1", "b2"), "b1": ("b2", "a1"), "b2": ("b1", "a2"),
    }  # fmt: skip

    def start(self):
        return ("a1", "a2", 4)

    def moves(self, state):
        here, _, left = state
        if left:
            yield from self.BESIDE[here]  # HERE

    def play(self, state, move):
        _, other, left = state
        return (move, "" if move == other else other, left - 1)

    def outcome(self, state):
        return None if state[1] else Value.LOSS

    stuck = Value.DRAW


@falls_back("words that rules put together", "a word is put together with something else (HERE);")
class _(Piles):
    def start(self):
        return ("x", "y", "z")

    def moves(self, state):
        return [i for i in range(3) if len(state[i]) < 2]

    def play(self, state, move):
        return put(state, move, state[(move + 1) % 3] + "b")  # HERE

    def outcome(self, state):
        return None if any(len(word) < 2 for word in state) else Value.LOSS


@falls_back(
    "other methods of texts: center, strip, partition, rfind with a start",
    "center of a text does not compile (HERE); docs/rules-that-compile.md",
)
class _(Heap):
    def start(self):
        return "..x"

    def moves(self, state):
        return [i for i in range(3) if state[i] == "."]

    def play(self, state, move):
        return (state[:move] + "x" + state[move + 1 :]).center(3)  # HERE

    def outcome(self, state):
        return Value.LOSS if "." not in state else None


@falls_back(
    "bytes that change their length",
    "bytes that change their length do not compile; texts that change their length do, and so do",
)
class _(Heap):
    def start(self):
        return b"xxx"

    def moves(self, state):
        return [1]

    def play(self, state, move):
        return state[move:]

    def outcome(self, state):
        return None if state else Value.LOSS


@falls_back(
    "texts whose parts change their length",
    "no text in the start is split at ' ' (HERE); parts of one length in all states",
)
class _(Heap):
    def start(self):
        return "x.x.x"

    def moves(self, state):
        return [i for i, part in enumerate(state.split(" ")) if part]  # HERE

    def play(self, state, move):
        return "....."

    def outcome(self, state):
        return Value.LOSS if "x" not in state else None


@falls_back(
    "tuples of unlike things that change their length",
    "a tuple of unlike items is sliced by bounds that are",
)
class _(Heap):
    def start(self):
        return (2, "x")

    def moves(self, state):
        return range(len(state))

    def play(self, state, move):
        return state[:move] + state[move + 1 :]  # HERE

    def outcome(self, state):
        return None if state else Value.LOSS


@falls_back("tuples whose length cannot be seen", "a tuple whose length cannot be seen does not")
class _(Heap):
    def outcome(self, state):
        some = tuple(n for n in range(state))  # HERE
        return None if some else Value.LOSS


@falls_back(
    "moves of unlike kinds that another method yields",
    "it yields a tuple of 2 integers and a tuple of 1 integer (HERE); let it always yield",
)
class _(Piles):
    def each(self, state):
        for i in range(3):
            if state[i] == 1:
                yield (i,)
            elif state[i] > 1:
                yield (i, 1)

    def moves(self, state):
        yield from self.each(state)  # HERE

    def play(self, state, move):
        return put(state, move[0], state[move[0]] - 1)


@falls_back(
    "a name that is of two kinds",
    "found is an integer in one place and a tuple of 2 integers in another (HERE); let it",
)
class _(Piles):
    def outcome(self, state):
        found = 0
        if state[0]:
            found = (1, 2)
        return None if found or any(state) else Value.LOSS  # HERE


@falls_back("self used as a value", "self is used as a value (HERE); use self only to name fields")
class _(Heap):
    def play(self, state, move):
        return less(self, state, move)  # HERE


def less(game, state, move):
    return state - move


@falls_back(
    "self changed", "self.asked is changed by a rule (HERE); rules must not change the game:"
)
class _(Heap):
    def play(self, state, move):
        self.asked = state  # HERE
        return state - move


@falls_back("decorators", "play is no plain method: its decorator does not compile")
class _(Heap):
    @functools.partialmethod
    def play(self, state, move):
        return state - move


@falls_back("*args, **kwargs", "rest has star arguments (HERE); name each argument")
class _(Heap):
    def rest(self, state, *less):  # HERE
        return state - sum(less)

    def play(self, state, move):
        return self.rest(state, move)


@falls_back("an import in a rule", "an import inside a rule does not compile (HERE); import at the")
class _(Heap):
    def play(self, state, move):
        import operator  # HERE

        return operator.sub(state, move)


@falls_back(
    "a function of another library", "bisect.bisect does not compile (HERE); docs/rules-that"
)
class _(Heap):
    def play(self, state, move):
        return bisect.bisect(range(state), state - move - 1)  # HERE


@falls_back(
    "a class or mapping in match", "a pattern of a class or a mapping does not compile (HERE)"
)
class _(Heap):
    def outcome(self, state):
        match state:
            case int():  # HERE
                return Value.LOSS if state == 0 else None
        return None


@falls_back(
    ":= where it is not always run", ":= in a part that is not always run does not compile (HERE)"
)
class _(Heap):
    def outcome(self, state):
        rest = 0
        return Value.LOSS if state == 0 or (rest := state % 4) == 9 or rest > 5 else None  # HERE


@falls_back(
    "loops over a set whose order matters",
    "the order of a set would matter (HERE); write sorted(...)",
)
class _(Game):
    def start(self):
        return frozenset((1, 2, 3))

    def moves(self, state):
        for x in state:  # HERE
            yield -x

    def play(self, state, move):
        return state - {-move}

    def outcome(self, state):
        return None if state else Value.LOSS


@falls_back(
    "moves that are a set, or taken from one in its order",
    "the order of a set would matter (HERE); write sorted(...)",
)
class _(Piles):
    def places(self, state):
        return {(i * 7) % 13 for i in range(3) if state[i]}  # HERE

    def moves(self, state):
        return self.places(state)

    def play(self, state, move):
        return super().play(state, move * 2 % 13)


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


@falls_back(
    "an outcome that is negated",
    "outcome negates a value, -self.other(state) (HERE); return Value.WIN, Value.LOSS",
)
class _(Heap):
    def other(self, state):
        return Value.WIN if state == 0 else Value.DRAW

    def outcome(self, state):
        return -self.other(state) if state == 0 else None  # HERE
