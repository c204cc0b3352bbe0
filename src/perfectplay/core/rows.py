"""Rows of unlike lengths in one array: row i is entries[starts[i]:starts[i + 1]]."""

from __future__ import annotations

from perfectplay.core.arrays import AnyIntArray, BoolArray, IntArray
from perfectplay.core.lazy_numpy import np


def row_starts(counts: AnyIntArray | BoolArray) -> IntArray:
    """[N + 1] int64: where rows of these lengths, [N], begin, and the end.

    >>> row_starts(np.array([2, 0, 3])).tolist()
    [0, 2, 2, 5]
    """
    starts = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=starts[1:])
    return starts


def row_places(starts: IntArray, rows: AnyIntArray) -> tuple[IntArray, IntArray]:
    """The places of the entries of some rows, [R], one row after another, and how many each has.

    >>> [array.tolist() for array in row_places(np.array([0, 2, 2, 5]), np.array([2, 0]))]
    [[2, 3, 4, 0, 1], [3, 2]]
    """
    first = starts[rows]
    counts = starts[rows + 1] - first
    begins = np.cumsum(counts) - counts
    return np.arange(int(counts.sum())) + np.repeat(first - begins, counts), counts
