"""What came of a tournament."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

from perfectplay.game.game import Game, parameters
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
from perfectplay.tablebase.record import jsonable
from perfectplay.tablebase.solution import game_name

_NORMAL_95 = 1.959963984540054
"""So many standard deviations to either side hold 95 % of a normal distribution."""


@dataclass(frozen=True)
class Rate:
    """A part of the plays, and the bounds between which the true one lies with 95 % confidence."""

    rate: float
    low: float
    high: float

    def as_dict(self) -> dict[str, float]:
        """For JSON, to six digits."""
        return {name: round(value, 6) for name, value in vars(self).items()}


def wilson(hits: int, plays: int) -> Rate | None:
    """The rate of ``hits`` with Wilson's score interval; None where nothing was played.

    It stays sensible where all plays, or none, are hits.

    >>> wilson(0, 100)
    Rate(rate=0.0, low=0.0, high=0.0369934...)
    """
    if not plays:
        return None
    rate, z = hits / plays, _NORMAL_95
    weight = 1 + z * z / plays
    middle = (rate + z * z / (2 * plays)) / weight
    half = z / weight * sqrt(rate * (1 - rate) / plays + z * z / (4 * plays * plays))
    # the bounds are 0 and 1 there, but for rounding
    low = 0.0 if hits == 0 else middle - half
    return Rate(rate, low, 1.0 if hits == plays else middle + half)


@dataclass(frozen=True)
class ResultCounts:
    """Plays of one player from a seat (None: from both). ``draws`` hold those that were stopped."""

    seat: int | None
    wins: int
    draws: int
    losses: int

    @property
    def plays(self) -> int:
        """All of them."""
        return self.wins + self.draws + self.losses

    @property
    def win_rate(self) -> Rate | None:
        """The part that was won; None where there were no plays."""
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
    """Plies of some plays."""

    mean: float
    fewest: int
    most: int

    def as_dict(self) -> dict[str, Any]:
        """For JSON, the mean to six digits."""
        return {"mean": round(self.mean, 6), "fewest": self.fewest, "most": self.most}


@dataclass(frozen=True)
class Tournament:
    """Many plays of a game between two players; all that is random in it follows from ``seed``.

    ``names``: of the two players. ``swap``: the first of them had seat 0 in every other play
    only. ``max_plies``: a play was stopped after so many, and counts as an endless draw.
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
        """How player 0 or 1 did from a seat, or from both."""
        sides = (0, 1) if seat is None else (player ^ seat,)
        by = self.tally.rows[list(sides), :, COUNT].sum(axis=0).tolist()
        wins, losses = (by[WON], by[LOST]) if player == 0 else (by[LOST], by[WON])
        return ResultCounts(seat, wins, by[DRAWN] + by[STOPPED], losses)

    def unanswered(self, player: int) -> int:
        """How often a player had no answer, and a random move was made for it."""
        return int(self.tally.unanswered[player])

    @property
    def stopped(self) -> int:
        """Plays that were not over after the most plies; they are among the draws."""
        return int(self.tally.rows[:, STOPPED, COUNT].sum())

    @property
    def plies(self) -> PlayLengths:
        """How long all plays were."""
        found = self._lengths((LOST, DRAWN, WON, STOPPED))
        assert found is not None
        return found

    def plies_of_wins(self, player: int) -> PlayLengths | None:
        """How long the plays were that a player won; None where there are none."""
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
            "game": game_name(self.game),
            "parameters": {name: jsonable(v) for name, v in parameters(self.game).items()},
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
