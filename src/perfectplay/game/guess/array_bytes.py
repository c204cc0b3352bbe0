"""Cells in the bytes of an array: one byte each, or NumPy numbers of two, four or eight bytes."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

_FORMATS = {8: "qd", 4: "if", 2: "h"}
"""Codes of `struct` for numbers of that many bytes."""

LARGEST = 127
"""A wide number that is larger than this is none: its bytes are cells themselves."""


def bytes_reader(samples: Sequence[bytes]) -> Callable[[bytes], tuple[Any, ...]]:
    """The function that gives the cells of states that are bytes; letters if all are printable.

    >>> import numpy
    >>> bytes_reader([numpy.array([0, 1, -1]).tobytes()])(numpy.array([1, -1, 0]).tobytes())
    (1, -1, 0)
    >>> bytes_reader([b"..."])(b"X.O"), bytes_reader([bytes(3)])(b"\\x00\\x02\\x01")
    (('X', '.', 'O'), (0, 2, 1))
    """
    if all(32 <= byte < 127 for sample in samples for byte in sample):
        return lambda value: tuple(value.decode("ascii"))
    for size, codes in _FORMATS.items():
        for code in codes:
            if len(samples[0]) % size == 0 and all(_fits(sample, size, code) for sample in samples):
                return partial(_numbers, size, code)
    return partial(_numbers, 1, "b")


def _numbers(size: int, code: str, value: bytes) -> tuple[int, ...]:
    return tuple(map(int, struct.unpack(f"={len(value) // size}{code}", value)))


def _fits(sample: bytes, size: int, code: str) -> bool:
    """True if the bytes are small whole numbers of this size."""
    numbers = struct.unpack(f"={len(sample) // size}{code}", sample)
    return all(abs(number) <= LARGEST and number == int(number) for number in numbers)
