"""The task that explores a part: it merges one range of keys of a tier's runs, and expands them.

It keeps nothing between two calls: any process that reaches the store can do any part.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, TypeAlias

import numpy as np

from perfectplay.compiler.expander import Expander
from perfectplay.core.arrays import IntArray
from perfectplay.solver.explore import sorted_keys
from perfectplay.solver.explore.array_store import ArrayStore, MemoryArray, StoredArray, chunks
from perfectplay.solver.explore.expand_range import expand_range
from perfectplay.solver.explore.explored_tiers import TierKind
from perfectplay.solver.explore.found_states import FoundStates
from perfectplay.solver.explore.merge_runs import merge_runs, split_runs
from perfectplay.solver.explore.runs import union
from perfectplay.solver.memory import CHILDREN
from perfectplay.solver.parts.part_store import PartStore, between
from perfectplay.solver.parts.receipts import SAMPLE, ExploredPart, RepeatedKeys, Run
from perfectplay.solver.rules_spec import RulesSpec, expander_of
from perfectplay.solver.threads import ThreadTeam
from perfectplay.tablebase.store.remote_files import folder_at

CHUNK = 1 << 18
"""States whose fields are looked at together."""

INSIDE_BYTES = 2 << 30
"""Bytes that a process may take to explore, or to resolve, a tier with moves inside in one task."""

INSIDE_KEYS = 1 << 21
"""Keys of such a tier that one task explores; the rest is shared, except in games of points."""

MOST_WAVES = 24
"""New states of a tier are compared with at most this number of arrays; then some are merged."""


Ranges: TypeAlias = tuple[Sequence[int], Sequence[int]]
"""The smallest and largest values of the fields of some states' tuples and of their images."""


class InsideMovesError(Exception):
    """Moves stay in a tier of a game of points that is too large for one process."""


