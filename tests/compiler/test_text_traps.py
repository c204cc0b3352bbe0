"""Where a text is no tuple, and a part of a text more than a letter: compiled as interpreted."""

from __future__ import annotations

import pytest

from perfectplay import Game, Value
from perfectplay.compiler.compare import compare
from perfectplay.compiler.load import compile_rules
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.wider_keys import learnt
from reached_states import reached_states


class Cells(Game):
    """A board of four cells."""

    def start(self):
        return "...."

    def moves(self, state):
        return [i for i in range(len(state)) if state[i] == "."]

    def play(self, state, move):
        return state[:move] + "xo"[state.count("x") > state.count("o")] + state[move + 1 :]

    def ends(self, state, last):
        return False

    def outcome(self, state):
        for i in range(4):
            if "." not in state or self.ends(state, state[i : i + 1 + i % 2]):
                return Value.LOSS
        return None


class NoSequence(Cells):
    """No pattern of a sequence matches a text."""

    def outcome(self, state):
        match state:
            case (a, b, c, d) if a == b == c == d:
                return Value.WIN
            case "..xx" | ".xx.":
                return Value.DRAW
            case [a, *_] if a == "x":
                return Value.WIN
        return None if "." in state else Value.LOSS


class WithinConstants(Cells):
    """A part of several letters in a text of the rules."""

    def ends(self, state, last):
        return len(last) > 1 and last in "xox" and last not in "xoo"


class AsTuples(Cells):
    """A part of a text turned round is a tuple, and no text."""

    def ends(self, state, last):
        turned = tuple(reversed(last))
        return turned == ("x", "o") or len(turned) > 2


class Letters(Cells):
    """A letter is in a text of the rules that no state holds."""

    def ends(self, state, last):
        return state[2] in "qrstuvwxyz" and last not in "0123456789o"


@pytest.mark.parametrize("cls", [NoSequence, WithinConstants, AsTuples, Letters])
def test_texts_are_those_of_python(cls):
    rules = CheckedGame(cls())
    compiled, states = compile_rules(cls()), reached_states(rules)
    assert compare(compiled, rules, learnt(states, compiled.shape), states) is None
    assert len(states) > 10
