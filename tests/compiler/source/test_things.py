"""Functions, classes and objects in tables of the rules: what is refused, and what compiles."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from perfectplay import Game, Value, put, solve
from perfectplay.compiler.compare import compare
from perfectplay.compiler.load import compile_rules
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.core.errors import MethodError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.wider_keys import learnt

pytestmark = pytest.mark.usefixtures("own_code_folder")


class Counter:
    def __init__(self):
        self.n = 0

    def up(self):
        self.n += 1
        return 0


@dataclass(frozen=True)
class Least:
    n: int


class Sized:
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n


class Direction:
    def __init__(self, i):
        self.i = i


def is_some(n):
    return n > 0


def pair(n):
    return (n, 1)


def depth(n):
    return 0 if n <= 0 else DEPTHS["down"](n - 1) + 1


def flat(n):
    return n


COUNTERS = [Counter(), Counter()]
TWINS = {"x": Least(1), "y": Least(1)}
SIZED = (Sized(0), Sized(2))
UNLIKE = (is_some, pair)
DEPTHS = {"down": depth, "flat": flat}
DIRECTIONS = [Direction(0), Direction(1)]


class Two(Game):
    """Two piles, one stone at a time."""

    stuck = Value.LOSS

    def start(self):
        return (3, 2)

    def moves(self, state):
        return (i for i in (0, 1) if state[i])

    def play(self, state, move):
        return (state[0] - (move == 0), state[1] - (move == 1))

    def outcome(self, state):
        return None


class Changed(Two):
    def moves(self, state):
        for i, counter in enumerate(COUNTERS):
            if state[i] > counter.up():
                yield i


class Equal(Two):
    def moves(self, state):
        for i, each in enumerate(TWINS.values()):
            if state[i] and each == TWINS["x"]:
                yield i


class WithLength(Two):
    def moves(self, state):
        for i, each in enumerate(SIZED):
            if each and state[i]:
                yield i


class UnlikeKinds(Two):
    def moves(self, state):
        for i, function in enumerate(UNLIKE):
            if function(state[i]) and state[i]:
                yield i


class Held(Two):
    def start(self):
        return (DIRECTIONS[0], 2)

    def moves(self, state):
        return range(state[1])

    def play(self, state, move):
        return (DIRECTIONS[1 - state[0].i], state[1] - 1)


REFUSED = {
    Changed: "self.n is changed by a rule",
    WithLength: "SIZED is a Sized, which does not compile",
    UnlikeKinds: "it returns a tuple of 2 integers and True or False",
    Held: "its states hold Direction in field 0",
}


@pytest.mark.parametrize("game", REFUSED)
def test_refused_with_the_reason_and_solved_none_the_less(game):
    with pytest.raises(NotCompilable) as refusal:
        where_it_differs(game())
    assert REFUSED[game] in str(refusal.value)
    assert len(solve(game())) > 2


def test_dataclasses_in_constants_are_equal_by_their_fields():
    """In other tables objects are equal only to themselves."""
    assert where_it_differs(Equal()) is None


class Moved(Two):
    """Moves are objects."""

    def moves(self, state):
        for direction in DIRECTIONS:
            if state[direction.i]:
                yield direction

    def play(self, state, move):
        return tuple(pile - (i == move.i) for i, pile in enumerate(state))


class NoNumber(Two):
    """An object is neither a number nor None."""

    def moves(self, state):
        for i, each in enumerate(DIRECTIONS):
            same = each == DIRECTIONS[i % 2]
            if each != 0 and each is not None and each not in (0, 1) and same and state[i]:
                yield i


class CallsItself(Two):
    def moves(self, state):
        for i, function in enumerate(DEPTHS.values()):
            if function(state[i]) > 0:
                yield i


class OtherLength(Game):
    """A row becomes shorter after twelve moves of one kind, which random plays hardly make."""

    stuck = Value.LOSS

    def start(self):
        return ((1, 1), (1, 1), 0, 0)

    def moves(self, state):
        return range(4) if state[3] < 14 else ()

    def play(self, state, move):
        *rows, streak, plies = state
        streak = streak + 1 if move == 0 else 0
        place = streak // 12
        rest = rows[0][:place] + rows[0][place + 1 :]
        first = rest if streak == 12 else (1, streak % 2)
        return (*put(tuple(rows), 0, first), streak % 12, plies + 1)

    def outcome(self, state):
        return None


@pytest.mark.parametrize("game", [Moved, NoNumber, CallsItself])
def test_compiled_as_interpreted(game):
    assert where_it_differs(game()) is None


def test_a_row_of_another_length_is_left_to_the_interpreter():
    with pytest.raises(MethodError, match="its states change their shape"):
        solve(OtherLength(), method="compiled")
    reference = solve(OtherLength(), method="reference")
    solution = solve(OtherLength())
    assert all(solution.probe(x) == reference.probe(x) for x in reference.states())


def where_it_differs(game):
    states = list(solve(game, method="reference").states())
    compiled = compile_rules(game)
    return compare(compiled, CheckedGame(game), learnt(states, compiled.shape), states)
