"""Idioms that compile: outcomes and moves."""

from __future__ import annotations

from typing import NamedTuple

import perfectplay
from idioms.noting import Heap, Piles, compiling
from perfectplay import Value, put

COMPILES, compiles = compiling()


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


@compiles("-Value.WIN")
class _(Heap):
    def outcome(self, state):
        if state == 1:
            return -Value.LOSS
        return -Value.WIN if state == 0 and -Value.WIN == Value.LOSS else None


@compiles("the outcome of another state asked of self")
class _(Heap):
    def moves(self, state):
        for n in (1, 2):
            if n <= state and (self.outcome(state - n) is None or n == 1):
                yield n


@compiles("play that gives None for what is not allowed: self.play(state, move) is not None")
class _(Piles):
    def moves(self, state):
        return [i for i in range(3) if self.play(state, i) is not None]

    def play(self, state, move):
        after = list(state)
        if not after[move]:
            return None
        after[move] -= 1
        return tuple(after)


@compiles("the same where states are numbers: if self.play(state, move) is not None")
class _(Heap):
    def moves(self, state):
        return [n for n in (1, 2, 3) if self.play(state, n) is not None]

    def play(self, state, move):
        if move > state:
            return None
        return state - move


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


@compiles("moves given as a constant list: return PAIRS")
class _(Piles):
    PAIRS = [(0, 1), (0, 2), (2, 1)]  # noqa: RUF012

    def moves(self, state):
        return self.PAIRS

    def play(self, state, move):
        return put(state, move[0], max(state[move[0]] - move[1], 0))

    def outcome(self, state):
        return None if state[0] or state[2] else Value.LOSS


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


def steps_up_to(most):
    return tuple(n for n in range(1, most + 1) if n != 3)


@compiles("moves that a function or a method gives, of any length: return multiples(a, b)")
class _(Heap):
    def small(self, state):
        found = [n for n in (1, 2) if n <= state]
        return found if state < 4 else found[:1]

    def moves(self, state):
        if state % 2:
            return steps_up_to(state)
        return list(self.small(state)) if state > 2 else self.small(state)


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


@compiles("symmetries, and other generators, that give nothing behind a constant")
class _(Piles):
    mirrored = False

    def symmetries(self, state):
        if self.mirrored:
            yield state[::-1]

    def more(self, state):
        if not self.mirrored:
            return
        yield (0, 1)

    def moves(self, state):
        for i, _ in self.more(state):
            yield i
        yield from (i for i in range(3) if state[i])


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
