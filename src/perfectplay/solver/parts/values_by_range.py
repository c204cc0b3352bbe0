"""The values of a finished tier that is larger than the memory of a process.

The children of many states are put in the order of their keys, and the row groups of the stored
tier that have some of them are read, each once. What is held grows with the children, not with the
tier.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np

from perfectplay.core.arrays import IntArray
from perfectplay.core.packed import PackedArray
from perfectplay.tablebase.store.part_columns import ROW_GROUP
from perfectplay.tablebase.store.parts import StoredPart

KEPT_GROUPS = 32
"""Row groups that are kept after they were read."""


Group: TypeAlias = tuple[IntArray, PackedArray]
"""Some states that follow one another in a tier: their keys [K], rising, and their values [K]."""


class ValuesByRange:
    """A tier in groups, which ``read`` gives by their numbers; ``lasts``: of each, the largest key
    or a larger one, but less than the keys of the next group.

    Keys are compared as explored: a child that was not met may not fit the keys that are stored.
    Safe for threads.
    """

    def __init__(self, lasts: IntArray, read: Callable[[int], Group]) -> None:
        self._groups = lasts, lru_cache(KEPT_GROUPS)(read)

    @classmethod
    def of_parts(
        cls, parts: Sequence[StoredPart], as_explored: Callable[[Any], IntArray]
    ) -> ValuesByRange:
        """A tier in stored ``parts``, in their row groups; ``as_explored`` gives the keys that
        tiers are explored with."""
        groups = [(part, group) for part in parts for group in range(part.groups)]

        def read(number: int) -> Group:
            part, group = groups[number]
            return as_explored(part.states(group)), part.entries(group).packed(wide=True)

        return cls(np.concatenate([as_explored(part.lasts()) for part in parts]), read)

    @property
    def nbytes(self) -> int:
        """Bytes of memory, at most."""
        return self._groups[0].nbytes + KEPT_GROUPS * ROW_GROUP * 16

    def entries(self, wanted: IntArray, entries: PackedArray) -> None:
        """entries[i] becomes the packed value of wanted[i], as wide as core/packed.py has it.

        Raises KeyError with the first key that is not there, and DamagedError.
        """
        lasts, read = self._groups
        order = np.argsort(wanted)
        rising = wanted[order]
        cuts = np.searchsorted(rising, lasts, "right")
        missing = [order[cuts[-1] :]]
        for group, (begin, end) in enumerate(pairwise([0, *cuts.tolist()])):
            if begin == end:
                continue
            keys, packed = read(group)
            places, here = np.searchsorted(keys, rising[begin:end]), order[begin:end]
            np.minimum(places, len(keys) - 1, out=places)
            entries[here] = packed[places]
            missing.append(here[keys[places] != rising[begin:end]])
        absent = np.concatenate(missing)
        if len(absent):
            raise KeyError(int(wanted[absent.min()]))
