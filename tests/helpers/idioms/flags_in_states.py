"""Idioms that compile: members of a Flag and of an IntFlag in states."""

from __future__ import annotations

from enum import Flag, IntFlag, auto
from functools import reduce
from operator import or_

from idioms.noting import compiling
from perfectplay import Game, Value, put

COMPILES, compiles = compiling()


class Wall(IntFlag):
    NORTH = 1
    EAST = 2
    ALL = 3

    @property
    def other(self):
        return Wall.EAST if self is Wall.NORTH else Wall.NORTH


class Trait(Flag):
    TALL = auto()
    DARK = auto()


class Walls(Game):
    """Two cells; each move draws a wall of one."""

    def start(self):
        return (Wall(0), Wall.EAST)

    def moves(self, state):
        for i in range(2):
            for wall in (Wall.NORTH, Wall.EAST):
                if not state[i] & wall:
                    yield (i, wall)

    def play(self, state, move):
        i, wall = move
        return put(state, i, state[i] | wall)

    def outcome(self, state):
        return Value.LOSS if all(walls == Wall.ALL for walls in state) else None


@compiles("members of an IntFlag in states: walls | wall, not walls & wall, walls == Wall.ALL")
class _(Walls):
    pass


@compiles("flags: wall in walls, walls & ~wall, walls ^= wall, wall.other, walls.value, walls is")
class _(Walls):
    def moves(self, state):
        for i in range(2):
            for wall in Wall:
                if wall not in state[i]:
                    yield (i, wall)

    def play(self, state, move):
        i, wall = move
        walls = state[i]
        walls ^= wall
        if walls.value == 3 and state[1 - i] is not Wall.NORTH and wall.other in state[1 - i]:
            return (walls & ~wall | wall, walls)
        return put(state, i, walls)


class Traits(Game):
    """A piece of each kind is put down, until all traits are there."""

    def start(self):
        return (Trait(0), 2)

    def moves(self, state):
        return [n for n in range(4) if Trait(n) & state[0] == Trait(0) or n == 3]

    def play(self, state, move):
        return (state[0] | Trait(move), state[1] - 1)

    def outcome(self, state):
        traits, left = state
        if traits == Trait.TALL | Trait.DARK:
            return Value.LOSS
        return None if left else Value.DRAW


@compiles("members of a Flag in states: Trait(n), traits == Trait.TALL | Trait.DARK, loops over it")
class _(Traits):
    pass


@compiles("None or a member of a Flag: reduce(or_, pieces), if traits, bool(traits)")
class _(Game):
    def start(self):
        return (None, None, None)

    def moves(self, state):
        return [i for i in range(3) if state[i] is None]

    def play(self, state, move):
        return put(state, move, Trait.DARK if None not in state[1:] else Trait(move))

    def outcome(self, state):
        if None in state:
            return None
        shared = reduce(or_, state)
        return Value.LOSS if shared and bool(shared & Trait.DARK) else Value.DRAW
