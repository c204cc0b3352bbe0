"""Grundy values of graphs without loops, and of the heaps of octal games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from perfectplay.analysis.kernels.graph_order import topological
from perfectplay.solver.move_graph import MoveGraph

SMALL = 50_000
"""Nodes and edges up to which plain Python ends before a kernel would be loaded."""


def mex(values: Iterable[int]) -> int:
    """Least number, from 0, that is not among the values.

    >>> mex([0, 1, 3]), mex([])
    (2, 0)
    """
    seen = set(values)
    least = 0
    while least in seen:
        least += 1
    return least


def grundy_values(graph: MoveGraph) -> NDArray[np.int32] | None:
    """[N] int32: Grundy value of every state; None if the graph has a loop.

    Ends have the value 0; their own value, and who moves, do not count.
    """
    if graph.ordered:
        order = np.arange(len(graph), dtype=np.int32)
    else:
        ordered = topological(graph.starts, graph.edges)
        if ordered is None:
            return None
        order = ordered[0]
    values = np.zeros(len(graph), np.int32)
    if len(graph) + len(graph.edges) <= SMALL:
        plain_grundy_values(graph, order, values)
        return values
    from perfectplay.analysis.kernels import grundy_kernels

    seen = np.zeros(int(graph.degrees().max(initial=0)) + 2, np.int64)
    grundy_kernels.least_excluded(order, graph.starts, graph.edges, values, seen)
    return values


def plain_grundy_values(
    graph: MoveGraph, order: NDArray[np.int32], values: NDArray[np.int32]
) -> None:
    """As `grundy_kernels.least_excluded`, by the definition."""
    starts, edges = graph.starts.tolist(), graph.edges.tolist()
    for i in reversed(order.tolist()):
        values[i] = mex(values[edges[starts[i] : starts[i + 1]]].tolist())


def octal_values(digits: Sequence[int], heaps: int) -> NDArray[np.int32]:
    """[heaps] int32: Grundy values of the heaps 0, 1, … of the octal game with digits d(0), …

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
