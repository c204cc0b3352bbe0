"""Boards that the fields of a tuple may represent, and the symmetries of these boards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from perfectplay.conformance.symmetry.permutation import FieldPermutation, Places

MOST_KEPT = 3
"""Maximum number of fields before and after the board, such as a turn or counters."""

MOST_FIELDS = 256

LEAST_CELLS = 4
"""The symmetries of smaller boards are exchanges of fields, which are easier to read."""

Turn = Callable[[int, int], tuple[int, int]]


@dataclass(frozen=True)
class BoardShape:
    """Fields ``first`` to ``first + planes * width * height - 1`` are boards of one size.

    ``planes``: number of boards, which follow one another, such as the stones of each player, and
    are turned together. Other fields stay in place.

    >>> shape = BoardShape(5, 0, 2, 2)
    >>> [one.places for one in shape.symmetries()][:2]
    [(1, 0, 3, 2, 4), (2, 3, 0, 1, 4)]
    >>> print(shape.picture((0, 1, 2, 3, 4)))
    0 1
    2 3
    """

    fields: int
    first: int
    width: int
    height: int
    planes: int = 1

    @property
    def cells(self) -> int:
        """Number of cells of one plane."""
        return self.width * self.height

    @property
    def last(self) -> int:
        """The first field after the board."""
        return self.first + self.planes * self.cells

    def symmetries(self) -> Iterator[FieldPermutation]:
        """Reflections, rotations and, for a single row, rotations of it as a ring."""
        right, bottom = self.width - 1, self.height - 1
        if self.width > 1:
            yield self._turned("left and right exchanged", lambda x, y: (right - x, y))
        if self.height > 1:
            yield self._turned("top and bottom exchanged", lambda x, y: (x, bottom - y))
        if self.width > 1 and self.height > 1:
            yield self._turned("turned by a half", lambda x, y: (right - x, bottom - y))
        if self.width == self.height > 1:
            yield self._turned("mirrored along a diagonal", lambda x, y: (y, x))
            yield self._turned(
                "mirrored along the other diagonal", lambda x, y: (right - y, right - x)
            )
            yield self._turned("turned by a quarter", lambda x, y: (y, right - x))
        n = self.width if self.height == 1 else 0
        for step in range(1, n // 2 + 1):
            if n % step == 0 and n > 2:
                yield self._turned(f"turned by {step} of {n} in a ring", _shifted(step, n))

    def _turned(self, name: str, source: Turn) -> FieldPermutation:
        """``source`` maps each cell of the image to the cell of the board whose content it gets."""
        places = list(range(self.fields))
        for plane in range(self.planes):
            base = self.first + plane * self.cells
            for cell in range(self.cells):
                x, y = source(cell % self.width, cell // self.width)
                places[base + cell] = base + y * self.width + x
        return FieldPermutation(tuple(places), name)

    def picture(self, places: Places) -> str:
        """The field in each cell as text, planes one below the other; without the other fields."""
        digits = len(str(self.fields - 1))
        rows: list[str] = []
        for at in range(self.first, self.last, self.width):
            if rows and (at - self.first) % self.cells == 0:
                rows.append("")
            rows.append(" ".join(f"{places[i]:>{digits}}" for i in range(at, at + self.width)))
        return "\n".join(rows)


def _shifted(step: int, around: int) -> Turn:
    return lambda x, y: ((x + step) % around, y)


def shapes(fields: int) -> Iterator[BoardShape]:
    """Boards for a number of fields: those of all fields first, squares before oblongs.

    >>> [(s.first, s.width, s.height, s.planes) for s in shapes(4)][:3]
    [(0, 2, 2, 1), (0, 4, 1, 1), (0, 1, 4, 1)]
    """
    for kept in range(min(MOST_KEPT, fields - 2) + 1):
        for first in range(kept + 1):
            cells = fields - kept
            for planes in (n for n in range(1, cells // 2 + 1) if cells % n == 0):
                if cells < LEAST_CELLS:
                    continue
                size = cells // planes
                widths = [(abs(w - size // w), -w) for w in range(1, size + 1) if size % w == 0]
                for width in (-w for _, w in sorted(widths)):
                    yield BoardShape(fields, first, width, size // width, planes)


def candidates(fields: int) -> Iterator[tuple[FieldPermutation, BoardShape | None]]:
    """Permutations to try, each once: symmetries of boards, then exchanges of two fields.

    >>> len({one.places for one, _ in candidates(9)}) == len(list(candidates(9)))
    True
    """
    seen: set[Places] = {tuple(range(fields))}
    for shape in shapes(fields):
        for one in shape.symmetries():
            if one.places not in seen:
                seen.add(one.places)
                yield one, shape
    for i in range(fields):
        for j in range(i + 1, fields):
            places = list(range(fields))
            places[i], places[j] = j, i
            if tuple(places) not in seen:
                yield exchange(tuple(places)), None


def exchange(places: Places) -> FieldPermutation:
    """A permutation whose name lists the fields that it moves."""
    moved = FieldPermutation(places).cycles()
    if all(len(cycle) == 2 for cycle in moved):
        pairs = ", ".join(f"{a} and {b}" for a, b in moved)
        return FieldPermutation(places, f"fields {pairs} exchanged")
    rounds = ", ".join(" to ".join(map(str, (*cycle, cycle[0]))) for cycle in moved)
    return FieldPermutation(places, f"fields {rounds}")
