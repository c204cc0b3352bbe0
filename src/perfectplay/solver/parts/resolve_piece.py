"""A part of the solution in pieces, so that several workers resolve a short tier.

Each worker stores the values of its piece; then one of them writes the part from these.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from perfectplay.core.arrays import IntArray
from perfectplay.core.packed import PackedArray, packed_type
from perfectplay.solver.explore.explored_tiers import batches_of
from perfectplay.solver.parts.part_store import PartStore
from perfectplay.solver.parts.receipts import ResolvedPart, ResolvedPiece
from perfectplay.solver.parts.resolve_part import ResolvePart
from perfectplay.solver.parts.resolve_task import ResolveTask
from perfectplay.solver.parts.tier_parts import CHUNK
from perfectplay.solver.retrograde.histogram import StateCounts
from perfectplay.solver.rules_spec import expander_of
from perfectplay.tablebase.store.remote_files import folder_at
from perfectplay.tablebase.store.writer import PartWriter


@dataclass(frozen=True)
class ResolvePiece(ResolveTask):
    """Some states of a part."""

    @property
    def receipt(self) -> str:
        """The name of its receipt."""
        return f"tier-{self.tier}-{self.part}-{self.begin}-{self.end}.piece"

    def found(self) -> ResolvedPiece | None:
        """What it has left if it is done."""
        return PartStore(folder_at(self.store)).piece(self.receipt)

    def run(self) -> ResolvedPiece:
        """Do it, and leave the receipt. Raises as `ResolvePart.run`."""
        expander = expander_of(self.rules)
        values = list[PackedArray]()

        def keep(_: IntArray, packed: PackedArray) -> None:
            values.append(packed)

        counts, start = self._resolved(expander, self._parts(expander), keep)
        packed = np.concatenate(values)
        file = self.receipt.replace(".piece", ".values")
        mark = self._results.write_content(file, packed.tobytes())
        tally, covered = counts.notes()
        done = ResolvedPiece(file, len(packed), packed.nbytes, mark, tally, covered, start)
        self._results.write_receipt(self.receipt, done)
        return done


@dataclass(frozen=True)
class WritePart(ResolvePart):
    """A part whose ``pieces`` are resolved: it is only written."""

    pieces: tuple[ResolvedPiece, ...]

    def run(self) -> ResolvedPart:
        expander, store = expander_of(self.rules), PartStore(folder_at(self.store))
        parts, new, keys = self._parts(expander), self._results.new_path(), self._states(store)
        kind = np.dtype(np.uint64 if parts.scored else packed_type(self.longest))
        packed = np.concatenate([store.values(piece, kind) for piece in self.pieces])
        with PartWriter(new, scored=parts.scored) as writer:
            for begin, end in batches_of(len(keys), CHUNK):
                writer.add(parts.as_stored(keys.read(begin, end)), packed[begin:end])
        counts = StateCounts.none(symmetric=expander.compiled.has_symmetries)
        for piece in self.pieces:
            counts.include(piece.counts)
        start = next((piece.start for piece in self.pieces if piece.start is not None), None)
        return self._placed(new, writer.entry, 0, counts, start)
