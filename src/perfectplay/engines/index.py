"""Sorted keys with a small directory of their top bits: one or two cache misses a look-up."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.engines import sorting


class Index:
    """Finds the places of keys in a rising array [N] int64, N below 2^31."""

    def __init__(self, keys: NDArray[np.int64]) -> None:
        self.keys = keys
        self.base = int(keys[0]) if len(keys) else 0
        span = int(keys[-1]) - self.base if len(keys) else 0
        parts = max(1, len(keys) // 4)
        self.shift = 0
        while span >> self.shift >= parts:
            self.shift += 1
        self.directory = np.empty((span >> self.shift) + 2, np.int32)
        sorting.make_directory(keys, self.base, self.shift, self.directory)

    def places(self, wanted: NDArray[np.int64]) -> NDArray[np.int32]:
        """The places of keys that are all there. Raises KeyError with the first that is not."""
        places = np.empty(len(wanted), np.int32)
        missing: Any = sorting.look_up(
            wanted, self.keys, self.base, self.shift, self.directory, places
        )
        if missing >= 0:
            raise KeyError(int(wanted[missing]))
        return places
