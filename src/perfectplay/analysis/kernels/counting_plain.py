"""Counting of plays in plain Python: for small graphs, and the slow twin of the kernels.

The children of node i are edges[starts[i]:starts[i + 1]]; node 0 is the start, and every node can
be reached from it.
"""

from __future__ import annotations

from collections import deque

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Nodes = NDArray[np.int32]
Flags = NDArray[np.uint8]


def seats_reached(starts: Ints, edges: Nodes, again: Flags, always: bool, seat: int) -> Flags:
    """[N] who can be to move in each node: 1 seat 0, 2 seat 1, 3 either; ``seat`` at the start.

    again: [E] 1 where the mover moves again, or empty; ``always``: after every move.
    """
    first, children, same = starts.tolist(), edges.tolist(), again.tolist()
    reached = [0] * (len(first) - 1)
    reached[0] = 1 << seat
    waiting = deque([(0, seat)])
    while waiting:
        i, mover = waiting.popleft()
        for e in range(first[i], first[i + 1]):
            after = mover if always or (same and same[e]) else 1 - mover
            if not reached[children[e]] >> after & 1:
                reached[children[e]] |= 1 << after
                waiting.append((children[e], after))
    return np.array(reached, np.uint8)


def leads_to(starts: Ints, edges: Nodes, goals: Flags) -> Flags:
    """[N] 1 for each node from which a node of ``goals`` can be reached, itself included."""
    parents: list[list[int]] = [[] for _ in range(len(starts) - 1)]
    first, children = starts.tolist(), edges.tolist()
    for i in range(len(parents)):
        for child in children[first[i] : first[i + 1]]:
            parents[child].append(i)
    found = goals.astype(bool).tolist()
    waiting = [i for i, goal in enumerate(found) if goal]
    while waiting:
        for parent in parents[waiting.pop()]:
            if not found[parent]:
                found[parent] = True
                waiting.append(parent)
    return np.array(found, np.uint8)


def ways_by_length(starts: Ints, edges: Nodes, ends: Flags, kinds: int) -> list[list[int]]:
    """For each number of steps: sequences of that many steps from the start, all of them, and
    those that end in a node with ``ends`` 1, 2, ... ``kinds``. For graphs without loops."""
    first, children, end = starts.tolist(), edges.tolist(), ends.tolist()
    rows = []
    ways = {0: 1}
    while ways:
        row = [0] * (kinds + 1)
        following: dict[int, int] = {}
        for i, count in ways.items():
            row[0] += count
            if end[i]:
                row[end[i]] += count
            for child in children[first[i] : first[i + 1]]:
                following[child] = following.get(child, 0) + count
        rows.append(row)
        ways = following
    return rows


def ways_in_all(starts: Ints, edges: Nodes, ends: Flags, kinds: int, order: Nodes) -> list[int]:
    """Sums of the columns of `ways_by_length`, node by node in topological order."""
    first, children, end = starts.tolist(), edges.tolist(), ends.tolist()
    row = [0] * (kinds + 1)
    ways = {0: 1}
    for i in order.tolist():
        count = ways.pop(i)
        row[0] += count
        if end[i]:
            row[end[i]] += count
        for child in children[first[i] : first[i + 1]]:
            ways[child] = ways.get(child, 0) + count
    return row
