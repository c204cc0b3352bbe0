"""Sums of the results of plays, and what they say about a tournament."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.core.errors import ParameterError
from perfectplay.core.json_of import json_of
from perfectplay.game.game import Game
from perfectplay.tablebase.record import game_fields

LOST, DRAWN, WON, STOPPED = range(4)
"""Results for player 0; ``STOPPED``: the play was stopped after the most plies."""

COUNT, SUM, LEAST, MOST = range(4)


_NORMAL_95 = 1.959963984540054
"""95 % of a normal distribution are within this number of standard deviations."""


def _empty() -> NDArray[np.int64]:
    rows = np.zeros((2, 4, 4), np.int64)
    rows[:, :, LEAST] = np.iinfo(np.int64).max
    return rows


@dataclass
class PlayTally:
    """rows: [2, 4, 4] int64: by the seat of player 0; LOST, DRAWN, WON or STOPPED; number of plays,
    sum, least and most of their plies. unanswered: [2] int64, questions without an answer."""

    rows: NDArray[np.int64] = field(default_factory=_empty)
    unanswered: NDArray[np.int64] = field(default_factory=lambda: np.zeros(2, np.int64))

    @property
    def plays(self) -> int:
        """Number of plays."""
        return sum(self.counts())

    def counts(self, side: int | None = None) -> list[int]:
        """Number of plays by result; ``side``: the seat of player 0, None for both."""
        rows = self.rows if side is None else self.rows[[side]]
        counts: list[int] = rows[:, :, COUNT].sum(axis=0).tolist()
        return counts

    def lengths(self, results: Sequence[int]) -> tuple[int, int, int, int]:
        """Number of plays with some results; sum, least and most of their plies."""
        rows = self.rows[:, list(results)].reshape(-1, 4)
        plays, plies = (int(rows[:, column].sum()) for column in (COUNT, SUM))
        return plays, plies, int(rows[:, LEAST].min()), int(rows[:, MOST].max())

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
        return isinstance(other, PlayTally) and all(
            np.array_equal(ours, vars(other)[name]) for name, ours in vars(self).items()
        )

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True)
class Rate:
    """A share of the plays, and the bounds of its 95 % confidence interval."""

    rate: float
    low: float
    high: float

    def as_dict(self) -> dict[str, float]:
        """For JSON, to six digits."""
        return {name: round(value, 6) for name, value in vars(self).items()}


def wilson(hits: int, plays: int) -> Rate | None:
    """Rate of ``hits`` with Wilson's score interval; None if there are no plays.

    The interval is meaningful even if all plays, or none, are hits.

    >>> wilson(0, 100)
    Rate(rate=0.0, low=0.0, high=0.0369934...)
    """
    if not plays:
        return None
    rate, z = hits / plays, _NORMAL_95
    weight = 1 + z * z / plays
    middle = (rate + z * z / (2 * plays)) / weight
    half = z / weight * sqrt(rate * (1 - rate) / plays + z * z / (4 * plays * plays))
    # exactly 0 and 1 at the ends, without rounding errors
    low = 0.0 if hits == 0 else middle - half
    return Rate(rate, low, 1.0 if hits == plays else middle + half)


@dataclass(frozen=True)
class ResultCounts:
    """Plays of one player from a seat (None: from both). ``draws`` include stopped plays."""

    seat: int | None
    wins: int
    draws: int
    losses: int

    @property
    def plays(self) -> int:
        """Number of plays."""
        return self.wins + self.draws + self.losses

    @property
    def win_rate(self) -> Rate | None:
        """Share of plays that were won; None if there are no plays."""
        return wilson(self.wins, self.plays)

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        rate = self.win_rate
        head = {"seat": self.seat, "plays": self.plays, **vars(self)}
        return {**head, "win_rate": None if rate is None else rate.as_dict()}


@dataclass(frozen=True)
class PlayLengths:
    """Lengths of plays in plies."""

    mean: float
    fewest: int
    most: int

    def as_dict(self) -> dict[str, Any]:
        """For JSON, the mean to six digits."""
        return {**vars(self), "mean": round(self.mean, 6)}


@dataclass(frozen=True)
class Tournament:
    """Results of many plays of a game between two players, which ``seed`` determines.

    ``names``: of the two players. ``swap``: the first had seat 0 only in every other play.
    ``max_plies``: a play was stopped after this number, and counts as an endless draw.
    """

    game: Game
    names: tuple[str, str]
    games: int
    seed: int
    swap: bool
    max_plies: int
    tally: PlayTally
    seconds: float

    def counts(self, player: int, seat: int | None = None) -> ResultCounts:
        """Results of player 0 or 1 from a seat, 0 or 1, or from both. Raises ParameterError."""
        if player not in (0, 1) or seat not in (None, 0, 1):
            raise ParameterError(f"players and seats are 0 and 1, got {player!r} and {seat!r}")
        by = self.tally.counts(None if seat is None else player ^ seat)
        wins, losses = (by[WON], by[LOST]) if player == 0 else (by[LOST], by[WON])
        return ResultCounts(seat, wins, by[DRAWN] + by[STOPPED], losses)

    def unanswered(self, player: int) -> int:
        """Number of random moves made because a player had no answer."""
        return int(self.tally.unanswered[player])

    @property
    def stopped(self) -> int:
        """Number of plays that were stopped after ``max_plies``; they count as draws."""
        return self.tally.counts()[STOPPED]

    @property
    def plies(self) -> PlayLengths:
        """Lengths of all plays."""
        found = self._lengths((LOST, DRAWN, WON, STOPPED))
        assert found is not None
        return found

    def plies_of_wins(self, player: int) -> PlayLengths | None:
        """Lengths of the plays that a player won; None if there are none."""
        return self._lengths((LOST if player else WON,))

    def _lengths(self, results: tuple[int, ...]) -> PlayLengths | None:
        plays, plies, fewest, most = self.tally.lengths(results)
        return PlayLengths(plies / plays, fewest, most) if plays else None

    def as_dict(self) -> dict[str, Any]:
        """The one JSON object of ``perfectplay tournament --json``."""
        return {
            **game_fields(self.game),
            **json_of(self, "games seed swap max_plies"),
            "players": [self._player(player) for player in (0, 1)],
            **json_of(self, "plies stopped"),
            "seconds": round(self.seconds, 3),
        }

    def _player(self, player: int) -> dict[str, Any]:
        whole, wins = self.counts(player).as_dict(), self.plies_of_wins(player)
        del whole["seat"]
        seats = [self.counts(player, seat) for seat in (0, 1)]
        return {
            "player": self.names[player],
            **whole,
            "by_seat": [counts.as_dict() for counts in seats if counts.plays],
            "plies_of_wins": None if wins is None else wins.as_dict(),
            "unanswered": self.unanswered(player),
        }

    def __repr__(self) -> str:
        one = self.counts(0)
        return (
            f"<{self.games:,} plays of {self.names[0]} against {self.names[1]}: {one.wins:,} won, "
            f"{one.draws:,} drawn, {one.losses:,} lost>"
        )
