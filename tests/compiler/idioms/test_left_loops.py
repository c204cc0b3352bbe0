"""Loops over candidates that are written out, and left by break, continue and return."""

from __future__ import annotations

import pytest

from idioms import elsewhere
from perfectplay import Game, Value
from trapped_rules import judge, refused

pytestmark = pytest.mark.usefixtures("own_code_folder")

TWO = 5
"""Another number than that of the other module."""


def is_some(state, i):
    return state[i] > TWO


class Piles(Game):
    stuck = Value.DRAW

    def start(self):
        return (3, 2, 0)

    def candidates(self, state):
        for i in range(2):
            for n in (1, 2):
                if state[i] >= n:
                    yield (i, n)
        yield "pass"

    def legal(self, state, move):
        return state[2] < 2 if move == "pass" else state[move[0]] >= move[1]

    def play(self, state, move):
        if move == "pass":
            return (state[0], state[1], state[2] + 1)
        if move == "less":
            return (1, state[1], state[2] + 1)
        if len(move) == 2 and move[0] in (0, 1):
            i, n = move
        else:
            i, n = move[1], 1
        return (state[0] - n, state[1], 0) if i == 0 else (state[0], state[1] - n, 0)

    def outcome(self, state):
        if max(state[0], state[1]) <= 0:
            return Value.LOSS
        return Value.DRAW if state[2] >= 2 else None


class LeftFromWithin(Piles):
    """The loop in the other method is left, too, and what follows is done."""

    def moves(self, state):
        number = 0
        for move in self.candidates(state):
            if not self.legal(state, move):
                continue
            yield move
            number += 1
            if number > 2:
                break
        if number == 3:
            yield "less"


class LoopsWithin(Piles):
    """Only the inner loop is left, or gone on with."""

    def moves(self, state):
        for move in self.candidates(state):
            for k in range(3):
                if k == state[2]:
                    break
                if k > 1:
                    continue
            else:
                continue
            if k == 1 and move == "pass":
                break
            yield move


class LoopsAround(Piles):
    def moves(self, state):
        k = 0
        while k < 2:
            for move in self.candidates(state):
                if move == "pass" and k == 0:
                    break
                yield move
            k += 1
            if state[0] == 0:
                break


class LeftInTwoLevels(Piles):
    def some(self, state):
        for move in self.candidates(state):
            if move == "pass" and state[0] == 1:
                break
            yield move
        yield "less"

    def moves(self, state):
        for move in self.some(state):
            if move == "less" and state[1] < 2:
                break
            yield move


class Returned(Piles):
    def moves(self, state):
        for move in self.candidates(state):
            if move == "pass" and state[0] == 1:
                return
            yield move
        yield "less"


class ReturnedWithin(Piles):
    """`return` in a loop of the other method ends that alone."""

    def candidates(self, state):
        for i in range(2):
            for n in (1, 2):
                if state[i] < n:
                    return
                yield (i, n)
        yield "pass"

    def moves(self, state):
        for move in self.candidates(state):
            yield move
        else:
            if state[2] == 0:
                yield "less"


class OfTheOtherModule(Piles):
    """Names of the other module are its own."""

    def moves(self, state):
        for move in elsewhere.candidates(state[:2]):
            if self.legal(state, move):
                yield move

    def legal(self, state, move):
        return state[2] < 2 if move == "pass" else state[move[1]] > 0


class InOrder(OfTheOtherModule):
    """The loop of the other module has a break and an else of its own."""

    def moves(self, state):
        number = 0
        for move in elsewhere.in_order(state[:2]):
            if number == 1 and state[2]:
                break
            yield move
            number += 1  # noqa: SIM113
        else:
            if number == 0:
                yield "less"


class AList(Piles):
    """The list has an else, which is done unless it is left."""

    def moves(self, state):
        options = ["pass"] + [(i, n) for i in range(2) for n in (1, 2)]
        number = 0
        for move in options:
            if move == "pass":
                if state[0] < 2:
                    continue
            elif not self.legal(state, move):
                continue
            yield move
            number += 1
            if number == 3:
                break
        else:
            yield "less"


class Matched(Piles):
    """The names of both methods, and those that patterns set, are their own."""

    def candidates(self, state):
        match state:
            case (a, b, _) if a > b:
                for n in range(1, a + 1):
                    if n > 2:
                        break
                    yield (0, n)
            case (0, b, n):
                yield "less"
                if n:
                    return
            case [x, *rest]:
                for i, y in enumerate(rest):
                    if i == 0 and y:
                        yield (1, x and 1)
        yield "pass"

    def moves(self, state):
        x, n, rest = 5, 0, 3
        for move in self.candidates(state):
            n += x
            match move:
                case "pass" if state[2]:
                    break
                case "pass" | "less":
                    yield move
                case (i, k) if k == 1 or i == 0:
                    yield move
            if n > 2 * x + rest:
                break


@refused("names bound in one of several patterns do not compile (")
class BoundInOneOfSeveral(Matched):
    def candidates(self, state):
        match state:
            case (3, n, _) | (n, 2, _) if n:
                yield (0, 1)
        yield "pass"


GAMES = (
    LeftFromWithin, LoopsWithin, LoopsAround, LeftInTwoLevels, Returned, ReturnedWithin,
    OfTheOtherModule, InOrder, AList, Matched, BoundInOneOfSeveral,
)  # fmt: skip


@pytest.mark.thinned(2)
@pytest.mark.parametrize("cls", GAMES, ids=lambda cls: cls.__name__)
def test_moves_are_those_of_python(cls):
    judge(cls)
