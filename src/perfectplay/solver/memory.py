"""How much memory a solve may take, and how it is divided."""

from __future__ import annotations

from dataclasses import dataclass

BATCH = 1 << 16
CHILDREN = 1 << 22
"""States expanded in one call, and children held at a time, if there is room."""

LEAST_BATCH, LEAST_CHILDREN = 1 << 14, 1 << 18

CHILD_BYTES = 24
"""Bytes of a child that is held while states are explored: its key, grouped and sorted."""

LOADED_STATE, LOADED_SCORE = 14, 14
"""Bytes of a state of a tier while its table is loaded, and more of them in a game of points."""

GRAPH_STATE, GRAPH_MOVE = 48, 4
"""Bytes of a state and of a move of a graph that is resolved in memory."""

SCORED_STATE, SCORED_MOVE = 42, 9
"""Bytes of these in a game of points, beyond the others."""

INTERPRETED_BYTES = 150
"""Bytes that the interpreter takes for a state beside the state itself."""

FIXED = 40 << 20
"""Bytes for merging, writing and small allocations beside the large arrays."""


@dataclass(frozen=True)
class BufferRoom:
    """``batch``: states expanded in one call; ``children``: held at a time; ``shelf``: bytes for
    arrays of states; ``spare``: bytes that the process does not hold yet; ``missing``: bytes that
    the batches need beyond these."""

    batch: int
    children: int
    shelf: int
    spare: int
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
    buffers = int(threads * batch * branching * 40) + children * CHILD_BYTES + FIXED
    return BufferRoom(batch, children, max(0, spare - buffers), spare, max(0, buffers - spare))
