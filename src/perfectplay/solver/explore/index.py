"""Finds the places of sorted keys, in 1 to 4.5 bytes a key if keys are dense, and their values.

A key is stored as its distance from the smallest one. A directory says where the keys with each
high part begin; the low part is kept in the fewest bytes. A lookup takes one or two cache misses.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from perfectplay.core.arrays import Array, Int32Array, IntArray
from perfectplay.core.packed import PackedArray
from perfectplay.solver.explore import near_keys, sorted_keys
from perfectplay.solver.explore.array_store import StoredArray, chunks
from perfectplay.solver.explore.key_trie import CHUNK, KeyTrie
from perfectplay.solver.threads import ThreadTeam

SHARE = 8
"""Keys for each entry of the directory, about."""

ROOMY = 40
"""Free bytes for each key of a tier that are much memory."""

_LOW_TYPES = (np.uint8, np.uint16, np.uint32, np.uint64)


class KeyIndex:
    """The places of ``n`` rising keys, below 2^31 of them. ``parts``: the keys, as arrays that
    follow one another; ``first`` and ``last``: the smallest and the largest key."""

    def __init__(self, parts: Iterable[IntArray], first: int, last: int, n: int) -> None:
        self.base, self.span, self.shift = first, last - first, _shift(first, last, n)
        self.low: Array = np.empty(n, _low_type(self.shift))
        self.directory = np.zeros(((last - first) >> self.shift) + 2, np.int32)
        at = 0
        for part in parts:
            sorted_keys.enter_directory(part, first, self.shift, self.directory, self.low, at)
            at += len(part)
        np.cumsum(self.directory, out=self.directory)

    @classmethod
    def of(cls, keys: StoredArray) -> KeyIndex:
        """An index of keys in memory or in a file, which is read in chunks."""
        n = len(keys)
        if n == 0:
            return cls((), 0, 0, 0)
        return cls(chunks(keys, CHUNK), int(keys.read(0, 1)[0]), int(keys.read(n - 1, n)[0]), n)

    @staticmethod
    def size(keys: StoredArray) -> int:
        """Bytes that an index of these keys takes."""
        n = len(keys)
        if n == 0:
            return 0
        first, last = int(keys.read(0, 1)[0]), int(keys.read(n - 1, n)[0])
        shift = _shift(first, last, n)
        low = int(np.dtype(_low_type(shift)).itemsize)
        return n * low + 4 * (((last - first) >> shift) + 2)

    def places(self, wanted: IntArray) -> Int32Array:
        """[C] int32 places of keys. Raises KeyError with the first key that is not there."""
        places = np.empty(len(wanted), np.int32)
        missing: Any = sorted_keys.places_of(wanted, *self.arrays, places)
        if missing >= 0:
            raise KeyError(int(wanted[missing]))
        return places

    def entries(self, wanted: IntArray, packed: PackedArray, entries: PackedArray) -> None:
        """entries[i] becomes the value of wanted[i] among packed [N] (core/packed.py).

        Raises KeyError with the first key that is not there.
        """
        missing: Any = sorted_keys.entries_of(wanted, *self.arrays, packed, entries)
        if missing >= 0:
            raise KeyError(int(wanted[missing]))

    @property
    def arrays(self) -> tuple[int, int, Int32Array, Array]:
        """Arguments of the lookup kernels."""
        return self.base, self.shift, self.directory, self.low

    @property
    def nbytes(self) -> int:
        """Bytes of memory."""
        return self.low.nbytes + self.directory.nbytes


class ValuedTier:
    """An index of N keys with their packed values [N] (core/packed.py)."""

    def __init__(self, index: KeyIndex | KeyTrie, packed: PackedArray) -> None:
        self.index, self.packed = index, packed

    @classmethod
    def of(
        cls, keys: StoredArray, packed: PackedArray, *, room: int = 0,
        team: ThreadTeam | None = None,
    ) -> ValuedTier:  # fmt: skip
        """The values of keys in memory or in a file, by the faster index that they can have.

        ``room``: bytes of memory that are free; if it is far more than the index takes, this may
        take more. ``team`` makes it (default: one thread).
        """
        roomy = room >= ROOMY * len(keys)
        return cls(KeyTrie.of(keys, roomy=roomy, team=team) or KeyIndex.of(keys), packed)

    @property
    def nbytes(self) -> int:
        """Bytes of memory."""
        return self.index.nbytes + self.packed.nbytes

    def entries(self, wanted: IntArray, entries: PackedArray) -> None:
        """entries[i] becomes the packed value of wanted[i], as wide as core/packed.py has it.

        The more keys in one call, the less time each takes. Raises KeyError with the first key
        that is not there.
        """
        large = len(wanted) >= near_keys.FEWEST_KEYS and self.nbytes >= near_keys.LEAST_BYTES
        if large and not near_keys.are_near(wanted):
            try:
                self._entries_of_many(wanted, entries)
                return
            except KeyError:
                pass  # it need not be the first one
        self.index.entries(wanted, self.packed, entries)

    def _entries_of_many(self, wanted: IntArray, entries: PackedArray) -> None:
        base, span = self.index.base, self.index.span
        near, origins = np.empty_like(wanted), np.empty(len(wanted), np.uint32)
        near_keys.put_near(wanted, base, span, near_keys.near_shift(span), near, origins)
        found = np.empty_like(entries)
        self.index.entries(near, self.packed, found)
        near_keys.put_back(found, origins, entries)


def _shift(first: int, last: int, n: int) -> int:
    """Bits of the low part of a key."""
    return max(0, ((last - first) // (n // SHARE + 1)).bit_length())


def _low_type(shift: int) -> Any:
    return next(t for t in _LOW_TYPES if shift <= 8 * np.dtype(t).itemsize)
