"""The stored tiers in memory, each while it is needed."""

from __future__ import annotations

import threading
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from perfectplay.core.arrays import Array, IntArray
from perfectplay.core.value import Value
from perfectplay.tablebase.store.manifest import Manifest, PartEntry, TierEntry
from perfectplay.tablebase.verification import Worth
from perfectplay.verifier import kernels, score_conditions
from perfectplay.verifier.stored_files import WrongPartError, read_part

Entries = Array
"""uint32, or uint64 in games of points: see kernels.py and score_kernels.py."""

LONGEST = (1 << 29) - 2
"""The largest remoteness that an entry holds."""


LONG = 64
"""With longer buckets than this on average, a hash table is faster than a directory."""


@dataclass
class LoadedTier:
    """keys: [N] int64, rising; entries: [N]; table and shift: what `table_of` gives."""

    number: int
    keys: IntArray
    entries: Entries
    shift: int
    table: Array

    def place(self, key: int) -> int:
        """The place of a key, or -1; by NumPy's search, not by the kernels'."""
        place = int(np.searchsorted(self.keys, key))
        return place if place < len(self.keys) and self.keys[place] == key else -1

    def worth(self, key: int) -> Worth | None:
        """The stored worth of a key, or None."""
        place = self.place(key)
        return None if place < 0 else worth_of(int(self.entries[place]))


def worth_of(entry: int) -> Worth:
    """The value and remoteness of an entry, and its score if it has one.

    >>> worth_of(4 << 3 | 3 << 1), worth_of(0 << 3 | 2 << 1 | 1)
    ((<Value.WIN: 3>, 3), (<Value.DRAW: 2>, None))
    >>> worth_of((7 + 2**31) << 32 | 4 << 3 | 3 << 1)
    (<Value.WIN: 3>, 3, 7)
    """
    score, low = entry >> 32, entry & ((1 << 32) - 1)
    plies = (low >> 3) - 1
    if score:
        return Value(low >> 1 & 3), plies, score - (1 << 31)
    return Value(low >> 1 & 3), None if plies < 0 else plies


def counted(entries: Entries, weights: IntArray | None = None) -> dict[int, int]:
    """The number of states of each entry, without marks and scores; with weights [N], their sums.

    >>> counted(np.array([6, 7, 4], np.uint32))
    {4: 1, 6: 2}
    """
    codes = entries.astype(np.uint32, copy=False) >> np.uint32(1)  # the lower half
    if int(codes.max(initial=0)) < 1 << 20:
        found = np.bincount(codes, weights)
        places = np.flatnonzero(found)
        counts = found[places]
    else:
        places, inverse = np.unique(codes, return_inverse=True)
        counts = np.bincount(inverse, weights)
    pairs = zip(places.tolist(), counts.astype(np.int64).tolist(), strict=True)
    return {code << 1: count for code, count in pairs}


