"""The record that answers every question about a position, and its parts as JSON."""

from __future__ import annotations

from dataclasses import dataclass, field
from numbers import Integral
from typing import TYPE_CHECKING, Any, Generic

from perfectplay.core.attached import attached
from perfectplay.core.json_of import json_of
from perfectplay.core.value import MoveT, StateT, Value
from perfectplay.game.game import Game
from perfectplay.game.naming import game_name, parameters
from perfectplay.game.texts.lasting_repr import readable_repr

if TYPE_CHECKING:
    from perfectplay.game.checks.checked_game import CheckedGame


@dataclass(frozen=True)
class MoveRecord(Generic[StateT, MoveT]):
    """A move with its result for the mover.

    ``value`` is for the mover; ``remoteness``: of the next ``state``, in plies (None: the play need
    never end); ``best``: the move keeps the value of the state, or its score, and the distance to
    the end; ``keeps``: it keeps the value, or the score, however long the play takes; ``score``, in
    a game of points: the points of the mover by the move and all that follows, with its text.
    """

    move: MoveT
    text: str
    value: Value
    remoteness: int | None
    best: bool
    keeps: bool
    state: StateT
    score: int | None = None
    score_text: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """The move as JSON; ``score`` in games of points only."""
        return {
            "move": jsonable(self.move),
            "text": self.text,
            "value": str(self.value),
            **score_fields(self.score, self.score_text),
            **json_of(self, "remoteness best keeps"),
            "state": jsonable(self.state),
        }


@dataclass(frozen=True)
class Record(Generic[StateT, MoveT]):
    """A position: value and remoteness for the player to move, and its moves, best first.

    ``remoteness`` is None for an endless draw; ``seat`` is the side to move, None if it is not
    known; ``terminal`` positions have no moves; ``score``, in a game of points: the points still to
    be won, with its text; ``rules``: for the picture.
    """

    state: StateT
    text: str
    value: Value
    remoteness: int | None
    seat: int | None
    terminal: bool
    moves: tuple[MoveRecord[StateT, MoveT], ...]
    score: int | None = None
    score_text: str | None = None
    rules: CheckedGame | None = field(default=None, repr=False, compare=False)

    def svg(self, caption: str = "") -> str:
        """The position drawn as SVG, its moves by value: see docs/boards.md.

        ``caption`` is a line below it; "" for the value in words. Raises RulesError if the game's
        ``board`` cannot be drawn.

        >>> from perfectplay import solve
        >>> from perfectplay.games.three_rocks import ThreeRocks
        >>> solve(ThreeRocks(2, 1)).probe((1, 0)).svg()[:4]
        '<svg'
        """
        return str(attached("record_svg")(self, caption))

    def _repr_html_(self) -> str:
        """The picture, for notebooks; the text and the error if it cannot be drawn."""
        return str(attached("notebook_view")(self))

    def as_dict(self) -> dict[str, Any]:
        """The record as JSON: null for unknown or endless, no sentinel numbers; ``score`` in games
        of points only."""
        return {
            "state": jsonable(self.state),
            "text": self.text,
            "value": str(self.value),
            **score_fields(self.score, self.score_text),
            **json_of(self, "remoteness seat terminal moves"),
        }


@dataclass(frozen=True)
class PlayLine(Generic[StateT, MoveT]):
    """A play: ``states`` one more than ``moves``; ``loops``: it stopped at a repeated state."""

    states: tuple[StateT, ...]
    moves: tuple[MoveT, ...]
    loops: bool


@dataclass(frozen=True)
class Provenance:
    """How a solution was computed: ``engine`` is "compiled", "interpreted", "reference" or
    "stored"; ``how`` describes it; ``why`` says in one sentence why the rules were not compiled,
    if that was asked for."""

    engine: str
    how: str
    why: str | None
    seconds: float


def game_fields(game: Game) -> dict[str, Any]:
    """Name and parameters of a game, the first fields of every JSON object about it.

    >>> from perfectplay.games.nim import Nim
    >>> game_fields(Nim((1, 2)))["parameters"]["rows"]
    [1, 2]
    """
    given = {name: jsonable(value) for name, value in parameters(game).items()}
    return {"game": game_name(game), "parameters": given}


def score_fields(score: int | None, text: str | None) -> dict[str, Any]:
    """A score as JSON, with its text if that is not the number; empty without a score.

    >>> score_fields(1200, "1,200"), score_fields(5, "2.5"), score_fields(None, None)
    ({'score': 1200}, {'score': 5, 'score_text': '2.5'}, {})
    """
    if score is None:
        return {}
    return (
        {"score": score} if text in (None, f"{score:,}") else {"score": score, "score_text": text}
    )


def jsonable(value: Any) -> Any:
    """A state or move as JSON: numbers, strings and tuples as they are, the rest as text.

    >>> jsonable((1, (2, "x"))), jsonable(frozenset({3}))
    ([1, [2, 'x']], '{3}')
    """
    if value is None or isinstance(value, str | bool | float):
        return value
    if isinstance(value, Integral):  # NumPy's too
        return int(value)
    if isinstance(value, tuple):
        return [jsonable(item) for item in value]
    return readable_repr(value)
