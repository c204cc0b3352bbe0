"""``heapq`` and ``bisect`` on lists of numbers, or of tuples of numbers.

A heap is a list in which no item is larger than the two at twice its place, plus one and plus two.
Each function leaves the list as Python's function of that name does, item by item (``heapq`` says
how: the documentation of Python's standard library).
"""
# mypy: ignore-errors

from __future__ import annotations

from numba.core.errors import TypingError

from perfectplay.compiler.runtime.ranked_items import has_order, ranked_before
from perfectplay.compiler.runtime.support import inner, typed


def _need_order(items, *more):
    """Refuse lists of texts and the like, for which compiled code has another order."""
    if not all(map(has_order, (getattr(items, "dtype", None), *more))):
        raise TypingError("PERFECTPLAY heapq or bisect of such items does not compile")


@inner
def _moved_up(items, at):
    """Let an item take the place of larger ones on the way to the first place."""
    item = items[at]
    while at > 0:
        above = (at - 1) >> 1
        if not ranked_before(item, items[above]):
            break
        items[at] = items[above]
        at = above
    items[at] = item


@inner
def _sunk(items, first):
    """Let an item go down to the end, the smaller one of two in its place, and up from there."""
    at, item = first, items[first]
    while 2 * at + 1 < len(items):
        below = 2 * at + 1
        if below + 1 < len(items) and not ranked_before(items[below], items[below + 1]):
            below += 1
        items[at] = items[below]
        at = below
    items[at] = item
    while at > first:
        above = (at - 1) >> 1
        if not ranked_before(item, items[above]):
            break
        items[at] = items[above]
        at = above
    items[at] = item


@typed()
def heap_raised(items):
    """``heappush``, once the item is appended."""
    _need_order(items)
    return lambda items: _moved_up(items, len(items) - 1)


@typed()
def heap_popped(items):
    """``heappop(items)``."""
    _need_order(items)

    def popped(items):
        if not len(items):
            raise IndexError("index out of range")
        last = items.pop()
        if not len(items):
            return last
        least, items[0] = items[0], last
        _sunk(items, 0)
        return least

    return popped


@typed()
def heap_made(items):
    """``heapify(items)``."""
    _need_order(items)

    def made(items):
        for at in range(len(items) // 2 - 1, -1, -1):
            _sunk(items, at)

    return made


@inner
def _place_in(items, high, wanted, after):
    """The first place below ``high`` before which all items are smaller; ``after``: or equal."""
    low = 0
    while low < high:
        middle = (low + high) // 2
        smaller = ranked_before(items[middle], wanted)
        if after:
            smaller = not ranked_before(wanted, items[middle])
        if smaller:
            low = middle + 1
        else:
            high = middle
    return low


@inner
def _take_place(items, place):
    """Move the last item to a place, and those from there on by one."""
    item = items[-1]
    for at in range(len(items) - 1, place, -1):
        items[at] = items[at - 1]
    items[place] = item


@typed()
def place_before(items, wanted):
    """``bisect_left(items, wanted)``."""
    _need_order(items, wanted)
    return lambda items, wanted: _place_in(items, len(items), wanted, False)


@typed()
def place_after(items, wanted):
    """``bisect_right(items, wanted)``."""
    _need_order(items, wanted)
    return lambda items, wanted: _place_in(items, len(items), wanted, True)


@typed()
def put_before(items):
    """``insort_left``, once the item is appended."""
    _need_order(items)
    return lambda items: _take_place(items, _place_in(items, len(items) - 1, items[-1], False))


@typed()
def put_after(items):
    """``insort_right``, once the item is appended."""
    _need_order(items)
    return lambda items: _take_place(items, _place_in(items, len(items) - 1, items[-1], True))
