"""Frozensets in states: one field each, a bit for each element of a table."""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Collection, Iterable
from math import prod
from typing import Any


class BitSet:
    """Marks a part of a shape that is a frozenset: one field, the sum of its elements' bits."""


MOST_ELEMENTS = 62
"""States whose sets have more elements in one game have no keys."""

LARGEST_NUMBER = 1 << 31
"""Elements with larger numbers have no bits."""

LONGEST_ELEMENT = 200
"""The most characters of an element in a manifest."""


def is_element(value: object) -> bool:
    """Whether a value may be in a set that has a shape: an integer, or a tuple of integers."""
    if type(value) is tuple:
        return bool(value) and all(map(_is_small, value))
    return _is_small(value)


def _is_small(value: object) -> bool:
    return type(value) is int and -LARGEST_NUMBER <= value < LARGEST_NUMBER


def element_order(element: Any) -> tuple[int, Any]:
    """What elements are sorted by in a table.

    >>> sorted([(1, 0), 7, (0, 5), -2], key=element_order)
    [-2, 7, (0, 5), (1, 0)]
    """
    if type(element) is int:
        return 0, element
    return (1, element) if is_element(element) else (2, repr(element))


def element_table(elements: Iterable[Any]) -> tuple[Any, ...] | None:
    """The table of some elements; None if they are of several kinds, of none that compiles, or too
    many."""
    some = set(elements)
    kinds = {len(x) if type(x) is tuple else 0 for x in some}
    if not all(map(is_element, some)) or len(kinds) > 1 or len(some) > MOST_ELEMENTS:
        return None
    return tuple(sorted(some, key=element_order))


def rounded(elements: Collection[Any]) -> set[Any]:
    """The elements with those between them, if that makes them half as many again at the most: a
    row of numbers, a board of cells without holes.

    >>> sorted(rounded({(0, 0), (0, 1), (1, 0)}))
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    >>> sorted(rounded({1, 2, 4, 8}))
    [1, 2, 4, 8]
    """
    found = set(elements)
    rows = [x if type(x) is tuple else (x,) for x in found]
    if not rows or len(set(map(len, rows))) > 1:
        return found
    ranges = [range(min(column), max(column) + 1) for column in zip(*rows, strict=True)]
    if prod(map(len, ranges)) > min(MOST_ELEMENTS, len(found) + len(found) // 2):
        return found
    whole: list[tuple[int, ...]] = [()]
    for numbers in ranges:
        whole = [(*row, number) for row in whole for number in numbers]
    plain = type(next(iter(found))) is int
    return {row[0] if plain else row for row in whole}


def bits_of(elements: frozenset[Any], codes: dict[Any, int]) -> int | None:
    """The sum of the bits of the elements of a set; None if one of them is not in the table."""
    try:
        return sum(map(codes.__getitem__, elements))
    except KeyError:
        return None


def set_of_bits(bits: int, table: tuple[Any, ...]) -> frozenset[Any]:
    """The set whose elements have these bits.

    >>> sorted(set_of_bits(5, ("a", "b", "c")))
    ['a', 'c']
    """
    found = []
    while bits:
        lowest = bits & -bits
        found.append(table[lowest.bit_length() - 1])
        bits ^= lowest
    return frozenset(found)


def is_element_text(text: str) -> bool:
    """Whether a text in a manifest is that of an element: a number or a tuple of numbers."""
    return text[:1] in "(-0123456789"


def read_element(text: str) -> Any:
    """The element that is written so. Raises ValueError, SyntaxError."""
    if len(text) > LONGEST_ELEMENT:
        raise ValueError(f"{text[:20]} is no element of a set")
    element = literal_eval(text)
    if not is_element(element) or repr(element) != text:
        raise ValueError(f"{text[:20]} is no element of a set")
    return element
