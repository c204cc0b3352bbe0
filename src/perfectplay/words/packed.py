"""Value and remoteness in one number: two bits of value below the bits of remoteness.

16 bits together, or 32 where a remoteness does not fit 14 bits. The largest remoteness of the
type stands for "none": an endless draw.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

NARROW_LIMIT = (1 << 14) - 1
"""Remotenesses below this fit 16 bits together with the value."""

WIDE_LIMIT = (1 << 30) - 1

PackedArray = NDArray[Any]


def packed_type(longest: int) -> type[np.uint16] | type[np.uint32]:
    """The type that holds remotenesses up to ``longest``."""
    return np.uint16 if longest < NARROW_LIMIT else np.uint32


def pack(values: NDArray[np.uint8], remoteness: NDArray[np.int32]) -> PackedArray:
    """[N] values and remotenesses (-1: none) as one array, uint16 or uint32.

    >>> pack(np.array([3, 2], np.uint8), np.array([5, -1], np.int32))
    array([   23, 65534], dtype=uint16)
    """
    longest = int(remoteness.max(initial=0))
    dtype = packed_type(longest)
    none = NARROW_LIMIT if dtype is np.uint16 else WIDE_LIMIT
    packed: PackedArray = np.where(remoteness < 0, none, remoteness).astype(dtype)
    packed <<= 2
    packed |= values.astype(dtype)
    return packed


def unpack_values(packed: PackedArray) -> NDArray[np.uint8]:
    """[N] uint8 values."""
    values: NDArray[np.uint8] = (packed & packed.dtype.type(3)).astype(np.uint8)
    return values


def unpack_remoteness(packed: PackedArray) -> NDArray[np.int32]:
    """[N] int32 remotenesses, -1 for none."""
    none = NARROW_LIMIT if packed.dtype == np.uint16 else WIDE_LIMIT
    plies: NDArray[np.int32] = (packed >> packed.dtype.type(2)).astype(np.int32)
    plies[plies == none] = -1
    return plies
