"""Results of a tournament."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

from perfectplay.game.game import Game
from perfectplay.play.tournament.tally import (
    COUNT,
    DRAWN,
    LEAST,
    LOST,
    MOST,
    STOPPED,
    SUM,
    WON,
    PlayTally,
)
from perfectplay.tablebase.record import game_fields

_NORMAL_95 = 1.959963984540054
"""95 % of a normal distribution are within this number of standard deviations."""


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
        return {
            "seat": self.seat,
            "plays": self.plays,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "win_rate": None if rate is None else rate.as_dict(),
        }


@dataclass(frozen=True)
class PlayLengths:
    """Lengths of plays in plies."""

    mean: float
    fewest: int
    most: int

    def as_dict(self) -> dict[str, Any]:
        """For JSON, the mean to six digits."""
        return {"mean": round(self.mean, 6), "fewest": self.fewest, "most": self.most}


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
        """Results of player 0 or 1 from a seat, or from both."""
        sides = (0, 1) if seat is None else (player ^ seat,)
        by = self.tally.rows[list(sides), :, COUNT].sum(axis=0).tolist()
        wins, losses = (by[WON], by[LOST]) if player == 0 else (by[LOST], by[WON])
        return ResultCounts(seat, wins, by[DRAWN] + by[STOPPED], losses)

    def unanswered(self, player: int) -> int:
        """Number of random moves made because a player had no answer."""
        return int(self.tally.unanswered[player])

    @property
    def stopped(self) -> int:
        """Number of plays that were stopped after ``max_plies``; they count as draws."""
        return int(self.tally.rows[:, STOPPED, COUNT].sum())

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
        rows = self.tally.rows[:, list(results)]
        plays = int(rows[:, :, COUNT].sum())
        if not plays:
            return None
        mean = int(rows[:, :, SUM].sum()) / plays
        return PlayLengths(mean, int(rows[:, :, LEAST].min()), int(rows[:, :, MOST].max()))

    def as_dict(self) -> dict[str, Any]:
        """The one JSON object of ``perfectplay tournament --json``."""
        return {
            **game_fields(self.game),
            "games": self.games,
            "seed": self.seed,
            "swap": self.swap,
            "max_plies": self.max_plies,
            "players": [self._player(player) for player in (0, 1)],
            "plies": self.plies.as_dict(),
            "stopped": self.stopped,
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
