"""Functions that translated rules call to loop over items.

Each does the same as Python's function of that name; see `support`.
"""
# ruff: noqa: ARG001, ARG005
# mypy: ignore-errors

from __future__ import annotations

import operator

import numpy as np
from numba import types
from numba.core.errors import TypingError

from perfectplay.compiler.runtime.set_helpers import contained
from perfectplay.compiler.runtime.set_types import SetType
from perfectplay.compiler.runtime.support import inner, typed
from perfectplay.compiler.runtime.words import _is_word, alike, as_word


@inner
def count(items, wanted):
    found = 0
    for item in items:
        if alike(item, wanted):
            found += 1
    return found


@typed()
def widened(value):
    """The value; a constant number as any number."""
    return lambda value: value


@typed()
def whole_number(value):
    """The value, which has to be a number: True is no digit."""
    if not isinstance(value, types.Integer):
        raise TypingError(f"PERFECTPLAY the digits of {value} are asked")
    return lambda value: value


@inner
def pairwise(items):
    first = True
    for item in items:
        if first:  # the compiler wants it set before it is read
            before = item
        if not first:
            yield before, item
        before = item
        first = False


@inner
def groups_of(pairs):
    """``groupby(items)``, of pairs of a rank and an item, with a list for each group."""
    first = True
    for rank, item in pairs:
        if first:
            key, group = rank, [item]
        elif alike(rank, key):
            group.append(item)
        else:
            yield key, group
            key, group = rank, [item]
        first = False
    if not first:
        yield key, group


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


@typed()
def sum_(items, start=0):
    def summed(items, start=0):
        total = start
        for item in items:
            total += item
        return total

    def joined(items, start=0):  # += changes a list: it must not be the first one
        total, first = start, True
        for item in items:
            if first:
                total = total + item
            else:
                total += item
            first = False
        return total

    return joined if isinstance(start, types.List) else summed


@inner
def index(items, wanted):
    for i, item in enumerate(items):
        if alike(item, wanted):
            return i
    raise ValueError("tuple.index(x): x not in tuple")


def _within(kind, wanted):
    """The typing of ``wanted in items`` of a set that rules make: Numba would cut 2.5 to 2."""
    if isinstance(kind, types.Integer) and isinstance(wanted, types.Float):
        return lambda items, wanted: wanted == np.floor(wanted) and np.int64(wanted) in items
    if isinstance(kind, types.Boolean) and isinstance(wanted, types.Integer | types.Float):
        return lambda items, wanted: wanted * wanted == wanted and (wanted == 1) in items
    if _is_cut(kind, wanted):
        raise TypingError(f"PERFECTPLAY {wanted} is looked for in a set")
    return lambda items, wanted: wanted in items


def _is_cut(kind, wanted):
    """Whether a tuple with fractions or numbers is looked for among such of numbers or truths."""
    if isinstance(kind, types.BaseTuple) and isinstance(wanted, types.BaseTuple):
        return len(kind) == len(wanted) and any(map(_is_cut, kind.types, wanted.types))
    return (isinstance(kind, types.Integer) and isinstance(wanted, types.Float)) or (
        isinstance(kind, types.Boolean) and isinstance(wanted, types.Number)
    )


@typed()
def contains(items, wanted):
    """``wanted in items``."""
    if isinstance(items, types.Set):
        return _within(items.dtype, wanted)
    if isinstance(items, SetType):
        return contained(items, wanted)
    if isinstance(items, types.BaseTuple) and not len(items):
        return lambda items, wanted: False
    if isinstance(items, types.Integer) and isinstance(wanted, types.Integer):  # of a flag
        return lambda items, wanted: items & wanted == wanted

    def among(items, wanted):
        for item in items:  # noqa: SIM110
            if alike(item, wanted):
                return True
        return False

    return among


@inner
def place_in(index, count):
    """The place of an index, perhaps a negative one, in a row of so many items."""
    if not -count <= index < count:
        raise IndexError("an index is out of range")
    return index if index >= 0 else index + count


