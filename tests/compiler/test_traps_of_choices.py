"""Choices between tables, and moves that are asked more than once: what a review of these idioms
found. Such rules are refused, or answer as Python does in every state."""
# ruff: noqa: SIM108

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import pytest

from perfectplay import Game, Value
from perfectplay.compiler.compare import compare
from perfectplay.compiler.load import compile_rules
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.wider_keys import learnt
from reached_states import reached_states

pytestmark = pytest.mark.usefixtures("own_code_folder")

UP, DOWN, LEFT = (1, 2), (2, 3), (1, 3)


class Choosing(Game):
    """Stones are taken in one of the ways that `ways` gives."""

    stuck = Value.LOSS

    def start(self):
        return (15, 0)

    def moves(self, state):
        return [way for way in self.ways(*state) if way <= state[0]]

    def play(self, state, move):
        return (state[0] - move, (state[1] + move) % 5)

    def outcome(self, state):
        return None


class SetAgain(Choosing):
    def ways(self, n, k):
        if k % 2:
            ways = UP
            if n % 3 == 0:
                ways = LEFT
        else:
            ways = DOWN
        return ways


class LeftEarly(Choosing):
    def ways(self, n, k):
        ways = LEFT
        for i in range(3):
            if i == k % 3:
                ways = UP
                break
            else:
                ways = DOWN
        return ways


class TestChanged(Choosing):
    __test__ = False

    def ways(self, n, k):
        cells = [k] if k % 2 else []
        if cells:
            cells.pop()
            ways = UP
        else:
            ways = DOWN
        return ways


class InnerTestChanged(Choosing):
    def ways(self, n, k):
        x = n % 2
        if k % 2:
            ways = UP if x else DOWN
            x = 1 - x
        else:
            ways = LEFT
        return [way for way in ways if way != x + 5]


class ReadInside(Choosing):
    def ways(self, n, k):
        ways = LEFT

        def total():
            return sum(ways)

        if k % 2:
            ways = UP
            n -= total()
        else:
            ways = DOWN
        return [way for way in ways if way <= n]


class Scratch(Choosing):
    """Dicts that begin in branches and grow later are no constant tables."""

    def ways(self, n, k):
        if k % 2:
            seen = {1: 2, 2: 0}
        else:
            seen = {0: 1, 2: 1}
        seen[n % 4] = 3
        total = seen.get(2, 5) + seen.get(k, 0) + len(seen)
        return [way for way in (1, 2, 3) if total % 3 != way]


@dataclass(frozen=True)
class Take:
    n: int


@dataclass(frozen=True)
class Swap:
    a: int
    b: int


class Unlike(Game):
    """Moves of two kinds."""

    stuck = Value.LOSS

    def start(self):
        return (12, 0)

    def given(self, state):
        n, k = state
        for x in (2, 3):
            if x <= n and (x + k) % 3:
                yield Take(x)
        if n and k == 2:
            yield Swap(k, 1)

    def moves(self, state):
        return list(self.given(state))

    def play(self, state, move):
        n, k = state
        if isinstance(move, Take):
            return (n - move.n, (k + 1) % 4)
        return (n - 1, (k + move.a + move.b) % 4)

    def outcome(self, state):
        return None


class ListChanged(Unlike):
    def outcome(self, state):
        cells = list(state)
        moves = self.moves(cells)
        cells[1] = 2
        return Value.WIN if any(isinstance(move, Swap) for move in moves) else None


class UsedUp(Unlike):
    def moves(self, state):
        yield from self.given(state)

    def outcome(self, state):
        moves, total = self.moves(state), 0
        for _ in range(2):
            total += sum(isinstance(move, Take) for move in moves)
        return Value.WIN if total == 3 else Value.DRAW if total == 2 else None


class NoList(Unlike):
    """An empty tuple is no empty list."""

    def moves(self, state):
        return tuple(self.given(state))

    def outcome(self, state):
        return Value.WIN if self.moves(state) == [] else None


class AtLastGenerated(Unlike):
    """In states that no play at random reaches soon, ``moves`` gives a generator, which is true."""

    def start(self):
        return (90, 0)

    def moves(self, state):
        return self.given(state) if state[0] < 2 else list(self.given(state))

    def outcome(self, state):
        return Value.WIN if not self.moves(state) else None


class LongNames(Game):
    """What is spelled is mostly one character."""

    stuck = Value.LOSS

    def start(self):
        return ("a", 6)

    def name(self, n):
        return "xq" if n == 3 else "b"

    def moves(self, state):
        if state[1]:
            yield f"K{self.name(state[1])}"
            yield f"Kx{state[0]}"

    def play(self, state, move):
        return ("a" if "x" in move else "b", state[1] - 1)

    def outcome(self, state):
        return None


class Lift(NamedTuple):
    a: int
    lift: object = None


class Hidden(Lift):
    """A field that a class below hides."""

    @property
    def lift(self):
        return 1


class Lifting(Choosing):
    def moves(self, state):
        found = [Hidden(n) for n in (1, 2) if n <= state[0]]
        return [*found, Hidden(1, 2)] if state[0] > 3 else found

    def play(self, state, move):
        n, k = state
        if move.lift is not None:
            return (max(0, n - move.a - 1), (k + 1) % 3)
        return (n - move.a, k)


class Shadowed(Game):
    """A list of the author's own, which tells a list from a tuple."""

    stuck = Value.LOSS

    def start(self):
        return ((1, 2, 3), 5)

    def moves(self, state):
        return [0, 1, 2] if state[1] else []

    def play(self, state, move):
        row, n = state
        list = lambda r: [r[0], r[0], r[1]] if r == (1, 2, 3) else [1, 1, 1]  # noqa: A001, E731
        if n % 2:
            row = [x * 1 for x in row]
        return (tuple(list(row)), n - 1)

    def outcome(self, state):
        return None


COMPILED = [
    SetAgain, LeftEarly, TestChanged, InnerTestChanged, ReadInside, Scratch, LongNames,
]  # fmt: skip
TRAPS = [*COMPILED, ListChanged, UsedUp, NoList, AtLastGenerated, Lifting, Shadowed]


@pytest.mark.parametrize("cls", TRAPS)
def test_refused_or_as_python(cls: type[Game]) -> None:
    rules = CheckedGame(cls())
    states = reached_states(rules)
    assert len(states) > 2
    try:
        compiled = compile_rules(cls())
    except NotCompilable:
        assert cls not in COMPILED
        return
    assert compare(compiled, rules, learnt(states, compiled.shape), states) is None
    assert cls in COMPILED
