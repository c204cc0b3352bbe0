"""How many states of each kind a solution has."""

from __future__ import annotations

from perfectplay.tablebase.counts import Counts, Histogram, counts_of, rows_by_remoteness


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
        return rows_by_remoteness(self.histogram if self.covered is None else self.covered[0])
