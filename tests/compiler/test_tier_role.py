"""``tier`` as a role of compiled rules: what the kernels write against what Python says."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from perfectplay import Game, Value
from perfectplay.compiler.compare import compare
from perfectplay.compiler.expander import Expander
from perfectplay.compiler.load import compile_rules
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.core.errors import RulesError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.keys import IntegerKeys
from perfectplay.game.shape.wider_keys import learnt
from perfectplay.game.tuples import put

pytestmark = pytest.mark.usefixtures("own_code_folder")


@dataclass(frozen=True)
class Heap(Game):
    """Take some; the tier is minus what is left, so that negative tiers are met."""

    most: int = 3
    stuck = Value.LOSS

    def start(self):
        return 40

    def moves(self, state):
        return range(1, min(self.most, state) + 1)

    def play(self, state, move):
        return state - move

    def outcome(self, state):
        return None

    def tier(self, state):
        return -state


class Piles(Game):
    """Two piles and a turn; mirrored piles are equal, so children are representatives."""

    stuck = Value.LOSS

    def start(self):
        return (4, 4, 0)

    def player(self, state):
        return state[2]

    def moves(self, state):
        return [(i, n) for i in range(2) for n in range(1, state[i] + 1)]

    def play(self, state, move):
        state = put(state, move[0], state[move[0]] - move[1])
        return put(state, 2, state[2] if move[1] == 1 else 1 - state[2])

    def outcome(self, state):
        return None

    def symmetries(self, state):
        yield (state[1], state[0], state[2])

    def tier(self, state):
        return 8 - state[0] - state[1]


class Untiered(Piles):
    tier = Game.tier


def expander(game):
    rules = CheckedGame(game)
    states = [game.start()]
    for state in states:
        states += [child for _, child in rules.options(state) if child not in states]
    keys = IntegerKeys() if isinstance(states[0], int) else learnt(states)
    return Expander(compile_rules(game), rules, keys), states


@pytest.mark.parametrize("game", [Heap(), Piles()], ids=["integers", "tuples"])
@pytest.mark.parametrize("branching", [4.0, 0.0], ids=["one round", "rounds"])
def test_each_child_has_its_tier(game, branching):
    """Also where the children come in several rounds, since room for them was guessed too small."""
    found, states = expander(game)
    found.branching = branching
    many = states * 40  # more children than the least room there is
    keys = np.array([found.keys.key(state) for state in many], np.int64)
    expanded = found.expand(keys, 0, len(keys))
    wanted = [game.tier(game.play(s, move)) for s in many for move in game.moves(s)]
    assert expanded.tiers.tolist() == wanted
    assert len(expanded.tiers) == len(expanded.children) > 64
    assert expanded.tiers.dtype == np.int64


@pytest.mark.parametrize("game", [Heap(), Piles()], ids=["integers", "tuples"])
def test_tiers_of_some_keys(game):
    found, states = expander(game)
    keys = np.array([found.keys.key(state) for state in states], np.int64)
    assert found.tiers_of(keys, 3, 9).tolist() == [game.tier(s) for s in states[3:9]]
    assert found.tiers_of(keys, 3, 3).tolist() == []


def test_a_game_without_tiers_has_none_written():
    found, states = expander(Untiered())
    assert not found.compiled.has_tier
    keys = np.array([found.keys.key(state) for state in states], np.int64)
    expanded = found.expand(keys, 0, len(keys))
    assert len(expanded.tiers) == 0 < len(expanded.children)
    assert found.tiers_of(keys, 0, 4).tolist() == [0, 0, 0, 0]
    assert compare(found.compiled, found.rules, found.keys, states) is None


def test_a_game_with_tiers_says_so_and_compares_equal():
    found, states = expander(Piles())
    assert found.compiled.has_tier
    assert compare(found.compiled, found.rules, found.keys, states) is None


class Wrapping(Heap):
    """The tier leaves 64 bits on the way, but only for the larger states."""

    def tier(self, state):
        return ((40 - state) << 59) % 1_000


def test_a_tier_that_compiled_code_wraps_is_a_difference():
    game = Wrapping()
    compiled, rules = compile_rules(game), CheckedGame(game)
    assert compare(compiled, rules, IntegerKeys(), range(37, 40)) is None
    error = compare(compiled, rules, IntegerKeys(), [39, 20])
    assert isinstance(error, RulesError)
    assert error.promise == "compiled-differs"
    tiers = [((40 - child) << 59) % 1_000 for child in (19, 18, 17)]
    shown = f"to 19 in tier {tiers[0]}, 18 in tier {tiers[1]}, 17 in tier {tiers[2]}; compiled"
    assert shown in str(error)


class Fractions(Heap):
    def tier(self, state):
        return -state / 2


def test_a_tier_that_is_no_whole_number_does_not_compile():
    with pytest.raises(NotCompilable, match="its tier is a fraction") as refused:
        compile_rules(Fractions())
    assert "//" in refused.value.idiom


class Raising(Heap):
    def tier(self, state):
        return -state // min(1, state)


def test_a_tier_that_raises_is_shown_with_its_state():
    found, _ = expander(Heap())
    found = Expander(compile_rules(Raising()), CheckedGame(Raising()), found.keys)
    keys = np.array([5, 2, 9], np.int64)
    with pytest.raises(RulesError, match=r"Raising.tier raised ZeroDivisionError.*in state 0"):
        found.expand(keys, 0, 3)
    with pytest.raises(RulesError, match=r"Raising.tier raised ZeroDivisionError.*in state 0"):
        found.tiers_of(np.zeros(1, np.int64), 0, 1)
