"""One bit for each state of a tier, in a temporary file."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress

import numpy as np

from perfectplay.core.arrays import Array, ByteArray
from perfectplay.core.errors import StoreError

COPIED = 1 << 20
"""Bytes that are handled at a time."""


class MarkFile:
    """A bit for each state of several blocks, of which ``sizes`` are the numbers of states.

    Raises StoreError if the file cannot be written. Threads may call `get`, `add`,
    `set_one`, `has` and `count` at the same time, and no other method meanwhile.
    """

    def __init__(self, sizes: Sequence[int]) -> None:
        self.sizes = list(sizes)
        self.offsets = np.cumsum([0, *(-(-size // 8) for size in sizes)]).tolist()
        self._lock = threading.Lock()
        try:
            self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 - closed with the tier
            self._file.truncate(self.offsets[-1])
        except OSError as error:
            raise _not_written(error) from error

    def close(self) -> None:
        """Free the disk."""
        with suppress(OSError):  # nothing of it is needed any more
            self._file.close()

    def get(self, begin: int, end: int) -> Array:
        """[N] bool, the bits of some blocks."""
        with self._lock:
            content = self._bytes(self.offsets[begin], self.offsets[end])
        return np.concatenate(
            [
                np.unpackbits(content[self.offsets[n] - self.offsets[begin] :], count=self.sizes[n])
                for n in range(begin, end)
            ]
        ).astype(bool)

    def add(self, begin: int, end: int, marks: Array) -> None:
        """Set bits of some blocks; marks: [N] bool."""
        pieces = np.split(marks, np.cumsum(self.sizes[begin : end - 1]))
        more = np.concatenate([np.packbits(piece) for piece in pieces])
        with self._lock:
            more |= self._bytes(self.offsets[begin], self.offsets[end])
            self._put(self.offsets[begin], more)

    def set_one(self, block: int, place: int) -> None:
        """Set the bit of one state of a block."""
        at = self.offsets[block] + place // 8
        with self._lock:
            byte = self._bytes(at, at + 1)
            byte |= np.uint8(128 >> place % 8)
            self._put(at, byte)

    def has(self, block: int, place: int) -> bool:
        """The bit of one state of a block."""
        at = self.offsets[block] + place // 8
        with self._lock:
            return bool(self._bytes(at, at + 1)[0] & (128 >> place % 8))

    def count(self) -> int:
        """How many bits are set."""
        with self._lock:
            return sum(int(np.bitwise_count(self._bytes(*span)).sum()) for span in self._spans())

    def _spans(self) -> Iterator[tuple[int, int]]:
        """The bytes that are handled at a time."""
        for at in range(0, self.offsets[-1], COPIED):
            yield at, min(at + COPIED, self.offsets[-1])

    def take_wave(self, reached: MarkFile, taken: MarkFile) -> int:
        """Become the bits that are in ``reached`` and not in ``taken``, and add them to ``taken``;
        return how many they are."""
        found = 0
        for at, end in self._spans():
            old = taken._bytes(at, end)
            new = reached._bytes(at, end) & ~old
            self._put(at, new)
            taken._put(at, old | new)
            found += int(np.bitwise_count(new).sum())
        return found

    def keep(self, other: MarkFile) -> int:
        """Keep the bits that are in another file as well; return how many they are."""
        found = 0
        for at, end in self._spans():
            both = self._bytes(at, end) & other._bytes(at, end)
            self._put(at, both)
            found += int(np.bitwise_count(both).sum())
        return found

    def _bytes(self, begin: int, end: int) -> ByteArray:
        self._file.seek(begin)
        return np.frombuffer(self._file.read(end - begin), np.uint8).copy()

    def _put(self, at: int, content: ByteArray) -> None:
        try:
            self._file.seek(at)
            rest = memoryview(content.tobytes())
            while rest:  # a full disk may take a part of it
                rest = rest[self._file.write(rest) :]
        except OSError as error:
            raise _not_written(error) from error


def _not_written(error: OSError) -> StoreError:
    reason = error.strerror or str(error)
    return StoreError(
        f"the folder of temporary files cannot be written: {reason}; name another one by TMPDIR, "
        "or give verify more memory"
    )
