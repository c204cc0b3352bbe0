"""A play from one state to another, found by best-first search."""

from __future__ import annotations

import heapq
from dataclasses import fields, is_dataclass
from itertools import count

from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame


def search_play(rules: CheckedGame, start: State, goal: State, left: int) -> int:
    """Look for a play from one state to another, best first: what is more like the goal comes
    sooner. Returns how many children are ``left`` to be looked at, or -1 if none is found."""
    order, tier = count(), rules.tier(start)
    seen, waiting = {start}, [(unlike(start, goal), next(order), start)]
    while waiting and left > 0:
        _, _, state = heapq.heappop(waiting)
        children = {child: None for _, child in rules.position(state).options}
        for child in children:
            left -= 1
            if child == goal:
                return max(0, left)
            if child not in seen and rules.tier(child) == tier:  # no move leads to a lower one
                seen.add(child)
                heapq.heappush(waiting, (unlike(child, goal), next(order), child))
    return -1


def unlike(one: State, other: State) -> int:
    """The number of fields, elements or bits in which two states differ.

    >>> unlike((1, 0, "XO."), (1, 2, "X.O")), unlike(0b1100, 0b0101), unlike((), None)
    (3, 2, 1)
    """
    if type(one) is int and type(other) is int:
        return (one ^ other).bit_count()
    return _unlike_fields(one, other)


def _unlike_fields(one: object, other: object) -> int:
    if one == other:
        return 0
    if is_dataclass(one) and type(one) is type(other):
        names = [field.name for field in fields(one)]
        return sum(_unlike_fields(getattr(one, name), getattr(other, name)) for name in names)
    if isinstance(one, frozenset) and isinstance(other, frozenset):
        return len(one ^ other)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return abs(len(one) - len(other)) + sum(map(_unlike_fields, one, other))
    if (isinstance(one, str) and isinstance(other, str)) or (
        isinstance(one, bytes) and isinstance(other, bytes)
    ):
        return abs(len(one) - len(other)) + sum(a != b for a, b in zip(one, other, strict=False))
    return 1
