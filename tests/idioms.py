"""Tiny games, one for each line of docs/rules-that-compile.md; see test_rules_that_compile.py."""
# ruff: noqa: B905, C400, C401, C416
# ruff: noqa: RUF005, RUF012
# ruff: noqa: E731

from __future__ import annotations

import enum
import functools
import math
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np

import perfectplay
from perfectplay import Game, Value, bits, popcount, put, sort, swap

COMPILES: dict[str, Game] = {}
FALLS_BACK: dict[str, tuple[Game, str]] = {}


def compiles(line, *arguments, **keywords):
    def note(cls):
        assert line not in COMPILES, line
        COMPILES[line] = cls(*arguments, **keywords)
        return cls

    return note


def falls_back(line, sentence):
    """Notes a game and what is said of it; HERE stands for the line of the file with ``# HERE``."""
    first = sys._getframe(1).f_lineno
    text = Path(__file__).read_text(encoding="utf-8").splitlines()
    here = next((i for i in range(first, len(text)) if text[i].endswith("# HERE")), first)

    def note(cls):
        assert line not in FALLS_BACK, line
        FALLS_BACK[line] = (cls(), sentence.replace("HERE", f"{__file__}:{here + 1}"))
        return cls

    return note


class Heap(Game):
    """One pile of stones, one or two at a time: states are integers."""

    def start(self):
        return 6

    def moves(self, state):
        yield 1
        if state > 1:
            yield 2

    def play(self, state, move):
        return state - move

    def outcome(self, state):
        return Value.LOSS if state == 0 else None


class Piles(Game):
    """Three piles, one stone at a time: states are tuples."""

    def start(self):
        return (2, 0, 1)

    def moves(self, state):
        for i in range(3):
            if state[i]:
                yield i

    def play(self, state, move):
        return put(state, move, state[move] - 1)

    def outcome(self, state):
        return Value.LOSS if state == (0, 0, 0) else None


# --- control flow ---------------------------------------------------------------------------------


@compiles("if, elif, else")
class _(Heap):
    def outcome(self, state):
        if state == 0:
            return Value.LOSS
        elif state == 3:
            return Value.DRAW
        else:
            return None


@compiles("while, break, continue")
class _(Heap):
    def moves(self, state):
        n = 0
        while True:
            n += 1
            if n == 2:
                continue
            if n > min(state, 3):
                break
            yield n


@compiles("while ... else, for ... else")
class _(Piles):
    def outcome(self, state):
        for pile in state:
            if pile:
                break
        else:
            return Value.LOSS
        n = 0
        while n < 3:
            if state[n] > 1:
                break
            n += 1
        else:
            return Value.DRAW
        return None


@compiles("loops in loops")
class _(Piles):
    def outcome(self, state):
        same = 0
        for i in range(3):
            for j in range(i + 1, 3):
                if state[i] == state[j]:
                    same += 1
        return Value.LOSS if same == 3 else None


@compiles("early returns")
class _(Piles):
    def outcome(self, state):
        for pile in state:
            if pile:
                return None
        return Value.LOSS


@compiles("a if c else b")
class _(Heap):
    def play(self, state, move):
        return state - (1 if state == 5 else move)


@compiles("a < b < c")
class _(Heap):
    def moves(self, state):
        for n in range(4):
            if 0 < n <= min(2, state) != 7:
                yield n


@compiles("and, or, not with numbers")
class _(Piles):
    def outcome(self, state):
        a, b, c = state
        return Value.LOSS if not (a or b or c) else None


@compiles("a := b in a condition")
class _(Heap):
    def outcome(self, state):
        if (rest := state % 4) == 0:
            return Value(1 + rest)
        return None


@compiles("+=, -=, *=, //=, %= and the bitwise ones")
class _(Heap):
    def play(self, state, move):
        state += 8
        state *= 2
        state -= 16
        state //= 2
        state <<= 2
        state >>= 2
        state |= 0
        state &= 255
        state ^= 0
        state %= 100
        return state - move


