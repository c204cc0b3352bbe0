"""What translated rules call to loop over things and to make tuples of what they find.

The other half of `support`; each function does what Python's of the same name does.
"""
# ruff: noqa: ARG001, ARG005
# mypy: ignore-errors

from __future__ import annotations

from typing import Any

from numba import types
from numba.core.errors import TypingError
from numba.extending import overload, register_jitable

from perfectplay.contract.compiled.support import _replaced, inner, swap


@register_jitable
def _filled(items, room):
    """``room`` filled with the items, which must be exactly as many."""
    result = room
    n = 0
    for item in items:
        if n >= len(room):
            raise ValueError("a tuple is longer or shorter than it looked")
        result = _replaced(result, n, item)
        n += 1
    if n != len(room):
        raise ValueError("a tuple is longer or shorter than it looked")
    return result


@inner
def count(items, wanted):
    found = 0
    for item in items:
        if item == wanted:
            found += 1
    return found


@inner
def any_(items):
    for item in items:  # noqa: SIM110
        if item:
            return True
    return False


@inner
def all_(items):
    for item in items:  # noqa: SIM110
        if not item:
            return False
    return True


@inner
def sum_(items, start=0):
    total = start
    for item in items:
        total += item
    return total


@inner
def index(items, wanted):
    for i, item in enumerate(items):
        if item == wanted:
            return i
    raise ValueError("tuple.index(x): x not in tuple")


def contains(items: Any, wanted: Any) -> bool:
    """``wanted in items``."""
    raise NotImplementedError("compiled code only")


@overload(contains)
def _contains(items, wanted):
    if isinstance(items, types.Set):
        return lambda items, wanted: wanted in items

    def among(items, wanted):
        for item in items:  # noqa: SIM110
            if item == wanted:
                return True
        return False

    return among


@inner
def prod(items):
    total = 1
    for item in items:
        total *= item
    return total


@inner
def first_of(items, default=None):
    for item in items:
        return item
    if default is None:
        raise ValueError("next() of nothing")
    return default


def min_(items: Any, default: Any = None) -> Any:
    """``min(items)``."""
    raise NotImplementedError("compiled code only")


def max_(items: Any, default: Any = None) -> Any:
    """``max(items)``."""
    raise NotImplementedError("compiled code only")


@overload(min_)
def _min(items, default=None):
    if _is_none(default):

        def impl(items, default=None):
            first = True
            for item in items:
                if first:  # noqa: SIM114 the compiler wants it set before it is read
                    best = item
                elif item < best:
                    best = item
                first = False
            if first:
                raise ValueError("min() of nothing")
            return best

    else:

        def impl(items, default=None):
            first = True
            best = default
            for item in items:
                if first or item < best:
                    best = item
                first = False
            return best

    return impl


@overload(max_)
def _max(items, default=None):
    if _is_none(default):

        def impl(items, default=None):
            first = True
            for item in items:
                if first:  # noqa: SIM114 the compiler wants it set before it is read
                    best = item
                elif item > best:
                    best = item
                first = False
            if first:
                raise ValueError("max() of nothing")
            return best

    else:

        def impl(items, default=None):
            first = True
            best = default
            for item in items:
                if first or item > best:
                    best = item
                first = False
            return best

    return impl


def _is_none(default):
    return default is None or isinstance(default, types.NoneType | types.Omitted)


@inner
def sorted_(items, reverse=False):
    found = [item for item in items]  # noqa: C416 what list() takes is less
    found.sort()
    if reverse:
        found.reverse()
    return found


def reversed_(items: Any) -> Any:
    """``reversed(items)``."""
    raise NotImplementedError("compiled code only")


@overload(reversed_)
def _reversed(items):
    if isinstance(items, types.RangeType):

        def impl(items):
            for i in range(len(items) - 1, -1, -1):
                yield items.start + i * items.step

    else:

        def impl(items):
            for i in range(len(items) - 1, -1, -1):
                yield items[i]

    return impl


@inner
def sliced(items, start, stop, step):
    for i in range(*slice(start, stop, step).indices(len(items))):
        yield items[i]


def as_tuple(items: Any, hint: Any, state: Any) -> Any:
    """``tuple(items)``, as long as ``hint`` where that is a tuple, else as long as a state."""
    raise NotImplementedError("compiled code only")


@overload(as_tuple)
def _as_tuple(items, hint, state):
    if isinstance(items, types.BaseNamedTuple):
        return lambda items, hint, state: items[:]
    if isinstance(items, types.BaseTuple):
        return lambda items, hint, state: items
    room = _room(hint, state)
    if room is None:
        raise TypingError("PERFECTPLAY a tuple whose length cannot be seen does not compile")
    return lambda items, hint, state: _filled(items, room)


def _room(hint, state):
    """A tuple as long as the one to be made."""
    if isinstance(hint, types.NoneType):  # it is seen to vary
        return None
    for known in (hint, state):
        if isinstance(known, types.BaseTuple):
            return (0,) * len(known)
    return None


def sort(items: Any, hint: Any, state: Any) -> Any:
    """``tuple(sorted(items))``."""
    raise NotImplementedError("compiled code only")


@overload(sort)
def _sort(items, hint, state):
    if isinstance(items, types.BaseTuple):

        def insertion(items, hint, state):
            for i in range(1, len(items)):
                j = i
                while j > 0 and items[j] < items[j - 1]:
                    items = swap(items, j, j - 1)
                    j -= 1
            return items

        return insertion
    return lambda items, hint, state: as_tuple(sorted_(items), hint, state)


@inner
def reversed_if(items, reverse):
    return items[::-1] if reverse else items


def reverse(items: Any, hint: Any, state: Any) -> Any:
    """``tuple(reversed(items))``."""
    raise NotImplementedError("compiled code only")


@overload(reverse)
def _reverse(items, hint, state):
    if isinstance(items, types.BaseTuple):
        return lambda items, hint, state: items[::-1]
    return lambda items, hint, state: as_tuple(items[::-1], hint, state)


@inner
def row(flat, starts, index):
    """A row of a table whose rows differ in length."""
    rows = len(starts) - 1
    if index < 0:
        index += rows
    if index < 0 or index >= rows:
        raise IndexError("tuple index out of range")
    return flat[starts[index] : starts[index + 1]]


@inner
def rows(flat, starts):
    for index in range(len(starts) - 1):
        yield flat[starts[index] : starts[index + 1]]


@inner
def tuple_row(table, index, room):
    """A row of a table whose rows have one length, as a tuple."""
    if index < 0:
        index += len(table)
    if index < 0 or index >= len(table):
        raise IndexError("tuple index out of range")
    return _filled(table[index], room)


@inner
def tuples_of(table, room):
    for row_ in table:
        yield _filled(row_, room)


@inner
def rows_of_row(flat, starts, index, room):
    for row_ in row(flat, starts, index):
        yield _filled(row_, room)
