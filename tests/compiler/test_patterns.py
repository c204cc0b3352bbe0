"""Which patterns of a sequence match: tuples and NamedTuples, and no dataclass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import pytest

from perfectplay import Game, Value
from perfectplay.compiler.compare import compare
from perfectplay.compiler.load import compile_rules
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.wider_keys import learnt
from reached_states import reached_states


@dataclass(frozen=True)
class Heap:
    left: int
    turn: int


class HeapTuple(NamedTuple):
    left: int
    turn: int


class OfState(Game):
    """No pattern of a sequence matches a state that is a dataclass."""

    def start(self):
        return Heap(7, 0)

    def moves(self, state):
        return [m for m in (1, 2) if m <= state.left]

    def play(self, state, move):
        match state:
            case (a, b):
                return Heap(a - move, b)
            case _:
                return Heap(state.left - move, 1 - state.turn)

    def outcome(self, state):
        return Value.LOSS if state.left == 0 else None


class Rarely(OfState):
    """As `OfState`, in few states."""

    def play(self, state, move):
        if state.left == 1:
            match state:
                case [1, _]:
                    return Heap(0, 0)
        return Heap(state.left - move, 1 - state.turn)


class OfLocal(OfState):
    """The same of a local."""

    def made(self, left, turn):
        return Heap(left, turn)

    def play(self, state, move):
        child = self.made(state.left - move, 1 - state.turn)
        match child:
            case (0, *_):
                return Heap(0, 0)
        return child


class OfNamedTuple(OfState):
    """A NamedTuple is a sequence."""

    def start(self):
        return HeapTuple(7, 0)

    def play(self, state, move):
        match state:
            case (1 | 2, turn):
                return HeapTuple(0, turn)
            case _:
                return HeapTuple(state.left - move, 1 - state.turn)


@pytest.mark.parametrize("cls", [OfState, Rarely, OfLocal, OfNamedTuple])
def test_patterns_match_what_they_match_in_python(cls):
    rules = CheckedGame(cls())
    compiled, states = compile_rules(cls()), reached_states(rules)
    assert compare(compiled, rules, learnt(states, compiled.shape), states) is None
    assert len(states) > 10