@compiles("a, b = state; a, b = b, a")
class _(Piles):
    def play(self, state, move):
        a, b, c = put(state, move, state[move] - 1)
        a, c = c, a
        return (a, b, c)


@compiles("a, *rest = state; *rest, a = state")
class _(Piles):
    def outcome(self, state):
        first, *rest = state
        *_, last = state
        return Value.LOSS if first == last == 0 and sum(rest) == 0 else None


@compiles("match with numbers, tuples, names, alternatives, guards")
class _(Piles):
    def outcome(self, state):
        match state:
            case (0, 0, 0):
                return Value.LOSS
            case (0, x, (1 | 2) as y) if x < y:
                return Value.DRAW
            case (2, *rest) if sum(rest) == 0:
                return Value.WIN
            case _:
                return None


@compiles("assert, raise")
class _(Heap):
    def outcome(self, state):
        assert state >= 0, f"{state} is negative"
        if state > 100:
            raise ValueError(f"too many: {state}")
        return Value.LOSS if state == 0 else None


@compiles("pass, docstrings, annotations")
class _(Heap):
    def outcome(self, state: int) -> Value | None:
        """Who cannot move loses."""
        left: int = state
        seen: bool  # noqa: F842
        if left > 3:
            pass
        return Value.LOSS if left == 0 else None


# --- outcomes and moves ---------------------------------------------------------------------------


@compiles("outcome that gives Value or falls off its end")
class _(Heap):
    def outcome(self, state):
        if state == 0:
            return Value.LOSS


@compiles("outcome kept in a variable")
class _(Heap):
    def outcome(self, state):
        result = None
        if state == 0:
            result = Value.LOSS
        elif state == 4:
            result = Value.WIN
        return result


@compiles("outcome that is always None, with stuck")
class _(Piles):
    stuck = Value.WIN

    def outcome(self, state):
        return None


@compiles("perfectplay.Value.WIN, Value(3)")
class _(Heap):
    def outcome(self, state):
        if state == 1:
            return perfectplay.Value.WIN
        return Value(state + 1) if state == 0 else None


@compiles("the outcome of another state asked of self")
class _(Heap):
    def moves(self, state):
        for n in (1, 2):
            if n <= state and (self.outcome(state - n) is None or n == 1):
                yield n


@compiles("moves given as a range")
class _(Heap):
    def moves(self, state):
        return range(1, min(state, 2) + 1)


@compiles("moves given as a list")
class _(Heap):
    def moves(self, state):
        found = []
        for n in (1, 2):
            if n <= state:
                found.append(n)
        return found


@compiles("moves given as a tuple")
class _(Heap):
    def moves(self, state):
        return (1,) if state == 1 else (1, 2)


@compiles("moves given as a list comprehension")
class _(Piles):
    def moves(self, state):
        return [i for i, pile in enumerate(state) if pile]


@compiles("moves given as a generator expression")
class _(Piles):
    def moves(self, state):
        return (i for i in range(3) if state[i])


@compiles("moves given as tuple(...) or list(...) of something")
class _(Piles):
    def moves(self, state):
        return tuple(i for i in range(3) if state[i])


@compiles("an empty list in one branch, something else in another")
class _(Heap):
    def moves(self, state):
        if state == 0:
            return []
        if state == 1:
            return [1]
        return range(1, 3)


@compiles("a return in a generator")
class _(Heap):
    def moves(self, state):
        yield 1
        if state < 2:
            return
        yield 2


@compiles("moves that are tuples")
class _(Piles):
    def moves(self, state):
        for i in range(3):
            for n in range(1, state[i] + 1):
                yield i, n

    def play(self, state, move):
        i, n = move
        return put(state, i, state[i] - n)


@compiles("moves that are NamedTuples")
class _(Piles):
    def moves(self, state):
        for i in range(3):
            if state[i]:
                yield Take(pile=i, count=1)

    def play(self, state, move):
        return put(state, move.pile, state[move.pile] - move.count)


class Take(NamedTuple):
    pile: int
    count: int = 1


@compiles("yield from")
class _(Piles):
    def moves(self, state):
        yield from self.some(state)
        yield from [2] if state[2] else []

    def some(self, state):
        yield from (i for i in range(2) if state[i])


