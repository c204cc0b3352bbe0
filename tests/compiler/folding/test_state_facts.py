"""What the state told where a move was given holds in `play`, and nothing else does."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from types import FunctionType, ModuleType

import pytest

from perfectplay import Game, Value
from perfectplay.compiler.load import RulesToCompile
from perfectplay.compiler.translate import translate
from trapped_rules import judge, refused

pytestmark = pytest.mark.usefixtures("own_code_folder")


class Two(Game):
    """Moves of two kinds; `play` asks the state."""

    stuck = Value.LOSS

    def start(self):
        return (0, 1, 9)

    def moves(self, state):
        a, b, _ = state
        if a == 1:
            yield "a"
        if b == 1:
            yield (1, 2)
        yield "b"

    def play(self, state, move):
        a, b, n = state
        if a == 1:
            return (0, 1 - b, n - 1)
        if b == 1:
            return (1, 1 - b, n - 2)
        if move == "a":
            return (1, b, n - 3)
        if move == "b":
            return (b, 0, n - 2)
        return (1 - a, 1 - b, n - 1 - move[1])

    def outcome(self, state):
        return Value.LOSS if state[2] <= 0 else None


class TruthIsNotEquality(Game):
    """2 is true, and is not True."""

    stuck = Value.LOSS

    def start(self):
        return (2, 6)

    def moves(self, state):
        if state[0]:
            yield "a"
        else:
            yield (1, 2)

    def play(self, state, move):
        if state[0] == True:  # noqa: E712
            return (0, state[1] - 1)
        if move == "a":
            return (1, state[1] - 2)
        return (2, state[1] - 1)

    def outcome(self, state):
        return Value.LOSS if state[1] <= 0 else None


class SetAgainInALoop(Two):
    """The loop is written out, move by move."""

    def moves(self, state):
        a, _, _ = state
        for move in ["a", (1, 2), "b"]:
            if a == 1:
                yield move
            a = 1 - a
        yield (1, 0)


class SetAgainInALoopOverAHelper(Two):
    def moves(self, state):
        a, _, _ = state
        for move in self.steps():
            if a == 1:
                yield move
            a = 1
        yield "b"

    def steps(self):
        yield "a"
        yield (1, 2)


class SetAgainInAHelper(Two):
    """The helper stands above, and is written out below."""

    def steps(self, state, a):
        if a == 1:
            yield "a"
        a = state[0]
        if a == 1:
            yield "b"
        yield (1, 0)

    def moves(self, state):
        yield from self.steps(state, state[2] % 2)


class AskedLaterByAFunction(Two):
    def play(self, state, move):
        a, b, n = state

        def inner():
            if a == 1:
                return 1
            return 0

        a = 1 - a
        return (inner(), 1 - b, n - 1 - a)


class AskedLaterByALambda(Two):
    def play(self, state, move):
        a, b, n = state
        find = lambda: 1 if a == 1 else 0  # noqa: E731
        a = 1 - a
        return (find(), 1 - b, n - 1 - a)


class AskedAfterWalrus(Two):
    def play(self, state, move):
        a, b, n = state
        if (a := 1 - a) and a == 1:
            return (0, 1 - b, n - 1)
        return (1, b, n - 1 - (move == "a"))


@dataclass(frozen=True)
class Part:
    cells: int


@dataclass(frozen=True)
class Whole:
    a: int
    b: int
    part: Part

    @property
    def cells(self):
        return [self.a, self.b]


class AListOfAProperty(Game):
    """It has the name of a field of another class, and changes."""

    stuck = Value.LOSS

    def start(self):
        return Whole(3, 4, Part(1))

    def moves(self, state):
        cells = state.cells
        cells[0] = 5
        if cells[0] == 5:
            yield "a"
            yield (1, 2)

    def play(self, state, move):
        if state.cells[0] == 5:
            return Whole(0, 0, Part(0))
        if move == "a":
            return Whole(state.a - 1, state.b, Part(0))
        return Whole(state.a, state.b - 1, Part(1))

    def outcome(self, state):
        return Value.LOSS if state.a * state.b <= 0 else None


@refused("is of values of two kinds does not compile")
class ExactlyTrue(TruthIsNotEquality):
    def play(self, state, move):
        if state[0] is True:
            return (0, state[1] - 1)
        return (1 if move == "a" else 2, state[1] - 2)


GAMES = [x for x in globals().values() if isinstance(x, type) and issubclass(x, Game)]


@pytest.mark.parametrize("cls", [x for x in GAMES if x is not Game], ids=lambda cls: cls.__name__)
def test_only_what_was_told_is_known(cls):
    judge(cls)


def test_a_constant_of_another_module_is_another_constant():
    elsewhere = ModuleType("rules_elsewhere")
    elsewhere.LIMIT = 1
    code = Limited.moves
    moved = FunctionType(code.__code__, vars(elsewhere) | {"__name__": "rules_elsewhere"}, "moves")
    moved.__qualname__ = "Limited.moves"
    sys.modules[elsewhere.__name__] = elsewhere

    class Here(Limited):
        moves = moved

    judge(Here)


LIMIT = 6


class Limited(Game):
    stuck = Value.LOSS

    def start(self):
        return (3, 0)

    def moves(self, state):
        if state[0] > LIMIT:
            yield "a"
        else:
            yield (1, 2)

    def play(self, state, move):
        if state[0] > LIMIT:
            return (0, 0)
        return (state[0] - 1, 1 if move == "a" else 0)

    def outcome(self, state):
        return Value.LOSS if state[0] <= 0 else None


def test_the_branch_of_the_other_moves_is_left_out():
    """A move of two numbers is not unpacked as a pair of pairs."""

    class Fox(Game):
        stuck = Value.LOSS

        def start(self):
            return ((1, 1), ((0, 0), (0, 2)), "fox")

        def moves(self, state):
            fox, hounds, turn = state
            if turn == "fox":
                yield (fox[0] + 1, fox[1])
            else:
                for hound in hounds:
                    yield hound, (hound[0] + 1, hound[1])

        def play(self, state, move):
            fox, hounds, turn = state
            if turn == "fox":
                return move, hounds, "hounds"
            source, to = move
            return fox, tuple(to if x == source else x for x in hounds), "fox"

        def outcome(self, state):
            return Value.LOSS if state[0][0] > 2 else None

    text = translate(Fox()).text
    assert text.count("'fox'") == 0  # a word has a name
    RulesToCompile(Fox(), symmetries=True).compile()
    judge(Fox)
