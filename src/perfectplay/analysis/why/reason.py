"""The reason of a value: facts with their sentences, and values in these."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from perfectplay.core.json_of import json_of
from perfectplay.core.value import State, Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.score_words import points_text
from perfectplay.game.showing import number_of, plies_words
from perfectplay.tablebase.record import Record, jsonable


@dataclass(frozen=True)
class Fact:
    """One thing that is so, with the sentence that says it.

    ``kind``: docs/why.md lists them; ``state``: the position that it is about; ``value``: "win",
    "draw" or "loss" there, or of the moves, for the player to move in it; None in games of points,
    which have ``score``; ``plies``: to the end, None if there is no end or it is not told;
    ``moves``: texts of the moves that it is about, in a line one after another; ``reply``: the move
    of the opponent that meets those in ``met``, None where several do; ``only``, of a line: whether
    each move is the only best one of several; ``pairs``: moves that answer each other.
    """

    kind: str
    sentence: str
    state: State
    value: str | None = None
    score: int | None = None
    plies: int | None = None
    moves: tuple[str, ...] = ()
    reply: str | None = None
    met: tuple[str, ...] = ()
    only: tuple[bool, ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """As JSON."""
        state = {"state": jsonable(self.state)}
        rest = json_of(self, "value score plies moves reply met only pairs")
        return {**json_of(self, "kind sentence"), **state, **rest}


@dataclass(frozen=True, repr=False)
class Reason:
    """Why a position, or a ``move`` in it (None: no move was asked about), has its value.

    ``str`` has a sentence a line.
    """

    state: State
    text: str
    move: str | None
    facts: tuple[Fact, ...] = field(default=())

    def __repr__(self) -> str:
        return f"<{' '.join(self.sentences)}>"

    def __str__(self) -> str:
        return "\n".join(self.sentences)

    @property
    def sentences(self) -> tuple[str, ...]:
        """What the facts say."""
        return tuple(fact.sentence for fact in self.facts)

    def as_dict(self) -> dict[str, Any]:
        """As JSON."""
        return {"state": jsonable(self.state), **json_of(self, "text move facts")}


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
        if record.remoteness is None:
            return "With best play it is an endless draw."
        return f"With best play it is a draw in {plies_words(record.remoteness)}."
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


def does_in(value: Value, plies: int | None) -> str:
    """What one move or player does, and in how many plies.

    >>> does_in(Value.WIN, 3), does_in(Value.DRAW, None)
    ('wins in 3 plies', 'brings an endless draw')
    """
    if plies is None and value is Value.DRAW:
        return "brings an endless draw"
    return f"{ONE[value]} in {plies_words(plies or 0)}"


def points(rules: CheckedGame, score: int) -> str:
    """A score with its sign, as people read it."""
    return f"{'+' if score > 0 else ''}{points_text(rules, score)}"
