"""Where keys stand among rising keys that memory need not hold."""

from __future__ import annotations

import threading
from typing import Protocol

import numpy as np

from perfectplay.core.arrays import AnyIntArray, IntArray
from perfectplay.core.process_memory import default_budget, resident_bytes
from perfectplay.solver.explore import near_keys
from perfectplay.solver.explore.array_store import StoredArray
from perfectplay.solver.explore.index import KeyIndex

MOST_PLACES = 1 << 31
"""An index numbers fewer keys than these."""

READ = 1 << 18
"""Keys that are read at a time."""


def places_among(keys: StoredArray, wanted: IntArray) -> IntArray:
    """[N] the place in ``keys`` of each of the ``wanted`` ones, [N] rising; -1: it is not there.

    Stretches of the keys that hold none of the wanted ones are not read.

    >>> from perfectplay.solver.explore.array_store import MemoryArray
    >>> places_among(MemoryArray(np.array([2, 4, 6])), np.array([1, 4, 4, 6, 9])).tolist()
    [-1, 1, 1, 2, -1]
    """
    places = np.full(len(wanted), -1, np.int64)
    done = end = 0
    while done < len(wanted):
        at = max(end, keys.place(int(wanted[done])))
        end = min(len(keys), at + READ)
        some = keys.read(at, end)
        if not len(some):
            break
        until = int(np.searchsorted(wanted, some[-1], "right"))
        here = wanted[done:until]
        found = np.searchsorted(some, here)
        there = some[found] == here
        places[done:until][there] = at + found[there]
        done = until
    return places


class KeyPlaces(Protocol):
    """The places of the keys of a tier."""

    def places(self, wanted: IntArray) -> AnyIntArray:
        """[C] the place of each key. Raises KeyError with one that is not there."""


class PlacesByRange:
    """Places among keys that are read where they lie, each stretch once for all that is wanted."""

    def __init__(self, keys: StoredArray) -> None:
        self._keys = keys

    def places(self, wanted: IntArray) -> AnyIntArray:
        """[C] int64."""
        order = np.argsort(wanted)
        rising = places_among(self._keys, wanted[order])
        if len(rising) and rising.min() < 0:
            raise KeyError(int(wanted[order[rising < 0].min()]))
        places = np.empty_like(wanted)
        places[order] = rising
        return places


class PlacesInOrder:
    """Places by an index, for many keys at once: in the order of their highest bits."""

    def __init__(self, index: KeyIndex) -> None:
        self._index = index

    def places(self, wanted: IntArray) -> AnyIntArray:
        """[C] int32."""
        base, span = self._index.base, self._index.span
        near, origins = np.empty_like(wanted), np.empty(len(wanted), np.uint32)
        near_keys.put_near(wanted, base, span, near_keys.near_shift(span), near, origins)
        found = self._index.places(near)
        places = np.empty_like(found)
        places[origins] = found
        return places


class LatestPlaces:
    """The places of the tier that was asked for last. Threads share them."""

    def __init__(self) -> None:
        self._of: object = None
        self._latest: KeyPlaces | None = None
        self._loading = threading.Lock()

    def of(self, name: object, keys: StoredArray, memory: int | None) -> KeyPlaces:
        """Those of a tier with these ``keys``, which has a ``name`` of its own.

        ``memory``: bytes that this process may hold (None: half of what is free). An index that
        does not fit is not made: then keys are read by ranges.
        """
        with self._loading:
            if self._latest is None or self._of != name:
                self._latest = None
                room = (memory or default_budget()) - resident_bytes()
                fits = len(keys) < MOST_PLACES and 2 * KeyIndex.size(keys) <= room
                self._latest = PlacesInOrder(KeyIndex.of(keys)) if fits else PlacesByRange(keys)
                self._of = name
            return self._latest

    def forget(self) -> None:
        """Free the memory."""
        with self._loading:
            self._of = self._latest = None


PLACES = LatestPlaces()
"""Of this process."""
