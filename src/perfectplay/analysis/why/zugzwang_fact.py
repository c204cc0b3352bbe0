"""The fact that a player would do better if passing were allowed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from perfectplay.analysis.passing import passed, passing_of
from perfectplay.analysis.why.reason import Fact
from perfectplay.core.value import Value
from perfectplay.game.find.random_plays import random_states
from perfectplay.game.turns import says_turn
from perfectplay.tablebase.record import Record
from perfectplay.tablebase.solution import Solution

SAMPLE = 2_000
"""States of plays at random by which it is found what passing the turn would be."""

WOULD = {Value.WIN: "win", Value.DRAW: "draw"}


def zugzwang(solution: Solution, record: Record) -> Iterator[Fact]:
    """In a position: every move loses what passing would keep.

    In an impartial game every lost position would be one, so that it says nothing.
    """
    rules = solution.rules
    game = rules.game
    if record.score is not None or record.value is Value.WIN or game.impartial:
        return
    if game.players == 1 or not says_turn(game):
        return
    states = dict.fromkeys(islice(random_states(game, rules.start()), SAMPLE))
    twin = passing_of(solution, list(states))
    other = None if twin is None else passed(solution, twin, record.state)
    if other is None or not rules.position(other).options:
        return
    kept = solution.value(other).negated
    if kept > record.value:
        sentence = (
            f"It is zugzwang: if passing were allowed, the player to move would {WOULD[kept]}."
        )
        yield Fact("zugzwang", sentence, record.state, str(kept))
