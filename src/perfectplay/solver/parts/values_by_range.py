"""The values of a finished tier that is larger than the memory of a process.

The children of many states are put in the order of their keys, and the row groups of the stored
tier that have some of them are read, each once. What is held grows with the children, not with the
tier.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from perfectplay.core.arrays import IntArray
from perfectplay.core.packed import PackedArray
from perfectplay.tablebase.store.part_columns import ROW_GROUP
from perfectplay.tablebase.store.parts import StoredPart

KEPT_GROUPS = 32
"""Row groups that are kept after they were read."""


class ValuesByRange:
    """A tier in stored ``parts``; ``as_explored`` gives the keys that tiers are explored with.

    Keys are compared as explored: a child that was not met may not fit the keys that are stored.
    Safe for threads.
    """

    def __init__(self, parts: Sequence[StoredPart], as_explored: Callable[[Any], IntArray]) -> None:
        self._groups = [(part, group) for part in parts for group in range(part.groups)]
        self._lasts = np.concatenate([as_explored(part.lasts()) for part in parts])
        self._as_explored = as_explored
        self._read = lru_cache(KEPT_GROUPS)(self._read_group)

    @property
    def nbytes(self) -> int:
        """Bytes of memory, at most."""
        return self._lasts.nbytes + KEPT_GROUPS * ROW_GROUP * 16

    def entries(self, wanted: IntArray, entries: PackedArray) -> None:
        """entries[i] becomes the packed value of wanted[i], as wide as core/packed.py has it.

        Raises KeyError with the first key that is not there, and DamagedError.
        """
        order = np.argsort(wanted)
        rising = wanted[order]
        cuts = np.searchsorted(rising, self._lasts, "right")
        missing = [order[cuts[-1] :]]
        for group, (begin, end) in enumerate(pairwise([0, *cuts.tolist()])):
            if begin == end:
                continue
            keys, packed = self._read(group)
            places, here = np.searchsorted(keys, rising[begin:end]), order[begin:end]
            entries[here] = packed[places]
            missing.append(here[keys[places] != rising[begin:end]])
        absent = np.concatenate(missing)
        if len(absent):
            raise KeyError(int(wanted[absent.min()]))

    def _read_group(self, group: int) -> tuple[IntArray, PackedArray]:
        part, number = self._groups[group]
        return self._as_explored(part.states(number)), part.entries(number).packed(wide=True)
