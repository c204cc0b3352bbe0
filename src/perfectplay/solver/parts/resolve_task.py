"""What the tasks that resolve states of a tier have in common.

A task keeps nothing but the tables of the tiers above, which the next one needs too: any process
that reaches the folder can do any task.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from perfectplay.compiler.expander import Expander
from perfectplay.core.arrays import IntArray
from perfectplay.core.errors import DamagedError
from perfectplay.core.packed import PackedArray
from perfectplay.core.process_memory import default_budget, resident_bytes
from perfectplay.game.shape.packing import TupleKeys
from perfectplay.solver.explore.array_store import StoredArray
from perfectplay.solver.memory import BATCH, ranged_batch
from perfectplay.solver.parts.joined_keys import JoinedKeys
from perfectplay.solver.parts.loaded_tables import TABLES
from perfectplay.solver.parts.part_store import PartStore
from perfectplay.solver.parts.tier_above import TierAbove
from perfectplay.solver.parts.tier_parts import CHUNK, TierParts
from perfectplay.solver.parts.values_by_range import ValuesByRange
from perfectplay.solver.retrograde.histogram import StateCounts
from perfectplay.solver.retrograde.resolve_range import ChildValues, resolve_range
from perfectplay.solver.rules_spec import RulesSpec
from perfectplay.tablebase.store.manifest import KeysEntry, StartEntry
from perfectplay.tablebase.store.remote_files import folder_at


@dataclass(frozen=True)
class ResolveTask:
    """``store``: the folder of a `PartStore`; ``folder``: of the solution; ``explored``: the files
    of the tier's keys with the number of each, of which the states from ``begin`` to ``end`` are
    meant, in the part of the solution with the number ``part``; ``keys``: as they are stored;
    ``into``: the tiers that the tier moves into; ``kept``: the tiers that later tasks need too;
    ``longest``: no state of the tier has a larger remoteness; ``results``: the folder for what the
    task writes, if it is neither of the two; ``memory``: bytes that the process may hold when it
    has loaded tables (None: half of what is free); ``asked``: values are kept for lower tiers."""

    rules: RulesSpec
    store: str
    folder: str
    tier: int
    part: int
    explored: tuple[tuple[str, int], ...]
    begin: int
    end: int
    keys: KeysEntry
    into: tuple[TierAbove, ...]
    kept: tuple[int, ...]
    longest: int
    results: str = field(default="", kw_only=True)
    memory: int | None = field(default=None, kw_only=True)
    asked: bool = field(default=False, kw_only=True)

    @property
    def _results(self) -> PartStore:
        """Where the receipt goes."""
        return PartStore(folder_at(self.results or self.store))

    @property
    def _target(self) -> Path:
        """Where the parts of the solution go."""
        return folder_at(self.results or self.folder)

    def _resolved(
        self, expander: Expander, parts: TierParts, take: Callable[[IntArray, PackedArray], None]
    ) -> tuple[StateCounts, StartEntry | None]:
        """The counts, and the start if it is here; ``take`` gets keys and values, CHUNK at a
        time."""
        tables, keys = self._tables(parts), self._states(PartStore(folder_at(self.store)))
        counts = StateCounts.none(symmetric=expander.compiled.has_symmetries)
        start: StartEntry | None = None
        ranged = any(isinstance(table, ValuesByRange) for table in tables.values())
        begin, batch = 0, BATCH
        while begin < len(keys):
            some = keys.part(begin, min(len(keys), begin + max(CHUNK, batch)))
            resolved = resolve_range(expander, some, tables, self.longest, batch=batch)
            counts.include(resolved.counts)
            start = parts.start_of(expander.start_key(), some, resolved.packed) or start
            take(some.read(0, len(some)), resolved.packed)
            begin += len(some)
            if ranged:  # the first states tell how many moves there are
                batch = self._large_batch(expander)
        return counts, start

    def _large_batch(self, expander: Expander) -> int:
        """States whose children are looked up together in tiers that are read by ranges."""
        room = (self.memory or default_budget()) - resident_bytes()
        return ranged_batch(room / 2, 1, expander.branching)

    def _parts(self, expander: Expander) -> TierParts:
        """The parts of the solution, with the layouts of their keys."""
        parts = TierParts(folder_at(self.folder), expander.rules.scoring)
        if isinstance(expander.keys, TupleKeys):
            stored = TupleKeys(self.keys.low, self.keys.size, usual=self.keys.usual)
            parts.explored, parts.stored = expander.keys.layout(), stored.layout()
        return parts

    def _tables(self, parts: TierParts) -> dict[int, ChildValues]:
        """The values of the tiers that the moves lead to. Raises DamagedError."""
        try:
            return TABLES.of(self.store, self.into, self.kept, parts, self.memory)
        except DamagedError as error:
            problem = str(error).partition(";")[0]
            raise PartStore(folder_at(self.store)).damaged(problem) from None

    def _states(self, store: PartStore) -> JoinedKeys:
        """The keys of the part; only the files that it is in are opened."""
        files: list[StoredArray] = []
        at = first = 0
        for file, states in self.explored:
            if at + states > self.begin and at < self.end:
                first = first if files else at
                files.append(store.keys(file))
            at += states
        return JoinedKeys(files).part(self.begin - first, self.end - first)
