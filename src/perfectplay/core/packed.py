"""Value and remoteness in one number: two bits of value below the bits of remoteness.

16 bits in all, or 32 if a remoteness does not fit 14 bits. The largest remoteness of the type
means "none": an endless draw. A game of points takes 64 bits: the score plus 2^31 in the upper 32,
value and remoteness in the lower 32.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from perfectplay.core.lazy_numpy import np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    PackedArray = NDArray[Any]
else:
    PackedArray = Any


NARROW_LIMIT = (1 << 14) - 1
"""A remoteness below this fits 16 bits together with the value."""

WIDE_LIMIT = (1 << 30) - 1

SCORE_LIMIT = (1 << 31) - 1
"""Largest absolute value of a score."""

SCORE_BIAS = 1 << 31
"""What is added to a score, so that none is negative."""

_CHUNK = 1 << 18
"""Number of entries that are packed at a time."""


def packed_type(longest: int) -> type[np.uint16] | type[np.uint32]:
    """The dtype that holds a remoteness up to ``longest`` plies."""
    return np.uint16 if longest < NARROW_LIMIT else np.uint32


def pack(
    values: NDArray[np.uint8],
    remoteness: NDArray[np.signedinteger[Any]],
    *,
    reuse: bool = False,
    wide: bool = False,
) -> PackedArray:
    """Pack [N] values and remotenesses in plies (-1: none) into [N] uint16 or uint32.

    ``reuse``: the result may overwrite the memory of ``remoteness``. ``wide``: uint32 in any case.

    >>> pack(np.array([3, 2], np.uint8), np.array([5, -1], np.int32))
    array([   23, 65534], dtype=uint16)
    >>> pack(np.array([3, 2], np.uint8), np.array([5, -1], np.int32), wide=True)
    array([        23, 4294967294], dtype=uint32)
    """
    dtype = np.uint32 if wide else packed_type(int(remoteness.max(initial=0)))
    none = NARROW_LIMIT if dtype is np.uint16 else WIDE_LIMIT
    fits = reuse and remoteness.itemsize == np.dtype(dtype).itemsize
    packed: PackedArray = remoteness.view(dtype) if fits else np.empty(len(values), dtype)
    for at in range(0, len(values), _CHUNK):  # whole temporary arrays would take 16 bytes per state
        some = slice(at, at + _CHUNK)
        packed[some] = np.where(remoteness[some] < 0, none, remoteness[some])
        packed[some] <<= 2
        packed[some] |= values[some]
    return packed


def pack_scores(scores: NDArray[np.integer[Any]], remoteness: NDArray[np.int32]) -> PackedArray:
    """Pack [N] scores and remotenesses in plies into [N] uint64; the value is the score's sign.

    The value is the sign of the score.
    """
    packed: PackedArray = (scores.astype(np.int64) + SCORE_BIAS).astype(np.uint64)
    packed <<= np.uint64(32)
    packed |= remoteness.astype(np.uint64) << np.uint64(2)
    packed |= (np.sign(scores) + 2).astype(np.uint64)
    return packed


def is_scored(packed: PackedArray) -> bool:
    """True if packed entries hold scores."""
    return bool(packed.dtype == np.uint64)
