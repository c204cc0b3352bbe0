"""Grundy values of a graph without loops, and of the heaps of octal games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from perfectplay.solver.move_graph import MoveGraph

SMALL = 50_000
"""So many edges (or squares of a heap's size) are done before a compiler would be loaded."""


def mex(values: Iterable[int]) -> int:
    """The least number, from 0, that is not among the values.

    >>> mex([0, 1, 3]), mex([])
    (2, 0)
    """
    seen = set(values)
    least = 0
    while least in seen:
        least += 1
    return least


def grundy_values(graph: MoveGraph) -> NDArray[np.int32] | None:
    """[N] the Grundy value of every state; None where the graph has a loop.

    Ends have the value 0; what they are worth, and who moves, is not looked at.
    """
    if len(graph) + len(graph.edges) <= SMALL:
        return plain_grundy_values(graph)
    from perfectplay.analysis.kernels import grundy_kernels
    from perfectplay.solver.retrograde import retrograde_kernels

    n = len(graph)
    if graph.ordered:
        order = np.arange(n, dtype=np.int32)
    else:
        order, bounds = np.empty(n, np.int32), np.empty(n + 1, np.int32)
        filled, _ = retrograde_kernels.topological_levels(
            graph.starts, graph.edges, order, bounds, np.zeros(n, np.int32)
        )
        if filled < n:
            return None
    values = np.zeros(n, np.int32)
    seen = np.zeros(int(graph.degrees().max(initial=0)) + 2, np.int64)
    grundy_kernels.least_excluded(order, graph.starts, graph.edges, values, seen)
    return values


def plain_grundy_values(graph: MoveGraph) -> NDArray[np.int32] | None:
    """As `grundy_values`, by the definition."""
    starts, edges = graph.starts.tolist(), graph.edges.tolist()
    children = [edges[a:b] for a, b in pairwise(starts)]
    parents: list[list[int]] = [[] for _ in children]
    for i, some in enumerate(children):
        for child in some:
            parents[child].append(i)
    left = [len(some) for some in children]
    ready = [i for i, count in enumerate(left) if not count]
    values = np.zeros(len(graph), np.int32)
    for i in ready:  # grows while it is read
        values[i] = mex(int(values[child]) for child in children[i])
        for parent in parents[i]:
            left[parent] -= 1
            if not left[parent]:
                ready.append(parent)
    return values if len(ready) == len(graph) else None


def loop_of(graph: MoveGraph) -> list[int]:
    """The states of a loop of the graph, in order, each once; [] where it has none."""
    starts, edges = graph.starts, graph.edges
    colour = np.zeros(len(graph), np.uint8)  # 1: on the way, 2: done
    for root in range(len(graph)):
        if colour[root]:
            continue
        way, places = [root], [int(starts[root])]
        colour[root] = 1
        while way:
            i = way[-1]
            if places[-1] == starts[i + 1]:
                colour[i] = 2
                way.pop()
                places.pop()
                continue
            child = int(edges[places[-1]])
            places[-1] += 1
            if colour[child] == 1:
                return way[way.index(child) :]
            if not colour[child]:
                colour[child] = 1
                way.append(child)
                places.append(int(starts[child]))
    return []


def octal_values(digits: Sequence[int], heaps: int) -> NDArray[np.int32]:
    """[heaps] the Grundy values of the heaps 0, 1, … of the octal game with these digits d(0), …

    >>> octal_values((0, 7, 7), 8).tolist()
    [0, 1, 2, 3, 1, 4, 3, 2]
    """
    if heaps * heaps * len(digits) <= 4 * SMALL:
        return plain_octal_values(digits, heaps)
    from perfectplay.analysis.kernels import grundy_kernels

    values = np.zeros(heaps, np.int32)
    most = len(digits) * (heaps // 2 + 2)
    seen = np.zeros(1 << most.bit_length(), np.int64)
    grundy_kernels.heap_values(np.array(digits, np.int64), values, seen)
    return values


def plain_octal_values(digits: Sequence[int], heaps: int) -> NDArray[np.int32]:
    """As `octal_values`, by the definition."""
    values: list[int] = []
    for heap in range(heaps):
        reached = set()
        for taken, digit in enumerate(digits[: heap + 1]):
            left = heap - taken
            if digit & 1 and not left:
                reached.add(0)
            if digit & 2 and left:
                reached.add(values[left])
            if digit & 4:
                reached |= {values[a] ^ values[left - a] for a in range(1, left // 2 + 1)}
        values.append(mex(reached))
    return np.array(values, np.int32)