@compiles("a generator that uses a generator")
class _(Piles):
    def full(self, state):
        for i in range(3):
            if state[i]:
                yield i

    def pairs(self, state):
        for i in self.full(state):
            for j in self.full(state):
                yield i, j

    def moves(self, state):
        for i, j in self.pairs(state):
            if i <= j:
                yield i


@compiles("symmetries that yield or give a tuple")
class _(Piles):
    def symmetries(self, state):
        return (state, state[::-1])


@compiles("player, moves_again, tier")
class _(Piles):
    def start(self):
        return (2, 2, 0)

    def moves(self, state):
        return [i for i in (0, 1) if state[i]]

    def play(self, state, move):
        turn = state[2] if move == 0 else 1 - state[2]
        return put(put(state, move, state[move] - 1), 2, turn)

    def outcome(self, state):
        return Value.LOSS if state[:2] == (0, 0) else None

    def player(self, state):
        return state[2]

    def tier(self, state):
        return 4 - state[0] - state[1]


@compiles("states of one field")
class _(Heap):
    def start(self):
        return (6,)

    def moves(self, state):
        yield 1

    def play(self, state, move):
        return (state[0] - move,)

    def outcome(self, state):
        return Value.LOSS if state == (0,) else None


@compiles("a puzzle")
class _(Heap):
    players = 1

    def outcome(self, state):
        return Value.WIN if state == 0 else None


# --- tuples ---------------------------------------------------------------------------------------


@compiles("x in a tuple, a range, a set of constants")
class _(Heap):
    def moves(self, state):
        for n in range(1, 4):
            if n <= state and n in (1, 3) and n in range(4) and n not in {2, 9}:
                yield n


@compiles("items by constant, variable and negative index")
class _(Piles):
    def outcome(self, state):
        i = 1
        return Value.LOSS if state[0] == state[i] == state[-1] == state[i - 3] == 0 else None


@compiles("slices by constants, steps too")
class _(Piles):
    def outcome(self, state):
        return Value.LOSS if state[:2] == (0, 0) and state[::-1][0] == 0 == sum(state[1:]) else None


@compiles("looping over, summing, searching a slice by variables")
class _(Piles):
    def outcome(self, state):
        i = state[2]
        n = 0
        for pile in state[i:]:
            n += pile
        return Value.LOSS if n == 0 and 5 not in state[:i] and sum(state[: i + 1]) == 0 else None


@compiles("tuple + tuple, tuple * constant")
class _(Piles):
    def play(self, state, move):
        a, b, c = put(state, move, state[move] - 1)
        return (a,) + (b, c) + () * 3

    def outcome(self, state):
        return Value.LOSS if state == (0,) * 3 else None


@compiles("s[:i] + (v,) + s[i + 1:]")
class _(Piles):
    def play(self, state, move):
        return state[:move] + (state[move] - 1,) + state[move + 1 :]


@compiles("s[:i] + (v,) + s[i + 1:j] + (w,) + s[j + 1:]")
class _(Piles):
    def moves(self, state):
        for j in (1, 2):
            if state[0] and state[j] < 2:
                yield j

    def play(self, state, move):
        i, j = 0, move
        return state[:i] + (state[i] - 1,) + state[i + 1 : j] + (state[j] + 1,) + state[j + 1 :]

    def outcome(self, state):
        return Value.LOSS if state[0] == 0 else None


@compiles("(*s[:2], v), (v, *s)")
class _(Piles):
    def play(self, state, move):
        after = put(state, move, state[move] - 1)
        return (*after[:2], after[2])


@compiles("put, swap, sort")
class _(Piles):
    def play(self, state, move):
        return sort(swap(put(state, move, state[move] - 1), 0, 2))


@compiles("tuple(generator expression) as long as the state, a range or a constant")
class _(Piles):
    def play(self, state, move):
        flags = tuple(1 if i == move else 0 for i in range(3))
        return tuple(pile - flag for pile, flag in zip(state, flags))


