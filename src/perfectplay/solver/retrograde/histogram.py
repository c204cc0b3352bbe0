"""Counts of states by value and remoteness."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.core.packed import NARROW_LIMIT, WIDE_LIMIT, PackedArray, is_scored
from perfectplay.core.value import Value


class WeightedHistogram:
    """``counts[value, remoteness]`` (-1: endless) and ``moves``, of states or of their classes."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[int, int]] = Counter()
        self.moves = 0

    def add(
        self,
        packed: PackedArray,
        degrees: NDArray[np.integer[Any]],
        weights: NDArray[np.int64] | None = None,
    ) -> None:
        """Add a batch: packed [B], moves of each state [B], class sizes [B] (None: all 1)."""
        if is_scored(packed):  # counted by value and remoteness alone
            packed = packed.astype(np.uint32)
        if packed.dtype == np.uint16:
            found = np.bincount(packed, weights)
            entries = np.flatnonzero(found)
            counts = found[entries].astype(np.int64)
            none = NARROW_LIMIT
        else:
            entries, inverse = np.unique(packed, return_inverse=True)
            counts = np.bincount(inverse, weights).astype(np.int64)
            none = WIDE_LIMIT
        moves = int(degrees.sum() if weights is None else (degrees * weights).sum())
        self.moves += moves
        for entry, count in zip(entries.tolist(), counts.tolist(), strict=True):
            plies = entry >> 2
            self.counts[entry & 3, -1 if plies == none else plies] += count

    def include(self, other: WeightedHistogram) -> None:
        """Add all counts of another one."""
        self.moves += other.moves
        self.counts.update(other.counts)

    def total(self, value: Value | None = None, remoteness: int | None = None) -> int:
        """The number of states, of one value or one remoteness if given."""
        return sum(
            n for (v, r), n in self.counts.items() if value in (None, v) and remoteness in (None, r)
        )


@dataclass
class StateCounts:
    """``tally``: counts of states; ``covered``: of all states that they stand for, or None without
    symmetries."""

    tally: WeightedHistogram
    covered: WeightedHistogram | None

    @classmethod
    def none(cls, *, symmetric: bool) -> StateCounts:
        """No states yet."""
        return cls(WeightedHistogram(), WeightedHistogram() if symmetric else None)

    def add(
        self,
        packed: PackedArray,
        degrees: NDArray[np.integer[Any]],
        sizes: NDArray[np.int64] | None,
    ) -> None:
        """Add a batch: packed [B], moves of each state [B], class sizes [B] or None."""
        self.tally.add(packed, degrees)
        if self.covered is not None:
            self.covered.add(packed, degrees, sizes)

    def include(self, other: StateCounts) -> None:
        """Add all counts of another one."""
        self.tally.include(other.tally)
        if self.covered is not None and other.covered is not None:
            self.covered.include(other.covered)
