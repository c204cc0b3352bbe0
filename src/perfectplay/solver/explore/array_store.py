"""Arrays of keys within a budget: in memory while there is room, else in files."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from perfectplay.compiler.expansion import Expansion
from perfectplay.core.arrays import Array, IntArray
from perfectplay.core.process_memory import return_freed
from perfectplay.solver.explore.key_file import KeyFile, write_keys
from perfectplay.solver.explore.narrow_array import NarrowArray, is_narrow


class StoredArray(Protocol):
    """An array [N] of numbers, in memory or in a file."""

    dtype: np.dtype[Any]

    def __len__(self) -> int:
        """The number of entries."""

    def read(self, begin: int, end: int) -> Array:
        """The numbers of a range; the caller must not change them."""

    def place(self, key: int) -> int:
        """The first place whose number is not below ``key``; the numbers must rise."""

    def sample(self, step: int) -> Array:
        """Rising numbers about ``step`` places apart, beginning about with the first."""

    def part(self, begin: int, end: int) -> StoredArray:
        """A range as an array of its own, which shares the memory or the file."""


class MemoryArray:
    """An array in memory."""

    def __init__(self, array: Array) -> None:
        self.array = array
        self.dtype = array.dtype

    def __len__(self) -> int:
        return len(self.array)

    def read(self, begin: int, end: int) -> Array:
        return self.array[begin:end]

    def place(self, key: int) -> int:
        return int(np.searchsorted(self.array, key))

    def sample(self, step: int) -> Array:
        return self.array[::step]

    def part(self, begin: int, end: int) -> MemoryArray:
        return MemoryArray(self.array[begin:end])


def chunks(stored: StoredArray, size: int) -> Iterator[Array]:
    """The numbers of an array, ``size`` of them at a time."""
    for at in range(0, len(stored), size):
        yield stored.read(at, min(len(stored), at + size))


def _bytes(kept: StoredArray) -> int:
    """Bytes of an array in memory."""
    return len(kept) * (4 if isinstance(kept, NarrowArray) else kept.dtype.itemsize)


def joined(parts: Iterable[IntArray], most: int) -> IntArray:
    """[N] at most ``most`` keys, which are given as arrays that follow one another."""
    whole, n = np.empty(most, np.int64), 0  # pages that are never written take no memory
    for part in parts:
        whole[n : n + len(part)] = part
        n += len(part)
    return whole[:n]


class ArrayStore:
    """Keeps rising keys: up to ``room`` bytes in memory (default: all), the others in files of a
    folder.

    ``folder`` returns the folder; it is called when a file is first needed.

    >>> store = ArrayStore(100, lambda: Path("unused"))
    >>> kept = store.keep(np.arange(4))
    >>> len(kept), kept.read(1, 3), kept.place(2), store.held
    (4, array([1, 2]), 2, 16)
    """

    def __init__(self, room: int = sys.maxsize, folder: Callable[[], Path] | None = None) -> None:
        self.room = room
        self.held = 0
        self._freed = 0  # bytes that the process may hold still, of arrays that are dropped
        self.answers = 0  # bytes of it that are expanded batches
        self.folder = folder
        self._names = 0

    def keep(self, keys: IntArray) -> StoredArray:
        """Keep rising keys, which the caller must not change any more. Raises OSError."""
        narrow = len(keys) > 0 and is_narrow(int(keys[0]), int(keys[-1]), len(keys))
        if not self._has_room(len(keys) * (4 if narrow else 8)):
            return self._filed([keys])
        kept = NarrowArray.of([keys], len(keys)) if narrow else MemoryArray(keys)
        self.held += _bytes(kept)
        return kept

    def keep_merged(self, parts: Iterable[IntArray], runs: Sequence[StoredArray]) -> StoredArray:
        """Keep rising keys, all of which are in ``runs``, given as arrays that follow one
        another."""
        some, most = [run for run in runs if len(run)], sum(map(len, runs))
        low = min((int(run.read(0, 1)[0]) for run in some), default=0)
        high = max((int(run.read(len(run) - 1, len(run))[0]) for run in some), default=0)
        narrow = most > 0 and is_narrow(low, high, most)
        if not self._has_room(most * (4 if narrow else 8)):
            return self._filed(parts)
        kept = NarrowArray.of(parts, most) if narrow else MemoryArray(joined(parts, most))
        self.held += _bytes(kept)
        return kept

    def _has_room(self, size: int) -> bool:
        """Whether so many bytes more fit in memory. Those of dropped arrays, which the allocator
        may still have, are returned to the system where both together would not fit."""
        if self._freed and self.held + self._freed + size > self.room:
            return_freed()
            self._freed = 0
        return self.held + size <= self.room

    def drop(self, kept: StoredArray) -> None:
        """Free the memory or delete the file of an array."""
        if isinstance(kept, KeyFile):
            kept.path.unlink(missing_ok=True)
        else:
            self.held -= _bytes(kept)
            self._freed += _bytes(kept)

    def moved(self, before: StoredArray, now: StoredArray) -> None:
        """Free the memory of an array that stands elsewhere now."""
        if now is not before and not isinstance(before, KeyFile):
            self.drop(before)

    def spill(self, kept: StoredArray) -> StoredArray:
        """Move an array to a file; return it as it is there."""
        if isinstance(kept, KeyFile):
            return kept
        filed = self._filed([kept.read(0, len(kept))])
        self.drop(kept)
        return filed

    def forget_answers(self, batches: Iterable[Expansion] | None) -> None:
        """Count the bytes of expanded batches no more, if there are any."""
        size = sum(batch.nbytes for batch in batches or ())
        self.held -= size
        self.answers -= size

    def _filed(self, parts: Iterable[Array]) -> StoredArray:
        return write_keys(self._new_path(), parts)

    def _new_path(self) -> Path:
        self._names += 1
        assert self.folder is not None, "what has room for all needs no files"
        return self.folder() / f"{self._names}.keys"
