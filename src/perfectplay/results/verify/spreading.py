"""All that can be reached inside a tier, by its edges: for tiers of many thin waves."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor

import numpy as np

from perfectplay.results.verify import kernels
from perfectplay.results.verify.expand import Expander, TroubleError
from perfectplay.results.verify.tiers import IntArray, LoadedTier

BATCH = 1 << 15

NONE = np.empty(0, np.int64)


def spread(
    tier: LoadedTier, frontier: IntArray, expander: Callable[[], Expander], crew: Executor
) -> IntArray:
    """Marks all of a tier that its frontier reaches; gives the places that are to be expanded.

    frontier: [K] rising places that are marked and not expanded. All states of the tier that are
    not marked yet are expanded for their edges, 8 bytes each, and are so once more when they are
    checked. ``expander``: gives the one of the thread that calls it.
    """
    rest = np.flatnonzero((tier.entries & np.uint32(1)) == 0)
    rest = np.union1d(rest, frontier)
    rows = np.full(len(tier.keys), -1, np.int64)
    rows[rest] = np.arange(len(rest))
    starts, edges, before = [np.zeros(1, np.int64)], [], 0
    pieces = [rest[i : i + BATCH] for i in range(0, len(rest), BATCH)]
    for starts_of, edges_of in crew.map(lambda places: _edges(tier, places, expander()), pieces):
        starts.append(starts_of[1:] + before)
        edges.append(edges_of)
        before += len(edges_of)
    queue = np.empty(len(tier.keys), np.int64)
    n = kernels.spread(
        frontier, rows, np.concatenate(starts), np.concatenate(edges), tier.entries, queue
    )
    return np.sort(queue[:n])


def _edges(tier: LoadedTier, places: IntArray, expander: Expander) -> tuple[IntArray, IntArray]:
    """The moves of some states that stay in the tier; none of a state where the rules stumble."""
    starts = np.zeros(len(places) + 1, np.int64)
    try:
        expanded = expander.expand(tier.keys[places])
    except TroubleError:  # an unreached state may be nonsense, and a reached one is met again
        if len(places) == 1:
            return starts, NONE
        one, other = np.array_split(places, 2)
        starts, edges = _edges(tier, one, expander)
        after, more = _edges(tier, other, expander)
        return np.concatenate([starts, after[1:] + len(edges)]), np.concatenate([edges, more])
    edges = np.empty(len(expanded.children), np.int64)
    n = kernels.inner_edges(
        expanded.children, expanded.degrees, tier.keys, tier.shift, tier.table, starts, edges
    )
    return starts, edges[:n]
