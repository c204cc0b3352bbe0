"""The task that resolves a part of a tier, from the tiers that it moves into, and stores it.

It keeps nothing but these tiers' tables, which the next part needs too: any process that reaches
the folder can do any part.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from perfectplay.compiler.expander import Expander
from perfectplay.core.errors import DamagedError
from perfectplay.core.progress import Reporter
from perfectplay.game.packing import TupleKeys
from perfectplay.solver.explore.array_store import ArrayStore, StoredArray
from perfectplay.solver.explore.explored_tiers import Tier, batches_of
from perfectplay.solver.explore.index import ValuedTier
from perfectplay.solver.memory import BATCH
from perfectplay.solver.parts.explore_part import INSIDE_BYTES
from perfectplay.solver.parts.joined_keys import JoinedKeys
from perfectplay.solver.parts.part_store import PartStore
from perfectplay.solver.parts.receipts import ResolvedPart
from perfectplay.solver.parts.tier_parts import CHUNK, TierParts
from perfectplay.solver.retrograde.histogram import StateCounts, count_states
from perfectplay.solver.retrograde.resolve_range import resolve_range
from perfectplay.solver.retrograde.resolve_tiers import ResolvedTier
from perfectplay.solver.retrograde.tier_graph import Resolver, resolve_inside, score_inside
from perfectplay.solver.rules_spec import RulesSpec, expander_of
from perfectplay.solver.threads import ThreadTeam
from perfectplay.tablebase.store.manifest import (
    KeysEntry,
    PartEntry,
    StartEntry,
    TierEntry,
    part_name,
)
from perfectplay.tablebase.store.remote_files import folder_at, move_file
from perfectplay.tablebase.store.writer import PartWriter


@dataclass(frozen=True)
class ResolvePart:
    """``store``: the folder of a `PartStore`; ``folder``: of the solution; ``explored``: the files
    of the tier's keys with the number of each, of which the states from ``begin`` to ``end`` are
    the part; ``keys``: as they are stored; ``into``: the tiers that the tier moves into; ``kept``:
    the tiers that later parts need too; ``longest``: no state of the tier has a larger
    remoteness; ``results``: the folder for what it writes, if it is neither of the two."""

    rules: RulesSpec
    store: str
    folder: str
    tier: int
    part: int
    explored: tuple[tuple[str, int], ...]
    begin: int
    end: int
    keys: KeysEntry
    into: tuple[TierEntry, ...]
    kept: tuple[int, ...]
    longest: int
    results: str = field(default="", kw_only=True)

    @property
    def receipt(self) -> str:
        """The name of its receipt."""
        return f"tier-{self.tier}-{self.part}.resolved"

    def found(self) -> ResolvedPart | None:
        """What it has left if it is done."""
        return PartStore(folder_at(self.store)).resolved(self.receipt, folder_at(self.folder))

    def run(self) -> ResolvedPart:
        """Do it, and leave the receipt.

        Raises RulesError, StoreError, OSError, and what `expander_of` does.
        """
        store, expander = PartStore(folder_at(self.store)), expander_of(self.rules)
        parts = self._parts(expander)
        tables, keys = self._tables(parts), self._states(store)
        counts = StateCounts.none(symmetric=expander.compiled.has_symmetries)
        start: StartEntry | None = None
        new = self._results.new_path()
        with PartWriter(new, scored=parts.scored) as writer:
            for begin, end in batches_of(len(keys), CHUNK):
                some = keys.part(begin, end)
                resolved = resolve_range(expander, some, tables, self.longest)
                counts.include(resolved.counts)
                start = parts.start_of(expander.start_key(), some, resolved.packed) or start
                writer.add(parts.as_stored(some.read(0, len(some))), resolved.packed)
        name = part_name(self.tier, self.part)
        move_file(new, self._target / name)
        return self._finished((replace(writer.entry, file=name),), counts, start)

    def again(self, results: str) -> ResolvePart:
        """The same task, which leaves its files in the folder ``results``."""
        return replace(self, results=results)

    @property
    def _results(self) -> PartStore:
        """Where the receipt goes."""
        return PartStore(folder_at(self.results or self.store))

    @property
    def _target(self) -> Path:
        """Where the parts of the solution go."""
        return folder_at(self.results or self.folder)

    def _parts(self, expander: Expander) -> TierParts:
        """The parts of the solution, with the layouts of their keys."""
        parts = TierParts(folder_at(self.folder), expander.rules.scoring)
        if isinstance(expander.keys, TupleKeys):
            stored = TupleKeys(self.keys.low, self.keys.size)
            parts.explored, parts.stored = expander.keys.layout(), stored.layout()
        return parts

    def _tables(self, parts: TierParts) -> dict[int, ValuedTier]:
        """The tables of the tiers that the moves lead to. Raises DamagedError."""
        try:
            return {
                tier.tier: _TABLES.of(self.store, tier, self.kept, parts.read) for tier in self.into
            }
        except DamagedError as error:
            problem = str(error).partition(";")[0]
            raise PartStore(folder_at(self.store)).damaged(problem) from None

    def _finished(
        self,
        parts: tuple[PartEntry, ...],
        counts: StateCounts,
        start: StartEntry | None,
    ) -> ResolvedPart:
        """Leave the receipt."""
        covered = None if counts.covered is None else counts.covered.note()
        done = ResolvedPart(parts, counts.tally.note(), covered, start)
        self._results.write_receipt(self.receipt, done)
        return done

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


@dataclass(frozen=True)
class ResolveInside(ResolvePart):
    """A whole tier with moves inside, with so many ``moves`` in all, as one graph."""

    moves: int

    def run(self) -> ResolvedPart:
        store, expander = PartStore(folder_at(self.store)), expander_of(self.rules)
        parts, keys = self._parts(expander), self._states(store)
        into = tuple(sorted((self.tier, *(tier.tier for tier in self.into))))
        with TemporaryDirectory(dir=self._results.new_path().parent) as scratch:
            shelf = ArrayStore(INSIDE_BYTES, lambda: Path(scratch))
            resolver = Resolver(expander, ThreadTeam(1), Reporter(), BATCH, shelf)
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
        return self._finished(entry.parts, counts, start)


class _Tables:
    """Tables of finished tiers that this process has loaded."""

    def __init__(self) -> None:
        self._loaded: dict[tuple[str, TierEntry], ValuedTier] = {}
        self._loading = threading.Lock()

    def of(
        self,
        store: str,
        tier: TierEntry,
        kept: tuple[int, ...],
        read: Callable[[TierEntry], ValuedTier],
    ) -> ValuedTier:
        """The table of a tier; those of other solves, and those not ``kept``, are forgotten."""
        with self._loading:
            for past in [key for key in self._loaded if key[0] != store or key[1].tier not in kept]:
                del self._loaded[past]
            key = (store, tier)
            if key not in self._loaded:
                self._loaded[key] = read(tier)
            return self._loaded[key]

    def forget(self, store: str) -> None:
        """Forget the tables of a solve."""
        with self._loading:
            for past in [key for key in self._loaded if key[0] == store]:
                del self._loaded[past]


_TABLES = _Tables()


def forget_tables(store: str) -> None:
    """Forget the tables that this process has loaded for a solve, at its end."""
    _TABLES.forget(store)
