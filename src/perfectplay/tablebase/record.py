"""The one record that answers every question about a position."""

from __future__ import annotations

from dataclasses import dataclass, field
from numbers import Integral
from typing import TYPE_CHECKING, Any

from perfectplay.core.attached import attached
from perfectplay.core.value import Move, State, Value
from perfectplay.game.default_texts import lasting_repr
from perfectplay.game.game import Game, parameters
from perfectplay.game.naming import game_name

if TYPE_CHECKING:
    from perfectplay.game.checked_game import CheckedGame


@dataclass(frozen=True)
class MoveRecord:
    """A move as the mover sees it.

    ``value`` is for the mover; ``remoteness`` is what is left after the move, in plies (None: the
    play need never end); ``best``: it keeps the value of the state, or its score; ``perfect``: it
    also realises its remoteness; ``state`` is the next state; ``score``, in a game of points: what
    the mover gets in all by the move and what follows it, and how people read it.
    """

    move: Move
    text: str
    value: Value
    remoteness: int | None
    best: bool
    perfect: bool
    state: State
    score: int | None = None
    score_text: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """The move as JSON; ``score`` in games of points only."""
        return {
            "move": jsonable(self.move),
            "text": self.text,
            "value": str(self.value),
            **score_fields(self.score, self.score_text),
            "remoteness": self.remoteness,
            "best": self.best,
            "perfect": self.perfect,
            "state": jsonable(self.state),
        }


@dataclass(frozen=True)
class Record:
    """A position: value and remoteness for the player to move, and its moves, best first.

    ``remoteness`` is None for an endless draw; ``seat`` is the side to move where it is known;
    ``terminal`` positions have no moves; ``score``, in a game of points: what is still to be won,
    and how people read it; ``rules`` are those that it is drawn by.
    """

    state: State
    text: str
    value: Value
    remoteness: int | None
    seat: int | None
    terminal: bool
    moves: tuple[MoveRecord, ...]
    score: int | None = None
    score_text: str | None = None
    rules: CheckedGame | None = field(default=None, repr=False, compare=False)

    def svg(self, caption: str = "") -> str:
        """The position drawn as SVG, its moves by value: see docs/boards.md.

        ``caption`` is a line below it; "" for the value in words. Raises RulesError where the
        game's ``board`` cannot be drawn.

        >>> from perfectplay import solve
        >>> from perfectplay.games.three_rocks import ThreeRocks
        >>> solve(ThreeRocks(2, 1)).probe((1, 0)).svg()[:4]
        '<svg'
        """
        return str(attached("record_svg")(self, caption))

    def _repr_html_(self) -> str:
        """The picture, for notebooks; the text, with what is wrong, where it cannot be drawn."""
        return str(attached("notebook_view")(self))

    def as_dict(self) -> dict[str, Any]:
        """The record as JSON: null for unknown or endless, no sentinel numbers; ``score`` in games
        of points only."""
        return {
            "state": jsonable(self.state),
            "text": self.text,
            "value": str(self.value),
            **score_fields(self.score, self.score_text),
            "remoteness": self.remoteness,
            "seat": self.seat,
            "terminal": self.terminal,
            "moves": [move.as_dict() for move in self.moves],
        }


def game_fields(game: Game) -> dict[str, Any]:
    """Name and parameters of a game, with which JSON objects about it begin.

    >>> from perfectplay.games.nim import Nim
    >>> game_fields(Nim((1, 2)))["parameters"]["rows"]
    [1, 2]
    """
    given = {name: jsonable(value) for name, value in parameters(game).items()}
    return {"game": game_name(game), "parameters": given}


def score_fields(score: int | None, text: str | None) -> dict[str, Any]:
    """A score as JSON, with its text where that is not the number; nothing without a score.

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
    ([1, [2, 'x']], 'frozenset({3})')
    """
    if value is None or isinstance(value, str | bool | float):
        return value
    if isinstance(value, Integral):  # NumPy's too
        return int(value)
    if isinstance(value, tuple):
        return [jsonable(item) for item in value]
    return lasting_repr(value)