@compiles("tuple([list comprehension])")
class _(Piles):
    def play(self, state, move):
        return tuple([pile - (i == move) for i, pile in enumerate(state)])


@compiles("tuple(sorted(state)), tuple(sorted(..., reverse=True))")
class _(Piles):
    def play(self, state, move):
        after = tuple(sorted(put(state, move, state[move] - 1)))
        return tuple(sorted(after, reverse=True))


@compiles("tuple(reversed(state))")
class _(Piles):
    def play(self, state, move):
        return tuple(reversed(put(state, move, state[move] - 1)))


@compiles("tuple.count, tuple.index, len")
class _(Piles):
    def outcome(self, state):
        if state.count(0) == len(state):
            return Value.LOSS
        return Value.DRAW if 1 in state and state.index(1) == 1 else None


@compiles("==, < of tuples")
class _(Piles):
    def play(self, state, move):
        after = put(state, move, state[move] - 1)
        other = after[::-1]
        return after if after < other or after == other else other


@compiles("local tuples of tuples")
class _(Piles):
    def outcome(self, state):
        for i, j in ((0, 1), (1, 2)):
            if state[i] or state[j]:
                return None
        return Value.LOSS


# --- generator expressions, comprehensions, iteration ---------------------------------------------


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


# --- lists, sets as scratch -----------------------------------------------------------------------


@compiles("list(state), items set, tuple(list)")
class _(Piles):
    def play(self, state, move):
        piles = list(state)
        piles[move] -= 1
        return tuple(piles)


@compiles("[*state], [*state, v]")
class _(Piles):
    def play(self, state, move):
        piles = [*state, 7]
        piles[move] -= 1
        piles.pop()
        return tuple(piles)


@compiles("[0] * n")
class _(Piles):
    def play(self, state, move):
        piles = [0] * 3
        for i in range(3):
            piles[i] = state[i] - (i == move)
        return (piles[0], piles[1], piles[2])


@compiles("append, pop, insert, extend, remove, copy, sort, reverse, slices of a list")
class _(Piles):
    def play(self, state, move):
        piles = []
        for pile in state:
            piles.append(pile)
        piles[move] -= 1
        other = piles.copy()
        other.extend(piles)
        other.insert(0, 5)
        other.remove(5)
        other.sort()
        other.reverse()
        while len(other) > 3:
            other.pop()
        n = len(other[1:])
        return tuple(piles) if n == 2 else state


@compiles("lists of lists")
class _(Piles):
    def outcome(self, state):
        board = [[0] * 3 for _ in range(2)]
        for i in range(3):
            board[i % 2][i] = state[i]
        return Value.LOSS if sum(sum(row) for row in board) == 0 else None


@compiles("set(), add, in")
class _(Piles):
    def outcome(self, state):
        seen = set()
        for pile in state:
            if pile in seen:
                continue
            seen.add(pile)
        return Value.LOSS if len(seen) == 1 and 0 in seen else None


# --- numbers --------------------------------------------------------------------------------------


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


@compiles("math.gcd, isqrt, comb, factorial, floor, ceil, sqrt, prod")
class _(Piles):
    def outcome(self, state):
        a, b, c = state
        n = math.gcd(a, b, c) if False else math.gcd(a, b)
        n += math.isqrt(a) + math.comb(a, 3) + math.factorial(b) - 1 + math.prod(state)
        n += math.floor(a / 2) + math.ceil(c / 2) + int(math.sqrt(a))
        return Value.LOSS if n == 0 else None


@compiles("comparisons as numbers")
class _(Piles):
    def play(self, state, move):
        a, b, c = state
        return (a - (move == 0), b - (move == 1), c - (move == 2))


# --- what self has --------------------------------------------------------------------------------


@compiles("fields: numbers, True or False", 3, True)
@dataclass(frozen=True)
class _(Heap):
    most: int = 2
    misere: bool = False

    def moves(self, state):
        return range(1, min(state, self.most) + 1)

    def outcome(self, state):
        if state == 0:
            return Value.WIN if self.misere else Value.LOSS
        return None


