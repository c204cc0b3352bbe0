"""Known states as arrays that the search kernel reads.

A hash table over keys as in ``solver/explore/hashing.py``: slots: [2^k] int32, empty if nothing is
known; keys: [M] int64; worth: [M] int32, results on the scale of `perfectplay.game.result_scale`,
or SOME_WIN and SOME_LOSS if the number of plies is not known; near: [2^(k-1)] uint8, a filter with
a bit for each key by another hash, which rejects most unknown states with an eighth of the memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perfectplay.game.shape.state_shape import StateShape
from perfectplay.searcher.kernel.endgame_probe_kernel import enter_first

Arrays = tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int32], NDArray[np.uint8]]


def nothing() -> Arrays:
    """Arrays without known states."""
    slots, keys = np.zeros(0, np.int32), np.zeros(0, np.int64)
    return slots, keys, np.zeros(0, np.int32), np.zeros(0, np.uint8)


def arrays_of(keys: NDArray[np.int64], worth: NDArray[np.int64]) -> Arrays:
    """The arrays for [N] keys and their results; of equal keys the first counts.

    >>> arrays_of(np.array([5, 9]), np.array([7, -7]))[0].size
    64
    """
    if not len(keys):
        return nothing()
    slots = np.zeros(1 << max(6, (2 * len(keys) - 1).bit_length()), np.int32)
    held = np.ascontiguousarray(keys, np.int64)
    near = np.zeros(len(slots) // 2, np.uint8)
    enter_first(held, slots, near)
    return slots, held, worth.astype(np.int32), near


@dataclass(frozen=True)
class KnownStates:
    """Known states and their results.

    states: [N] int64 integers, or [N, F] int64 fields of tuples; worth: [N] int64 as above.
    ``folded``: whether they are representatives already; ``shape``: of states with fields.
    """

    states: NDArray[np.int64]
    worth: NDArray[np.int64]
    folded: bool = False
    shape: StateShape | None = None


Blocks = Callable[[], Iterable[KnownStates]]
"""Gives the known states in blocks; of two equal states the first counts."""
