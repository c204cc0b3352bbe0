"""Tables from which compiled code adds up the keys of all images of a state.

A key is a sum over the fields of a state, and so is the key of each image. The fields are cut into
a few *chunks* of neighbours. For each chunk, and all that may stand in it, a row says by how much
the key of each image differs from that of the state. So the smallest key of all images is found by
one row for each chunk, whatever the number of images.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.core.arrays import IntArray
from perfectplay.game.shape.cell_symmetries import CellSymmetries
from perfectplay.game.shape.packing import TupleKeys
from perfectplay.game.shape.state_shape import StateShape
from perfectplay.game.shape.state_words import EMPTY, NO_WORD, Word

MOST_CHUNKS = 8
"""More chunks have smaller tables, and take one division more each."""

MOST_NUMBERS = 1 << 19
"""Numbers of all tables, 8 bytes each. Where there would be more, images are made by definition."""

_LARGEST_CHUNK = 1 << 62


@dataclass(frozen=True)
class CellNumbers:
    """Symmetries in terms of the numbers of fields.

    ``places``: [N][F] for each image and each of its fields, the field of the state that it gets;
    ``values``: [N][F] the pairs (old, new) that it changes.
    """

    places: tuple[tuple[int, ...], ...]
    values: tuple[tuple[tuple[tuple[int, int], ...], ...], ...]

    @classmethod
    def of(cls, cells: CellSymmetries, shape: StateShape) -> CellNumbers:
        """The symmetries with the words of a table as numbers. Raises NotCompilable if they make
        a word that the table lacks."""
        words = {word: code for code, word in enumerate(shape.words)} | {None: NO_WORD, "": EMPTY}

        def numbered(i: int, pairs: Sequence[tuple[Any, Any]]) -> tuple[tuple[int, int], ...]:
            if shape.kinds[i] is not Word:
                return tuple((int(old), int(new)) for old, new in pairs)
            if strange := [new for old, new in pairs if old in words and new not in words]:
                raise NotCompilable(
                    f"cell_symmetries make {strange[0]!r} of what stands in a state, which the "
                    "rules do not name"
                )
            return tuple((words[old], words[new]) for old, new in pairs if old in words)

        return cls(
            tuple(image.places for image in cells.images),
            tuple(
                tuple(numbered(i, pairs) for i, pairs in enumerate(image.values))
                for image in cells.images
            ),
        )

    @property
    def images(self) -> int:
        """Number of images, but for the state itself."""
        return len(self.places)

    @property
    def columns(self) -> int:
        """Numbers in a row: one for each image, one that is not 0 if some image has no key, and
        zeros, so that rows are read by whole registers."""
        width = 8 if self.images > 3 else 4 if self.images > 1 else 2
        return -(-(self.images + 1) // width) * width

    @property
    def chunks(self) -> int:
        """Number of chunks."""
        return min(MOST_CHUNKS, len(self.places[0]))

    @cached_property
    def arrays(self) -> dict[str, Any]:
        """The arrays of ``cell_images.py``, by their names in a module of rules."""
        first = np.zeros((self.images, len(self.places[0])), np.int64)
        last = first.copy()
        pairs: list[tuple[int, int]] = []
        begins: dict[tuple[tuple[int, int], ...], int] = {(): 0}
        for n, image in enumerate(self.values):
            for i, changed in enumerate(image):
                if changed not in begins:
                    begins[changed] = len(pairs)
                    pairs += changed
                first[n, i], last[n, i] = begins[changed], begins[changed] + len(changed)
        old, new = np.array([*pairs, (0, 0)], np.int64).T
        return {
            "CELL_PLACES": np.array(self.places, np.int64), "CELL_FIRST": first, "CELL_LAST": last,
            "CELL_OLD": np.ascontiguousarray(old), "CELL_NEW": np.ascontiguousarray(new),
        }  # fmt: skip

    # --- the layout with tables -------------------------------------------------------------------

    def layout(self, keys: TupleKeys) -> IntArray:
        """[3, L] int64: the layout of the keys for kernels, and in its third row the tables.

        The third row begins with, for each chunk, the number of its contents, the place of its
        first row, and the length of a row (0 in a chunk that no image changes). Where the tables
        would be too large, the layout is [2, F], without them; and that of sparse keys has none.
        """
        plain, moved = keys.layout(), self._moved
        if keys.usual:
            return plain
        cuts = cut_in_chunks(keys.size, moved, self.chunks, MOST_NUMBERS // self.columns)
        if cuts is None:
            return plain
        head = np.zeros((3, self.chunks), np.int64)
        head[0], head[1] = 1, head.size  # the first row is zeros
        tables = [np.zeros((1, self.columns), np.int64)]  # of chunks that no image changes
        at = head.size + self.columns
        for c, (begin, end) in enumerate(cuts):
            head[0, c] = math.prod(keys.size[begin:end])
            if any(moved[begin:end]):
                table = self._chunk(keys, begin, end)
                head[1, c], head[2, c] = at, self.columns
                tables.append(table)
                at += table.size
        numbers = np.concatenate([head.ravel(), *(table.ravel() for table in tables)])
        found = np.zeros((3, max(len(numbers), plain.shape[1])), np.int64)
        found[:2, : plain.shape[1]] = plain
        found[2, : len(numbers)] = numbers
        return found

    @cached_property
    def _moved(self) -> list[bool]:
        """Whether some image moves or changes each field."""
        fields = range(len(self.places[0]))
        images = range(self.images)
        return [any(self.places[n][i] != i or self.values[n][i] for n in images) for i in fields]

    def _chunk(self, keys: TupleKeys, begin: int, end: int) -> IntArray:
        """[C, columns] int64: the rows of all contents of the fields from ``begin`` to ``end``."""
        rows = np.zeros((1, self.columns), np.int64)
        for j in range(begin, end):
            one = self._field(keys, j)
            rows = (rows[:, None, :] + one[None, :, :]).reshape(-1, self.columns)
        return rows

    def _field(self, keys: TupleKeys, j: int) -> IntArray:
        """[size, columns] int64: what each digit of field ``j`` adds to the keys of the images."""
        weights = _weights(keys.size)
        digits = np.arange(keys.size[j], dtype=np.int64)
        rows = np.zeros((keys.size[j], self.columns), np.int64)
        for n in range(self.images):
            i = self.places[n].index(j)
            values = digits + keys.low[j]
            for old, new in self.values[n][i]:
                values[digits + keys.low[j] == old] = new
            image = values - keys.low[i]
            rows[:, n] = image * weights[i] - digits * weights[j]
            rows[:, self.images] |= (image < 0) | (image >= keys.size[i])
        return rows


def _weights(size: Sequence[int]) -> IntArray:
    """[F] int64: by how much a key grows with each field."""
    found = [1]
    for radix in reversed(size[1:]):
        found.append(found[-1] * radix)
    return np.array(found[::-1], np.uint64).astype(np.int64)


def cut_in_chunks(
    size: Sequence[int], moved: Sequence[bool], chunks: int, most: int
) -> list[tuple[int, int]] | None:
    """Neighbouring fields, from the first on, in at most so many chunks with the fewest rows.

    A chunk without a field that is ``moved`` takes no rows; any other as many as it has contents.
    None if there would be more than ``most`` rows, or if a chunk has too many contents to count.

    >>> cut_in_chunks((3,) * 6, (True,) * 6, 2, 100), cut_in_chunks((3,) * 6, (True,) * 6, 2, 50)
    ([(0, 3), (3, 6)], None)
    >>> cut_in_chunks((3, 1000, 3), (True, False, True), 3, 100)
    [(0, 1), (1, 2), (2, 3)]
    """
    fields = len(size)
    best: list[tuple[int, list[tuple[int, int]]] | None] = [(0, []), *[None] * fields]
    for _ in range(chunks):
        found = list(best)
        for begin in range(fields):
            known = best[begin]
            if known is None:
                continue
            contents, counts = 1, False
            for end in range(begin + 1, fields + 1):
                contents, counts = contents * size[end - 1], counts or moved[end - 1]
                rows = known[0] + (contents if counts else 0)
                if contents > _LARGEST_CHUNK or rows > most:
                    break
                now = found[end]
                if now is None or rows < now[0]:
                    found[end] = (rows, [*known[1], (begin, end)])
        best = found
    return None if best[fields] is None else best[fields][1]  # type: ignore[index]
