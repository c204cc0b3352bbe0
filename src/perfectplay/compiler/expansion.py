"""What kernels say of some states: their children, and whether a play is over."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_FACTOR = np.uint64(0x9E37_79B9_7F4A_7C15)
"""An odd number that mixes bits: that of the golden ratio, as in splitmix64."""

IntArray = NDArray[np.int64]
Bytes = NDArray[np.uint8]


@dataclass
class Expansion:
    """Some states' children: children [C] int64 keys one state after the other; again [C] uint8
    or empty; degrees [B] int32; over [B] uint8; tiers [C] int64, of each child, or empty; gains
    [C] int32 and finals [B] int32 in a game of points, else empty."""

    children: IntArray
    again: Bytes
    degrees: NDArray[np.int32]
    over: Bytes
    tiers: IntArray
    gains: NDArray[np.int32]
    finals: NDArray[np.int32]

    @property
    def nbytes(self) -> int:
        """The bytes of the arrays."""
        return sum(part.nbytes for part in vars(self).values())

    def differing(self, other: Expansion) -> int | None:
        """The place of the first state of which the other arrays say something else, whatever the
        order of its children; None if there is none. (Sums of mixed numbers are compared.)"""
        same = (self.degrees == other.degrees) & (self.over == other.over)
        if len(self.finals):
            same &= self.finals == other.finals
        if same.all():
            same &= self._mixed() == other._mixed()
        return None if same.all() else int(np.argmin(same))

    def _mixed(self) -> NDArray[np.uint64]:
        """[B] a number for each state that depends on its children, not on their order."""
        mixed = np.zeros(len(self.children), np.uint64)
        for column in (self.children, self.again, self.tiers, self.gains):
            if len(column):
                mixed = (mixed ^ column.astype(np.int64).view(np.uint64)) * _FACTOR
                mixed ^= mixed >> np.uint64(31)
        sums = np.concatenate([np.zeros(1, np.uint64), np.cumsum(mixed * _FACTOR, dtype=np.uint64)])
        ends = np.cumsum(self.degrees, dtype=np.int64)
        found: NDArray[np.uint64] = sums[ends] - sums[ends - self.degrees]
        return found
