"""The moves of a state, each with what it is worth, from what is known of the states after it."""

from __future__ import annotations

from collections.abc import Callable

from perfectplay.core.value import State
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.score_range import value_of_score
from perfectplay.tablebase.record import MoveRecord
from perfectplay.tablebase.table import StateEntry


def move_records(
    rules: CheckedGame,
    state: State,
    entry: StateEntry,
    known: Callable[[State], StateEntry | None],
    *,
    perfect: bool = True,
) -> list[MoveRecord]:
    """A state's moves in the rules' order; ``known`` gives the entry of a state after a move.

    Moves to states of which nothing is known are left out. ``perfect=False``: no remoteness is
    known, so that no move is called perfect.
    """
    records = []
    for move, child in rules.position(state).options:
        again = rules.moves_again(state, move, child)
        after = known(child)
        if after is None:
            continue
        value, score, said = after.value if again else after.value.negated, None, None
        if after.score is not None:
            score = rules.gain(state, move) + (after.score if again else -after.score)
            value, said = value_of_score(score), rules.score_text(score)
        best = value is entry.value and score == entry.score
        realised = None if after.remoteness is None else after.remoteness + 1
        realises = perfect and best and realised == entry.remoteness
        text = rules.move_text(move)
        records.append(
            MoveRecord(move, text, value, after.remoteness, best, realises, child, score, said)
        )
    return records
