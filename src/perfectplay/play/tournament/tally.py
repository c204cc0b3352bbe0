"""Sums of the results of plays."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

LOST, DRAWN, WON, STOPPED = range(4)
"""Results for player 0; ``STOPPED``: the play was stopped after the most plies."""

COUNT, SUM, LEAST, MOST = range(4)

_NONE_YET = np.iinfo(np.int64).max


def _empty() -> NDArray[np.int64]:
    rows = np.zeros((2, 4, 4), np.int64)
    rows[:, :, LEAST] = _NONE_YET
    return rows


def _nothing() -> NDArray[np.int64]:
    return np.zeros(2, np.int64)


@dataclass
class PlayTally:
    """rows: [2, 4, 4] int64: by the seat of player 0; LOST, DRAWN, WON or STOPPED; number of plays,
    sum, least and most of their plies. unanswered: [2] int64, questions without an answer."""

    rows: NDArray[np.int64] = field(default_factory=_empty)
    unanswered: NDArray[np.int64] = field(default_factory=_nothing)

    @property
    def plays(self) -> int:
        """Number of plays."""
        return int(self.rows[:, :, COUNT].sum())

    def enter(self, side: int, result: int, plies: int, unanswered: tuple[int, int]) -> None:
        """Add one play."""
        row = self.rows[side, result]
        row[COUNT] += 1
        row[SUM] += plies
        row[LEAST] = min(row[LEAST], plies)
        row[MOST] = max(row[MOST], plies)
        self.unanswered += unanswered

    def add(self, other: PlayTally) -> None:
        """Add all plays of another tally."""
        for column in (COUNT, SUM):
            self.rows[:, :, column] += other.rows[:, :, column]
        np.minimum(self.rows[:, :, LEAST], other.rows[:, :, LEAST], out=self.rows[:, :, LEAST])
        np.maximum(self.rows[:, :, MOST], other.rows[:, :, MOST], out=self.rows[:, :, MOST])
        self.unanswered += other.unanswered

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, PlayTally)
            and bool((self.rows == other.rows).all())
            and bool((self.unanswered == other.unanswered).all())
        )

    __hash__ = None  # type: ignore[assignment]
