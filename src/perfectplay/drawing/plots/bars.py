"""States by remoteness: the data of bar charts."""

from __future__ import annotations

from dataclasses import dataclass

from perfectplay.tablebase.solution import Solution


@dataclass(frozen=True)
class Bars:
    """Numbers of won, drawn and lost states by plies to the end.

    ``plies`` are 0, 1, ... to the most, also those without states; ``wins``, ``draws`` and
    ``losses`` have one count for each; ``endless`` is the number of endless draws.
    """

    solution: Solution
    plies: tuple[int, ...]
    wins: tuple[int, ...]
    draws: tuple[int, ...]
    losses: tuple[int, ...]
    endless: int

    @property
    def texts(self) -> tuple[str, ...]:
        """Labels of the bars, the endless draws last if there are any."""
        return (*map(str, self.plies), *(["endless"] if self.endless else []))

    @property
    def series(self) -> dict[str, tuple[int, ...]]:
        """Counts by name, one for each of ``texts``."""
        more = (0,) if self.endless else ()
        return {
            "wins": self.wins + more,
            "draws": self.draws + ((self.endless,) if self.endless else ()),
            "losses": self.losses + more,
        }


def bars_of(solution: Solution) -> Bars:
    """Counts of all states that a solution covers, by remoteness.

    >>> from perfectplay import solve
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> bars = bars_of(solve(ThreeRocks(left=4, right=2)))
    >>> bars.plies, bars.wins, bars.losses, bars.endless
    ((0, 1, 2, 3), (0, 8, 0, 3), (1, 0, 3, 0), 0)
    """
    known = dict(solution.by_remoteness)
    endless = known.pop(None, {"draws": 0})["draws"]
    plies = tuple(range(max((p for p in known if p is not None), default=-1) + 1))
    none = {"wins": 0, "draws": 0, "losses": 0}
    wins, draws, losses = (
        tuple(known.get(ply, none)[name] for ply in plies) for name in ("wins", "draws", "losses")
    )
    return Bars(solution, plies, wins, draws, losses, endless)
