"""How much memory a solve may take, and how it is divided."""

from __future__ import annotations

from dataclasses import dataclass

from perfectplay.core.process_memory import kept_freed

BATCH = 1 << 16
CHILDREN = 1 << 22
"""States expanded in one call, and children held at a time, if there is room."""

LEAST_BATCH, LEAST_CHILDREN = 1 << 14, 1 << 18

RESOLVED = 1 << 18
"""States whose children are looked up together, if there is room: more are hardly faster."""

BATCH_CHILD = 40
"""Bytes of a child in a batch: its key, tier and value, its key and place near others while it is
looked up, and room to grow."""

CHILD_BYTES = 24
"""Bytes of a child that is held while states are explored: its key, grouped and made distinct."""

LOADED_STATE, LOADED_SCORE = 12, 8
"""Bytes of a state of a tier while its table is loaded, and more of them in a game of points."""

HELD_KEY = 8
"""More bytes of a state, if its key is held meanwhile so that the table can have a faster index."""

RANGED_CHILD = 72
"""Bytes of a child while it is looked up in a tier that is read by ranges: its key and tier, its
place in the order of the keys, and copies of these."""

RANGED_CHILDREN = 1 << 23
"""Children that are looked up together in such a tier, if there is room."""

RANGED_TIER = 48 << 20
"""Bytes that such a tier takes, about: the row groups that were read last."""

GRAPH_STATE, GRAPH_MOVE = 48, 4
"""Bytes of a state and of a move of a graph that is resolved in memory."""

SCORED_STATE, SCORED_MOVE = 42, 9
"""Bytes of these in a game of points, beyond the others."""

ESTIMATE_BYTES, ESTIMATE_LEFT = 256 << 20, 64 << 20
"""A forecast is made if the rest of the budget is larger; it takes up to half of it. Its kernels,
and what it frees in part, are held afterwards."""

INTERPRETED_BYTES = 150
"""Bytes that the interpreter takes for a state beside the state itself."""

FIXED, THREAD = 34 << 20, 3 << 20
"""Bytes for merging, writing and small allocations beside the large arrays; and of each thread, for
the bits that make keys distinct and for what a trie is filled from."""


def ranged_room(threads: int, tiers: int = 1) -> int:
    """Bytes to look children up in ``tiers`` that are read by ranges, at least."""
    return tiers * RANGED_TIER + threads * LEAST_CHILDREN * RANGED_CHILD


def ranged_batch(room: float, threads: int, branching: float) -> int:
    """States that a thread expands in one call if children are looked up in tiers that are read by
    ranges: the more, the fewer times these are read. ``room``: bytes for this."""
    children = min(RANGED_CHILDREN, max(LEAST_CHILDREN, room / threads / RANGED_CHILD))
    return max(LEAST_BATCH, int(children / branching))


@dataclass(frozen=True)
class BufferRoom:
    """``batch``: states expanded in one call; ``children``: held at a time; ``arrays``: bytes for
    arrays of states; ``spare``: bytes that the process does not hold yet; ``resolved``: states
    expanded in one call while they are resolved; ``freed``: bytes of the buffers that are not
    needed then; ``missing``: bytes that the batches need beyond the spare ones."""

    batch: int
    children: int
    arrays: int
    spare: int
    resolved: int
    freed: int
    missing: int = 0


def room_for(memory: int, resident: int, threads: int, branching: float) -> BufferRoom:
    """How ``memory`` bytes are divided, ``resident`` of which the process holds; ``branching``:
    children of a state.

    >>> room_for(2_000_000_000, 200_000_000, 2, 3.0).children == CHILDREN
    True
    """
    spare = memory - resident
    children = min(CHILDREN, max(LEAST_CHILDREN, spare // 8 // CHILD_BYTES))
    batch = BATCH if spare > 256 << 20 else LEAST_BATCH
    # a batch has its children, their values, and room to grow; the children of many batches are
    # grouped and sorted, each in an array of its own
    child = threads * branching * BATCH_CHILD
    grouped = children * CHILD_BYTES
    buffers = int(batch * child) + grouped + FIXED + threads * THREAD + kept_freed(spare, threads)
    # none of these are held while states are resolved, when half of the room is for other arrays
    resolved = batch
    if batch == BATCH:
        resolved += min(RESOLVED - BATCH, int(grouped / 2 / child))
    arrays = max(0, spare - buffers)
    freed = grouped - int((resolved - batch) * child)
    return BufferRoom(batch, children, arrays, spare, resolved, freed, max(0, buffers - spare))