@compiles("a field that is a text, compared with a text", "misere")
@dataclass(frozen=True)
class _(Heap):
    rule: str = "normal"

    def outcome(self, state):
        if state == 0:
            return Value.WIN if self.rule == "misere" else Value.LOSS
        return None


@compiles("fields that are tuples", (1, 3))
@dataclass(frozen=True)
class _(Heap):
    takes: tuple[int, ...] = (1, 2)

    def moves(self, state):
        for take in self.takes:
            if take <= state:
                yield take


@compiles("nested tuples: rows of one length")
class _(Piles):
    lines = ((0, 1), (1, 2), (2, 0))

    def outcome(self, state):
        n = self.lines[state[2]][1] - 1
        for a, b in self.lines:
            n += state[a] + state[b]
        return Value.LOSS if n == 0 else None


@compiles("nested tuples: rows of unlike length")
class _(Piles):
    rows = ((0,), (0, 1), (0, 1, 2), ())
    stuck = Value.DRAW

    def moves(self, state):
        for i in self.rows[sum(state) - 1]:
            if state[i]:
                yield i
        for row in self.rows:
            if len(row) > 5:
                yield 0


@compiles("nested tuples: rows of rows")
class _(Piles):
    lines = (((0, 1), (0, 2)), ((1, 0),), ())

    def outcome(self, state):
        n = 0
        for i in range(3):
            for a, b in self.lines[i]:
                n += state[a] + state[b]
        return Value.LOSS if n == 0 else None


@compiles("long tuples, tuples of many rows")
class _(Heap):
    def moves(self, state):
        for a, b in MANY:
            if a == 0 and b == 1:
                yield b
        first, second = MANY[state]
        if LONG[state] == 2 * state and len(MANY) == 40 and first + second <= state:
            yield 1


@compiles("read-only NumPy arrays of integers")
class _(Piles):
    def moves(self, state):
        for i in range(3):
            if TABLE[i, 1] + state[i] > 1 and TABLE.shape[0] == 3:
                yield i


@compiles("frozensets, ranges")
class _(Heap):
    takes = frozenset((1, 2))
    some = range(1, 3)

    def moves(self, state):
        for n in self.some:
            if n in self.takes and n <= state:
                yield n


@compiles("members of an IntEnum, ==, is")
class _(Piles):
    def outcome(self, state):
        if state[0] is Stone.NONE or state[0] == Stone.NONE:
            return Value.LOSS if state[1] + state[2] == Stone(0) else None
        return None


class Stone(enum.IntEnum):
    NONE = 0
    BLACK = 1


@compiles("class attributes, constants of the module")
class _(Heap):
    most = 2

    def moves(self, state):
        return range(1, min(state, self.most, N - 4) + 1)


@compiles("properties, cached properties", 2)
@dataclass(frozen=True)
class _(Heap):
    size: int = 3

    @property
    def most(self):
        return self.size + 1

    @functools.cached_property
    def takes(self):
        return tuple(range(1, self.most))

    def moves(self, state):
        for n in self.takes:
            if n <= min(self.most, state):
                yield n


@compiles("what __post_init__ sets", 2)
@dataclass(frozen=True)
class _(Heap):
    size: int = 3
    takes: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self):
        object.__setattr__(self, "takes", tuple(range(1, self.size + 1)))

    def moves(self, state):
        for n in self.takes:
            if n <= state:
                yield n


@compiles("a local name for a constant")
class _(Piles):
    size = 3

    def play(self, state, move):
        n = self.size
        zeros = (0,) * n
        return tuple(state[i] - (i == move) + zeros[i] for i in range(n))


@compiles("expressions of constants, branches that a constant decides")
class _(Heap):
    size = 3
    wrap = False

    def moves(self, state):
        mask = (1 << self.size) - 1
        if self.wrap:
            yield "never"
        for n in range(1, len(range(self.size))):
            if n & mask and n <= state:
                yield n


# --- methods, functions, classes ------------------------------------------------------------------


def taken(state, n=1, *, twice=False):
    return state - (2 * n if twice else n)


