"""The reason of a value: facts with their sentences."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from perfectplay.core.json_of import json_of
from perfectplay.core.value import State
from perfectplay.tablebase.record import jsonable


@dataclass(frozen=True)
class Fact:
    """One thing that is so, with the sentence that says it.

    ``kind``: docs/why.md lists them; ``state``: the position that it is about; ``value``: "win",
    "draw" or "loss" there, or of the moves, for the player to move in it; None in games of points,
    which have ``score``; ``plies``: to the end, None if there is no end or it is not told;
    ``moves``: texts of the moves that it is about, in a line one after another; ``reply``: the move
    of the opponent that meets those in ``met``, None where several do; ``only``, of a line: whether
    each move is the only best one of several.
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

    def as_dict(self) -> dict[str, Any]:
        """As JSON."""
        state = {"state": jsonable(self.state)}
        rest = json_of(self, "value score plies moves reply met only")
        return {**json_of(self, "kind sentence"), **state, **rest}


@dataclass(frozen=True)
class Reason:
    """Why a position, or a ``move`` in it (None: no move was asked about), has its value."""

    state: State
    text: str
    move: str | None
    facts: tuple[Fact, ...] = field(default=())

    @property
    def sentences(self) -> tuple[str, ...]:
        """What the facts say."""
        return tuple(fact.sentence for fact in self.facts)

    def as_dict(self) -> dict[str, Any]:
        """As JSON."""
        return {"state": jsonable(self.state), **json_of(self, "text move facts")}
