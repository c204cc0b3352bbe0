"""The lookup of a finished tier: keys, value and remoteness in 3 to 7 bytes a state."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.core.packed import PackedArray
from perfectplay.solver.explore import sorted_keys
from perfectplay.solver.explore.index import KeyIndex


class ValuedTier:
    """An index of N keys with their packed values [N] (core/packed.py)."""

    def __init__(self, index: KeyIndex, packed: PackedArray) -> None:
        self.index, self.packed = index, packed

    @property
    def nbytes(self) -> int:
        """Bytes of memory."""
        return self.index.nbytes + self.packed.nbytes

    def entries(self, wanted: NDArray[np.int64], entries: PackedArray) -> None:
        """entries[i] becomes the packed value of wanted[i], as wide as core/packed.py has it.

        Raises KeyError with the first key that is not there.
        """
        missing: Any = sorted_keys.entries_of(wanted, *self.index.arrays, self.packed, entries)
        if missing >= 0:
            raise KeyError(int(wanted[missing]))
