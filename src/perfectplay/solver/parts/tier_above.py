"""A finished tier, as the tasks that resolve lower tiers find it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from perfectplay.core.errors import DamagedError
from perfectplay.solver.explore.array_store import MemoryArray, StoredArray
from perfectplay.solver.explore.index import ValuedTier
from perfectplay.solver.memory import HELD_KEY
from perfectplay.solver.parts.joined_keys import JoinedKeys
from perfectplay.solver.parts.part_store import PartStore
from perfectplay.solver.parts.receipts import KeptValues, ResolvedPart
from perfectplay.solver.parts.tier_parts import TierParts
from perfectplay.tablebase.store.manifest import TierEntry
from perfectplay.tablebase.store.writer import joined


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
