"""Reachability inside a tier by its edges, for tiers of many thin waves."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor

import numpy as np

from perfectplay.core.arrays import IntArray
from perfectplay.core.distinct import distinct
from perfectplay.verifier.expand import BatchExpander, CrowdedError, TroubleError
from perfectplay.verifier.stored import kernels
from perfectplay.verifier.stored.stored_tiers import LoadedTier

NONE = np.empty(0, np.int64)

PLACE_BYTES, EDGE_BYTES = 48, 16
"""Bytes of a state of a tier, and of a move inside it, while its moves are in memory: one half of
those of a move are there only until all moves are in one array."""

Making = Callable[[], BatchExpander]
"""Returns the expander of the calling thread."""


class NoRoomError(Exception):
    """The moves inside a tier take more memory than there is; ``bytes``: at least as many."""

    def __init__(self, size: int) -> None:
        super().__init__(f"{size:,} bytes of moves inside a tier")
        self.bytes = size


def spread(
    tier: LoadedTier, frontier: IntArray, expander: Making, pool: Executor, room: int, named: bool
) -> IntArray:
    """Mark all states of a tier that its frontier reaches; return the places still to be expanded.

    frontier: [K] rising places that are marked and not expanded; room: bytes that may be taken;
    ``named``: of a child that is here, the rules must say that it is in this tier, too.
    All unmarked states of the tier are expanded for their edges, and once more when they are
    checked. Raises NoRoomError before anything is marked.
    """
    _need(len(tier.keys) * PLACE_BYTES, room)
    rest = np.flatnonzero((tier.entries & np.uint32(1)) == 0)
    rest = distinct(np.concatenate([rest, frontier]))
    starts, edges = _all_edges(tier, rest, expander, pool, room, named)
    rows = np.full(len(tier.keys), -1, np.int64)
    rows[rest] = np.arange(len(rest))
    queue = np.empty(len(tier.keys), np.int64)
    n = kernels.spread(frontier, rows, starts, edges, tier.entries, queue)
    return np.sort(queue[:n])


def _need(size: int, room: int) -> None:
    if size > room:
        raise NoRoomError(size)


def _all_edges(
    tier: LoadedTier, places: IntArray, expander: Making, pool: Executor, room: int, named: bool
) -> tuple[IntArray, IntArray]:
    """The moves of K states that stay in the tier: [K + 1] the offsets of each state, and [E] the
    places that they lead to. Raises NoRoomError."""
    starts, edges, before = [np.zeros(1, np.int64)], [NONE], 0
    batch = expander().batch
    pieces = [places[i : i + batch] for i in range(0, len(places), batch)]
    for offsets, ends in pool.map(lambda some: edges_of(tier, some, expander(), named), pieces):
        starts.append(offsets[1:] + before)
        edges.append(ends)
        before += len(ends)
        _need(len(tier.keys) * PLACE_BYTES + before * EDGE_BYTES, room)
    return np.concatenate(starts), np.concatenate(edges)


def edges_of(
    tier: LoadedTier, places: IntArray, expander: BatchExpander, named: bool
) -> tuple[IntArray, IntArray]:
    """As `_all_edges`, for one batch; no moves for a state on which the rules raise."""
    starts = np.zeros(len(places) + 1, np.int64)
    try:
        expanded = expander.expand(tier.keys[places], compares=False)
    except (
        TroubleError,
        CrowdedError,
    ):  # the state may be unreached; a reached one is checked later
        if len(places) == 1:
            return starts, NONE
        one, other = np.array_split(places, 2)
        starts, edges = edges_of(tier, one, expander, named)
        after, more = edges_of(tier, other, expander, named)
        return np.concatenate([starts, after[1:] + len(edges)]), np.concatenate([edges, more])
    edges = np.empty(len(expanded.children), np.int64)
    n = kernels.inner_edges(
        expanded.children, expanded.degrees, expanded.tiers if named else NONE, tier.number,
        tier.keys, tier.shift, tier.table, starts, edges,
    )  # fmt: skip
    return starts, edges[:n]
