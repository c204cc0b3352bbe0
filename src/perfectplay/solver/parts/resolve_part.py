"""The tasks that resolve a part of a tier, or a whole one, and store it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from perfectplay.core.arrays import IntArray
from perfectplay.core.packed import PackedArray
from perfectplay.core.progress import Reporter
from perfectplay.solver.explore.array_store import ArrayStore
from perfectplay.solver.explore.explored_tiers import Tier
from perfectplay.solver.memory import BATCH
from perfectplay.solver.parts.explore_part import INSIDE_BYTES
from perfectplay.solver.parts.part_store import PartStore
from perfectplay.solver.parts.receipts import ResolvedPart
from perfectplay.solver.parts.resolve_task import ResolveTask
from perfectplay.solver.retrograde.histogram import StateCounts, count_states
from perfectplay.solver.retrograde.resolve_tiers import ResolvedTier
from perfectplay.solver.retrograde.tier_graph import Resolver, resolve_inside, score_inside
from perfectplay.solver.rules_spec import expander_of
from perfectplay.solver.threads import ThreadTeam
from perfectplay.tablebase.store.manifest import PartEntry, StartEntry, part_name
from perfectplay.tablebase.store.remote_files import folder_at, move_file
from perfectplay.tablebase.store.writer import PartWriter, joined


@dataclass(frozen=True)
class ResolvePart(ResolveTask):
    """One part of the solution."""

    @property
    def receipt(self) -> str:
        """The name of its receipt."""
        return f"tier-{self.tier}-{self.part}.resolved"

    def found(self) -> ResolvedPart | None:
        """What it has left if it is done; not what another version has, whose parts are longer."""
        done = PartStore(folder_at(self.store)).resolved(self.receipt, folder_at(self.folder))
        return done if done is not None and done.written == self.end - self.begin else None

    def run(self) -> ResolvedPart:
        """Do it, and leave the receipt. Raises RulesError, StoreError, OSError, and what
        `expander_of` does."""
        expander = expander_of(self.rules)
        parts, new = self._parts(expander), self._results.new_path()
        values = list[PackedArray]()
        with PartWriter(new, scored=parts.scored) as writer:

            def add(keys: IntArray, packed: PackedArray) -> None:
                writer.add(parts.as_stored(keys), packed)
                values.append(packed)

            counts, start = self._resolved(expander, parts, add)
        return self._placed(new, writer.entry, writer.entry.states, counts, start, joined(values))

    def _placed(
        self,
        new: Path,
        entry: PartEntry,
        states: int,
        counts: StateCounts,
        start: StartEntry | None,
        packed: PackedArray,
    ) -> ResolvedPart:
        """Give a part that was written its place, and leave the receipt; ``states``: how many of
        its states this task has resolved; ``packed``: the values of all."""
        name = part_name(self.tier, self.part)
        move_file(new, self._target / name)
        return self._finished((replace(entry, file=name),), states, counts, start, packed)

    def _finished(
        self,
        parts: tuple[PartEntry, ...],
        states: int,
        counts: StateCounts,
        start: StartEntry | None,
        packed: PackedArray,
    ) -> ResolvedPart:
        """Leave the values if they are asked for, and the receipt."""
        name = f"tier-{self.tier}-{self.part}.values"
        values = self._results.keep_values(name, packed) if self.asked else None
        done = ResolvedPart(parts, states, *counts.notes(), start, values)
        self._results.write_receipt(self.receipt, done)
        return done


@dataclass(frozen=True)
class ResolveInside(ResolvePart):
    """A whole tier with moves inside, with so many ``moves`` in all, as one graph."""

    moves: int

    def run(self) -> ResolvedPart:
        store, expander = PartStore(folder_at(self.store)), expander_of(self.rules)
        parts, keys = self._parts(expander), self._states(store)
        into = tuple(sorted((self.tier, *(tier.tier for tier in self.into))))
        with TemporaryDirectory(dir=self._results.new_path().parent) as scratch:
            arrays = ArrayStore(INSIDE_BYTES, lambda: Path(scratch))
            resolver = Resolver(expander, ThreadTeam(1), Reporter(), BATCH, arrays)
            resolver.valued = self._tables(parts)
            resolve = score_inside if parts.scored else resolve_inside
            resolved, moves = resolve(resolver, self.tier, Tier(keys, self.moves, into))
            packed = resolved.packed(reuse=True)
            counts = count_states(expander, keys, packed, moves, resolver.team, BATCH)
            new = replace(parts, folder=Path(scratch))
            tier = ResolvedTier(self.tier, keys, packed, counts)
            entry = new.write(tier, resolver.team, INSIDE_BYTES)
            for part in entry.parts:
                move_file(new.folder / part.file, self._target / part.file)
        start = parts.start_of(expander.start_key(), keys, packed)
        return self._finished(entry.parts, len(keys), counts, start, packed)
