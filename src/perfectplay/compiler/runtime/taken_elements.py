"""Functions that translated rules call where an element is taken out of a set.

Which one, the order of the set tells; see `set_directions` for rules to which it may not matter.
"""
# ruff: noqa: ARG001, ARG005, PLW0108
# mypy: ignore-errors

from __future__ import annotations

from numba.core.errors import TypingError

from perfectplay.compiler.runtime.set_bits import bit_finder
from perfectplay.compiler.runtime.set_helpers import only
from perfectplay.compiler.runtime.set_types import ORDER, SetType, bits_in, set_like
from perfectplay.compiler.runtime.support import inner, typed

SEVERAL = "one element is taken out of a set that has several"
"""Which one, the order tells, and compiled sets have another order."""

MOST_TAKEN = 1_000_000
TAKEN = f"more than {MOST_TAKEN:,} elements are taken out of sets"
"""Of a loop that may never end, since elements come back into the set."""

TAKING_ONE = ("only_or_first", "popped_only")
"""The functions that say so."""


@typed()
def only_or_first(items):
    """The only element of a set, whose order is another one; the first item of anything else."""
    if isinstance(items, SetType):

        def single(items):
            if len(items) > 1:
                raise ValueError(SEVERAL)
            return only(items)

        return single

    def first(items):
        for item in items:
            return item
        raise ValueError("an item of nothing")

    return first


@typed()
def popped_only(items):
    """``items.pop()`` of a set that is not asked again."""
    if not isinstance(items, SetType):
        return lambda items: items.pop()
    if not items.changes:
        raise TypingError("PERFECTPLAY a frozenset has no pop")
    return lambda items: only_or_first(items)


@typed()
def popped_in_turn(items):
    """``items.pop()`` in a loop: it takes several, one by one."""
    if isinstance(items, SetType):
        raise TypingError(f"PERFECTPLAY {ORDER}")
    return lambda items: items.pop()


@inner
def one_more(count):
    """One more element that a loop has taken out of a set."""
    if count >= MOST_TAKEN:
        raise ValueError(TAKEN)
    return count + 1


@typed()
def set_less(items, item):
    """What ``items.pop()`` leaves."""
    if not isinstance(items, SetType):
        return lambda items, item: items
    find = bit_finder(items)
    return lambda items, item: set_like(bits_in(items) & ~find(item), items)
