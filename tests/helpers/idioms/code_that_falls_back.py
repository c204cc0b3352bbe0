"""Idioms that fall back to the interpreter: calls, statements, functions, self."""
# ruff: noqa: T201
# ruff: noqa: RUF012

from __future__ import annotations

import cmath
import functools

import numpy as np

from idioms.noting import Heap, falling_back
from perfectplay import Value

FALLS_BACK, falls_back = falling_back()


@falls_back(
    "a method that calls itself in a lambda: max(range(n), key=lambda k: self.depth(k))",
    "calls itself in a function or expression of its own (HERE); write a loop",
)
class _(Heap):
    def depth(self, state):
        return 1 + (max(range(state), key=lambda n: self.depth(n)) if state else 0)  # HERE

    def outcome(self, state):
        return Value.LOSS if state == 0 and self.depth(state) == 1 else None


@falls_back("methods that call one another", "even calls itself by another method (HERE); write")
class _(Heap):
    def even(self, state):
        return True if state == 0 else self.odd(state - 1)

    def odd(self, state):
        return False if state == 0 else self.even(state - 1)  # HERE

    def outcome(self, state):
        return Value.LOSS if state == 0 and self.even(state) else None


@falls_back(
    "a generator that calls itself and is given, or yields, a list that may change",
    "a generator that calls itself is given, or yields, what may change (HERE); tuples",
)
class _(Heap):
    def below(self, cells, n):
        if n:
            yield cells[n - 1]
            yield from self.below(cells, n - 1)

    def outcome(self, state):
        cells, total = [1] * 6, 0
        for n in self.below(cells, state):  # HERE
            cells[0], total = 3, total + n
        return Value.LOSS if total == 0 else None


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


def less(game, state, move):
    return state - move


@falls_back("self used as a value", "self is used as a value (HERE); use self only to name fields")
class _(Heap):
    def play(self, state, move):
        return less(self, state, move)  # HERE


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
    "a function of another library", "cmath.isfinite does not compile (HERE); docs/rules-that"
)
class _(Heap):
    def play(self, state, move):
        return state - move * cmath.isfinite(state)  # HERE


@falls_back("print", "print does not compile (HERE); leave it out: text(state) tells how")
class _(Heap):
    def play(self, state, move):
        print(end="")  # HERE
        return state - move


@falls_back("sum(rows, ())", "sum(rows, ()) does not compile (HERE); [x for row in rows for x in")
class _(Heap):
    def play(self, state, move):
        rows = ((state, 1), (move, 2))
        return state - sum(rows, ())[2]  # HERE


@falls_back("None in a set", "a set with None in it does not compile (HERE); elements that")
class _(Heap):
    def moves(self, state):
        found = {1, 2}
        found = found | {None}  # HERE
        return sorted(n for n in found if n is not None and n <= state)


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