@compiles("functions of the module, default and keyword arguments")
class _(Heap):
    def play(self, state, move):
        return taken(state) if move == 1 else taken(state, n=1, twice=True)


@compiles("methods, default and keyword arguments")
class _(Heap):
    def rest(self, state, n=1, times=1):
        return state - n * times

    def play(self, state, move):
        return self.rest(state, times=move)


@compiles("static methods, class methods")
class _(Heap):
    most = 2

    @staticmethod
    def rest(state, n):
        return state - n

    @classmethod
    def least(cls, state):
        return min(state, cls.most)

    def moves(self, state):
        return range(1, self.least(state) + 1)

    def play(self, state, move):
        return self.rest(state, move)


@compiles("methods and fields of a base, super()")
class _(Piles):
    def moves(self, state):
        for i in super().moves(state):
            if i != 1:
                yield i


@compiles("Base.method(self, ...), type(self)")
class _(Piles):
    size = 3

    def outcome(self, state):
        return Piles.outcome(self, state) if type(self).size == 3 else None


@compiles("functools.cache, functools.lru_cache on a function or method")
class _(Heap):
    @functools.cache  # noqa: B019
    def rest(self, state, n):
        return state - n

    def play(self, state, move):
        return self.rest(state, move)


@compiles("a field that holds a game, whose methods are called")
class _(Piles):
    inner = Piles()

    def start(self):
        return (*self.inner.start(), 1)

    def moves(self, state):
        yield from self.inner.moves(state[:-1])

    def play(self, state, move):
        return (*self.inner.play(state[:-1], move), 1 - state[-1])

    def outcome(self, state):
        return self.inner.outcome(state[:-1])


@compiles("a def in a method")
class _(Piles):
    def outcome(self, state):
        def full(i):
            return state[i] + extra > 0

        def all_full():
            for i in range(3):
                if full(i):
                    yield i

        extra = 0
        double = lambda x: 2 * x
        return Value.LOSS if double(sum(1 for _ in all_full())) == 0 else None


def made(most):
    takes = tuple(range(1, most + 1))

    class Made(Heap):
        def moves(self, state):
            for n in takes:
                if n <= most and n <= state:
                    yield n

    return Made


@compiles("a class made in a function, with the function's names")
class _(made(2)):
    pass


# --- NamedTuples ----------------------------------------------------------------------------------


class Two(NamedTuple):
    left: int
    right: int = 0

    @property
    def total(self):
        return self.left + self.right

    def least(self, n):
        return min(self.left, self.right, n)


class TwoPiles(Game):
    def start(self):
        return Two(2, 1)

    def moves(self, state):
        if state.left:
            yield 0
        if state.right:
            yield 1

    def play(self, state, move):
        return Two(state.left - 1, state.right) if move == 0 else Two(state.left)

    def outcome(self, state):
        return Value.LOSS if state.left + state.right == 0 else None


@compiles("NamedTuple states: names, construction, defaults")
class _(TwoPiles):
    pass


@compiles("NamedTuple states: keywords, _replace, put, _make, *")
class _(TwoPiles):
    def play(self, state, move):
        if move == 0:
            return put(state._replace(left=state.left - 1), 0, state.left - 1)
        cells = list(state)
        cells[1] -= 1
        same = Two(*cells)
        return Two._make(cells) if same.right > 5 else Two(right=same.right, left=same.left)


@compiles("NamedTuple states: their methods and properties")
class _(TwoPiles):
    def outcome(self, state):
        return Value.LOSS if state.total == 0 and state.least(3) == 0 else None


N = 7
MANY = tuple((i, i + 1) for i in range(40))
LONG = tuple(2 * i for i in range(100))
TABLE = np.array([[1, 1], [0, 1], [0, 1]], np.uint8)
TABLE.setflags(write=False)


# --- what falls back ------------------------------------------------------------------------------


@falls_back("recursion", "depth calls itself (HERE); write recursion as a loop")
class _(Heap):
    def depth(self, state):
        return 0 if state == 0 else 1 + self.depth(state - 1)  # HERE

    def outcome(self, state):
        return Value.LOSS if self.depth(state) == 0 else None


