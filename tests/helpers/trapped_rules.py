"""Small games whose rules look like what compiles, and mean something else."""

from __future__ import annotations

from perfectplay import Game, Value
from perfectplay.compiler.compare import compare, refusal_of
from perfectplay.compiler.load import RulesToCompile
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.keys import IntegerKeys
from perfectplay.game.shape.wider_keys import learnt
from reached_states import reached_states

SAID: dict[type[Game], str] = {}
"""What is said of those that do not compile; the others do."""


def refused(sentence):
    """Note what is said of a game."""

    def noted(cls):
        SAID[cls] = sentence
        return cls

    return noted


class Taking(Game):
    """`taken` says how many stones a move takes besides one."""

    def start(self):
        return 9

    def moves(self, state):
        return [0, 1, 2]

    def play(self, state, move):
        return max(0, state - 1 - self.taken(state, move) % 3)

    def taken(self, state, move):
        return move

    def outcome(self, state):
        return Value.LOSS if state == 0 else None


def judge(cls: type[Game]) -> None:
    """Assert that compiled rules answer as Python in all states, or that the refusal is true."""
    rules = CheckedGame(cls())
    states = reached_states(rules)
    assert len(states) > 2
    told, difference = "", None
    try:
        given = RulesToCompile(cls(), symmetries=True)
        compiled = given.compile()
        keys = IntegerKeys() if isinstance(states[0], int) else learnt(states, compiled.shape)
        try:
            difference = compare(compiled, rules, keys, states)
        except NotCompilable as refusal:
            if not given.takes_another_way(refusal):
                raise
            compiled = given.compile()
            difference = compare(compiled, rules, keys, states)
        if difference is not None and compiled.sets_from:  # so in a solve
            told, difference = str(refusal_of(difference, compiled, rules)), None
    except NotCompilable as refusal:
        told = str(refusal)
    assert difference is None, str(difference)
    assert SAID[cls] in told if cls in SAID else not told, told
