"""Write tiers as Parquet files. The bytes depend on the states alone, not on how they are split.

Several threads may write tiers, or parts of one, at once: pyarrow works without Python's lock.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, field
from io import BufferedWriter, FileIO
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from perfectplay.core.packed import NARROW_LIMIT, WIDE_LIMIT, PackedArray, is_scored
from perfectplay.tablebase.store.atomic_files import discard, refused, settle, unfinished
from perfectplay.tablebase.store.manifest import PartEntry, TierEntry, part_name
from perfectplay.tablebase.store.part_columns import (
    ROW_GROUP,
    arrow,
    batch_of,
    columns_of,
    is_rising,
    schema_of,
)

States: TypeAlias = NDArray[np.int64] | list[str]
"""Keys, or texts; rising."""

PART_STATES = 1 << 22
"""The largest number of states of a part."""

PARTS, LEAST_PART = 16, 1 << 19
"""A tier that would have fewer parts than this has up to so many, each of at least so many states,
so that several threads or workers share it."""

_SLAB = 16 * ROW_GROUP
"""States that are converted to columns at a time."""


def part_ranges(states: int) -> list[tuple[int, int]]:
    """The (begin, end) of each part of a tier with so many states.

    >>> part_ranges(1_000_000), part_ranges(1_100_000)
    ([(0, 1000000)], [(0, 557056), (557056, 1100000)])
    >>> len(part_ranges(40_000_000)), len(part_ranges(400_000_000))
    (16, 96)
    """
    n = max(1, -(-states // PART_STATES), min(PARTS, states // LEAST_PART))
    size = -(-states // n)
    size += -size % min(ROW_GROUP, LEAST_PART)
    return [(a, min(a + size, states)) for a in range(0, states, size)]


def write_part(path: Path, states: States, packed: PackedArray) -> PartEntry:
    """Write one part atomically. states: [N] int64 keys or N texts, rising; packed: [N].

    Raises StoreError if it cannot be written, ValueError for states that do not rise.
    """
    with PartWriter(path, text=isinstance(states, list), scored=is_scored(packed)) as part:
        part.add(states, packed)
    return part.entry


@dataclass(repr=False)
class PartWriter:
    """Writes one part from pieces of any size; a context manager that at its end sets ``entry``.
    ``text``: states are texts; ``scored``: entries have scores. An error leaves no file behind."""

    path: Path
    _: KW_ONLY
    text: bool = False
    scored: bool = False
    entry: PartEntry = field(init=False)
    _states: int = 0
    _first: Any = None
    _last: Any = None
    _rest: list[tuple[States, PackedArray]] = field(default_factory=list)
    _waiting: int = 0

    def __enter__(self) -> PartWriter:
        try:
            self._sink = _HashedFile(unfinished(self.path))
        except OSError as error:
            raise refused(error, self.path) from error
        try:
            self._writer = arrow("parquet").ParquetWriter(
                self._sink,
                schema_of(self.text, self.scored),
                version="2.6",
                compression="zstd",
                compression_level=1,
                use_dictionary=columns_of(self.scored)[1:],
                column_encoding={
                    "state": "DELTA_BYTE_ARRAY" if self.text else "DELTA_BINARY_PACKED"
                },
                write_statistics=["state"],
                write_page_checksum=True,
                store_schema=False,
            )
        except BaseException:
            self._leave()
            raise
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if kind is not None:
            self._leave()
            if isinstance(error, OSError):
                raise refused(error, self.path) from error
            return
        try:
            self._write_waiting(everything=True)
            self._writer.close()
            self._sink.close()
            settle(self.path)
        except OSError as problem:
            self._leave()
            raise refused(problem, self.path) from problem
        except BaseException:
            self._leave()
            raise
        self.entry = PartEntry(
            self.path.name, self._states, self._sink.bytes, self._sink.sha256.hexdigest(),
            self._first, self._last,
        )  # fmt: skip

    def add(self, states: States, packed: PackedArray) -> None:
        """Add the next states. Raises ValueError if they do not follow those before."""
        if not len(states):
            return
        self._check(states, packed)
        self._rest.append((states, packed))
        self._waiting += len(states)
        self._states += len(states)
        if self._waiting >= _SLAB:
            self._write_waiting(everything=False)

    def _check(self, states: States, packed: PackedArray) -> None:
        if not is_rising(states) or (self._states and not states[0] > self._last):
            raise ValueError("the states of a part must rise")
        if len(packed) != len(states) or not (packed & packed.dtype.type(3)).all():
            raise ValueError("a part needs one value for each state, none of them unknown")
        if is_scored(packed) != self.scored:
            raise ValueError("a part has scores in all of its rows, or in none")
        if not self._states:
            self._first = states[0] if isinstance(states, list) else int(states[0])
        self._last = states[-1] if isinstance(states, list) else int(states[-1])

    def _write_waiting(self, everything: bool) -> None:
        """Write whole row groups, so that the bytes do not depend on the pieces."""
        states, packed = _joined(self._rest)
        count = len(packed) if everything else len(packed) // ROW_GROUP * ROW_GROUP
        for first in range(0, count, _SLAB):
            last = min(first + _SLAB, count)
            table = batch_of(states[first:last], packed[first:last])
            self._writer.write_table(table, row_group_size=ROW_GROUP)
        self._rest = [(states[count:], packed[count:])]
        self._waiting = len(packed) - count

    def _leave(self) -> None:
        """Close and remove the unfinished file."""
        self._sink.abandoned = True  # pyarrow writes the end of a file even after an error
        with suppress(Exception):
            self._writer.close()
        with suppress(OSError):
            self._sink.close()
        discard(unfinished(self.path))


@dataclass
class TierWriter:
    """Writes a tier of ``states`` in the parts of `part_ranges`, from pieces of any size.

    A context manager that at its end sets ``entry``. After an error, finished parts stay; they are
    written again under the same names when the tier is.
    """

    folder: Path
    tier: int
    states: int
    _: KW_ONLY
    text: bool = False
    scored: bool = False
    entry: TierEntry = field(init=False)
    _parts: list[PartEntry] = field(default_factory=list)
    _open: PartWriter | None = None
    _room: int = 0

    def __enter__(self) -> TierWriter:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self._end_part(kind, error, trace)
        if kind is None:
            self.entry = TierEntry(self.tier, self.states, tuple(self._parts))

    def add(self, states: States, packed: PackedArray) -> None:
        """Add the next states, as in `PartWriter`. Raises StoreError, ValueError."""
        first = 0
        while first < len(states):
            if not self._room:
                self._end_part()
                name = part_name(self.tier, len(self._parts))
                part = PartWriter(self.folder / name, text=self.text, scored=self.scored)
                self._open = part.__enter__()
                begin, end = part_ranges(self.states)[len(self._parts)]
                self._room = end - begin
            assert self._open is not None
            last = min(len(states), first + self._room)
            self._open.add(states[first:last], packed[first:last])
            self._room -= last - first
            first = last

    def _end_part(self, kind: object = None, error: object = None, trace: object = None) -> None:
        if self._open is None:
            return
        part, self._open, self._room = self._open, None, 0
        part.__exit__(kind, error, trace)
        if kind is None:
            self._parts.append(part.entry)


class _HashedFile(BufferedWriter):
    """A file that counts and hashes the bytes written to it."""

    def __init__(self, path: Path) -> None:
        super().__init__(FileIO(path, "wb"))
        self.sha256 = hashlib.sha256()
        self.bytes = 0
        self.abandoned = False

    def write(self, content: Any) -> int:
        if self.abandoned:
            return len(content)
        self.sha256.update(content)
        self.bytes += len(content)
        return super().write(content)


def _joined(pieces: Sequence[tuple[States, PackedArray]]) -> tuple[States, PackedArray]:
    if len(pieces) == 1:
        return pieces[0]
    if not pieces:
        return np.empty(0, np.int64), np.empty(0, np.uint16)
    packed = joined([packed for _, packed in pieces])
    if isinstance(pieces[0][0], list):
        return [text for states, _ in pieces for text in states], packed
    return np.concatenate([states for states, _ in pieces]), packed


def joined(pieces: Sequence[PackedArray]) -> PackedArray:
    """The concatenation of packed entries, in the width of the widest."""
    wide = max((packed.dtype for packed in pieces), key=lambda dtype: dtype.itemsize)
    whole: PackedArray = np.concatenate([widened(packed, wide) for packed in pieces])
    return whole


def widened(packed: PackedArray, dtype: np.dtype[Any]) -> PackedArray:
    """The same values and remotenesses in a type that is at least as wide."""
    if packed.dtype == dtype:
        return packed
    none = packed >= np.uint16(NARROW_LIMIT << 2)
    wide: PackedArray = packed.astype(np.uint32)
    wide[none] = (np.uint32(WIDE_LIMIT) << np.uint32(2)) | (wide[none] & np.uint32(3))
    return wide
