"""Keys by the states that they have to fit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from perfectplay.core.lazy_numpy import np
from perfectplay.core.value import State
from perfectplay.game.shape.packing import FieldRanges, KeyChoice, TupleKeys
from perfectplay.game.shape.state_rows import blocks
from perfectplay.game.shape.state_sets import BitSet
from perfectplay.game.shape.state_shape import StateShape


def learnt(
    states: Sequence[State], shape: StateShape | None = None,
    choose: KeyChoice = TupleKeys.of_limits,
) -> TupleKeys:  # fmt: skip
    """The narrowest keys for some states of one ``shape`` (default: that of the first). Raises
    OverflowError beyond 63 bits."""
    ranges = FieldRanges(states[0], shape)
    for block in blocks(states):
        ranges.add(block)
    return ranges.keys(choose)


def with_room_for_sets(keys: TupleKeys, choose: KeyChoice) -> TupleKeys:
    """Keys that fit all sets of the elements of the shape; the same keys where 63 bits are too
    few for that. ``choose``: from the limits of all fields."""
    whole = (0, (1 << len(keys.shape.elements)) - 1)
    limits = [
        whole if kind is BitSet else (low, low + size - 1)
        for kind, low, size in zip(keys.shape.kinds, keys.low, keys.size, strict=True)
    ]
    try:
        wide = keys if keys.usual else choose(limits, keys.shape, keys.likely)
        return keys if wide.usual else wide
    except OverflowError:
        return keys


def widened(
    keys: TupleKeys, states: Iterable[State], choose: KeyChoice = TupleKeys.of_limits
) -> TupleKeys:
    """Keys that also fit these states of the shape, with spare room in the fields that grew, unless
    only the room makes them sparse: those take longer. ``choose``: from the limits of all fields.

    Raises OverflowError if 63 bits are not enough.
    """
    states = list(states)
    fields = np.array([keys.shape.fields(state) for state in states], dtype=object)
    tight_low = list(keys.low)
    tight_high = [a + b - 1 for a, b in zip(keys.low, keys.size, strict=True)]
    roomy_low, roomy_high = list(tight_low), list(tight_high)
    for i in range(len(keys.low)):
        first, last = int(min(fields[:, i])), int(max(fields[:, i]))
        room = (max(last, tight_high[i]) - min(first, tight_low[i])) // 2 + 1
        if first < tight_low[i]:
            tight_low[i], roomy_low[i] = first, first - room
        if last > tight_high[i]:
            tight_high[i], roomy_high[i] = last, last + room
        if keys.shape.byte_fields[i]:
            roomy_low[i], roomy_high[i] = max(roomy_low[i], 0), min(roomy_high[i], 255)
    found: list[TupleKeys] = []
    for low, high in ((roomy_low, roomy_high), (tight_low, tight_high)):
        try:
            wider = choose(list(zip(low, high, strict=True)), keys.shape, keys.likely)
            if not wider.usual:
                return wider
            if (wider.array(states) < 0).any():
                raise wider.too_unusual()
            found.append(wider)
        except OverflowError as beyond:
            problem = beyond
    if not found:
        raise problem
    return found[0]
