"""The stored tiers in memory, each while it is needed."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from perfectplay.core.arrays import Array, IntArray
from perfectplay.core.value import Value
from perfectplay.tablebase.store.manifest import Manifest, PartEntry, TierEntry
from perfectplay.tablebase.verification import Worth
from perfectplay.verifier.stored import kernels
from perfectplay.verifier.stored.blocks import Block, ReadPart, first_keys_of, pack
from perfectplay.verifier.stored.key_table import table_of
from perfectplay.verifier.stored.stored_files import WrongPartError

Entries = Array
"""uint32, or uint64 in games of points: see kernels.py and score_kernels.py."""

UNLIMITED = 1 << 62

COUNTED = 1 << 20
"""Entries that are counted at a time."""


class SomeTier(Protocol):
    """A tier, wherever its states are."""

    number: int

    @property
    def states(self) -> int:
        """How many states there are."""

    @property
    def entry_type(self) -> np.dtype[Any]:
        """The type of its entries."""

    def reached(self) -> int:
        """How many states are marked as reached."""

    def histogram(self) -> Mapping[int, int]:
        """The number of states of each entry, as `counted`."""

    def unreached(self, limit: int) -> Iterator[tuple[int, int]]:
        """The keys and entries of the first states that are not marked."""

    def pieces(self) -> Iterator[LoadedTier]:
        """The tier in pieces that memory holds, the lowest keys first."""

    def keys_at(self, places: IntArray) -> list[int]:
        """The keys at some rising places."""

    def worth(self, key: int) -> Worth | None:
        """The stored worth of a key, or None."""


@dataclass
class LoadedTier:
    """A tier in memory, or a piece of one. keys: [N] int64, rising; entries: [N]; table and shift:
    what `table_of` gives; blocks: what was read, of a whole tier."""

    number: int
    keys: IntArray
    entries: Entries
    shift: int
    table: Array
    blocks: Sequence[Block] = ()

    @property
    def states(self) -> int:
        """How many states there are."""
        return len(self.keys)

    @property
    def entry_type(self) -> np.dtype[Any]:
        """The type of its entries."""
        return self.entries.dtype

    def reached(self) -> int:
        """How many states are marked as reached."""
        return int(kernels.count_reached(self.entries))

    def histogram(self) -> dict[int, int]:
        """The number of states of each entry."""
        return counted(self.entries)

    def unreached(self, limit: int) -> Iterator[tuple[int, int]]:
        """The keys and entries of the first states that are not marked."""
        for begin in range(0, len(self.entries), COUNTED):
            some = self.entries[begin : begin + COUNTED]
            places = begin + np.flatnonzero((some & np.uint32(1)) == 0)[:limit]
            yield from zip(self.keys[places].tolist(), self.entries[places].tolist(), strict=True)
            limit -= len(places)

    def pieces(self) -> Iterator[LoadedTier]:
        """The tier itself."""
        yield self

    def keys_at(self, places: IntArray) -> list[int]:
        """The keys at some places."""
        found: list[int] = self.keys[places].tolist()
        return found

    def place(self, key: int) -> int:
        """The place of a key, or -1; by NumPy's search, not by the kernels'."""
        place = int(np.searchsorted(self.keys, key))
        return place if place < len(self.keys) and self.keys[place] == key else -1

    def find_all(self, keys: IntArray, marks: bool) -> tuple[Array, Entries]:
        """[K] bool, which of some keys are here, and [K] their entries; by NumPy's search as well.
        ``marks``: they are marked as reached."""
        places = np.searchsorted(self.keys, keys)
        places[places == len(self.keys)] = 0
        here = self.keys[places] == keys
        if marks:
            self.entries[places[here]] |= np.uint32(1)
        return here, self.entries[places]

    def worth(self, key: int) -> Worth | None:
        """The stored worth of a key, or None."""
        place = self.place(key)
        return None if place < 0 else worth_of(int(self.entries[place]))


_VALUES = tuple(Value)


def worth_of(entry: int) -> Worth:
    """The value and remoteness of an entry, and its score if it has one.

    >>> worth_of(4 << 3 | 3 << 1), worth_of(0 << 3 | 2 << 1 | 1)
    ((<Value.WIN: 3>, 3), (<Value.DRAW: 2>, None))
    >>> worth_of((7 + 2**31) << 32 | 4 << 3 | 3 << 1)
    (<Value.WIN: 3>, 3, 7)
    """
    score, low = entry >> 32, entry & ((1 << 32) - 1)
    plies = (low >> 3) - 1
    value = _VALUES[low >> 1 & 3]
    if score:
        return value, plies, score - (1 << 31)
    return value, None if plies < 0 else plies


def counted(entries: Entries, weights: IntArray | None = None) -> dict[int, int]:
    """The number of states of each entry, without marks and scores; with weights [N], their sums.

    >>> counted(np.array([6, 7, 4], np.uint32))
    {4: 1, 6: 2}
    """
    if weights is None and len(entries) > COUNTED:  # so that little memory is taken beside them
        whole: Counter[int] = Counter()
        for begin in range(0, len(entries), COUNTED):
            whole.update(counted(entries[begin : begin + COUNTED]))
        return dict(whole)
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

    def __init__(
        self, folder: Path, manifest: Manifest, start: int, crew: Executor | None = None
    ) -> None:
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

    def main(self, number: int) -> SomeTier:
        """The tier whose states are checked now, when those below it have been freed.

        Raises WrongPartError, as all that reads tiers.
        """
        return self.get(number)

    def near(self, number: int) -> LoadedTier | None:
        """A tier that is in memory, or can be; None if there is no room. For threads of the
        crew."""
        return self.get(number, alone=True)

    def present(self) -> list[SomeTier]:
        """The tiers that were read and not freed."""
        return [*self.loaded()]

    def waits(self, size: int) -> bool:  # noqa: ARG002
        """Whether so many bytes of batches may wait for tiers."""
        return True

    def spare(self) -> int:
        """Bytes that may be taken now beside all that is there."""
        return UNLIMITED

    def asked_at_once(self) -> int:
        """How many states the interpreter may be asked about at a time."""
        return UNLIMITED

    def close(self) -> None:
        """Free what is not memory."""

    def loaded(self) -> list[LoadedTier]:
        """The tiers that are in memory."""
        with self._lock:
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
        each = map if alone or self._crew is None else self._crew.map
        blocks: list[Block] = []
        for read in each(lambda item: self._read_part(*item), work):
            blocks += read.blocks
        self.first_keys.update(first_keys_of(blocks))
        if (place := int(kernels.first_fall(keys))) >= 0:
            raise WrongPartError(
                f"the keys of tier {tier.tier} do not rise: {int(keys[place - 1])} stands before "
                f"{int(keys[place])}"
            )
        table = table_of(keys, self._hashes(len(keys)))
        loaded = LoadedTier(tier.tier, keys, entries, *table, blocks)
        if (place := loaded.place(self._start)) >= 0:
            entries[place] |= np.uint32(1)
        return loaded

    def _read_part(self, part: PartEntry, keys: IntArray, entries: Entries) -> ReadPart:
        """Fill the arrays from a part."""
        read, begin = ReadPart(self.folder, part, self.scored), 0
        for block, rows in read.each():
            end = begin + block.states
            keys[begin:end] = rows.keys
            pack(rows, entries[begin:end])
            begin = end
        return read

    def _hashes(self, states: int) -> bool:  # noqa: ARG002
        """Whether there is room for a hash table of so many states."""
        return True

    def search(
        self, keys: IntArray, marks_from: int | None = None, besides: Container[int] = ()
    ) -> Iterator[tuple[int, IntArray, Entries]]:
        """Look keys up in all tiers, the lowest first; ``keys``: [K], rising.

        Gives tiers with the places in ``keys`` of what is found there and not in a lower one, and
        the entries. ``marks_from``: it is marked as reached if it is in this tier or above; None:
        it is not. ``besides``: tiers that are left out. Reads tiers: for misplaced keys.
        """
        rest = np.arange(len(keys))
        for number, tier in self.entries.items():
            some = keys[rest]
            near = np.zeros(len(rest), bool)
            if number not in besides:
                for part in tier.parts:
                    near |= (int(part.first) <= some) & (some <= int(part.last))
            if not near.any():
                continue
            marks = marks_from is not None and number >= marks_from
            here, entries = self._find_all(number, some[near], marks)
            if here.any():
                found = np.flatnonzero(near)[here]
                yield number, rest[found], entries[here]
                rest = np.delete(rest, found)

    def _find_all(self, number: int, keys: IntArray, marks: bool) -> tuple[Array, Entries]:
        """[K] bool, which of some rising keys are in a tier; and [K], their entries. ``marks``:
        they are marked as reached."""
        return self.get(number, alone=True).find_all(keys, marks)
