"""Idioms that compile: numbers."""

from __future__ import annotations

import math

from idioms.noting import Heap, Piles, compiling
from perfectplay import Value, bits, popcount, put

COMPILES, compiles = compiling()


@compiles("//, %, divmod of negative numbers")
class _(Heap):
    def outcome(self, state):
        a = (state - 6) // 4
        b = (state - 6) % 4
        c, d = divmod(state - 7, -3)
        return Value.LOSS if state == 0 or (a, b, c, d) == (-1, 2, 1, 0) else None


@compiles("abs, pow, **, round, int, bool, float")
class _(Heap):
    def outcome(self, state):
        n = abs(state - 6) + pow(state, 2) + state**3 + pow(state, 3, 5) + round(2.5) + int(0.5)
        return Value.LOSS if n == 8 and not bool(state) and float(state) < 0.5 else None


@compiles("bit operators")
class _(Heap):
    def outcome(self, state):
        return Value.LOSS if (state & 7 | state << 1) ^ state == 0 == ~state + 1 else None


@compiles("~n, ~(a < b)")
class _(Heap):
    def play(self, state, move):
        few = state < 3
        return state - move + 3 + ~(state > 3) + ~few + (few & ~True)


@compiles("popcount, bits")
class _(Heap):
    def start(self):
        return 0b1011

    def moves(self, state):
        yield from bits(state)

    def play(self, state, move):
        return state & ~(1 << move)

    def outcome(self, state):
        return Value.LOSS if popcount(state) == 0 else None


@compiles("int.bit_count, int.bit_length")
class _(Heap):
    def outcome(self, state):
        n = state.bit_count() + (state - 6).bit_count() + (state - 6).bit_length()
        return Value.LOSS if n == 5 else None


@compiles('bin(n).count("1")')
class _(Heap):
    def outcome(self, state):
        n = bin(state).count("1") + bin(state - 6).count("1") + (state - 6).bit_length()
        return Value.LOSS if n == 5 else None


@compiles('bin(n)[2:].zfill(4), f"{n:04b}", format(n, "04b"): s[i], in, ==, loops, int(s, 2)')
class _(Heap):
    width = 4

    def start(self):
        return 13

    def moves(self, state):
        for place, bit in enumerate(f"{state:0{self.width}b}"):
            if bit == "1":
                yield place

    def play(self, state, move):
        text = bin(state)[2:].zfill(self.width)
        assert text == format(state, "04b")
        left = int(text[:move] + "0" + text[move + 1 :], 2)
        return left - 1 if "11" in f"{left:04b}" else left


@compiles('bin(n), f"{n:b}", format(n, "b"), whose length varies: len, loops, split, count, ==')
class _(Heap):
    def start(self):
        return 14

    def moves(self, state):
        yield len(bin(state)) - 2
        if bin(state)[2:] == f"{state:b}"[::-1] and bin(state).count("0") == 1:
            yield 1

    def play(self, state, move):
        runs = max(len(run) for run in format(state, "b").split("0"))
        zeros = len(bin(state)) - len(bin(state).rstrip("0"))
        return max(0, state - max(1, runs + zeros - move))


@compiles("digits: sum(int(d) for d in str(n)), map(int, str(n)), for d in sorted(set(str(n)))")
class _(Heap):
    def start(self):
        return 112

    def moves(self, state):
        for d in sorted(set(str(state))):
            if d != "0":
                yield int(d)

    def play(self, state, move):
        return state - max(sum(int(d) for d in str(move)), max(map(int, str(move))))


@compiles("len(str(n)), '7' in str(n), int(str(n)[::-1]), str(n) == str(n)[::-1]")
class _(Heap):
    def start(self):
        return 130

    def moves(self, state):
        yield len(str(state))
        if "7" in str(state) or str(state).count("1") == 2:
            yield 1

    def play(self, state, move):
        turned = int(str(move)[::-1])
        return max(0, state - turned if str(state) == str(state)[::-1] else state - 3)


@compiles("math.gcd, isqrt, comb, factorial, floor, ceil, sqrt, prod")
class _(Piles):
    def outcome(self, state):
        a, b, c = state
        n = math.gcd(a, b, c) if False else math.gcd(a, b)
        n += math.isqrt(a) + math.comb(a, 3) + math.factorial(b) - 1 + math.prod(state)
        n += math.floor(a / 2) + math.ceil(c / 2) + int(math.sqrt(a))
        return Value.LOSS if n == 0 else None


@compiles('best = math.inf, float("inf"), -math.inf: <, min, max')
class _(Piles):
    def play(self, state, move):
        least, most = float("inf"), -math.inf
        for pile in state:
            least = min(least, pile)
            most = max(most, pile)
        return put(state, move, state[move] - (1 if least < 2 or most > 3 else state[move]))


@compiles("comparisons as numbers")
class _(Piles):
    def play(self, state, move):
        a, b, c = state
        return (a - (move == 0), b - (move == 1), c - (move == 2))