@dataclass(frozen=True)
class ExplorePart:
    """``store``: the folder of a `PartStore`; ``runs``: all that lead into the tier, of which the
    keys from ``low`` on and below ``high`` are the part; ``ranges``: whether the ranges of the
    fields are wanted; ``results``: the folder for what it writes, if it is not the store."""

    rules: RulesSpec
    store: str
    tier: int
    part: int
    kind: TierKind
    runs: tuple[Run, ...]
    low: int | None
    high: int | None
    ranges: bool
    results: str = field(default="", kw_only=True)

    in_waves: ClassVar[bool] = False
    """Whether its keys may be merged with those of others."""

    @property
    def name(self) -> str:
        """Of the part in the store."""
        return f"tier-{self.tier}-{self.part}"

    @property
    def receipt(self) -> str:
        """The name of its receipt."""
        return f"{self.name}.explored"

    def found(self) -> ExploredPart | None:
        """What it has left if it is done."""
        return PartStore(folder_at(self.store)).explored(self.receipt, whole=False)

    def run(self) -> ExploredPart:
        """Do it, and leave the receipt. Raises RulesError, KeysOutgrownError, OSError, and what
        `expander_of` does."""
        store, expander = PartStore(folder_at(self.store)), expander_of(self.rules)
        results = PartStore(folder_at(self.results or self.store))
        runs = [between(store.run(run), self.low, self.high) for run in self.runs]
        read = sum(map(len, runs))
        keys, children, moves = self._reached(expander, merged_runs(runs, read))
        kept = results.write_keys(f"{self.name}.keys", keys)
        written = kept.bytes
        into = []
        for tier in sorted(children):
            name = f"{self.name}-into-{tier}.keys"
            run, size = results.keep_run(name, tier, children.pop(tier))
            into.append(run)
            written += size
        low, high = ranges_in(expander, MemoryArray(keys)) if self.ranges else ((), ())
        sample = tuple(keys[:: max(1, len(keys) // SAMPLE)].tolist()) if self.in_waves else ()
        done = ExploredPart(
            kept.path.name, len(keys), kept.mark, read, moves, tuple(into), written, low, high,
            sample,
        )  # fmt: skip
        results.write_receipt(self.receipt, done)
        return done

    def _reached(
        self, expander: Expander, keys: IntArray
    ) -> tuple[IntArray, dict[int, IntArray], int]:
        """The states of the part, rising; their distinct children by tier; the number of moves."""
        moves, at, stored = 0, 0, MemoryArray(keys)
        found = FoundStates(ThreadTeam(1), ArrayStore())
        while at < len(keys):
            end = min(len(keys), at + max(1, int(CHILDREN / expander.branching)))
            part = stored.part(at, end)
            some = expand_range(expander, part, self.tier, self.kind)
            moves += some.moves
            for into in sorted(some.children):
                found.add(into, some.children.pop(into))
            at = end
        runs = {into: found.pop(into) for into in sorted(found.tiers)}
        return keys, {into: merged_runs(of, sum(map(len, of))) for into, of in runs.items()}, moves


@dataclass(frozen=True)
class ExploreInside(ExplorePart):
    """A whole tier with moves inside: what they lead to is expanded too, until nothing is new, or
    until this process has no room; then a run into the tier itself has what is left."""

    in_waves = True

    @property
    def name(self) -> str:
        return f"tier-{self.tier}-inside"

    def _reached(
        self, expander: Expander, keys: IntArray
    ) -> tuple[IntArray, dict[int, IntArray], int]:
        """Raises InsideMovesError if such a tier cannot be divided."""
        found: dict[int, list[IntArray]] = {}
        known, moves, wave = list[IntArray](), 0, keys
        scored = expander.compiled.scoring
        most = INSIDE_BYTES // 4 // keys.itemsize if scored else INSIDE_KEYS
        while len(wave) and sum(map(len, known)) <= most:
            known.append(wave)
            _, children, more = super()._reached(expander, wave)
            moves += more
            wave = children.pop(self.tier, wave[:0])
            for run in known:
                wave = wave[: sorted_keys.drop_known(wave, run)]
            if len(known) >= MOST_WAVES:
                known.sort(key=len)
                known[: MOST_WAVES // 2] = [union(known[: MOST_WAVES // 2])]
            for into, run in children.items():
                found.setdefault(into, []).append(run)
        if len(wave) and scored:
            raise InsideMovesError
        found[self.tier] = [wave]
        return union(known), {into: union(found[into]) for into in sorted(found)}, moves


def merged_runs(runs: list[StoredArray], keys: int) -> IntArray:
    """[N] the distinct keys of some runs, which have ``keys`` in all, rising."""
    parts = [merge_runs(parts) for parts in split_runs(runs)] if keys else []
    return np.concatenate([np.empty(0, np.int64), *parts])


def ranges_in(expander: Expander, keys: StoredArray) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The smallest and largest values of the fields of some tuples and of their images."""
    return joined_ranges(expander.field_ranges(some) for some in chunks(keys, CHUNK))


def joined_ranges(ranges: Iterable[Ranges]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The smallest and largest values in some ranges, field by field."""
    found = list(ranges)
    low = tuple(map(min, zip(*(lows for lows, _ in found), strict=True)))
    return low, tuple(map(max, zip(*(highs for _, highs in found), strict=True)))


@dataclass(frozen=True)
class CountRepeated:
    """Counts the keys of a range that stand in more than one of the ``files``; ``receipt``: its
    name; ``results``: the folder for that, if it is not the store."""

    store: str
    receipt: str
    files: tuple[str, ...]
    low: int | None
    high: int | None
    results: str = ""

    def found(self) -> RepeatedKeys | None:
        """What it has left if it is done."""
        return PartStore(folder_at(self.store)).repeated(self.receipt)

    def run(self) -> RepeatedKeys:
        """Count them: all keys, less the distinct ones. Raises OSError."""
        store = PartStore(folder_at(self.store))
        parts = [between(store.keys(file), self.low, self.high) for file in self.files]
        keys = sum(map(len, parts))
        distinct_keys = sum(len(merge_runs(some)) for some in split_runs(parts))
        done = RepeatedKeys(keys - distinct_keys)
        PartStore(folder_at(self.results or self.store)).write_receipt(self.receipt, done)
        return done
