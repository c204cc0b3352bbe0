"""Idioms that compile: control flow."""

from __future__ import annotations

import typing
from typing import NewType, cast

from idioms.noting import Heap, Piles, compiling
from perfectplay import Value, put

COMPILES, compiles = compiling()

Count = NewType("Count", int)


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


@compiles("for ...: if ...: found = x; break, then found")
class _(Piles):
    def outcome(self, state):
        for i, pile in enumerate(state):
            if pile:
                found = i
                break
        return None if any(state) and found + i >= 0 else Value.LOSS


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


@compiles("[b for a in xs if (b := f(a)) > 0]: the condition of a comprehension, or its item")
class _(Heap):
    def moves(self, state):
        left = [rest for n in (1, 2, 3) if (rest := state - n) >= 0]
        if any((half := rest // 2) > 1 and half < 9 for rest in left):
            yield 2
        yield from (state - rest for rest in left if rest != state - 2)


@compiles("while (a := self.next(a)) is not None: yield a, where next gives None at the end")
class _(Heap):
    def after(self, n):
        return n + 1 if n < 3 else None

    def moves(self, state):
        n = 0
        while (n := self.after(n)) is not None and n <= state:
            yield n


@compiles("while a and (b := c): ...; if a and (b := c): ..., elif, else")
class _(Piles):
    def moves(self, state):
        i, n = -1, 3
        while (i := i + 1) < 3 and (n := n - 1) >= 0 and i + n < 9:
            if state[i] and (left := state[i] - n) > 0:
                yield left % 3 if state[left % 3] else i
            elif state[i] and (one := state[i] % 2):
                yield i * one
            else:
                n = n + state[i]
        if i > n:
            yield from (i for i in range(3) if state[i])


@compiles("a = self.next(b); if a is None: continue; yield a")
class _(Piles):
    def taken(self, state, i):
        return (i, 1) if state[i] else None

    def moves(self, state):
        for i in range(3):
            move = self.taken(state, i)
            if move is None:
                continue
            yield move

    def play(self, state, move):
        return tuple(n - move[1] * (i == move[0]) for i, n in enumerate(state))


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


@compiles("a, *_, b = state; a, *rest = state, (a, *rest), self.step(*rest) of unlike items")
class _(Piles):
    def start(self):
        return (2, (0, 1), "x", 1)

    def moves(self, state):
        first, *_, last = state
        return [i for i in range(2) if state[1][i]] + ([2] if first >= last else [])

    def step(self, piles, turn, move):
        return tuple(n - (i == move) for i, n in enumerate(piles)), "o" if turn == "x" else "x"

    def play(self, state, move):
        first, *rest, last = state
        if move == 2:
            return (first - 1, *rest, last)
        return (first, *self.step(*rest, move), 1 - last)

    def outcome(self, state):
        *_, turn, last = state
        return Value.LOSS if state[0] == 0 and turn == "o" and last == 0 else None

    stuck = Value.DRAW


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


@compiles("calls for type checkers: Pile = NewType('Pile', int), Pile(n), cast(int, n)")
class _(Heap):
    def play(self, state, move):
        left: Count = Count(state - cast(int, move))
        return max([Count(left - k) for k in (0,)])

    def outcome(self, state):
        return Value.LOSS if typing.cast("Count", state) == 0 else None
