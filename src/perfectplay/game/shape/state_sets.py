"""Frozensets in states: one field each, a bit for each element of a table."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from enum import IntEnum
from math import prod
from typing import Any, TypeGuard

from perfectplay.game.shape.number_enums import is_number_enum
from perfectplay.game.shape.record_classes import field_names, own_ways, record_of
from perfectplay.game.shape.state_words import LONGEST_WORD, is_member, word_text


class BitSet:
    """Marks a part of a shape that is a frozenset: one field, the sum of its elements' bits."""


MOST_ELEMENTS = 62
"""States whose sets have more elements in one game have no keys."""

LARGEST_NUMBER = 1 << 31
"""Elements with larger numbers have no bits."""


def is_element(value: object) -> bool:
    """Whether a value may be in a set that has a shape: an integer, a short text, a member of an
    Enum or an IntEnum, or a tuple, a NamedTuple or a frozen dataclass of these, of truths and of
    others like it.

    >>> is_element(((0, 1), (0, True))), is_element(("K", (3, 4))), is_element((1.5, 2))
    (True, True, False)
    """
    return type(value) is not bool and _is_part(value)


def _is_part(value: object) -> bool:
    if (parts := element_parts(value)) is not None:
        return bool(parts) and all(map(_is_part, parts))
    if type(value) is str:
        return len(value) <= LONGEST_WORD
    if is_number(value):
        return -LARGEST_NUMBER <= value < LARGEST_NUMBER
    return type(value) is bool or is_member(value)


def is_number(value: object) -> TypeGuard[int]:
    """Whether a part of an element is an integer, or a member of an IntEnum, which is one."""
    cls = type(value)
    return cls is int or (issubclass(cls, IntEnum) and is_number_enum(cls))


def element_parts(element: Any) -> tuple[Any, ...] | None:
    """The items of an element, or of a part of one, that is a tuple, or its fields; None for a
    number, a text or a member."""
    if type(element) is tuple:
        return element
    names = _plain_fields(type(element))
    return tuple(getattr(element, name) for name in names) if names else None


def classes_of_elements(elements: Iterable[Any]) -> list[type]:
    """The classes of the NamedTuples and dataclasses in some elements of one kind, the innermost
    first."""
    first = next(iter(elements), None)
    return list(dict.fromkeys(_classes_in(first)))


def _classes_in(part: Any) -> Iterator[type]:
    for inner in element_parts(part) or ():
        yield from _classes_in(inner)
    if _plain_fields(type(part)):
        yield type(part)


def _plain_fields(cls: type) -> tuple[str, ...]:
    """The names of the fields of a class without ways of its own to be indexed or looped over."""
    return () if own_ways(cls) else field_names(cls)


def kind_of_element(element: Any) -> str:
    """What an element is: all those of a table are of one kind. The tuples in it end with ")".

    >>> kind_of_element(7), kind_of_element("cat"), kind_of_element((2, "H"))
    ('n', 't', '(nt)')
    >>> kind_of_element((True, ("H", 3)))
    '(b(tn))'
    """
    parts = element_parts(element)
    if parts is not None:
        name = "" if type(element) is tuple else type(element).__qualname__
        return f"{name}({''.join(map(kind_of_element, parts))})"
    if is_member(element):
        return f"<{type(element).__qualname__}>"
    return "t" if type(element) is str else "b" if type(element) is bool else "n"


def leaves_of(element: Any) -> tuple[Any, ...]:
    """The numbers, texts, truths and members of an element, one after the other.

    >>> leaves_of((2, ("H", 3))), leaves_of(7)
    ((2, 'H', 3), (7,))
    """
    parts = element_parts(element)
    if parts is None:
        return (element,)
    return tuple(leaf for part in parts for leaf in leaves_of(part))


def element_order(element: Any) -> tuple[str, Any]:
    """What elements are sorted by in a table: in Python's order, if they are of one kind, and
    members of an Enum by their names.

    >>> sorted([(1, 0), 7, "b", (0, 5), -2, "a"], key=element_order)
    [(0, 5), (1, 0), -2, 7, 'a', 'b']
    """
    if not is_element(element):
        return "z", repr(element)
    leaves = leaves_of(element)
    return kind_of_element(element), [word_text(x) if is_member(x) else x for x in leaves]


def element_words(elements: Iterable[Any]) -> set[Any]:
    """The texts and members in some elements.

    >>> sorted(element_words([(2, "H"), "cat", 5]))
    ['H', 'cat']
    """
    return {leaf for x in elements for leaf in leaves_of(x) if type(leaf) is str or is_member(leaf)}


def element_table(elements: Iterable[Any]) -> tuple[Any, ...] | None:
    """The table of some elements; None if they are of several kinds, of none that compiles, or too
    many."""
    some = set(elements)
    if not all(map(is_element, some)) or len(some) > MOST_ELEMENTS:
        return None
    if len(set(map(kind_of_element, some))) > 1 or len(set(map(type, some))) > 1:
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
    rows = [element_parts(x) or (x,) for x in found]
    if not rows or len(set(map(len, rows))) > 1 or element_words(found):
        return found
    if any(type(part) is not int for row in rows for part in row):
        return found
    ranges = [range(min(column), max(column) + 1) for column in zip(*rows, strict=True)]
    if prod(map(len, ranges)) > min(MOST_ELEMENTS, len(found) + len(found) // 2):
        return found
    whole: list[tuple[int, ...]] = [()]
    for numbers in ranges:
        whole = [(*row, number) for row in whole for number in numbers]
    cls: Any = type(next(iter(found)))
    if cls is int:
        return {row[0] for row in whole}
    return set(whole) if cls is tuple else {record_of(cls, row) for row in whole}


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
