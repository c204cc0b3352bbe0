"""Sparse keys by their definition: how many rows come before a row.

Written apart from what solved the game: the ways to go on are sums of coefficients of a product.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from operator import ne

import numpy as np

from perfectplay.core.arrays import IntArray

LARGEST_COUNT = 1 << 63


class SparseRows:
    """The rows that differ from a usual one in few places, in order. ``low``, ``size``, ``usual``:
    for each place its lowest number, how many there are, and the usual one.

    >>> rows = SparseRows((0,) * 61, (3,) * 61, (0,) * 61)
    >>> rows.key([0] * 60 + [2]), rows.row(2)[-1], rows.key([1] * 61)
    (2, 2, None)
    """

    def __init__(self, low: Sequence[int], size: Sequence[int], usual: Sequence[int]) -> None:
        self.low, self.size = low, size
        self.digits = [value - least for value, least in zip(usual, low, strict=True)]
        exactly = [[1] + [0] * len(size)]  # for each end of a row, ways with 0, 1, 2, ... others
        for many in reversed(size[1:]):
            after = exactly[-1]
            added = [0, *((many - 1) * ways for ways in after[:-1])]
            exactly.append([a + b for a, b in zip(after, added, strict=True)])
        exactly.reverse()
        self._at_most = [list(accumulate(ways)) for ways in exactly]
        self.usual = tuple(usual)
        self.most = max(k for k in range(len(size) + 1) if self._total(k) <= LARGEST_COUNT)
        self._sums = [
            list(
                accumulate((d * self._ways(i, k - 1) for i, d in enumerate(self.digits)), initial=0)
            )
            for k in range(self.most + 1)
        ]

    def _total(self, most: int) -> int:
        return self._ways(0, most) + (self.size[0] - 1) * self._ways(0, most - 1)

    def _ways(self, place: int, left: int) -> int:
        """Ways to go on after a place with at most ``left`` unusual numbers."""
        return self._at_most[place][left] if left >= 0 else 0

    def key(self, numbers: Sequence[int]) -> int | None:
        """How many rows come before a row; None if it is none of them."""
        key, left, begin = 0, self.most, 0
        others = [i for i, pair in enumerate(zip(numbers, self.usual, strict=True)) if ne(*pair)]
        if len(others) > left:
            return None
        for i in others:
            digit = int(numbers[i]) - self.low[i]
            if not 0 <= digit < self.size[i]:
                return None
            key += self._before(begin, i, left) + digit * self._ways(i, left - 1)
            if self.digits[i] < digit:
                key += self._ways(i, left) - self._ways(i, left - 1)
            left, begin = left - 1, i + 1
        return key + self._before(begin, len(self.usual), left)

    def _before(self, begin: int, end: int, left: int) -> int:
        """Rows that come before a row since they have less than it in a usual place, the first one
        in which they differ, from ``begin`` on and before ``end``."""
        sums = self._sums[left]
        return sums[end] - sums[begin]

    def row(self, key: int) -> list[int]:
        """The row before which so many come."""
        numbers, left = [], self.most
        for i, same in enumerate(self.digits):
            digit = 0
            while key >= (ways := self._ways(i, left - (digit != same))):
                key -= ways
                digit += 1
            left -= digit != same
            numbers.append(digit + self.low[i])
        return numbers

    def layout(self) -> IntArray:
        """[most + 6, F] int64, as kernels read it: the lowest numbers, how many there are, zeros,
        the usual digits, and the ways to go on with at most -1, 0, 1, ... unusual numbers."""
        places = range(len(self.size))
        ways = [[self._ways(i, left) for i in places] for left in range(-1, self.most + 1)]
        return np.array([self.low, self.size, [0] * len(self.size), self.digits, *ways], np.int64)


def layout_of_entry(low: Sequence[int], size: Sequence[int], usual: Sequence[int]) -> IntArray:
    """The layout of keys that a manifest describes: [2, F] int64, that of `SparseRows` if some
    values are usual."""
    return SparseRows(low, size, usual).layout() if usual else np.array([low, size], np.int64)
