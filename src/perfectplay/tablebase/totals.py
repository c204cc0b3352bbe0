"""How many states of each kind a solution has."""

from __future__ import annotations

from perfectplay.core.value import Value
from perfectplay.tablebase.counts import Counts, Histogram, counts_of


class Totals:
    """Counts of the states that a solution covers; a part of `Solution`.

    ``histogram`` and ``moves`` are of the stored states; ``covered``, of those that they stand
    for where that differs.
    """

    symmetric: bool
    histogram: Histogram
    moves: int
    covered: tuple[Histogram, int] | None

    def __len__(self) -> int:
        """The number of states covered, symmetric ones each."""
        return self.counts.states

    @property
    def counts(self) -> Counts:
        """Counts over all states that the solution covers."""
        if self.covered is not None:
            return counts_of(*self.covered)
        return counts_of(self.histogram, self.moves)

    @property
    def representatives(self) -> Counts | None:
        """The same counts over one state of each class; None where there are no symmetries."""
        return counts_of(self.histogram, self.moves) if self.symmetric else None

    @property
    def by_remoteness(self) -> dict[int | None, dict[str, int]]:
        """Covered states by remoteness, rising (None, endless, last): wins, draws, losses."""
        histogram = self.covered[0] if self.covered is not None else self.histogram
        rows: dict[int | None, dict[str, int]] = {}
        for plies in sorted({r for _, r in histogram}, key=lambda r: (r < 0, r)):
            rows[plies if plies >= 0 else None] = {
                name: histogram.get((int(value), plies), 0)
                for name, value in (
                    ("wins", Value.WIN),
                    ("draws", Value.DRAW),
                    ("losses", Value.LOSS),
                )
            }
        return rows
