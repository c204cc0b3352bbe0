"""Classes that look like what compiles, and mean something else: the answers are Python's, and
refusals are true."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Flag
from functools import cache, partial

import pytest

from perfectplay import Game, Value
from perfectplay.compiler.compare import compare
from perfectplay.compiler.load import compile_rules
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.wider_keys import learnt
from reached_states import reached_states
from trapped_rules import judge, refused

pytestmark = pytest.mark.usefixtures("own_code_folder")


@dataclass(frozen=True)
class Pile:
    n: int

    def less(self):
        return replace(self, n=self.n - 1)

    def step(self):
        return 1

    def parts(self):
        return [self.n, 1]


@dataclass(frozen=True)
class Heap(Pile):
    def step(self):
        return super().step() + 1


@dataclass(frozen=True)
class Other:
    n: int


class Tag:
    limit = 2

    def __init__(self, n):
        self.n = n

    def over(self):
        return self.n > self.limit


class Row(Game):
    """Two piles; `ends` differs."""

    def start(self):
        return (Pile(3), Pile(2))

    def moves(self, state):
        one, other = state
        if one.n:
            yield 0
        if other.n:
            yield 1

    def play(self, state, move):
        one, other = state
        return (Pile(one.n - 1), other) if move == 0 else (one, Pile(other.n - 1))

    def ends(self, one, other):
        return False

    def outcome(self, state):
        one, other = state
        return Value.LOSS if self.ends(one, other) or one.n + other.n == 0 else None


class UnlikeWithin(Row):
    """Tuples of unlike classes, in unlike order."""

    def ends(self, one, other):
        return (one, Other(1)) == (Pile(2), Other(1)) or (one, Other(1)) == (Other(1), one)


@refused("lists of unlike items are compared")
class Lists(Row):
    def ends(self, one, other):
        return [one, 1] == [Pile(2), 1]


@refused("is of tuples or objects is asked")
class Identical(Row):
    def ends(self, one, other):
        return one is Pile(one.n)


@refused("objects of a class without == are compared")
class Objects(Row):
    def ends(self, one, other):
        return Tag(one.n) in [Tag(1), Tag(2)]


@refused("objects of a class without == are compared")
class SetOfObjects(Row):
    def ends(self, one, other):
        return len({Tag(1), Tag(1)}) == 1


@refused("what Pile has is asked of something else")
class ReplacedOther(Row):
    """``replace`` of a class that is in no state, with fields of the same names."""

    def ends(self, one, other):
        return replace(Other(one.n), n=2) == Pile(2)


@refused("less of one class is asked of something else")
class Inherited(Row):
    """``replace`` gives the class of the object, which is another one than the method's."""

    def start(self):
        return (3, 2)

    def moves(self, state):
        return [i for i in (0, 1) if state[i]]

    def play(self, state, move):
        return (state[0] - 1, state[1]) if move == 0 else (state[0], state[1] - 1)

    def outcome(self, state):
        ends = Heap(state[0]).less() == Pile(1) or sum(state) == 0
        return Value.LOSS if ends else None


class OfHeap(Row):
    """The same where states hold one of the two."""

    def start(self):
        return (Heap(3), Heap(2))

    def play(self, state, move):
        one, other = state
        return (one.less(), other) if move == 0 else (one, other.less())


@refused("super() outside of a game's methods does not compile")
class Above(OfHeap):
    def ends(self, one, other):
        return one.step() > other.n


@refused("partial does not compile")
class Given(Row):
    def ends(self, one, other):
        both = (one.n, other.n)
        least = partial(min, *both)
        return least(5) == 1


@refused("o.limit is changed by a rule")
class ClassConstant(Row):
    """An object hides what its class has."""

    def ends(self, one, other):
        o = Tag(one.n)
        o.limit = 1
        return o.over() and one.n < 2


@refused("key= gives a list")
class KeyOfLists(Row):
    def ends(self, one, other):
        piles = [one, other]
        piles.sort(key=Pile.parts)
        return piles[0].n == 1


@refused("compiled code takes None for another value")
class FoundOr(Row):
    def found(self, one, other):
        for pile in (one, other):
            if pile.n == 1:
                return pile

    def ends(self, one, other):
        return (self.found(one, other) or one).n == 0


@refused("ends is a method, and another value in this game (")
class Hidden(Row):
    """The game has a method of its own under the name of another."""

    def __init__(self):
        self.ends = self.other

    def other(self, one, other):
        return self.less(one, other) < 2

    def less(self, one, other):
        return min(one.n, other.n)

    def ends(self, one, other):
        return False


class Remembered(Row):
    def __init__(self):
        self.ends = cache(self.ends)
        self.less = self.less

    def less(self, one, other):
        return min(one.n, other.n)

    def ends(self, one, other):
        return self.less(one, other) < 2


GAMES = [x for x in list(vars().values()) if isinstance(x, type) and issubclass(x, Game)]
GAMES = [x for x in GAMES if x not in (Game, Row)]


@pytest.mark.parametrize("cls", GAMES, ids=lambda cls: cls.__name__)
def test_classes_are_those_of_python(cls: type[Game]) -> None:
    judge(cls)


@dataclass(frozen=True, order=True)
class Cell:
    r: int
    c: int


CELLS = [Cell(0, 0), Cell(0, 1), Cell(1, 1)]


class Taken(Game):
    """Cells that are taken, in their order and as a set; `ends` differs."""

    def start(self):
        return (frozenset(), tuple(CELLS))

    def moves(self, state):
        return range(len(state[1]))

    def play(self, state, move):
        return (state[0] | {state[1][move]}, state[1][:move] + state[1][move + 1 :])

    def ends(self, state):
        return len(state[0]) > 1 and max(state[0]) == Cell(0, 1)

    def outcome(self, state):
        return Value.LOSS if self.ends(state) or not state[1] else None


class TakenBoth(Taken):
    def ends(self, state):
        return len(state[1]) == 1 and min(state[0]) == Cell(0, 1) and state[1][0] != Cell(1, 1)


def test_classes_of_one_name_of_two_games_are_told_apart() -> None:
    for cls in (Taken, TakenBoth):
        rules = CheckedGame(cls())
        states = reached_states(rules)
        compiled = compile_rules(cls())
        difference = compare(compiled, rules, learnt(states, compiled.shape), states)
        assert difference is None, str(difference)


class Wall(Flag):
    EAST = 1
    WEST = 2


class Walls(Row):
    """A Flag is compared with its number, which it never equals."""

    def start(self):
        return (Wall.EAST | Wall.WEST, 2)

    def moves(self, state):
        return [wall for wall in (Wall.EAST, Wall.WEST) if wall in state[0]]

    def play(self, state, move):
        return (state[0] & ~move, state[1] - 1)

    def outcome(self, state):
        return Value.WIN if state[0] == 2 else Value.LOSS if not state[0] else None


def test_a_flag_that_is_compared_with_a_number_is_told() -> None:
    rules = CheckedGame(Walls())
    states = reached_states(rules)
    compiled = compile_rules(Walls())
    difference = compare(compiled, rules, learnt(states, compiled.shape), states)
    assert "a Flag equals its number in compiled code" in str(difference)
