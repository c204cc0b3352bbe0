"""Resolved tiers as the parts of a stored solution: written, and read back for lower tiers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.solver.memory import resident_bytes
from perfectplay.solver.threads import ThreadTeam
from perfectplay.tablebase.store.manifest import PartEntry, part_name
from perfectplay.tablebase.store.parts import StoredPart
from perfectplay.tablebase.store.writer import PartWriter, part_ranges
from perfectplay.tablebase.table import StateEntries

if TYPE_CHECKING:
    from perfectplay.solver.retrograde.resolve_tiers import ResolvedTier
    from perfectplay.solver.retrograde.tier_lookup import ValuedTier

CHUNK = 1 << 18
"""States that are written at a time."""

WRITER_BYTES = 40 << 20
"""What writing a part takes, with the library that is loaded for it, about."""

IntArray = NDArray[np.int64]


@dataclass
class TierParts:
    """The parts of tiers in ``folder``; ``memory``: the budget in bytes for the process.

    ``explored`` and ``stored``: the layouts of the keys that tiers are explored and stored with;
    None if both are the states themselves.
    """

    folder: Path
    scored: bool
    team: ThreadTeam
    memory: int
    explored: IntArray | None = None
    stored: IntArray | None = None

    def write(self, tier: ResolvedTier) -> list[PartEntry]:
        """Write a tier; its parts at the same time if the budget has room for that."""
        ranges = part_ranges(len(tier.keys))
        numbers = range(len(ranges))
        if len(ranges) > 1 and resident_bytes() + WRITER_BYTES * self.team.threads > self.memory:
            return [self._write(tier, number, ranges[number]) for number in numbers]
        return self.team.map(lambda number: self._write(tier, number, ranges[number]), numbers)

    def _write(self, tier: ResolvedTier, part: int, r: tuple[int, int]) -> PartEntry:
        path = self.folder / part_name(tier.number, part)
        with PartWriter(path, scored=self.scored) as writer:
            for at in range(r[0], r[1], CHUNK):
                end = min(r[1], at + CHUNK)
                writer.add(self.as_stored(tier.keys.read(at, end)), tier.packed[at:end])
        return writer.entry

    def read(self, number: int, parts: tuple[PartEntry, ...]) -> ValuedTier:
        """A tier that was written, to look its states up."""
        from perfectplay.solver.explore.index import KeyIndex
        from perfectplay.solver.retrograde.tier_lookup import ValuedTier

        stored = [StoredPart(self.folder, p, number, text=False, scored=self.scored) for p in parts]
        packed = StateEntries.joined(
            [p.entries(g) for p in stored for g in range(p.groups)]
        ).packed()
        keys = (self._as_explored(p.states(g)) for p in stored for g in range(p.groups))
        ends = self._as_explored(np.array([parts[0].first, parts[-1].last], np.int64))
        return ValuedTier(KeyIndex(keys, int(ends[0]), int(ends[1]), len(packed)), packed)

    def as_stored(self, keys: IntArray) -> IntArray:
        """Keys as they are stored."""
        return _repacked(keys, self.explored, self.stored)

    def _as_explored(self, keys: Any) -> IntArray:
        return _repacked(keys, self.stored, self.explored)


def _repacked(keys: IntArray, layout: IntArray | None, other: IntArray | None) -> IntArray:
    if layout is None or other is None or np.array_equal(layout, other):
        return keys
    from perfectplay.compiler.radix import repacked

    found: IntArray = repacked(np.ascontiguousarray(keys), layout, other)
    return found
