"""Scores of games of points: 32-bit integers."""

from __future__ import annotations

from operator import index

from perfectplay.core.packed import SCORE_LIMIT
from perfectplay.core.value import Value


def as_score(answer: object) -> int | None:
    """The answer of a rule as a score; None if it is no 32-bit integer, or a Value or bool.

    >>> as_score(-3), as_score(Value.WIN), as_score(True), as_score(1.0), as_score(2**31)
    (-3, None, None, None, None)
    """
    if isinstance(answer, bool | Value):
        return None
    try:
        score = int(index(answer))  # type: ignore[arg-type]
    except TypeError:
        return None
    return score if abs(score) <= SCORE_LIMIT else None


def value_of_score(score: int) -> Value:
    """The value of a score: its sign.

    >>> value_of_score(-3), value_of_score(0)
    (<Value.LOSS: 1>, <Value.DRAW: 2>)
    """
    return Value((score > 0) - (score < 0) + 2)
