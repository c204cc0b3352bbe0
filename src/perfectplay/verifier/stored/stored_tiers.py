"""A stored tier, as the verifier uses it, and one that is in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from perfectplay.core.arrays import Array, ByteArray, IntArray
from perfectplay.core.value import Value
from perfectplay.tablebase.verification import Worth
from perfectplay.verifier.stored import kernels
from perfectplay.verifier.stored.blocks import Block

Entries = Array
"""uint32, or uint64 in games of points: see kernels.py and score_kernels.py."""

COUNTED = 1 << 20
"""Entries that are counted at a time."""


_NONE = np.empty(0, np.int64)


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

    def marks_as_bits(self) -> ByteArray:
        """[N / 8] uint8: a bit for each state, whether it is marked as reached."""

    def mark_bits(self, bits: ByteArray) -> None:
        """Mark the states whose bits are set, of [N / 8] uint8."""

    def at(self, places: IntArray) -> tuple[IntArray, Entries]:
        """[K] the keys at some rising places, and [K] their entries."""

    def find_all(self, keys: IntArray, marks: bool) -> tuple[Array, Entries]:
        """[K] bool, which of some rising keys are here, and [K] their entries; ``marks``: they are
        marked as reached."""

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
        return len(self.keys)

    @property
    def entry_type(self) -> np.dtype[Any]:
        return self.entries.dtype

    def empty(self) -> None:
        """Free the memory, whoever has the tier still."""
        self.keys, self.entries, self.table = self.keys[:0].copy(), self.entries[:0].copy(), _NONE

    def reached(self) -> int:
        return int(kernels.count_reached(self.entries))

    def histogram(self) -> dict[int, int]:
        """The number of states of each entry."""
        return counted(self.entries)

    def unreached(self, limit: int) -> Iterator[tuple[int, int]]:
        for begin in range(0, len(self.entries), COUNTED):
            some = self.entries[begin : begin + COUNTED]
            places = begin + np.flatnonzero((some & np.uint32(1)) == 0)[:limit]
            yield from zip(self.keys[places].tolist(), self.entries[places].tolist(), strict=True)
            limit -= len(places)

    def marks_as_bits(self) -> ByteArray:
        bits = np.empty(-(-self.states // 8), np.uint8)
        for begin in range(0, self.states, COUNTED):
            some = self.entries[begin : begin + COUNTED] & np.uint32(1)
            bits[begin // 8 : (begin + len(some) + 7) // 8] = np.packbits(some.astype(bool))
        return bits

    def mark_bits(self, bits: ByteArray) -> None:
        for begin in range(0, self.states, COUNTED):
            some = self.entries[begin : begin + COUNTED]
            some |= np.unpackbits(bits[begin // 8 :][: COUNTED // 8], count=len(some))

    def at(self, places: IntArray) -> tuple[IntArray, Entries]:
        """[K] the keys at some places, and [K] their entries."""
        return self.keys[places], self.entries[places]

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