@typed()
def copied(value):
    """``copy.copy(value)``: a new list or set."""
    if isinstance(value, types.List | types.Set):
        return lambda value: value.copy()
    if isinstance(value, types.BaseTuple) and any(isinstance(x, types.List) for x in value):
        raise TypingError("PERFECTPLAY a copy of such a value does not compile")
    return lambda value: value


@typed()
def deep_copied(value):
    """``copy.deepcopy(value)``: a new list, its items copied."""
    if isinstance(value, types.List):
        if isinstance(value.dtype, types.List | types.Set):
            return lambda value: [deep_copied(x) for x in value]
        return lambda value: [x for x in value]  # noqa: C416
    return lambda value: copied(value)  # noqa: PLW0108


@inner
def place_of(keys, wanted):
    """The place of a key of a dict."""
    for i, key in enumerate(keys):
        if alike(key, wanted):
            return i
    raise KeyError("a key that the dict does not have")


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


@typed()
def first_or_none(items):
    """``next(items, None)``."""
    kind = items.yield_type if isinstance(items, types.Generator) else getattr(items, "dtype", None)

    def item_or_none(items):
        for item in items:
            return item
        return None

    def word_or_none(items):
        for item in items:
            return as_word(item)
        return as_word(None)

    return word_or_none if _is_word(kind) else item_or_none


def _best(before):
    """The typing of ``min`` and ``max``; ``before``: True if the first item is the better one."""

    def typing(items, default=None):
        if default is None or isinstance(default, types.NoneType | types.Omitted):

            def impl(items, default=None):
                first = True
                for item in items:
                    if first:  # noqa: SIM114 the compiler wants it set before it is read
                        best = item
                    elif before(item, best):
                        best = item
                    first = False
                if first:
                    raise ValueError("min() or max() of nothing")
                return best

        else:

            def impl(items, default=None):
                first = True
                best = default
                for item in items:
                    if first or before(item, best):
                        best = item
                    first = False
                return best

        return impl

    return typing


min_ = typed(name="min_")(_best(operator.lt))
max_ = typed(name="max_")(_best(operator.gt))


@inner
def distinct(items):
    """The items, each of them once."""
    found = [item for item in items]  # noqa: C416
    count = 0
    for i in range(len(found)):
        new = True
        for j in range(count):
            new = new and not alike(found[j], found[i])
        if new:
            found[count] = found[i]
            count += 1
    return found[:count]


@inner
def rotate_list(found, n=1):
    """``found.rotate(n)`` of a list in the place of a deque."""
    items = found.copy()
    for i in range(len(items)):
        found[(i + n) % len(items)] = items[i]


@inner
def sort_list(found, reverse=False):
    """``found.sort(reverse=reverse)`` by Shell's method: Numba takes 2 s to compile its own.
    Equal items are the same item, so that their order does not matter."""
    gap = 1
    while gap < len(found) // 3:
        gap = 3 * gap + 1
    while gap > 0:
        for i in range(gap, len(found)):
            item, j = found[i], i
            while j >= gap and item < found[j - gap]:
                found[j] = found[j - gap]
                j -= gap
            found[j] = item
        gap //= 3
    if reverse:
        found.reverse()


@inner
def sorted_(items, reverse=False):
    found = [item for item in items]  # noqa: C416 what list() takes is less
    sort_list(found, reverse)
    return found


@typed()
def reversed_(items):
    """``reversed(items)``."""
    if isinstance(items, types.UniTuple | types.List) and isinstance(items.dtype, types.Optional):
        return lambda items: items[::-1]  # no generator yields what may be None
    if isinstance(items, types.RangeType):

        def impl(items):
            for i in range(len(items) - 1, -1, -1):
                yield items.start + i * items.step

    else:

        def impl(items):
            for i in range(len(items) - 1, -1, -1):
                yield items[i]

    return impl


@typed()
def sliced(items, start, stop, step):
    """A slice by variables that is looped over; that of a list, which may change, is a copy."""
    if isinstance(items, types.List) and isinstance(step, types.NoneType):
        return lambda items, start, stop, step: items[start:stop]
    if isinstance(items, types.List):
        return lambda items, start, stop, step: items[start:stop:step]

    def each(items, start, stop, step):
        for i in range(*slice(start, stop, step).indices(len(items))):
            yield items[i]

    return each
