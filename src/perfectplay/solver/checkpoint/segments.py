"""A file of segments, each some arrays one after the other, that is only ever appended to.

Each segment is noted elsewhere, with its checksum and where it ends: what follows the last noted
one was cut off, and counts as not written.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any

import numpy as np

from perfectplay.core.arrays import Array

_TYPES = [np.dtype(t) for t in (np.uint8, np.uint16, np.int32, np.int64)]

_BLOCK = 8 << 20
"""Bytes that are read at a time."""


def append_segment(path: Path, arrays: Iterable[Array]) -> dict[str, int]:
    """Append some arrays; return their checksum ("crc"), and where they end ("end"), to be noted.
    Raises OSError."""
    crc = 0
    with open(path, "ab") as file:
        for array in arrays:
            head = np.array([len(array), _TYPES.index(array.dtype)], np.int64)
            for content in (head.data, np.ascontiguousarray(array).data):
                file.write(content)
                crc = zlib.crc32(content, crc)
        return {"crc": crc, "end": file.tell()}


def read_array(file: IO[bytes]) -> Array:
    """The next array of a segment that is whole."""
    count, kind = np.fromfile(file, np.int64, 2).tolist()
    return np.fromfile(file, _TYPES[kind], count)


def are_whole(path: Path, notes: list[dict[str, Any]]) -> bool:
    """Whether all segments are in the file as they were noted; what follows them is cut off."""
    if not notes:
        return True
    try:
        with open(path, "r+b") as file:
            for note in notes:
                if _checksum(file, note["end"] - file.tell()) != note["crc"]:
                    return False
            file.truncate(notes[-1]["end"])
    except OSError:
        return False
    return True


def _checksum(file: IO[bytes], size: int) -> int | None:
    """The checksum of the next ``size`` bytes of a file; None if it has fewer."""
    crc = 0
    while size > 0:
        block = file.read(min(size, _BLOCK))
        if not block:
            return None
        crc, size = zlib.crc32(block, crc), size - len(block)
    return crc
