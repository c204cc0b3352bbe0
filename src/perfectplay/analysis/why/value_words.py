"""Values in the sentences of a reason."""

from __future__ import annotations

from perfectplay.core.value import Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.showing import number_of, plies_words
from perfectplay.tablebase.record import Record

ONE = {Value.WIN: "wins", Value.DRAW: "draws", Value.LOSS: "loses"}
"""What one move or player does."""

MANY = {Value.WIN: "win", Value.DRAW: "draw", Value.LOSS: "lose"}
"""What several moves do."""

ENDS = {Value.WIN: "a win", Value.DRAW: "a draw", Value.LOSS: "a loss"}


def mover_has(rules: CheckedGame, record: Record) -> str:
    """The value of a position whose play goes on, in a sentence."""
    if record.score is not None:
        return f"Best play brings the player to move {points(rules, record.score)}."
    if rules.game.players == 1:
        if record.value is Value.WIN:
            return f"It can be solved in {number_of(record.remoteness or 0, 'move')}."
        return "It cannot be solved."
    if record.value is Value.DRAW:
        end = without_end(record.remoteness)
        return f"With best play it is a draw{end}."
    return f"The player to move {ONE[record.value]} in {plies_words(record.remoteness or 0)}."


def over_words(rules: CheckedGame, record: Record) -> str:
    """The value of a position in which the play is over."""
    if record.score is not None:
        return f"The play is over, with {points(rules, record.score)} for the player to move."
    if rules.game.players == 1:
        solved = record.value is Value.WIN
        return f"The play is over: {'solved' if solved else 'not solved'}."
    who = "" if record.value is Value.DRAW else " for the player to move"
    return f"The play is over: {ENDS[record.value]}{who}."


def without_end(plies: int | None) -> str:
    """How long a draw takes: `` in 3 plies``, or `` without end``."""
    return " without end" if plies is None else f" in {plies_words(plies)}"


def points(rules: CheckedGame, score: int) -> str:
    """A score with its sign, as people read it."""
    text = rules.score_text(score)
    return f"{'+' if score > 0 else ''}{text} point{'' if text in ('1', '-1') else 's'}"
