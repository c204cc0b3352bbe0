"""Do plays reach whole classes of the states that `symmetries` declares equivalent?

If they do, sums of class sizes count all states, and no second solve is needed for that.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from itertools import count

from perfectplay.compiler.class_checks import FIRST, some_of
from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame

MOST_MOVES = 1_000
"""Approximate maximum number of children checked for a state."""

MOST_CHILDREN = 1_000_000
"""Maximum number of children of all images of a state; a state with more is skipped."""

SEARCHED = 20_000
"""Children that the search for an image of the start looks at. Dobutsu shogi needs 500."""


def reaches_whole_classes(rules: CheckedGame, states: Sequence[State]) -> bool:
    """True if plays reach all images of every state, as far as a sample of the first states shows.

    They do if all images of the start are reached, and each image of a child of a state is a child
    of some image of that state: by induction over the plies. ``states``: in the interpreter's
    order; only the first ones are used, so that the answer does not depend on the machine.
    """
    try:
        closed = all(_is_closed(rules, state) for state in some_of(states[:FIRST]))
        return closed and _reaches_images(rules, rules.start())
    except PerfectPlayError:  # an image for which the rules raise is not reached
        return False


def _is_closed(rules: CheckedGame, state: State) -> bool:
    """Whether each image of a child is a child of some image, and all images have as many moves."""
    images = rules.symmetries(state)
    options = rules.position(state).options
    own = list(dict.fromkeys(child for _, child in options))
    if len(own) * len(images) > MOST_CHILDREN:
        return True
    beside = [rules.position(image).options for image in images]
    if any(len(others) != len(options) for others in beside):  # moves are counted, too
        return False
    below = {child for others in beside for _, child in others}
    some = own[:: max(1, len(own) // MOST_MOVES)]
    return all(image in below for child in some for image in rules.symmetries(child))


def _reaches_images(rules: CheckedGame, start: State) -> bool:
    """Whether a play is found from the start to each of its images."""
    left = SEARCHED
    for image in set(rules.symmetries(start)) - {start}:
        left = _searched(rules, start, image, left)
        if left < 0:
            return False
    return True


def _searched(rules: CheckedGame, start: State, goal: State, left: int) -> int:
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
