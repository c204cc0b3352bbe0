"""What is proved of each move of a position: bounds, and whether a move is proved to be best."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from perfectplay.core.json_of import json_of
from perfectplay.core.value import Move, State, Value
from perfectplay.game.checks.score_range import value_of_score
from perfectplay.game.result_scale import FAR, UNBOUNDED
from perfectplay.searcher.searched import bound_of, bounds_words
from perfectplay.tablebase.table import plies_text, worth_text

Grade: TypeAlias = Literal["best", "keeps", "known"]
"""Of the first move: proved to be best; proved to keep the value, but perhaps not the fastest; or
only the best that is known."""


@dataclass(frozen=True)
class MoveBounds:
    """A move, with bounds on its result for the mover on the scale of `result_scale`.

    ``state``: the next one; ``order``: how good the move looks to the game's hints; ``whole``:
    whether ``remoteness``, of the next state, is known too (None: the play need never end).
    """

    move: Move
    text: str
    state: State
    low: int
    high: int
    order: int = 0
    scoring: bool = False
    remoteness: int | None = None
    whole: bool = False

    @property
    def value(self) -> Value | None:
        """The value for the mover; None if the bounds leave it open.

        >>> MoveBounds(1, "1", 0, 0, FAR).value is None
        True
        """
        if self.scoring:
            return value_of_score(self.low) if self.low == self.high else None
        if self.low > 0:
            return Value.WIN
        if self.high < 0:
            return Value.LOSS
        return Value.DRAW if self.low == self.high else None

    @property
    def rank(self) -> tuple[int, ...]:
        """Larger for a move that is known to be better."""
        low, high = self.low, self.high
        sooner = -_plies(self) if self.whole and low == high else -FAR
        if self.scoring:
            return (low, high, sooner, self.order)
        signs = (_sign(low), _sign(high))
        known = (low, high, sooner) if self.value is not None else (0, 0, -FAR)
        return (*signs, *known, self.order, low, high)

    @property
    def words(self) -> str:
        """What is proved, in words."""
        if self.value is None or (not self.whole and not self._exact):
            return bounds_words(self.low, self.high, scoring=self.scoring) or "not proved yet"
        if self.scoring:
            return f"a {worth_text(self.value, self.low)}"
        if self.value is Value.DRAW:
            if not self.whole:
                return "a draw"
            if self.remoteness is None:
                return "an endless draw"
            return f"a draw in {plies_text(self.remoteness + 1)}"
        return f"a {self.value} in {plies_text(FAR - abs(self.low))}"

    @property
    def _exact(self) -> bool:
        return self.low == self.high

    def as_dict(self, keeps: bool | None, best: bool | None) -> dict[str, Any]:
        """The move as JSON; null for what is not known."""
        score = {"score": self.low} if self.scoring and self._exact else {}
        low, high = (bound_of(each, scoring=self.scoring) for each in (self.low, self.high))
        return {
            "text": self.text,
            "value": None if self.value is None else str(self.value),
            **score,
            **json_of(self, "remoteness whole"),
            "low": low and low.as_dict(),
            "high": high and high.as_dict(),
            "words": self.words,
            "best": best,
            "keeps": keeps,
        }


@dataclass(frozen=True)
class PositionBounds:
    """What is proved of a position and its moves, the best known first.

    ``low``, ``high``: bounds on its result for the player to move; ``why``: why it is not searched
    any further, or "".
    """

    moves: tuple[MoveBounds, ...]
    low: int
    high: int
    engine: str
    nodes: int
    why: str

    @classmethod
    def of(
        cls, moves: Iterable[MoveBounds], engine: str = "", nodes: int = 0, why: str = ""
    ) -> PositionBounds:
        """The bounds that follow from those of the moves, given in the rules' order."""
        ranked = sorted(moves, key=lambda one: one.rank, reverse=True)
        low = max((one.low for one in ranked), default=0)
        high = max((one.high for one in ranked), default=0)
        return cls(tuple(ranked), low, high, engine, nodes, why)

    @property
    def done(self) -> bool:
        """Whether everything about the moves is proved."""
        return all(one.whole for one in self.moves)

    @property
    def best(self) -> MoveBounds | None:
        """The best known move; None if the play is over."""
        return self.moves[0] if self.moves else None

    @property
    def grade(self) -> Grade:
        """How much is proved of the best known move.

        >>> sure, open_ = MoveBounds(1, "1", 0, FAR - 9, FAR - 3), MoveBounds(2, "2", 0, -5, 5)
        >>> PositionBounds.of([open_, sure]).grade, PositionBounds.of([open_]).grade
        ('best', 'best')
        >>> PositionBounds.of([open_, MoveBounds(3, "3", 0, -9, 9)]).grade
        'known'
        """
        if not self.moves:
            return "known"
        first = self.moves[0]
        if self.best_of(first):
            return "best"
        return "keeps" if self.keeps(first) else "known"

    def keeps(self, one: MoveBounds) -> bool | None:
        """Whether a move keeps the value, or the score; None if that is not proved."""
        rough = (lambda result: result) if one.scoring else _sign
        if rough(one.low) >= rough(self.high):
            return True
        return False if rough(one.high) < rough(self.low) else None

    def best_of(self, one: MoveBounds) -> bool | None:
        """Whether a move keeps the value and the distance; None if that is not proved."""
        if one.high < self.low:
            return False
        others = [each for each in self.moves if each is not one]
        if any(one.low < each.high for each in others):
            return None
        if one.value is Value.DRAW or one.scoring:
            return self._ends_first(one, others)
        return True

    def _ends_first(self, one: MoveBounds, others: list[MoveBounds]) -> bool | None:
        """Whether no move with the same result ends sooner."""
        rivals = [each for each in others if each.high == one.low]
        if not rivals:
            return True
        if not one.whole or not all(each.whole for each in rivals):
            return None
        return _plies(one) <= min(map(_plies, rivals))

    @property
    def words(self) -> str:
        """What is proved of the position, for the player to move, in words."""
        if not self.moves:
            return ""
        here = MoveBounds(None, "", None, self.low, self.high, scoring=self.moves[0].scoring)
        return here.words

    def as_dict(self) -> dict[str, Any]:
        """The bounds as JSON."""
        scoring = bool(self.moves) and self.moves[0].scoring
        here = MoveBounds(None, "", None, self.low, self.high, scoring=scoring)
        best = self.best
        known = {"score": self.low} if scoring and self.low == self.high else {}
        plies = self._plies()
        return {
            "value": None if here.value is None else str(here.value),
            **known,
            "remoteness": plies,
            "whole": self._whole,
            **json_of(self, "words grade"),
            "best": None if best is None else best.text,
            **json_of(self, "engine nodes why done"),
            "moves": [one.as_dict(self.keeps(one), self.best_of(one)) for one in self.moves],
        }

    @property
    def _whole(self) -> bool:
        """Whether the plies to the end are known."""
        first = self.best
        return first is not None and first.whole and bool(self.best_of(first))

    def _plies(self) -> int | None:
        first = self.best
        if first is None or not self._whole or first.remoteness is None:
            return None
        return first.remoteness + 1


def bounds_brought(
    low: int, high: int, gain: int, *, again: bool, scoring: bool
) -> tuple[int, int]:
    """Bounds on a state as bounds on the move that leads there, for the mover.

    >>> bounds_brought(FAR - 3, FAR, 0, again=False, scoring=False) == (1 - FAR, 4 - FAR)
    True
    """
    if scoring:
        pair = (low, high) if again else (-high, -low)
        return tuple(  # type: ignore[return-value]
            each + gain if abs(each) < UNBOUNDED else each for each in pair
        )
    one, other = (each - _sign(each) for each in (low, high))
    return (one, other) if again else (-other, -one)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _plies(one: MoveBounds) -> int:
    return FAR if one.remoteness is None else one.remoteness
