"""Rising keys in memory, in four bytes each."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from perfectplay.core.arrays import IntArray

SPAN = 1 << 32
"""How far apart the keys of a block are, at most, and one more."""

BLOCK_KEYS = 1 << 12
"""Keys for each block, at least: with fewer, searches for blocks take too long."""


def is_narrow(first: int, last: int, most: int) -> bool:
    """Whether ``most`` rising keys from ``first`` to ``last`` are worth a `NarrowArray`.

    >>> is_narrow(0, 2**32 - 1, 2), is_narrow(0, 2**40, 1_000), is_narrow(0, 2**40, 2_000_000)
    (True, False, True)
    """
    blocks = (last - first) // SPAN + 1
    return blocks <= max(1, most // BLOCK_KEYS)


class NarrowArray:
    """Rising keys, a `StoredArray`.

    They lie in blocks. ``low``: [N] their distances from the first key of their block; ``firsts``:
    these keys; ``begins``: where the blocks begin in ``low``, and N.
    """

    dtype = np.dtype(np.int64)

    def __init__(self, low: NDArray[np.uint32], firsts: list[int], begins: list[int]) -> None:
        self.low, self.firsts, self.begins = low, firsts, begins

    @classmethod
    def of(cls, parts: Iterable[IntArray], most: int) -> NarrowArray:
        """At most ``most`` keys, which are given as arrays that follow one another.

        >>> keys = NarrowArray.of([np.array([-7, 5]), np.array([2**32, 2**60])], 4)
        >>> keys.read(1, 4).tolist() == [5, 2**32, 2**60], keys.place(6), len(keys.firsts)
        (True, 2, 3)
        """
        low = np.empty(most, np.uint32)  # pages that are never written take no memory
        firsts, begins, n = list[int](), list[int](), 0
        for part in parts:
            at = 0
            while at < len(part):
                if not firsts or int(part[at]) - firsts[-1] >= SPAN:
                    firsts.append(int(part[at]))
                    begins.append(n)
                whole = int(part[-1]) - firsts[-1] < SPAN
                end = len(part) if whole else int(np.searchsorted(part, firsts[-1] + SPAN))
                np.subtract(
                    part[at:end], firsts[-1], out=low[n : n + end - at], casting="unsafe"
                )  # fmt: skip
                n, at = n + end - at, end
        return cls(low[:n], firsts, [*begins, n])

    def __len__(self) -> int:
        return len(self.low)

    def blocks(self) -> Iterator[tuple[int, int, int]]:
        """Of each block its first key, and the places where it begins and ends."""
        return zip(self.firsts, self.begins, self.begins[1:], strict=False)

    def read(self, begin: int, end: int) -> IntArray:
        """The keys of a range, in an array of its own."""
        keys = self.low[begin:end].astype(np.int64)
        for first, start, stop in self.part(begin, end).blocks():
            keys[start:stop] += first
        return keys

    def place(self, key: int) -> int:
        """The first place whose key is not below ``key``."""
        block = bisect_right(self.firsts, key) - 1
        if block < 0:
            return 0
        begin, end = self.begins[block : block + 2]
        distance = key - self.firsts[block]
        if distance >= SPAN:
            return end
        return begin + int(np.searchsorted(self.low[begin:end], np.uint32(distance)))

    def sample(self, step: int) -> IntArray:
        """Every ``step``-th key."""
        places = np.arange(0, len(self), step)
        blocks = np.searchsorted(self.begins, places, "right") - 1
        keys: IntArray = np.array(self.firsts, np.int64)[blocks] + self.low[::step]
        return keys

    def part(self, begin: int, end: int) -> NarrowArray:
        """A range as an array of its own, which shares the memory."""
        end = min(end, len(self))
        if begin >= end:
            return NarrowArray(self.low[:0], [], [0])
        from_, to = bisect_right(self.begins, begin) - 1, bisect_right(self.begins, end - 1)
        begins = [0, *(at - begin for at in self.begins[from_ + 1 : to]), end - begin]
        return NarrowArray(self.low[begin:end], self.firsts[from_:to], begins)
