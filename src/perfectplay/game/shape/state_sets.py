"""Frozensets in states: one field each, a bit for each element of a table."""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Collection, Iterable
from math import prod
from typing import Any

from perfectplay.game.shape.record_classes import field_names, own_ways, record_of
from perfectplay.game.shape.state_words import LONGEST_WORD


class BitSet:
    """Marks a part of a shape that is a frozenset: one field, the sum of its elements' bits."""


MOST_ELEMENTS = 62
"""States whose sets have more elements in one game have no keys."""

LARGEST_NUMBER = 1 << 31
"""Elements with larger numbers have no bits."""

LONGEST_ELEMENT = 200
"""The most characters of an element in a manifest."""


def is_element(value: object) -> bool:
    """Whether a value may be in a set that has a shape: an integer, a short text, or a tuple, a
    NamedTuple or a frozen dataclass of these, and of plain tuples of these, and so on.

    >>> is_element(((0, 1), (0, 2))), is_element(("K", (3, 4))), is_element((1.5, 2))
    (True, True, False)
    """
    parts = element_parts(value)
    return _is_plain(value) if parts is None else _are_parts(parts)


def _are_parts(parts: tuple[Any, ...]) -> bool:
    return bool(parts) and all(
        _are_parts(part) if type(part) is tuple else _is_plain(part) for part in parts
    )


def element_parts(element: Any) -> tuple[Any, ...] | None:
    """The items of an element that is a tuple, or its fields; None for a number or a text."""
    if type(element) is tuple:
        return element
    names = _plain_fields(type(element))
    return tuple(getattr(element, name) for name in names) if names else None


def class_of_elements(elements: Iterable[Any]) -> type | None:
    """The class of the NamedTuples or dataclasses that some elements of one kind are; None for
    others."""
    cls = next(map(type, elements), None)
    return cls if cls is not None and _plain_fields(cls) else None


def _plain_fields(cls: type) -> tuple[str, ...]:
    """The names of the fields of a class without ways of its own to be indexed or looped over."""
    return () if own_ways(cls) else field_names(cls)


def _is_plain(value: object) -> bool:
    if type(value) is str:
        return len(value) <= LONGEST_WORD
    return type(value) is int and -LARGEST_NUMBER <= value < LARGEST_NUMBER


def kind_of_element(element: Any) -> str:
    """What an element is: all those of a table are of one kind. The tuples in it end with ")".

    >>> kind_of_element(7), kind_of_element("cat"), kind_of_element((2, "H"))
    ('n', 't', '(nt')
    >>> kind_of_element((2, ("H", 3)))
    '(n(tn)'
    """
    if (parts := element_parts(element)) is not None:
        name = "" if type(element) is tuple else type(element).__qualname__
        return f"{name}({''.join(map(_kind_of_part, parts))}"
    return _kind_of_part(element)


def _kind_of_part(part: Any) -> str:
    if type(part) is tuple:
        return f"({''.join(map(_kind_of_part, part))})"
    return "t" if type(part) is str else "n"


def leaves_of(element: Any) -> tuple[Any, ...]:
    """The numbers and texts of an element, one after the other.

    >>> leaves_of((2, ("H", 3))), leaves_of(7)
    ((2, 'H', 3), (7,))
    """
    parts = element_parts(element)
    if parts is None:
        return (element,)
    return tuple(leaf for part in parts for leaf in leaves_of(part))


def element_order(element: Any) -> tuple[str, Any]:
    """What elements are sorted by in a table: in Python's order, if they are of one kind.

    >>> sorted([(1, 0), 7, "b", (0, 5), -2, "a"], key=element_order)
    [(0, 5), (1, 0), -2, 7, 'a', 'b']
    """
    kind, parts = kind_of_element(element), element_parts(element)
    if not is_element(element):
        return "z", repr(element)
    return kind, element if parts is None else parts


def element_words(elements: Iterable[Any]) -> set[str]:
    """The texts in some elements.

    >>> sorted(element_words([(2, "H"), "cat", 5]))
    ['H', 'cat']
    """
    return {leaf for x in elements for leaf in leaves_of(x) if type(leaf) is str}


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
    if any(type(part) is tuple for row in rows for part in row):
        return found
    ranges = [range(min(column), max(column) + 1) for column in zip(*rows, strict=True)]
    if prod(map(len, ranges)) > min(MOST_ELEMENTS, len(found) + len(found) // 2):
        return found
    whole: list[tuple[int, ...]] = [()]
    for numbers in ranges:
        whole = [(*row, number) for row in whole for number in numbers]
    cls: Any = class_of_elements(found)
    if cls is not None:
        return {record_of(cls, row) for row in whole}
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


def element_text(element: Any) -> str:
    """The text of an element in a manifest, where words stand beside elements: of a dataclass that
    of a tuple of its fields.

    >>> element_text((1, "a")), element_text("cat")
    ("(1, 'a')", "{'cat'}")
    """
    return f"{{{element!r}}}" if type(element) is str else repr(element_parts(element) or element)


def is_element_text(text: str) -> bool:
    """Whether a text in a manifest is that of an element."""
    return text[:1] in "{(-0123456789"


def read_element(text: str, cls: type | None) -> Any:
    """The element that is written so. ``cls``: that of its fields. Raises ValueError,
    SyntaxError."""
    if len(text) > LONGEST_ELEMENT:
        raise ValueError(f"{text[:20]} is no element of a set")
    element = literal_eval(text)
    if type(element) is set and len(element) == 1:
        (element,) = element
    if not is_element(element) or element_text(element) != text:
        raise ValueError(f"{text[:20]} is no element of a set")
    if cls is None:
        return element
    if type(element) is not tuple or len(element) != len(field_names(cls)):
        raise ValueError(f"{text[:20]} is no element of a set")
    return record_of(cls, element)
