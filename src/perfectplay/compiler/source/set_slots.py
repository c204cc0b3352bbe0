"""Where the elements of a constant set stand in its table, as they are put in again.

A copy of a set has its table, slot by slot, if both are as large. Python does not show the slots;
but it shows in which order they are, and how large the table is, and each element stands at the
first free slot of those where it is looked for (``runtime/python_set_tables.py``).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

SMALLEST = 8
"""How many slots a table has at least."""

NEIGHBOURS = 9
"""How many slots after the first one are looked at before a jump."""

MANY = 50_000
"""Beyond so many elements, a table grows to twice as many, below to four times."""

_SLOT = 16
"""Bytes of a slot of a table that is larger."""

_MOST_STEPS = 20_000
"""More are not tried."""

_LONGEST = 300
"""Nor are more elements."""


def is_hashed_alike(element: Any) -> bool:
    """Whether each run of Python has the same hash for it, as it has for numbers."""
    if type(element) is tuple:
        return all(map(is_hashed_alike, element))
    return isinstance(element, int | float)


def put_in_again(elements: Any) -> tuple[tuple[Any, ...], int] | None:
    """The elements of a set in an order in which an empty table with so many slots becomes the one
    of the set; None if none is found, or the hashes differ between runs.

    >>> put_in_again({1, 2}), put_in_again({"a"})
    (((1, 2), 8), None)
    >>> put_in_again({11, 3}) != put_in_again({3, 11})
    True
    """
    if len(elements) > _LONGEST or not all(map(is_hashed_alike, elements)):
        return None
    size = (sys.getsizeof(elements) - sys.getsizeof(type(elements)())) // _SLOT or SMALLEST
    order = list(elements)
    found = _slots(order, size)
    if found is None:
        return None
    waiting, free = dict(zip(order, found, strict=True)), set(range(size))
    made: list[Any] = []
    while waiting:
        fitting = [x for x, slot in waiting.items() if _first_free(x, size, free) == slot]
        if not fitting:
            return None
        made.append(fitting[0])
        free.discard(waiting.pop(fitting[0]))
    return tuple(made), size


def is_as_added(elements: Any) -> bool:
    """Whether a new set has the same table, to which the elements are added in their order.

    >>> is_as_added({1, 2, 3}), is_as_added(frozenset(range(0, 60, 12)) | {1})
    (True, False)
    """
    size = SMALLEST
    for count in range(1, len(elements) + 1):
        if count * 5 >= (size - 1) * 3:
            size = SMALLEST
            while size <= count * (2 if count > MANY else 4):
                size *= 2
    return put_in_again(elements) == (tuple(elements), size)


def looked_at(element: Any, size: int) -> Iterator[int]:
    """The slots in which an element is looked for, one after the other, without end."""
    mask, perturb = size - 1, hash(element) % 2**64
    first = perturb & mask
    while True:
        beyond = NEIGHBOURS if first + NEIGHBOURS <= mask else 0
        yield from range(first, first + beyond + 1)
        perturb >>= 5
        first = (first * 5 + 1 + perturb) & mask


def _first_free(element: Any, size: int, free: set[int]) -> int:
    return next(slot for slot in looked_at(element, size) if slot in free)


def _slots(order: list[Any], size: int) -> list[int] | None:
    """A slot for each element, in rising order, such that all those that are looked at before are
    taken; None if there are none, or too many to try."""
    tried = 0
    chosen: list[int] = []
    choices = [_candidates(x, size, len(order)) for x in order]
    at = [0] * len(order)
    while 0 <= len(chosen) < len(order):
        i = len(chosen)
        tried += 1
        if tried > _MOST_STEPS:
            return None
        if at[i] == len(choices[i]):
            if not i:
                return None
            at[i] = 0
            chosen.pop()
            at[i - 1] += 1
            continue
        slot = choices[i][at[i]]
        before = set(choices[i][: at[i]])
        last = chosen[-1] if chosen else -1
        sound = slot > last and all(x in chosen or x > slot for x in before)
        if sound and len(order) - i <= size - slot:
            chosen.append(slot)
            if len(chosen) == len(order) and not _all_taken(chosen, choices, at):
                chosen.pop()
                at[i] += 1
        else:
            at[i] += 1
    return chosen


def _candidates(element: Any, size: int, most: int) -> list[int]:
    """The slots in which one of so many elements may stand, as it is looked for."""
    found: dict[int, None] = {}
    for slot in looked_at(element, size):
        found[slot] = None
        if len(found) == min(most, size):
            return list(found)
    raise AssertionError


def _all_taken(chosen: list[int], choices: list[list[int]], at: list[int]) -> bool:
    taken = set(chosen)
    return all(set(row[:place]) <= taken for row, place in zip(choices, at, strict=True))
