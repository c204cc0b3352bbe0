"""The results of searches."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any, Generic

from perfectplay.core.json_of import json_of
from perfectplay.core.value import MoveT, StateT, Value
from perfectplay.game.checks.score_range import value_of_score
from perfectplay.game.result_scale import FAR, UNBOUNDED
from perfectplay.tablebase.record import MoveRecord, Record, jsonable, score_fields
from perfectplay.tablebase.table import plies_text, worth_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Bound:
    """A proved lower or upper bound on the result of a state.

    ``plies``: of a win or a loss; None for a draw, or if not known. ``score``: in games of points
    only.
    """

    value: Value
    plies: int | None = None
    score: int | None = None

    def as_dict(self) -> dict[str, Any]:
        """The bound as JSON."""
        return {"value": str(self.value), **score_fields(self.score, None), "plies": self.plies}


def bound_of(result: int, *, scoring: bool) -> Bound | None:
    """A number on the scale of results as a bound; None if it is no restriction.

    >>> bound_of(FAR - 3, scoring=False), bound_of(0, scoring=False)
    (Bound(value=<Value.WIN: 3>, plies=3, score=None), Bound(value=<Value.DRAW: 2>, plies=None,
    score=None))
    """
    if scoring:
        known = abs(result) < UNBOUNDED
        return Bound(value_of_score(result), None, result) if known else None
    if abs(result) >= FAR:
        return None
    plies = FAR - abs(result)
    return Bound(value_of_score(result), plies if result and plies < FAR // 2 else None)


@dataclass(frozen=True)
class SearchResult(Generic[StateT, MoveT]):
    """What a search has proved about a position.

    ``low`` and ``high``: the bounds on its result for the player to move, None if nothing is
    proved. ``value``, ``remoteness`` and, in games of points, ``score`` (with ``score_text``) are
    None until they are proved; without ``distance`` the remoteness is None too, unless the play is
    over (``terminal``). ``moves``: the valued moves, best first; ``best_moves``: those of them that
    keep the value, or the score, and the distance, in the rules' order, none without ``distance``;
    ``keeping_moves``: all that keep the value. ``record``: the record of a solution, None
    unless value, distance and all moves are wanted and known.
    ``stopped``: None if everything wanted is proved, else "time" or "interrupted".
    ``nodes``: states looked at, ``hits``: successful lookups in the table. ``engine``: "compiled",
    "interpreted", "retrograde" (a play can come back to a state, and everything that the position
    reaches was solved) or "known" (there was nothing to search). ``known``: how often a known state
    ended a line. ``why``: why the rules are not compiled, or None. ``distance``: whether it was
    wanted. ``late``: why the search took longer than ``seconds``, or None.
    """

    state: StateT
    text: str
    seat: int | None
    low: Bound | None
    high: Bound | None
    value: Value | None
    remoteness: int | None
    score: int | None
    score_text: str | None
    terminal: bool
    moves: tuple[MoveRecord[StateT, MoveT], ...]
    best_moves: list[MoveT]
    keeping_moves: list[MoveT]
    record: Record[StateT, MoveT] | None = field(repr=False)
    stopped: str | None
    nodes: int
    hits: int
    seconds: float
    engine: str
    why: str | None = None
    known: int = 0
    distance: bool = True
    late: str | None = None

    @property
    def proved(self) -> str:
        """The result in words: "a win in 3 plies", "at least a draw", "nothing yet"."""
        if self.value is not None:
            end = f" in {plies_text(self.remoteness)}" if self.remoteness else ""
            if self.score is not None:
                return f"a {worth_text(self.value, self.score)}{end}"
            known = self.stopped is None and self.distance
            if known and self.remoteness is None and self.value is Value.DRAW:
                return "an endless draw"
            if not end and self.value is not Value.DRAW:
                end = _at_most(self.low if self.value is Value.WIN else self.high)
            return f"a {self.value}{end}"
        return _bounds_words(self.low, self.high) or "nothing yet"

    def _repr_html_(self) -> str:
        """The picture of the record for notebooks; without one, the state and the bounds."""
        if self.record is not None:
            return self.record._repr_html_()
        return f"<pre>{escape(self.text)}\n\n{escape(self.proved)}</pre>"

    def as_dict(self) -> dict[str, Any]:
        """The result as JSON, with the fields of a record; null if not proved."""
        return {
            "state": jsonable(self.state),
            "text": self.text,
            "value": None if self.value is None else str(self.value),
            **score_fields(self.score, self.score_text),
            **json_of(self, "remoteness seat terminal low high proved stopped moves"),
            **json_of(self, "nodes hits seconds engine why known late"),
        }


def bounds_words(low: int, high: int, *, scoring: bool) -> str:
    """Bounds on the scale of results in words; "" if they are no restriction.

    >>> bounds_words(0, FAR - 9, scoring=False)
    'at least a draw, not won within 8 plies'
    """
    return _bounds_words(bound_of(low, scoring=scoring), bound_of(high, scoring=scoring))


def _bounds_words(low: Bound | None, high: Bound | None) -> str:
    texts = (_bound_words(low, Value.LOSS, "least"), _bound_words(high, Value.WIN, "most"))
    return ", ".join(text for text in texts if text)


def _at_most(bound: Bound | None) -> str:
    """The most plies of a proved win or loss, in words."""
    return f" in at most {plies_text(bound.plies)}" if bound and bound.plies else ""


def _bound_words(bound: Bound | None, edge: Value, side: str) -> str:
    """A bound in words; ``edge``: the value beyond which there is none; ``side``: least or most."""
    if bound is None:
        return ""
    if bound.score is not None:
        return f"at {side} {bound.score:,} points"
    if bound.value is edge:
        if not bound.plies or bound.plies == 1:
            return ""
        return f"not {'won' if edge is Value.WIN else 'lost'} within {plies_text(bound.plies - 1)}"
    if bound.value is Value.DRAW:
        return f"at {side} a draw"
    return f"a {bound.value}{_at_most(bound)}"


@dataclass(frozen=True)
class SearchedMany:
    """What a search has proved about many positions.

    ``values``: [N] uint8, 0 if not proved. ``remoteness``: [N] int32, -1 if not known or not
    wanted. ``scores``: [N] int64 in games of points, else None. ``nodes``: [N] int64, states looked
    at for each. ``stopped`` as in `SearchResult`. ``seconds``: of the search without loading and
    compiling.
    """

    values: NDArray[np.uint8]
    remoteness: NDArray[np.int32]
    scores: NDArray[np.int64] | None
    nodes: NDArray[np.int64]
    stopped: str | None
    seconds: float

    def __len__(self) -> int:
        return len(self.values)
