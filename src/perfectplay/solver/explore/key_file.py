"""Rising keys in a file: blocks of coded differences, which take one to three bytes a key.

From the beginning of the file: the blocks, of BLOCK keys each but for the last one; the directory,
which has for each block its first key (int64), its end in the file (int64) and its CRC-32 (uint32);
then the number of keys and of blocks and the CRC-32 of all from the directory on (int64 each), and
MAGIC. All
numbers are little-endian. A block is compared with its checksum whenever it is read, and nothing is
mapped: the file takes no memory of the process.
"""

from __future__ import annotations

import zlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from perfectplay.core.arrays import IntArray
from perfectplay.core.errors import DamagedError
from perfectplay.tablebase.store.remote_files import open_to_read

BLOCK = 1 << 14
"""Keys of a block."""

EXACT = 64
"""Blocks of an array whose samples are read one by one."""

CHECKED = 128
"""Blocks that are checked at a time."""

MAGIC = b"ppkeys 1"

_ENTRY = np.dtype([("first", "<i8"), ("end", "<i8"), ("crc", "<u4")])
_TAIL = 32


@dataclass(frozen=True)
class _Directory:
    """first, end, crc: [blocks] of a file; ``keys`` in all; ``mark``: the checksum of the rest."""

    entries: NDArray[np.void]
    keys: int
    mark: int

    def begin(self, block: int) -> int:
        """Where a block begins in the file."""
        return int(self.entries["end"][block - 1]) if block else 0


