"""How many states there are of each kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from perfectplay.core.value import Value

Histogram = Mapping[tuple[int, int], int]
"""(value, remoteness; -1 for endless) to the number of states."""


@dataclass(frozen=True)
class Counts:
    """``draws`` includes the endless ones; ``terminal`` includes stuck states; ``moves`` are those
    of the states that are not terminal, parallel ones each."""

    states: int
    moves: int
    terminal: int
    wins: int
    draws: int
    losses: int
    endless: int

    def as_dict(self) -> dict[str, int]:
        """The counts by name."""
        return asdict(self)


def rows_by_remoteness(histogram: Histogram) -> dict[int | None, dict[str, int]]:
    """Wins, draws and losses by remoteness, rising, with None for endless draws last.

    >>> rows_by_remoteness({(1, 0): 2, (2, -1): 1})
    {0: {'wins': 0, 'draws': 0, 'losses': 2}, None: {'wins': 0, 'draws': 1, 'losses': 0}}
    """
    names = {"wins": Value.WIN, "draws": Value.DRAW, "losses": Value.LOSS}
    return {
        None if plies < 0 else plies: {
            name: histogram.get((int(value), plies), 0) for name, value in names.items()
        }
        for plies in sorted({r for _, r in histogram}, key=lambda r: (r < 0, r))
    }


def counts_of(histogram: Mapping[tuple[int, int], int], moves: int) -> Counts:
    """The counts of a histogram over (value, remoteness), remoteness -1 for endless draws.

    >>> counts_of({(1, 0): 2, (3, 1): 5, (2, -1): 1}, 9)
    Counts(states=8, moves=9, terminal=2, wins=5, draws=1, losses=2, endless=1)
    """

    def total(value: int | None = None, plies: int | None = None) -> int:
        return sum(
            n for (v, r), n in histogram.items() if value in (None, v) and plies in (None, r)
        )

    return Counts(
        states=total(),
        moves=moves,
        terminal=total(plies=0),
        wins=total(Value.WIN),
        draws=total(Value.DRAW),
        losses=total(Value.LOSS),
        endless=total(plies=-1),
    )
