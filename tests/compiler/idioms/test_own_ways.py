"""Frozen dataclasses whose index, loops, length and truth are not those of their fields."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

import pytest

from perfectplay import Game, Value
from perfectplay.compiler.load import compile_rules
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.source.refusals import refusal_of_states
from perfectplay.game.shape.record_classes import field_names, own_ways
from trapped_rules import judge, refused

pytestmark = pytest.mark.usefixtures("own_code_folder")

UNTOLD = "Odd, which has methods such as __getitem__ or __iter__, is indexed, looped over, tested"


@dataclass(frozen=True)
class Odd:
    a: int
    b: int

    def __getitem__(self, i):
        return (self.b, self.a + 1, 7)[i]

    def __iter__(self):
        return iter((self.b, self.a, 5))

    def __len__(self):
        return self.a + self.b

    def __contains__(self, x):
        return x == self.a + 10

    def __bool__(self):
        return self.a > 0


class Two(Game):
    stuck = Value.LOSS

    def start(self):
        return Odd(3, 2)

    def moves(self, state):
        if state.a:
            yield 1
        if state.b:
            yield 2

    def play(self, state, move):
        return Odd(state.a - 1, state.b) if move == 1 else Odd(state.a, state.b - 1)

    def outcome(self, state):
        return Value.LOSS if self.won(state) else None

    def won(self, odd):
        return odd[0] == odd[-3] == 0 and odd[-1] == 7


class InALoop(Two):
    def won(self, odd):
        total = 0
        for i, x in enumerate(odd):
            total += i * x
        return total <= 11 and sum(odd) < 8 and max(odd) == 5 and sorted(odd)[0] <= 1


class Unpacked(Two):
    def won(self, odd):
        x, y, z = odd
        first, *rest = [*odd]
        return x == first == 0 and z == rest[-1] == 5 and y < 3


class Tested(Two):
    def won(self, odd):
        if not odd:
            return odd.b < 2
        return 11 in odd and 12 not in odd and len(odd) > 1 and bool(odd) is (1 if odd else 0)


class WithItsClass(Two):
    def won(self, odd: Odd):
        return next(zip(odd, odd, strict=True)) == (0, 0) and min(odd, key=lambda x: -x) == 5


class ComparedWhole(Two):
    def won(self, odd):
        return odd == Odd(0, 0) or odd in (Odd(0, 1), Odd(1, 0)) or odd == (0, 1)


class SetAnew(Two):
    def play(self, state, move):
        b, a, _ = state
        state = Odd(a - (move == 1), b - (move == 2))
        return state


class WithItsFirst(Two):
    """Which is asked first shows in what is left."""

    def next(self, found):
        found.append(1)
        return len(found) - 1

    def won(self, odd):
        found = [0]
        return odd[self.next(found)] + odd[self.next(found)] == 8 and self.next(found) in odd


@refused(UNTOLD)
class OneOfBoth(Two):
    def won(self, odd):
        return (odd or 3) == 3


@refused(UNTOLD)
class Matched(Two):
    def won(self, odd):
        match odd:
            case (_, _):
                return True
        return False


class Sliced(Two):
    def won(self, odd):
        return odd[:1] == (0,) and odd[1:] != odd[:-1]


@dataclass(frozen=True)
class Pair:
    odds: tuple[Odd, Odd]
    turn: int = 0

    def __getitem__(self, i):
        return self.odds[1 - i]


class OfTwo(Game):
    stuck = Value.LOSS

    def start(self):
        return Pair((Odd(1, 1), Odd(2, 0)))

    def moves(self, state):
        for i in range(2):
            if state[i].a:
                yield i

    def play(self, state, move):
        odds = list(state.odds)
        odds[1 - move] = Odd(state[move].a - 1, state[move].b)
        return Pair((odds[0], odds[1]), 1 - state.turn)

    def outcome(self, state):
        return Value.LOSS if state[0][0] == 0 and not state[0] else None


class AnyOfThem(OfTwo):
    def outcome(self, state):
        total = sum(x for odd in state.odds for x in odd)
        many = [odd for odd in state.odds if len(odd) > 1]
        return Value.LOSS if total == 11 or not any(state.odds) or not many else None


@refused(UNTOLD)
class InAChain(OfTwo):
    def outcome(self, state):
        return Value.LOSS if sum(chain.from_iterable(state.odds)) < 12 else None


@refused(UNTOLD)
class TakenApart(OfTwo):
    def outcome(self, state):
        for _, (x, y, z) in enumerate(state.odds):
            if x + y + z > 5:
                return None
        return Value.LOSS


@refused(UNTOLD)
class Mapped(OfTwo):
    def outcome(self, state):
        return Value.LOSS if sum(map(len, state.odds)) <= 1 else None


@refused(UNTOLD)
class Filtered(OfTwo):
    def outcome(self, state):
        return Value.LOSS if not list(filter(None, state.odds)) else None


@dataclass(frozen=True)
class Basic:
    cells: tuple[int, ...]

    def __getitem__(self, i):
        return self.cells[i]

    def __len__(self):
        return len(self.cells)


@dataclass(frozen=True)
class Ring(Basic):
    turn: int = 0

    def __getitem__(self, i, step=1):
        return self.cells[i * step % len(self)]

    def __iter__(self):
        for i in range(len(self)):
            yield self[i]

    def __contains__(self, x):
        return any(x == y for y in self)


class Inherited(Game):
    """Its methods ask each other, and those of the class above."""

    stuck = Value.LOSS

    def start(self):
        return Ring((1, 2, 1))

    def moves(self, state):
        for i in range(len(state)):
            if state[i + 3] and state[i - 1] + 1 in state:
                yield i

    def play(self, state, move):
        return Ring(tuple(x - (i == move) for i, x in enumerate(state)), 1 - state.turn)

    def outcome(self, state):
        return Value.LOSS if sum(state) == 1 else None


@dataclass(frozen=True)
class Shy(Basic):
    turn: int = 0

    def __getitem__(self, i):
        if self.turn > 9:
            return 0
        return self.cells[i]


@refused("state[1:] is a slice of Shy, which has a __getitem__ (")
class SlicedShy(Game):
    def start(self):
        return Shy((1, 2, 1))

    def moves(self, state):
        return [i for i in range(len(state)) if state[i]]

    def play(self, state, move):
        return Shy(tuple(state[i] - (i == move) for i in range(3)), 1 - state.turn)

    def outcome(self, state):
        return Value.LOSS if sum(state[1:]) == 0 else None


class Line(NamedTuple):
    cells: tuple[int, ...]
    turn: int

    def __getitem__(self, i):
        return self.cells[i]


class OfLine(Game):
    def start(self):
        return Line((0, 0, 0), 1)

    def moves(self, state):
        return [i for i in range(3) if state[i] == 0]

    def play(self, state, move):
        cells, turn = state
        return Line((*cells[:move], turn, *cells[move + 1 :]), 3 - turn)

    def outcome(self, state):
        if state[0] == state[1] != 0:
            return Value.LOSS
        return Value.DRAW if 0 not in state.cells else None


@refused("Line, which has methods such as __getitem__ or __iter__, is indexed, looped over, tested")
class WithItsLength(OfLine):
    stuck = Value.LOSS

    def outcome(self, state):
        return Value.LOSS if len(state) == state[1] else None


GAMES = (
    Two, InALoop, Unpacked, Tested, WithItsClass, ComparedWhole, SetAnew, WithItsFirst, OneOfBoth,
    Matched, Sliced, OfTwo, AnyOfThem, InAChain, TakenApart, Mapped, Filtered, Inherited, SlicedShy,
    OfLine, WithItsLength,
)  # fmt: skip


@pytest.mark.thinned(3)
@pytest.mark.parametrize("game", GAMES)
def test_they_are_asked_or_refused(game):
    judge(game)


@dataclass(frozen=True)
class Equal:
    a: int

    def __eq__(self, other):
        return True

    __hash__ = None


class Long(NamedTuple):
    a: tuple[int, ...]

    def __len__(self):
        return 3


def test_which_classes_have_them():
    assert list(own_ways(Ring)) == ["__getitem__", "__contains__", "__len__", "__iter__"]
    assert field_names(Ring) == ("cells", "turn")
    assert field_names(Equal) == field_names(Long) == ()


class Flat(OfLine):
    def start(self):
        return Short(2, 3)

    def moves(self, state):
        return [1] if state.a else []

    def play(self, state, move):
        return Short(state.a - 1, 0)

    def outcome(self, state):
        return None if state.a else Value.LOSS


class Short(NamedTuple):
    a: int
    b: int

    def __len__(self):
        return 2


def test_one_of_numbers_alone_is_refused_too():
    with pytest.raises(NotCompilable, match=r"Short does not compile \(.*\); write @dataclass\("):
        compile_rules(Flat())


def test_others_are_refused_with_what_does():
    assert refusal_of_states(Long((1, 2))) == (
        "its states hold Long, a NamedTuple with methods such as __len__ or __iter__ of its own",
        "",
        "write @dataclass(frozen=True), which may have __len__, __iter__, __getitem__ and "
        "__contains__",
    )  # fmt: skip
    assert "no kw_only, InitVar, __init__, __eq__" in refusal_of_states(Equal(1))[2]
