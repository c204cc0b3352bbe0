"""Small tools for rules, the same interpreted and compiled: tuples are values, not places.

Each has a compiled twin in ``compiler/support.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

T = TypeVar("T", bound=tuple[Any, ...])


def put(state: T, index: int, value: int) -> T:
    """The tuple with one item replaced; a NamedTuple stays one. Raises IndexError.

    >>> put((1, 2, 3), 1, 9), put((1, 2, 3), -1, 0)
    ((1, 9, 3), (1, 2, 0))
    """
    items = list(state)
    items[index] = value
    return type(state)(*items) if hasattr(state, "_fields") else tuple(items)  # type: ignore[return-value]


def swap(state: T, first: int, second: int) -> T:
    """The tuple with two items exchanged. Raises IndexError.

    >>> swap((1, 2, 3), 0, 2)
    (3, 2, 1)
    """
    return put(put(state, first, state[second]), second, state[first])


def sort(state: T) -> T:
    """The tuple with its items in rising order.

    >>> sort((3, 1, 2))
    (1, 2, 3)
    """
    items = sorted(state)
    return type(state)(*items) if hasattr(state, "_fields") else tuple(items)  # type: ignore[return-value]


def popcount(bits: int) -> int:
    """How many bits of a number that is not negative are set.

    >>> popcount(0b1011)
    3
    """
    return bits.bit_count()


def bits(number: int) -> Iterator[int]:
    """The positions of the set bits of a number that is not negative, the lowest first.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while number:
        lowest = number & -number
        yield lowest.bit_length() - 1
        number ^= lowest