@falls_back("dicts", "a dict does not compile (HERE); use a tuple or a list indexed by number")
class _(Heap):
    def moves(self, state):
        most = {0: 0, 1: 1}  # HERE
        return range(1, most.get(state, 2) + 1)


@falls_back("strings", "a string does not compile (HERE); use numbers, and texts only in text,")
class _(Heap):
    def moves(self, state):
        yield "one"  # HERE

    def play(self, state, move):
        return state - 1


@falls_back("f-strings", "an f-string does not compile (HERE); use numbers or tuples of numbers")
class _(Heap):
    def moves(self, state):
        yield f"take {min(state, 2)}"  # HERE

    def play(self, state, move):
        return state - int(move[-1])


@falls_back("try ... except", "try does not compile (HERE); test with if before instead")
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


@falls_back("key= of min, max, sorted", "key= of max does not compile (HERE); write a loop that")
class _(Piles):
    def outcome(self, state):
        return None if max(state, key=lambda n: -n * n) or any(state) else Value.LOSS  # HERE


@falls_back("lambdas as values", "a lambda does not compile here (HERE); write a def, a method,")
class _(Heap):
    def play(self, state, move):
        ways = (lambda n: n - 1, lambda n: n - 2)  # HERE
        return ways[move - 1](state)


@falls_back("a list as a field or constant", "self.takes is a list, which does not compile (HERE);")
class _(Heap):
    takes = [1, 2]

    def moves(self, state):
        for n in self.takes:  # HERE
            if n <= state:
                yield n


@falls_back("a dict as a field or constant", "self.most is a dict, which does not compile (HERE);")
class _(Heap):
    most = {1: 1}

    def moves(self, state):
        return range(1, self.most.get(state, 2) + 1)  # HERE


@falls_back("a set as a field or constant", "self.takes is a set, which does not compile (HERE);")
class _(Heap):
    takes = {1, 2}

    def moves(self, state):
        for n in (1, 2):
            if n in self.takes and n <= state:  # HERE
                yield n


@falls_back(
    "members of a plain Enum kept", "Colour.RED is a Colour, which does not compile (HERE);"
)
class _(Heap):
    def outcome(self, state):
        seen = [Colour.RED]  # HERE
        return Value.LOSS if state == 0 and seen else None


class Colour(enum.Enum):
    RED = 1


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


@falls_back("states of True and False", "its states hold True or False; write 1 or 0")
class _(Piles):
    def start(self):
        return (True, False, True)

    def play(self, state, move):
        return tuple(x and i != move for i, x in enumerate(state))


@falls_back(
    "states that are tuples in tuples", "its states are tuples in tuples; make one flat tuple"
)
class _(Piles):
    def start(self):
        return ((1, 0), (0, 1))

    def moves(self, state):
        return [0]

    def play(self, state, move):
        return ((0, 0), (0, 0))

    def outcome(self, state):
        return Value.LOSS if not sum(map(sum, state)) else None


@falls_back(
    "states of another type", "its states are of type str; states that compile are integers"
)
class _(Heap):
    def start(self):
        return "xxx"

    def moves(self, state):
        return [1]

    def play(self, state, move):
        return state[move:]

    def outcome(self, state):
        return None if state else Value.LOSS


@falls_back("tuples that change their length", "a tuple of 3 integers is sliced by bounds that are")
class _(Piles):
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
    "moves of unlike kinds or lengths",
    "it yields a tuple of 2 integers and a tuple of 1 integer (HERE); let it always yield",
)
class _(Piles):
    def moves(self, state):
        for i in range(3):
            if state[i] == 1:
                yield (i,)
            elif state[i] > 1:
                yield (i, 1)  # HERE

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
    "a function of another library", "functools.reduce does not compile (HERE); docs/rules-that"
)
class _(Heap):
    def play(self, state, move):
        return functools.reduce(less_of_two, (state, move))  # HERE


def less_of_two(a, b):
    return a - b


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


@falls_back("methods that are lambdas", "a lambda does not compile (HERE); write a def")
class _(Heap):
    play = lambda self, state, move: state - move  # HERE
