"""Reachability inside a tier by its edges, for tiers of many thin waves."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor

import numpy as np

from perfectplay.core.arrays import IntArray
from perfectplay.verifier import kernels, score_conditions
from perfectplay.verifier.expand import BatchExpander, TroubleError
from perfectplay.verifier.plain_scores import loop_before
from perfectplay.verifier.stored_tiers import LoadedTier

NONE = np.empty(0, np.int64)

Making = Callable[[], BatchExpander]
"""Returns the expander of the calling thread."""


def spread(tier: LoadedTier, frontier: IntArray, expander: Making, crew: Executor) -> IntArray:
    """Mark all states of a tier that its frontier reaches; return the places still to be expanded.

    frontier: [K] rising places that are marked and not expanded. All unmarked states of the tier
    are expanded for their edges, 8 bytes each, and once more when they are checked.
    """
    rest = np.flatnonzero((tier.entries & np.uint32(1)) == 0)
    rest = np.union1d(rest, frontier)
    rows = np.full(len(tier.keys), -1, np.int64)
    rows[rest] = np.arange(len(rest))
    starts, edges = _all_edges(tier, rest, expander, crew)
    queue = np.empty(len(tier.keys), np.int64)
    n = kernels.spread(frontier, rows, starts, edges, tier.entries, queue)
    return np.sort(queue[:n])


def loop_within(tier: LoadedTier, expander: Making, crew: Executor) -> list[int]:
    """The keys of a loop among the states of a tier, each of which leads to the next, and the last
    to the first; [] if there is none.

    Takes 8 bytes for each move inside the tier, and 24 for each state.
    """
    count = len(tier.keys)
    starts, edges = _all_edges(tier, np.arange(count), expander, crew)
    entered = np.empty(count, np.int64)
    if score_conditions.peel(starts, edges, entered, np.empty(count, np.int64)) == count:
        return []
    before = np.full(count, -1, np.int64)
    parents = np.repeat(np.arange(count), np.diff(starts))
    left = entered[parents] > 0
    before[edges[left]] = parents[left]
    # each remaining state has a remaining predecessor
    loop = loop_before(int(entered.argmax()), dict(enumerate(before.tolist())))
    return [int(tier.keys[place]) for place in loop]


def _all_edges(
    tier: LoadedTier, places: IntArray, expander: Making, crew: Executor
) -> tuple[IntArray, IntArray]:
    """The moves of K states that stay in the tier: [K + 1] the offsets of each state, and [E] the
    places that they lead to."""
    starts, edges, before = [np.zeros(1, np.int64)], [NONE], 0
    batch = expander().batch
    pieces = [places[i : i + batch] for i in range(0, len(places), batch)]
    for starts_of, edges_of in crew.map(lambda some: _edges(tier, some, expander()), pieces):
        starts.append(starts_of[1:] + before)
        edges.append(edges_of)
        before += len(edges_of)
    return np.concatenate(starts), np.concatenate(edges)


def _edges(
    tier: LoadedTier, places: IntArray, expander: BatchExpander
) -> tuple[IntArray, IntArray]:
    """As `_all_edges`, for one batch; no moves for a state on which the rules raise."""
    starts = np.zeros(len(places) + 1, np.int64)
    try:
        expanded = expander.expand(tier.keys[places], compares=False)
    except TroubleError:  # the state may be unreached; a reached one is checked later
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
