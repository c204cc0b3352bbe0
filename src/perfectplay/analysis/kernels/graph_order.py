"""Orders, components and loops of a graph: node i leads to edges[starts[i]:starts[i + 1]]."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

SMALL = 300_000
"""Nodes and edges up to which plain Python ends before a kernel would be loaded."""

Order = tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int64]]
"""[N] nodes, each before its children; [N] the fewest and [N] the most steps to each node."""


def topological(starts: NDArray[np.int64], edges: NDArray[np.int32]) -> Order | None:
    """Topological order, fewest and most steps to each node from a root; None if there is a loop.

    >>> order, fewest, most = topological(np.array([0, 2, 3, 3]), np.array([1, 2, 2], np.int32))
    >>> order.tolist(), fewest.tolist(), most.tolist()
    ([0, 1, 2], [0, 1, 1], [0, 1, 2])
    """
    if len(starts) + len(edges) <= SMALL:
        return plain_topological(starts.tolist(), edges.tolist())
    from perfectplay.analysis.kernels import counting_kernels as kernels

    order, fewest, most, filled = kernels.topological(starts, edges)
    return (order, fewest, most) if filled == len(order) else None


def plain_topological(starts: Sequence[int], edges: Sequence[int]) -> Order | None:
    """As `topological`, without a kernel."""
    n = len(starts) - 1
    arriving = [0] * n
    for child in edges:
        arriving[child] += 1
    order = [i for i in range(n) if not arriving[i]]
    fewest, most = [0 if not arriving[i] else n for i in range(n)], [0] * n
    for i in order:  # grows while it is read
        for child in edges[starts[i] : starts[i + 1]]:
            fewest[child] = min(fewest[child], fewest[i] + 1)
            most[child] = max(most[child], most[i] + 1)
            arriving[child] -= 1
            if not arriving[child]:
                order.append(child)
    if len(order) < n:
        return None
    return np.array(order, np.int32), np.array(fewest, np.int64), np.array(most, np.int64)


def nearest_loop(starts: Sequence[int], edges: Sequence[int]) -> list[int]:
    """Shortest loop through the first node that is on a loop, with that node at both ends.

    Empty if there is no loop.

    >>> nearest_loop([0, 1, 3, 3, 5, 6], [1, 2, 3, 4, 1, 3])
    [1, 3, 1]
    """
    component = components(starts, edges)
    size = Counter(component)
    for first, number in enumerate(component):
        if size[number] > 1 or first in edges[starts[first] : starts[first + 1]]:
            break
    else:
        return []
    came_from: dict[int, int] = {}
    waiting = deque([first])
    while first not in came_from:
        node = waiting.popleft()
        for child in edges[starts[node] : starts[node + 1]]:
            if child not in came_from:
                came_from[child] = node
                waiting.append(child)
    loop = [first, came_from[first]]
    while loop[-1] != first:
        loop.append(came_from[loop[-1]])
    return loop[::-1]


def components(starts: Sequence[int], edges: Sequence[int]) -> list[int]:
    """[N] strongly connected component of each node; edges lead to the same or a lower number.

    R. Tarjan, Depth-first search and linear graph algorithms (1972), with a stack of its own, as
    that of Python is short.

    >>> components([0, 1, 3, 3], [1, 0, 2])
    [1, 1, 0]
    """
    n = len(starts) - 1
    number, low, component = [-1] * n, [0] * n, [-1] * n
    open_nodes: list[int] = []
    numbered = found = 0
    for root in range(n):
        if number[root] >= 0:
            continue
        stack = [(root, starts[root])]
        number[root] = low[root] = numbered
        numbered += 1
        open_nodes.append(root)
        while stack:
            node, e = stack.pop()
            if e < starts[node + 1]:
                stack.append((node, e + 1))
                child = edges[e]
                if number[child] < 0:
                    number[child] = low[child] = numbered
                    numbered += 1
                    open_nodes.append(child)
                    stack.append((child, starts[child]))
                elif component[child] < 0:
                    low[node] = min(low[node], number[child])
                continue
            if low[node] == number[node]:
                while component[node] < 0:
                    component[open_nodes.pop()] = found
                found += 1
            if stack:
                parent = stack[-1][0]
                low[parent] = min(low[parent], low[node])
    return component
