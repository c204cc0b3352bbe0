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

from perfectplay.compiler.support import _replaced, inner, swap

OTHER_LENGTH = "a tuple is longer or shorter than it looked"
"""What compiled code raises, with the number of the place in the rules."""


@register_jitable
def _filled(items, room, site):
    """``room`` filled with the items, which must be exactly as many; ``site``: where rules ask."""
    result = room
    n = 0
    for item in items:
        if n >= len(room):
            raise ValueError(OTHER_LENGTH, site)
        result = _replaced(result, n, item)
        n += 1
    if n != len(room):
        raise ValueError(OTHER_LENGTH, site)
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
    if isinstance(items, types.BaseTuple) and not len(items):
        return lambda items, wanted: False

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


def as_tuple(items: Any, hint: Any, beside: Any, state: Any, site: int) -> Any:
    """``tuple(items)``, as long as ``hint`` where that is a tuple.

    Where it is none, as long as a state is without ``beside``, a tuple that will be added. Compiled
    code raises ValueError with ``site`` where there are more items or fewer.
    """
    raise NotImplementedError("compiled code only")


@overload(as_tuple)
def _as_tuple(items, hint, beside, state, site):
    if isinstance(items, types.BaseNamedTuple):
        return lambda items, hint, beside, state, site: items[:]
    if isinstance(items, types.BaseTuple):
        return lambda items, hint, beside, state, site: items
    length = _length(hint, beside, state)
    if length is None:
        raise TypingError("PERFECTPLAY a tuple whose length cannot be seen does not compile")
    room = (0,) * length
    if length == 0:
        return lambda items, hint, beside, state, site: _empty(items, site)
    return lambda items, hint, beside, state, site: _filled(items, room, site)


def _length(hint, beside, state):
    """How long the tuple to be made is; None where that is not seen."""
    if isinstance(hint, types.NoneType):  # it is seen to vary
        return None
    if isinstance(hint, types.BaseTuple):
        return len(hint)
    if isinstance(state, types.BaseTuple) and isinstance(beside, types.BaseTuple):
        return max(0, len(state) - len(beside))
    return len(state) if isinstance(state, types.BaseTuple) else None


@register_jitable
def _empty(items, site):
    for _ in items:
        raise ValueError(OTHER_LENGTH, site)
    return ()


def hint_together(one: Any, other: Any) -> Any:
    """As long as two tuples together; None where one of them is none."""
    raise NotImplementedError("compiled code only")


@overload(hint_together)
def _hint_together(one, other):
    if not (isinstance(one, types.BaseTuple) and isinstance(other, types.BaseTuple)):
        return lambda one, other: 0
    room = (0,) * (len(one) + len(other))
    return lambda one, other: room


def hint_shortest(one: Any, other: Any) -> Any:
    """As long as the shorter of two tuples, or as the one that is a tuple."""
    raise NotImplementedError("compiled code only")


@overload(hint_shortest)
def _hint_shortest(one, other):
    lengths = [len(x) for x in (one, other) if isinstance(x, types.BaseTuple)]
    room = (0,) * min(lengths) if lengths else 0
    return lambda one, other: room


def hint_sliced(whole: Any, start: Any, stop: Any, step: Any) -> Any:
    """As long as a slice of a tuple by constants."""
    raise NotImplementedError("compiled code only")


@overload(hint_sliced, prefer_literal=True)
def _hint_sliced(whole, start, stop, step):
    edges = [None if isinstance(x, types.NoneType) else x for x in (start, stop, step)]
    seen = [x is None or isinstance(x, types.IntegerLiteral) for x in edges]
    room = 0
    if isinstance(whole, types.BaseTuple) and all(seen):
        chosen = slice(*[None if x is None else x.literal_value for x in edges])
        room = (0,) * len(range(len(whole))[chosen])
    return lambda whole, start, stop, step: room


def sort(items: Any, hint: Any, beside: Any, state: Any, site: int) -> Any:
    """``tuple(sorted(items))``; the other arguments are those of `as_tuple`."""
    raise NotImplementedError("compiled code only")


@overload(sort)
def _sort(items, hint, beside, state, site):
    if isinstance(items, types.BaseTuple):

        def insertion(items, hint, beside, state, site):
            for i in range(1, len(items)):
                j = i
                while j > 0 and items[j] < items[j - 1]:
                    items = swap(items, j, j - 1)
                    j -= 1
            return items

        return insertion
    return lambda items, hint, beside, state, site: as_tuple(
        sorted_(items), hint, beside, state, site
    )


def reverse(items: Any, hint: Any, beside: Any, state: Any, site: int) -> Any:
    """``tuple(reversed(items))``; the other arguments are those of `as_tuple`."""
    raise NotImplementedError("compiled code only")


@overload(reverse)
def _reverse(items, hint, beside, state, site):
    if isinstance(items, types.BaseTuple):
        return lambda items, hint, beside, state, site: items[::-1]
    return lambda items, hint, beside, state, site: as_tuple(items[::-1], hint, beside, state, site)


@inner
def reversed_if(items, reverse):
    return items[::-1] if reverse else items


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
    return _filled(table[index], room, -1)


@inner
def tuples_of(table, room):
    for row_ in table:
        yield _filled(row_, room, -1)


@inner
def rows_of_row(flat, starts, index, room):
    for row_ in row(flat, starts, index):
        yield _filled(row_, room, -1)
