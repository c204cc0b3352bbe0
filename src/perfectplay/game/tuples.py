"""Functions for rules on tuples and bits. They return new tuples, interpreted and compiled alike.

Each has a compiled version in ``compiler/runtime/support.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

T = TypeVar("T", bound=tuple[Any, ...])


def put(state: T, index: int, value: int) -> T:
    """Copy of a tuple with one item replaced; keeps a NamedTuple's class. Raises IndexError.

    >>> put((1, 2, 3), 1, 9), put((1, 2, 3), -1, 0)
    ((1, 9, 3), (1, 2, 0))
    """
    items = list(state)
    items[index] = value
    return type(state)(*items) if hasattr(state, "_fields") else tuple(items)  # type: ignore[return-value]


def swap(state: T, first: int, second: int) -> T:
    """Copy of a tuple with two items exchanged. Raises IndexError.

    >>> swap((1, 2, 3), 0, 2)
    (3, 2, 1)
    """
    return put(put(state, first, state[second]), second, state[first])


def sort(state: T) -> T:
    """Copy of a tuple with its items in ascending order.

    >>> sort((3, 1, 2))
    (1, 2, 3)
    """
    items = sorted(state)
    return type(state)(*items) if hasattr(state, "_fields") else tuple(items)  # type: ignore[return-value]


def popcount(bits: int) -> int:
    """Number of set bits of a non-negative integer.

    >>> popcount(0b1011)
    3
    """
    return bits.bit_count()


def bits(number: int) -> Iterator[int]:
    """Positions of the set bits of a non-negative integer, the lowest first.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while number:
        lowest = number & -number
        yield lowest.bit_length() - 1
        number ^= lowest