class KeyFile:
    """The keys of a file from place ``begin`` to ``end``, as a `StoredArray`. Reading raises
    DamagedError if the file is cut off or has been changed."""

    dtype = np.dtype(np.int64)

    def __init__(self, path: Path, directory: _Directory, begin: int, end: int) -> None:
        self.path = path
        self._directory, self._begin, self._end = directory, begin, end

    @classmethod
    def open(cls, path: Path) -> KeyFile:
        """A whole file. Raises OSError; DamagedError if it is cut off, or no such file."""
        directory = _directory_of(path)
        return cls(path, directory, 0, directory.keys)

    @classmethod
    def removed(cls, path: Path, keys: int) -> KeyFile:
        """A file that is not there any more, of which only the number of keys is asked."""
        return cls(path, _Directory(np.empty(0, _ENTRY), keys, 0), 0, keys)

    def __len__(self) -> int:
        return self._end - self._begin

    @property
    def mark(self) -> int:
        """A checksum of the whole file."""
        return self._directory.mark

    @property
    def bytes(self) -> int:
        """The size of the whole file."""
        entries = self._directory.entries
        return self._directory.begin(len(entries)) + entries.nbytes + _TAIL

    @property
    def firsts(self) -> IntArray:
        """[blocks] the first key of each block of the whole file, which are known without
        reading."""
        return self._directory.entries["first"].astype(np.int64)

    @property
    def is_whole(self) -> bool:
        """Whether these are all keys of the file."""
        return len(self) == self._directory.keys

    def read(self, begin: int, end: int) -> IntArray:
        """The keys of a range."""
        begin, end = self._begin + begin, min(self._begin + end, self._end)
        if begin >= end:
            return np.empty(0, np.int64)
        first = begin // BLOCK
        keys = self._blocks(first, -(-end // BLOCK))
        return keys[begin - first * BLOCK : end - first * BLOCK]

    def place(self, key: int) -> int:
        """The first place whose key is not below ``key``."""
        firsts = self._directory.entries["first"]
        block = max(0, bisect_right(firsts, key, key=int) - 1)
        if not len(firsts):
            return 0
        place = block * BLOCK + int(np.searchsorted(self._blocks(block, block + 1), key))
        return min(max(place, self._begin), self._end) - self._begin

    def sample(self, step: int) -> IntArray:
        """Keys ``step`` places apart; of a long array the first keys of the blocks that are
        nearest, which are known without reading."""
        if len(self) <= EXACT * BLOCK:
            places = range(0, len(self), step)
            return np.array([self.read(at, at + 1)[0] for at in places], np.int64)
        nearest = (np.arange(self._begin, self._end, step) + BLOCK // 2) // BLOCK
        firsts = self._directory.entries["first"]
        return firsts[nearest[nearest < len(firsts)]].astype(np.int64)

    def moved(self, path: Path) -> KeyFile:
        """The same keys in a file that has another place now."""
        return KeyFile(path, self._directory, self._begin, self._end)

    def part(self, begin: int, end: int) -> KeyFile:
        """A range as an array of its own."""
        return KeyFile(self.path, self._directory, self._begin + begin, self._begin + end)

    def check(self) -> None:
        """Read the whole file. Raises DamagedError if it is not as it was written."""
        for block in range(0, len(self._directory.entries), CHECKED):
            self._blocks(block, min(block + CHECKED, len(self._directory.entries)))

    def _blocks(self, first: int, end: int) -> IntArray:
        """The keys of some blocks."""
        from perfectplay.solver.explore import delta_code  # it imports numba

        directory = self._directory
        begin = directory.begin(first)
        size = directory.begin(end) - begin
        with open_to_read(self.path) as file:
            file.seek(begin)
            coded = np.frombuffer(file.read(size), np.uint8)
        keys = np.empty(min(end * BLOCK, directory.keys) - first * BLOCK, np.int64)
        for block in range(first, end):
            start, place = directory.begin(block), (block - first) * BLOCK
            piece = coded[start - begin : directory.begin(block + 1) - begin]
            entry, into = directory.entries[block], keys[place : place + BLOCK]
            if zlib.crc32(piece.data) != entry["crc"] or not delta_code.decode(
                piece, np.int64(entry["first"]), into
            ):
                raise _damaged(self.path)
        return keys


def write_keys(path: Path, arrays: Iterable[IntArray]) -> KeyFile:
    """Write keys that rise from one array to the next. Raises OSError."""
    from perfectplay.solver.explore import delta_code

    coded = np.empty(delta_code.MOST_BYTES * BLOCK, np.uint8)
    entries, count, end = [], 0, 0
    with open(path, "wb") as file:
        for block in _in_blocks(arrays):
            piece = coded[: delta_code.encode(block, coded)].data
            file.write(piece)
            end, count = end + len(piece), count + len(block)
            entries.append((int(block[0]), end, zlib.crc32(piece)))
        directory = np.array(entries, _ENTRY)
        content = directory.tobytes() + _numbers(count, len(entries))
        mark = zlib.crc32(content)
        file.write(content + _numbers(mark) + MAGIC)
    return KeyFile(path, _Directory(directory, count, mark), 0, count)


def _in_blocks(arrays: Iterable[IntArray]) -> Iterator[IntArray]:
    """The same keys, BLOCK at a time."""
    rest = np.empty(0, np.int64)
    for array in arrays:
        keys = np.concatenate((rest, array)) if len(rest) else array
        whole = len(keys) - len(keys) % BLOCK
        for at in range(0, whole, BLOCK):
            yield keys[at : at + BLOCK]
        rest = keys[whole:]
    if len(rest):
        yield rest


def _directory_of(path: Path) -> _Directory:
    with open_to_read(path) as file:
        size = file.seek(0, 2)
        file.seek(max(0, size - _TAIL))
        tail = file.read(_TAIL)
        if len(tail) < _TAIL or tail[-len(MAGIC) :] != MAGIC:
            raise _damaged(path)
        keys, blocks, mark = (int(n) for n in np.frombuffer(tail, "<i8", 3))
        begin = size - _TAIL - blocks * _ENTRY.itemsize
        if not 0 <= begin <= size - _TAIL or -(-keys // BLOCK) != blocks:
            raise _damaged(path)
        file.seek(begin)
        content = file.read(size - _TAIL - begin)
    if zlib.crc32(content + _numbers(keys, blocks)) != mark:
        raise _damaged(path)
    return _Directory(np.frombuffer(content, _ENTRY), keys, mark)


def _numbers(*numbers: int) -> bytes:
    return np.array(numbers, "<i8").tobytes()


def _damaged(path: Path) -> DamagedError:
    return DamagedError(
        f"{path} has been cut off or changed; remove {path.parent} and start the solve again"
    )
