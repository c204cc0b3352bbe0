"""A finished tier as other tiers look it up: keys, value and remoteness in 3 to 7 bytes a state.

A key is a distance from the smallest one. Its high part has a directory of where the keys with that
part begin, its low part stands in the fewest bytes: one or two cache misses a look-up.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.engines import sorting
from perfectplay.words.packed import PackedArray

SHARE = 8
"""Keys for each entry of a directory."""


class ValuedTier:
    """Rising keys [N], N below 2^31, with packed values [N] (words/packed.py).

    ``keys`` come in parts, one after the other, ``first`` and ``last`` being the ends of them all.
    """

    def __init__(
        self, keys: Iterable[NDArray[np.int64]], first: int, last: int, packed: PackedArray
    ) -> None:
        n = len(packed)
        self.base, self.packed = first, packed
        self.shift = 0
        while (last - first) >> self.shift > n // SHARE:
            self.shift += 1
        low_type = next(
            t for t in (np.uint16, np.uint32, np.uint64) if self.shift <= 8 * np.dtype(t).itemsize
        )
        self.low: NDArray[Any] = np.empty(n, low_type)
        self.directory = np.zeros(((last - first) >> self.shift) + 2, np.int32)
        at = 0
        for part in keys:
            sorting.enter_directory(part, first, self.shift, self.directory, self.low, at)
            at += len(part)
        np.cumsum(self.directory, out=self.directory)

    @property
    def nbytes(self) -> int:
        """What it takes in memory."""
        return self.low.nbytes + self.directory.nbytes + self.packed.nbytes

    def entries(self, wanted: NDArray[np.int64], entries: PackedArray) -> None:
        """entries[i] becomes the packed value of wanted[i], as wide as words/packed.py has it.

        Raises KeyError with the first key that is not there.
        """
        missing: Any = sorting.entries_of(
            wanted, self.base, self.shift, self.directory, self.low, self.packed, entries
        )
        if missing >= 0:
            raise KeyError(int(wanted[missing]))

    @staticmethod
    def forecast(states: int) -> int:
        """Bytes that a tier of so many states takes, where its keys lie as densely as most do."""
        return states * 5
