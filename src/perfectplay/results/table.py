"""Keys with value and remoteness, in sorted parts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perfectplay.words.packed import PackedArray, unpack_remoteness, unpack_values
from perfectplay.words.value import Value


@dataclass(frozen=True)
class Part:
    """keys: [N] int64, rising; packed: [N], value and remoteness as in words/packed.py."""

    keys: NDArray[np.int64]
    packed: PackedArray


class Table:
    """A map from keys to value and remoteness. No key is in two parts."""

    def __init__(self, parts: list[Part]) -> None:
        self.parts = [part for part in parts if len(part.keys)]

    def __len__(self) -> int:
        return sum(len(part.keys) for part in self.parts)

    def get(self, key: int) -> tuple[Value, int | None] | None:
        """Value and remoteness of a key (None: endless), or None where it is not there."""
        for part in self.parts:
            place = int(np.searchsorted(part.keys, key))
            if place < len(part.keys) and part.keys[place] == key:
                entry = part.packed[place : place + 1]
                plies = int(unpack_remoteness(entry)[0])
                return Value(int(unpack_values(entry)[0])), None if plies < 0 else plies
        return None

    def look_up(self, keys: NDArray[np.int64]) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
        """[N] values (0: not there) and remotenesses (-1: endless or not there) of [N] keys."""
        values = np.zeros(len(keys), np.uint8)
        remoteness = np.full(len(keys), -1, np.int32)
        open_ = np.arange(len(keys))
        for part in self.parts:
            places = np.searchsorted(part.keys, keys[open_])
            inside = places < len(part.keys)
            found = np.zeros(len(open_), bool)
            found[inside] = part.keys[places[inside]] == keys[open_[inside]]
            entries = part.packed[places[found]]
            values[open_[found]] = unpack_values(entries)
            remoteness[open_[found]] = unpack_remoteness(entries)
            open_ = open_[~found]
        return values, remoteness

    def rows(self) -> Iterator[tuple[int, Value, int | None]]:
        """Every key with value and remoteness (None: endless), part by part."""
        for columns in self.blocks():
            for key, value, plies in zip(*(column.tolist() for column in columns), strict=True):
                yield key, Value(value), None if plies < 0 else plies

    def blocks(
        self, size: int = 1 << 14
    ) -> Iterator[tuple[NDArray[np.int64], NDArray[np.uint8], NDArray[np.int32]]]:
        """All keys with values and remotenesses (-1: endless), some at a time."""
        for part in self.parts:
            for first in range(0, len(part.keys), size):
                piece = slice(first, first + size)
                packed = part.packed[piece]
                yield part.keys[piece], unpack_values(packed), unpack_remoteness(packed)

    def smallest_with(self, value: Value, remoteness: int) -> int | None:
        """The smallest key with this value and remoteness, or None."""
        found = []
        for part in self.parts:
            hits = np.flatnonzero(
                (unpack_values(part.packed) == value)
                & (unpack_remoteness(part.packed) == remoteness)
            )
            if len(hits):
                found.append(int(part.keys[hits[0]]))
        return min(found, default=None)
