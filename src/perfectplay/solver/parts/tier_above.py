"""A finished tier, as the tasks that resolve lower tiers find it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import accumulate

import numpy as np

from perfectplay.core.arrays import IntArray
from perfectplay.core.errors import DamagedError
from perfectplay.core.packed import PackedArray
from perfectplay.solver.explore.array_store import MemoryArray, StoredArray
from perfectplay.solver.explore.index import ValuedTier
from perfectplay.solver.explore.key_file import BLOCK, KeyFile
from perfectplay.solver.memory import HELD_KEY
from perfectplay.solver.parts.joined_keys import JoinedKeys
from perfectplay.solver.parts.part_store import PartStore
from perfectplay.solver.parts.receipts import KeptValues, ResolvedPart
from perfectplay.solver.parts.tier_parts import TierParts
from perfectplay.solver.parts.values_by_range import Group, ValuesByRange
from perfectplay.tablebase.store.manifest import TierEntry
from perfectplay.tablebase.store.writer import joined, widened


@dataclass(frozen=True)
class TierAbove:
    """``stored``: its parts in the solution. ``keys`` and ``values``: the files of the `PartStore`
    that have the same, in order; none if they are not kept."""

    stored: TierEntry
    keys: tuple[str, ...] = ()
    values: tuple[KeptValues, ...] = ()

    @classmethod
    def of(cls, stored: TierEntry, keys: Sequence[str], parts: Sequence[ResolvedPart]) -> TierAbove:
        """A tier that was resolved just now."""
        values = tuple(part.values for part in parts if part.values is not None)
        return cls(stored, tuple(keys), values) if len(values) == len(parts) else cls(stored)

    @property
    def tier(self) -> int:
        """Its number."""
        return self.stored.tier

    @property
    def files(self) -> tuple[str, ...]:
        """The names of the files that are kept."""
        return (*self.keys, *(part.file for part in self.values))

    def read(self, store: PartStore, parts: TierParts, room: int) -> ValuedTier:
        """Its table, as `TierParts.read` gives it: from the files, which takes a fifth of the time,
        or from the parts of the solution, if there are none or they are not as they were written.
        """
        if self.values:
            try:
                packed = joined([store.values(part) for part in self.values])
                keys: StoredArray = JoinedKeys([store.keys(file) for file in self.keys])
                if room >= HELD_KEY * len(keys):  # an index reads them twice
                    keys = MemoryArray(keys.read(0, len(keys)))
                    room -= HELD_KEY * len(keys)
                return ValuedTier.of(keys, packed, room=room)
            except (DamagedError, FileNotFoundError):
                pass
        return parts.read(self.stored, room=room)

    def by_range(self, store: PartStore, parts: TierParts) -> ValuesByRange:
        """The same of a tier that memory does not hold: it is read where children are."""
        stored = partial(parts.by_range, self.stored)
        if self.values:
            with suppress(DamagedError, FileNotFoundError):
                keys = [store.keys(file) for file in self.keys]
                return _KeptByRange(keys, KeptRange(store, self.values), stored)
        return stored()


class KeptRange:
    """The values of a tier in some files that follow one another."""

    def __init__(self, store: PartStore, files: Sequence[KeptValues]) -> None:
        self._store, self._files = store, files
        self._begins = [0, *accumulate(file.states for file in files)]

    def read(self, begin: int, end: int) -> PackedArray:
        """Those of a range of states, at least 32 bits wide."""
        first, found = bisect_right(self._begins, begin) - 1, list[PackedArray]()
        for file, at in zip(self._files[first:], self._begins[first:], strict=False):
            if at >= end:
                break
            some = max(0, begin - at), min(file.states, end - at)
            packed = self._store.some_values(file, *some)
            found.append(widened(packed, np.promote_types(packed.dtype, np.uint32)))
        return np.concatenate(found)


class _KeptByRange(ValuesByRange):
    """A tier in files of keys, block by block; ``stored`` has the same, if one of them is not as it
    was written."""

    def __init__(
        self, files: Sequence[KeyFile], values: KeptRange, stored: Callable[[], ValuesByRange]
    ) -> None:
        blocks = [(file, block) for file in files for block in range(len(file.firsts))]
        begins = np.cumsum([0, *(min(BLOCK, len(f) - b * BLOCK) for f, b in blocks)]).tolist()

        def read(number: int) -> Group:
            file, block = blocks[number]
            keys = file.read(block * BLOCK, (block + 1) * BLOCK)
            return keys, values.read(begins[number], begins[number + 1])

        firsts = np.concatenate([file.firsts for file in files])
        super().__init__(np.append(firsts[1:] - 1, np.iinfo(np.int64).max), read)
        self._stored = stored

    def entries(self, wanted: IntArray, entries: PackedArray) -> None:
        try:
            super().entries(wanted, entries)
        except (DamagedError, FileNotFoundError):
            self._groups = self._stored()._groups
            super().entries(wanted, entries)
