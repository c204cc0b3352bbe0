"""Arrays of keys within a budget: in memory while there is room, else in files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from perfectplay.core.arrays import Array
from perfectplay.solver.explore.key_file import KeyFile, write_keys


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


class ArrayStore:
    """Keeps rising keys: up to ``room`` bytes in memory, the others in files of a folder.

    ``folder`` returns the folder; it is called when a file is first needed.

    >>> store = ArrayStore(100, lambda: Path("unused"))
    >>> kept = store.keep(np.arange(4))
    >>> len(kept), kept.read(1, 3), kept.place(2), store.held
    (4, array([1, 2]), 2, 32)
    """

    def __init__(self, room: int, folder: Callable[[], Path]) -> None:
        self.room = room
        self.held = 0
        self.answers = 0  # bytes of it that are expanded batches
        self.folder = folder
        self._names = 0

    def keep(self, array: Array) -> StoredArray:
        """Keep an array, which the caller must not change any more. Raises OSError."""
        if self.held + array.nbytes <= self.room:
            self.held += array.nbytes
            return MemoryArray(array)
        return self._filed([array])

    def keep_all(self, parts: Iterable[Array], dtype: np.dtype[Any], most: int) -> StoredArray:
        """Keep consecutive arrays as one array of at most ``most`` numbers."""
        size = most * dtype.itemsize
        if self.held + size > self.room:
            return self._filed(parts)
        whole, n = np.empty(most, dtype), 0  # pages that are never written take no memory
        for part in parts:
            whole[n : n + len(part)] = part
            n += len(part)
        self.held += n * dtype.itemsize
        return MemoryArray(whole[:n])

    def drop(self, kept: StoredArray) -> None:
        """Free the memory or delete the file of an array."""
        if isinstance(kept, KeyFile):
            kept.path.unlink(missing_ok=True)
        else:
            self.held -= len(kept) * kept.dtype.itemsize

    def moved(self, before: StoredArray, now: StoredArray) -> None:
        """Free the memory of an array that stands elsewhere now."""
        if now is not before and isinstance(before, MemoryArray):
            self.drop(before)

    def spill(self, kept: StoredArray) -> StoredArray:
        """Move an array to a file; return it as it is there."""
        if isinstance(kept, KeyFile):
            return kept
        filed = self._filed([kept.read(0, len(kept))])
        self.drop(kept)
        return filed

    def forget_answers(self, size: int) -> None:
        """Free ``size`` bytes of expanded batches."""
        self.held -= size
        self.answers -= size

    def _filed(self, parts: Iterable[Array]) -> StoredArray:
        return write_keys(self._new_path(), parts)

    def _new_path(self) -> Path:
        self._names += 1
        return self.folder() / f"{self._names}.keys"
