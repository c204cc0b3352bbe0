"""The task that writes a part of the solution whose tier was swept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from perfectplay.core.arrays import AnyIntArray, ByteArray, Int32Array
from perfectplay.core.packed import pack, packed_type
from perfectplay.core.value import Value
from perfectplay.solver.explore.array_store import chunks
from perfectplay.solver.parts.decided_sets import round_name, runs_of
from perfectplay.solver.parts.inner_moves import InnerMoves
from perfectplay.solver.parts.part_store import PartStore, between
from perfectplay.solver.parts.receipts import LinkedPart, ResolvedPart, Run
from perfectplay.solver.parts.resolve_part import ResolvePart
from perfectplay.solver.parts.tier_parts import CHUNK
from perfectplay.solver.retrograde.histogram import StateCounts, count_range
from perfectplay.solver.rules_spec import expander_of
from perfectplay.solver.threads import batches_of
from perfectplay.tablebase.store.remote_files import folder_at
from perfectplay.tablebase.store.writer import PartWriter


@dataclass(frozen=True)
class WriteSwept(ResolvePart):
    """``linked``: the moves of all parts that were swept, and ``plies``: the ply of each round."""

    linked: tuple[LinkedPart, ...]
    plies: tuple[int, ...]

    def run(self) -> ResolvedPart:
        expander, store = expander_of(self.rules), PartStore(folder_at(self.store))
        parts, keys = self._parts(expander), self._states(store)
        values, remoteness = self._decided(store)
        wide: Any = packed_type(max(self.plies)) is np.uint32
        packed = pack(values, remoteness, wide=wide)
        degrees = self._degrees(store)
        counts = StateCounts.none(symmetric=expander.compiled.has_symmetries)
        new = self._results.new_path()
        with PartWriter(new, scored=False) as writer:
            for begin, end in batches_of(len(keys), CHUNK):
                some = keys.read(begin, end)
                writer.add(parts.as_stored(some), packed[begin:end])
                counts.include(count_range(expander, some, packed[begin:end], degrees[begin:end]))
        start = parts.start_of(expander.start_key(), keys, packed)
        return self._placed(new, writer.entry, 0, counts, start, packed)

    def _decided(self, store: PartStore) -> tuple[ByteArray, Int32Array]:
        """The values of the states, and their remotenesses, -1 in an endless draw, [N]."""
        values = np.full(self.end - self.begin, Value.DRAW, np.uint8)
        remoteness = np.full(self.end - self.begin, -1, np.int32)
        for number, ply in enumerate(self.plies):
            for value, run in self._runs(store, number):
                for places in chunks(between(store.run(run), self.begin, self.end), CHUNK):
                    values[places - self.begin] = value
                    remoteness[places - self.begin] = ply
        return values, remoteness

    def _runs(self, store: PartStore, number: int) -> Iterator[tuple[Value, Run]]:
        """What a round has decided, of the parts that have states of this one."""
        at = 0
        parts = store.round(round_name(self.tier, number)).parts
        for linked, part in zip(self.linked, parts, strict=True):
            if at < self.end and at + linked.size > self.begin:
                yield from runs_of(part)
            at += linked.size

    def _degrees(self, store: PartStore) -> AnyIntArray:
        """[N] the number of moves of each state."""
        found, at = list[AnyIntArray](), 0
        for part in self.linked:
            end = at + part.size
            if at < self.end and end > self.begin:
                degrees = InnerMoves.read(store.bytes_of(part), part.lengths).degrees
                found.append(degrees[max(0, self.begin - at) : self.end - at].astype(np.int32))
            at = end
        return np.concatenate(found)
