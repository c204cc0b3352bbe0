"""Resolved tiers as the parts of a stored solution: written, and read back for lower tiers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from perfectplay.core.arrays import IntArray
from perfectplay.core.packed import PackedArray
from perfectplay.core.process_memory import resident_bytes
from perfectplay.solver.explore.array_store import MemoryArray, StoredArray
from perfectplay.solver.memory import HELD_KEY
from perfectplay.solver.threads import ThreadTeam
from perfectplay.tablebase.store.manifest import PartEntry, StartEntry, TierEntry, part_name
from perfectplay.tablebase.store.parts import StoredPart
from perfectplay.tablebase.store.remote_files import is_remote
from perfectplay.tablebase.store.writer import PartWriter, joined, part_ranges
from perfectplay.tablebase.table import StateEntries

if TYPE_CHECKING:
    from perfectplay.solver.explore.index import ValuedTier
    from perfectplay.solver.parts.values_by_range import ValuesByRange
    from perfectplay.solver.retrograde.resolve_tiers import ResolvedTier

CHUNK = 1 << 18
"""States that are written at a time."""

WRITER_BYTES = 40 << 20
"""What writing a part takes, with the library that is loaded for it, about."""


@dataclass
class TierParts:
    """The parts of tiers in ``folder``. ``explored`` and ``stored``: the layouts of the keys that
    tiers are explored and stored with; None if both are the states themselves."""

    folder: Path
    scored: bool
    explored: IntArray | None = None
    stored: IntArray | None = None

    def write(self, tier: ResolvedTier, team: ThreadTeam, memory: int) -> TierEntry:
        """Write a tier; its parts at the same time if there is room for that in ``memory``, the
        budget in bytes for the process."""
        ranges = part_ranges(len(tier.keys))
        numbers = range(len(ranges))
        if len(ranges) > 1 and resident_bytes() + WRITER_BYTES * team.threads > memory:
            parts = [self._write(tier, number, ranges[number]) for number in numbers]
        else:
            parts = team.map(lambda number: self._write(tier, number, ranges[number]), numbers)
        return TierEntry(tier.number, len(tier.keys), tuple(parts))

    def _write(self, tier: ResolvedTier, part: int, r: tuple[int, int]) -> PartEntry:
        path = self.folder / part_name(tier.number, part)
        with PartWriter(path, scored=self.scored) as writer:
            for at in range(r[0], r[1], CHUNK):
                end = min(r[1], at + CHUNK)
                writer.add(self.as_stored(tier.keys.read(at, end)), tier.packed[at:end])
        return writer.entry

    def start_of(self, start: int, keys: StoredArray, packed: PackedArray) -> StartEntry | None:
        """The start, whose explored key is given, if it is among these states; None otherwise."""
        place = keys.place(start)
        if place == len(keys) or keys.read(place, place + 1)[0] != start:
            return None
        key = int(self.as_stored(np.array([start], np.int64))[0])
        return StartEntry(key, *StateEntries.unpacked(packed[place : place + 1]).at(0))

    def read(self, tier: TierEntry, *, room: int = 0) -> ValuedTier:
        """A tier that was written, to look its states up. ``room``: bytes that are free beside
        those of its table; if they hold its keys, the table may have a faster index."""
        from perfectplay.solver.explore.index import KeyIndex, ValuedTier

        stored = self._stored(tier, whole=is_remote(self.folder))
        groups = [(part, group) for part in stored for group in range(part.groups)]
        if room >= HELD_KEY * tier.states:
            held, pieces, at = np.empty(tier.states, np.int64), list[PackedArray](), 0
            for part, group in groups:
                states, entries = part.rows(group)
                held[at : at + len(states)] = self._as_explored(states)
                pieces.append(entries.packed())
                at += len(states)
            return ValuedTier.of(MemoryArray(held), joined(pieces), room=room - held.nbytes)
        packed = joined([part.entries(group).packed() for part, group in groups])
        keys = (self._as_explored(part.states(group)) for part, group in groups)
        ends = self._as_explored(np.array([tier.parts[0].first, tier.parts[-1].last], np.int64))
        return ValuedTier(KeyIndex(keys, int(ends[0]), int(ends[1]), len(packed)), packed)

    def by_range(self, tier: TierEntry) -> ValuesByRange:
        """The same of a tier that memory does not hold: it is read where children are."""
        from perfectplay.solver.parts.values_by_range import ValuesByRange

        return ValuesByRange.of_parts(self._stored(tier, whole=False), self._as_explored)

    def _stored(self, tier: TierEntry, *, whole: bool) -> list[StoredPart]:
        return [
            StoredPart(self.folder, part, tier.tier, text=False, scored=self.scored, whole=whole)
            for part in tier.parts
        ]

    def as_stored(self, keys: IntArray) -> IntArray:
        """Keys as they are stored."""
        return _repacked(keys, self.explored, self.stored)

    def _as_explored(self, keys: Any) -> IntArray:
        return _repacked(keys, self.stored, self.explored)


def _repacked(keys: IntArray, layout: IntArray | None, other: IntArray | None) -> IntArray:
    if layout is None or other is None or np.array_equal(layout, other):
        return keys
    from perfectplay.compiler.runtime.radix import repacked

    found: IntArray = repacked(np.ascontiguousarray(keys), layout, other)
    return found
