"""Idioms that compile: methods, functions, classes."""
# ruff: noqa: E731

from __future__ import annotations

import functools
from functools import partial

from idioms.noting import Heap, Piles, compiling
from perfectplay import Value, put

COMPILES, compiles = compiling()


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


class Piled:
    """Holds functions and a constant alone."""

    LEAST = 1

    @staticmethod
    def at(state, i):
        return state[i]

    @classmethod
    def is_there(cls, state, i):
        return cls.at(state, i) >= cls.LEAST

    def taken(state, i):
        return put(state, i, state[i] - Piled.LEAST)


class PiledHigher(Piled):
    LEAST = 2


@compiles("classes that hold functions and constants: Board.is_free(...), cls.at(...), cls.SIZE")
class _(Piles):
    def start(self):
        return (4, 1, 2)

    def moves(self, state):
        return [i for i in range(3) if Piled.is_there(state, i) or PiledHigher.is_there(state, i)]

    def play(self, state, move):
        return Piled.taken(state, move)


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


class Cells:
    __LEAST = 1

    def __init__(self, cells):
        self.__cells = list(cells)

    def __less(self, i):
        self.__cells[i] -= self.__LEAST

    def take(self, i):
        self.__less(i)

    def freeze(self):
        return tuple(self.__cells)


@compiles("names of two underscores: self.__least(i), self.__MOST, and in objects that rules make")
class _(Piles):
    __MOST = 2

    def __least(self, n):
        return n if n < self.__MOST else self.__MOST

    def play(self, state, move):
        cells = Cells(state)
        cells.take(move)
        return cells.freeze()

    def outcome(self, state):
        return Value.LOSS if self.__least(sum(state)) == 0 else None


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


@compiles("default arguments of such a def: def free(i, most=top), free(0), free(0, most=1)")
class _(Piles):
    def moves(self, state):
        top = max(state)

        def free(i, most=top, *, least=1):
            return least <= min(state[i], most)

        top = 0
        for i in range(3):
            if free(i) and free(i, 9, least=top) and free(i, least=0, most=top + 1):
                yield i

    def play(self, state, move):
        def full(i, least=1):
            return state[i] >= least

        return put(state, move, state[move] - min(1, len(list(filter(full, range(3))))))


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


@compiles("go = partial(self.less, state, n=1), then go(i)")
class _(Piles):
    def less(self, state, i, n):
        return put(state, i, state[i] - n)

    def moves(self, state):
        go = partial(self.less, state, n=1)
        for i in range(3):
            if min(go(i)) >= 0:
                yield i


def less(n, state, i, twice=0):
    return put(state, i, state[i] - n - twice)


one_less = partial(less, 1)
two_less = partial(one_less, twice=1)


@compiles("one_less = partial(less, 1) of the module, then one_less(state, i)")
class _(Piles):
    def moves(self, state):
        return [i for i in range(3) if min(one_less(state, i)) >= 0]

    def play(self, state, move):
        return one_less(state, move) if state[move] < 3 else two_less(state, move, twice=2)


@compiles("add = found.append, least = self.least: names for what is called")
class _(Piles):
    def least(self, i):
        return i % 2

    def moves(self, state):
        found = []
        add, least = found.append, 0
        lowest = self.least
        for i in range(3):
            if state[i] > min(lowest(i), least):
                add(i)
        return found
