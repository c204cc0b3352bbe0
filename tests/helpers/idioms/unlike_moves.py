"""Idioms that compile: moves of unlike kinds and lengths."""

# ruff: noqa: RUF005

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from idioms.noting import Piles, compiling
from perfectplay import Value, put

COMPILES, compiles = compiling()


class Shifting(Piles):
    """Take a stone, shift one to another pile, or pass once in a row."""

    def start(self):
        return (2, 0, 1, 0)

    def moves(self, state):
        for i in range(3):
            if state[i]:
                yield ("take", i)
        for i in range(3):
            for j in range(3):
                if j == i + 1 and state[i] > state[j]:
                    yield ("shift", i, j)
        if not state[3]:
            yield "pass"

    def take(self, state, i):
        return put(state, i, state[i] - 1)[:3] + (0,)

    def shift(self, state, i, j):
        return put(self.take(state, i), j, state[j] + 1)

    def play(self, state, move):
        if move == "pass":
            return state[:3] + (1,)
        if move[0] == "take":
            return self.take(state, move[1])
        return self.shift(state, move[1], move[2])

    def outcome(self, state):
        return Value.LOSS if state[:3] == (0, 0, 0) else None


@compiles('("take", i), ("shift", i, j) and "pass": ==, move[0] ==, an index')
class _(Shifting):
    pass


@compiles("kind, *rest = move; kind, i = move where the kind tells")
class _(Shifting):
    def moves(self, state):
        for move in taken(state):
            if state[move[1]] != 1 or state[3]:
                yield move
        if state[3] == 0:
            yield ("pass",)

    def play(self, state, move):
        kind, *rest = move
        if kind == "pass":
            return state[:3] + (1,)
        if kind in ("take", "grab"):
            _, i = move
            return self.take(state, i)
        return self.shift(state, rest[0], rest[1])

    def outcome(self, state):
        return Value.LOSS if state[:3] == (0, 0, 0) else None


def taken(state):
    for i, pile in enumerate(state[:3]):
        if pile:
            yield ("take", i)


@compiles("a number, None and tuples: is None, isinstance, type(move) is")
class _(Shifting):
    def moves(self, state):
        yield from (i for i in range(3) if state[i])
        for i in range(2):
            if state[i] > state[i + 1]:
                yield i, i + 1
        yield from () if state[3] else (None,)

    def play(self, state, move):
        if move is None:
            return state[:3] + (1,)
        if isinstance(move, tuple):
            i, j = move
            return self.shift(state, i, j)
        assert type(move) is int
        return self.take(state, move)


@compiles("tuples of unlike lengths: len(move), loops over one")
class _(Piles):
    def moves(self, state):
        for i in range(3):
            if state[i]:
                yield (i,)
        for i in range(3):
            for j in range(i):
                if state[i] and state[j]:
                    yield i, j

    def play(self, state, move):
        if len(move) == 1:
            return put(state, move[0], state[move[0]] - 1)
        for i in move:
            state = put(state, i, state[i] - 1)
        return state


@compiles('match move: case ("take", i), case "pass", case int(), case _')
class _(Shifting):
    def play(self, state, move):
        match move:
            case int():
                return state
            case "pass" | "wait":
                return state[:3] + (1,)
            case ("take", i):
                return self.take(state, i)
            case (_, i, j) if i != j:
                return self.shift(state, i, j)
        return state


class Take(NamedTuple):
    pile: int


@dataclass(frozen=True)
class Shift:
    origin: int
    target: int = 1


@dataclass(frozen=True)
class Wait:
    pass


@compiles("moves of several NamedTuples and frozen dataclasses: isinstance, names, match")
class _(Shifting):
    def moves(self, state):
        for i in range(3):
            if state[i]:
                yield Take(i)
        if state[0] > state[1]:
            yield Shift(origin=0)
        if state[1] > state[2]:
            yield Shift(1, target=2)
        if not state[3]:
            yield "wait"

    def play(self, state, move):
        if isinstance(move, Take):
            return self.take(state, move.pile)
        match move:
            case Shift(origin=0):
                return self.shift(state, 0, 1)
            case Shift(i, j):
                return self.shift(state, i, j)
        return state[:3] + (1,)
