"""Rising keys that stand in several arrays, one after the other, as one array."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

import numpy as np

from perfectplay.core.arrays import IntArray
from perfectplay.solver.explore.array_store import StoredArray


class JoinedKeys:
    """The keys of ``parts``, as a `StoredArray`.

    >>> from perfectplay.solver.explore.array_store import MemoryArray
    >>> parts = [MemoryArray(np.array([1, 4])), MemoryArray(np.array([6, 7, 9]))]
    >>> joined = JoinedKeys(parts)
    >>> len(joined), joined.read(1, 4).tolist(), joined.place(7), joined.sample(2).tolist()
    (5, [4, 6, 7], 3, [1, 6, 9])
    """

    dtype = np.dtype(np.int64)

    def __init__(self, parts: Sequence[StoredArray]) -> None:
        self._parts = [part for part in parts if len(part)]
        self._begins = [0, *accumulate(map(len, self._parts))]

    def __len__(self) -> int:
        return self._begins[-1]

    def read(self, begin: int, end: int) -> IntArray:
        """The keys of a range."""
        found = [part.read(0, len(part)) for part in self._within(begin, end)]
        return found[0] if len(found) == 1 else np.concatenate([np.empty(0, np.int64), *found])

    def place(self, key: int) -> int:
        """The first place whose key is not below ``key``."""
        for part, begin in zip(self._parts, self._begins, strict=False):
            place = part.place(key)
            if place < len(part):
                return begin + place
        return len(self)

    def sample(self, step: int) -> IntArray:
        """Keys about ``step`` places apart, as `StoredArray.sample`."""
        found = [
            part.part(-begin % step, len(part)).sample(step)
            for part, begin in zip(self._parts, self._begins, strict=False)
            if -begin % step < len(part)
        ]
        return np.concatenate([np.empty(0, np.int64), *found])

    def part(self, begin: int, end: int) -> JoinedKeys:
        """A range as an array of its own."""
        return JoinedKeys(self._within(begin, end))

    def _within(self, begin: int, end: int) -> list[StoredArray]:
        """The arrays that a range is in, cut to it."""
        end = min(end, len(self))
        if begin >= end:
            return []
        first = bisect_right(self._begins, begin) - 1
        found = []
        for part, at in zip(self._parts[first:], self._begins[first:], strict=False):
            if at >= end:
                break
            found.append(part.part(max(0, begin - at), min(len(part), end - at)))
        return found