class LoadedTiers:
    """Tiers by number, read on first access and freed by `drop`.

    The key of the start is marked as reached when its tier is read. ``first_keys``: for each part
    that was read, the first key of each of its row groups.
    """

    def __init__(self, folder: Path, manifest: Manifest, start: int, crew: Executor) -> None:
        self.folder = folder
        self.entries = {tier.tier: tier for tier in manifest.tiers}
        self.order = list(self.entries)
        self.scored = manifest.scoring
        self.entry_type = np.uint64 if self.scored else np.uint32
        self._start = start
        self._crew = crew
        self.first_keys: dict[str, IntArray] = {}
        self._loaded: dict[int, LoadedTier] = {}
        self._lock = threading.Lock()

    def next_of(self, number: int) -> int | None:
        """The tier above one, or None."""
        place = self.order.index(number) + 1
        return self.order[place] if place < len(self.order) else None

    def loaded(self) -> list[LoadedTier]:
        """The tiers that are in memory."""
        return [self._loaded[number] for number in sorted(self._loaded)]

    def get(self, number: int, *, alone: bool = False) -> LoadedTier:
        """A tier. ``alone``: called in a thread of the crew, which cannot wait for the crew.

        Raises WrongPartError.
        """
        with self._lock:
            if number not in self._loaded:
                self._loaded[number] = self._read(self.entries[number], alone)
            return self._loaded[number]

    def drop(self, number: int) -> None:
        """Free the memory of a tier."""
        with self._lock:
            self._loaded.pop(number, None)

    def _read(self, tier: TierEntry, alone: bool) -> LoadedTier:
        keys = np.empty(tier.states, np.int64)
        entries = np.empty(tier.states, self.entry_type)
        first, work = 0, []
        for part in tier.parts:
            end = first + part.states
            work.append((part, keys[first:end], entries[first:end]))
            first = end
        list((map if alone else self._crew.map)(lambda item: self._read_part(*item), work))
        if (place := int(kernels.first_fall(keys))) >= 0:
            raise WrongPartError(
                f"the keys of tier {tier.tier} do not rise: {int(keys[place - 1])} stands before "
                f"{int(keys[place])}"
            )
        loaded = LoadedTier(tier.tier, keys, entries, *table_of(keys))
        if (place := loaded.place(self._start)) >= 0:
            entries[place] |= np.uint32(1)
        return loaded

    def _read_part(self, part: PartEntry, keys: IntArray, entries: Entries) -> None:
        rows = read_part(self.folder, part, texts=False, scored=self.scored)
        if int(rows.keys[0]) != part.first or int(rows.keys[-1]) != part.last:
            raise WrongPartError(
                f"{part.file} holds states from {int(rows.keys[0])} to {int(rows.keys[-1])}, the "
                f"manifest says from {part.first} to {part.last}"
            )
        if int(rows.keys.min()) < 0:
            raise WrongPartError(f"{part.file} holds a key below 0")
        if int(rows.plies.max()) > LONGEST:
            raise WrongPartError(f"{part.file} holds a remoteness of {int(rows.plies.max()):,}")
        keys[:] = rows.keys
        if rows.scores is None:
            kernels.pack_entries(rows.values, rows.plies, entries)
        else:
            score_conditions.pack_scored(rows.values, rows.plies, rows.scores, entries)
        firsts = np.cumsum([0, *rows.groups])[:-1]
        self.first_keys[part.file] = keys[firsts]

    def search(self, key: int) -> tuple[int, int] | None:
        """The tier in which a key is stored, and its entry, which is marked as reached; or None.

        Reads tiers: for the few keys that are misplaced.
        """
        for tier in self.entries.values():
            if not any(part.first <= key <= part.last for part in tier.parts):  # type: ignore[operator]
                continue
            was_there = tier.tier in self._loaded
            loaded = self.get(tier.tier, alone=True)
            place = loaded.place(key)
            if place >= 0:
                loaded.entries[place] |= np.uint32(1)
                return tier.tier, int(loaded.entries[place])
            if not was_there:
                self.drop(tier.tier)
        return None


def table_of(keys: IntArray) -> tuple[int, Array]:
    """(shift, table) for looking up rising keys: a directory of high parts, with about one bucket
    for two keys; or, if keys lie in clusters, as those of boards do, and its buckets would be long,
    a hash table with two to four slots a key, whose shift is at least HASHED."""
    small = np.int32 if len(keys) < (1 << 31) - 1 else np.int64
    span = int(keys[-1]) - int(keys[0])
    shift = 0
    while (span >> shift) + 1 > max(16, len(keys) // 2):
        shift += 1
    directory = np.empty((span >> shift) + 2, small)
    kernels.fill_directory(keys, shift, directory)
    lengths = np.diff(directory).astype(np.float64)
    if float(lengths @ lengths) <= LONG * len(keys):  # a key's bucket, on average over the keys
        return shift, directory
    bits = (2 * len(keys)).bit_length()
    slots = np.zeros(1 << bits, small)
    kernels.fill_slots(keys, 64 - bits, slots)
    return 64 - bits + kernels.HASHED, slots
