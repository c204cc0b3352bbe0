"""Games of twelve cells that are no rectangle."""

from __future__ import annotations

from rectangles_to_guess import Lonely, Oblong


class Band(Oblong):
    """Three in a row on one row of twelve."""

    def lines(self):
        return [[i, i + 1, i + 2] for i in range(10)]


class Wreath(Lonely):
    """Fill a cell without a filled neighbour, on a ring with three chords."""

    def near(self, i):
        return [i, (i - 1) % 12, (i + 1) % 12, {0: 6, 6: 0, 2: 9, 9: 2, 4: 11, 11: 4}.get(i, i)]


class Sevens(Oblong):
    """Whoever has three cells whose numbers have the sum 14."""

    def lines(self):
        return [[i, j, 14 - i - j] for i in range(12) for j in range(i) if i > j > 14 - i - j >= 0]
