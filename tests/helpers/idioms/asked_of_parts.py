"""Idioms that compile: what is asked of parts of a state, and moves of which the state tells the
kind."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from itertools import combinations_with_replacement
from operator import attrgetter, itemgetter
from typing import NamedTuple

from idioms.noting import compiling
from perfectplay import Game, Value

COMPILES, compiles = compiling()


class Side(Enum):
    LEFT = "left"
    RIGHT = "right"

    def __invert__(self):
        return Side.RIGHT if self is Side.LEFT else Side.LEFT

    def __neg__(self):
        return self


class Place(NamedTuple):
    row: int
    column: int


@dataclass(frozen=True)
class Walker:
    place: Place
    left: int = 2


@dataclass(frozen=True)
class Wall:
    place: Place
    across: bool


@dataclass(frozen=True)
class Walk:
    mover: Walker
    waiting: Walker
    walls: frozenset[Wall] = frozenset()
    side: Side = Side.LEFT


class Walking(Game):
    """Two walkers on two rows of three; a walker may build a wall in front of himself."""

    stuck = Value.LOSS

    def start(self):
        return Walk(Walker(Place(0, 0)), Walker(Place(1, 2)))

    def moves(self, state):
        row, column = state.mover.place
        for to in (Place(1 - row, column), Place(row, (column + 1) % 3)):
            if to != state.waiting.place and Wall(to, across=True) not in state.walls:
                yield to

    def play(self, state, move):
        walls = state.walls
        if state.mover.left:
            walls |= {Wall(state.mover.place, across=True)}
        here = Walker(move, max(0, state.mover.left - 1))
        return Walk(state.waiting, here, walls, state.side)

    def outcome(self, state):
        return Value.LOSS if state.waiting.place == (1, 1) and not state.mover.left else None


@compiles(
    "replace(state.mover, place=to) of the class that the field has, beside others with place"
)
class _(Walking):
    def play(self, state, move):
        walls = state.walls
        if state.mover.left:
            walls |= {Wall(state.mover.place, across=True)}
        here = replace(state.mover, place=move)
        spent = replace(here, left=max(0, here.left - 1))
        return replace(state, mover=state.waiting, waiting=spent, walls=walls)


@compiles("~side, -side, of an Enum that says what they are")
class _(Walking):
    def play(self, state, move):
        return replace(super().play(state, move), side=~state.side)

    def outcome(self, state):
        if -state.side is Side.RIGHT and state.mover.place.column == 2:
            return Value.WIN
        return super().outcome(state)


@compiles('key=attrgetter("row", "column"), itemgetter(1, 0), attrgetter("place.row")')
class _(Walking):
    def moves(self, state):
        found = sorted(super().moves(state), key=attrgetter("column", "row"), reverse=True)
        return sorted(found, key=itemgetter(1, 0))

    def outcome(self, state):
        far = max((state.mover, state.waiting), key=attrgetter("place.column", "left"))
        return Value.LOSS if far.place.row and far.left == 0 else super().outcome(state)


@compiles("combinations_with_replacement(xs, 2), and of a number that depends on the state")
class _(Game):
    stuck = Value.LOSS

    def start(self):
        return (9, 2)

    def moves(self, state):
        left, most = state
        coins = [x for x in (1, 2, 4) if x <= left]
        sums = {a + b for a, b in combinations_with_replacement(coins, 2)}
        sums |= {sum(some) for some in combinations_with_replacement(coins, most)}
        return sorted(x for x in sums if x <= left)

    def play(self, state, move):
        return (state[0] - move, 1 + move % 3)

    def outcome(self, state):
        return Value.LOSS if state[0] < 2 else None


def inside(place):
    return 0 <= place[0] < 2 and 0 <= place[1] < 3


@compiles("[to for step in STEPS if inside(to := (r + step, c))], a call that is given it first")
class _(Walking):
    def moves(self, state):
        row, column = state.mover.place
        return [
            to
            for down, right in ((1, 0), (-1, 0), (0, 1))
            if inside(to := Place(row + down, column + right)) and to != state.waiting.place
        ]


@compiles("moves of two kinds, and play asks the state of which: if turn == ...: else: a, b = move")
class _(Game):
    """A fox and two hounds."""

    stuck = Value.LOSS

    def start(self):
        return ((2, 1), ((0, 0), (0, 2)), "fox")

    def moves(self, state):
        fox, hounds, turn = state
        if turn == "fox":
            for down in (-1, 1):
                for right in (-1, 1):
                    to = (fox[0] + down, fox[1] + right)
                    if inside_field(to) and to not in hounds:
                        yield to
            return
        for hound in hounds:
            for right in (-1, 1):
                to = (hound[0] + 1, hound[1] + right)
                if inside_field(to) and to != fox and to not in hounds:
                    yield hound, to

    def play(self, state, move):
        fox, hounds, turn = state
        if turn == "fox":
            return move, hounds, "hounds"
        source, to = move
        moved = [to if hound == source else hound for hound in hounds]
        return fox, tuple(sorted(moved)), "fox"

    def outcome(self, state):
        return Value.LOSS if state[0][0] == 0 and state[2] == "hounds" else None


def inside_field(place):
    return 0 <= place[0] < 3 and 0 <= place[1] < 4


@compiles("moves of two kinds, told by what is left in hand: if hand > 0: hand -= 1 ...; else: ...")
class _(Game):
    """Two men each on three points; a man that stands may go to a point beside it."""

    stuck = Value.LOSS

    def start(self):
        return ((), (), 3)

    def moves(self, state):
        mine, theirs, hand = state
        free = [x for x in ("left", "middle", "right", "top") if x not in mine + theirs]
        if hand > 0:
            return free
        return [(man, to) for man in mine for to in free if man != "top"]

    def play(self, state, move):
        mine, theirs, hand = state
        if hand > 0:
            men = (*mine, move)
            hand -= 1
        else:
            source, to = move
            men = tuple(to if man == source else man for man in mine)
        return theirs, tuple(sorted(men)), hand

    def outcome(self, state):
        return Value.LOSS if "top" in state[1] and state[2] == 0 else None


@dataclass(frozen=True)
class Put:
    at: int


@dataclass(frozen=True)
class Slide:
    source: int
    to: int


@dataclass(frozen=True)
class Field:
    men: tuple[int, ...]
    turn: int

    def with_men(self, changes):
        men = tuple(changes.get(i, man) for i, man in enumerate(self.men))
        return Field(men, 3 - self.turn)


@compiles(
    "state.with_men({at: man}): a dict given to a method of a record; yield from map(Put, free)"
)
class _(Game):
    """Two men each on four points; then a man slides to a free point beside it."""

    stuck = Value.LOSS

    def start(self):
        return Field((0,) * 5, 1)

    def moves(self, state):
        free = [i for i, man in enumerate(state.men) if man == 0]
        if state.men.count(state.turn) < 2:
            yield from map(Put, free)
        else:
            for at, man in enumerate(state.men):
                if man == state.turn and at + 1 in free:
                    yield Slide(at, at + 1)

    def play(self, state, move):
        match move:
            case Put(at):
                return state.with_men({at: state.turn})
            case Slide(source, to):
                return state.with_men({source: 0, to: state.turn})

    def outcome(self, state):
        return Value.LOSS if state.men[0] == 3 - state.turn == state.men[1] else None
