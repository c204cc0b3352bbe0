"""Retrograde analysis in plain Python: for small graphs, and the slow twin of the kernels."""

from __future__ import annotations

import numpy as np

from perfectplay.engines.graph import Graph, Resolved
from perfectplay.words.value import Value

LOSS, DRAW, WIN = int(Value.LOSS), int(Value.DRAW), int(Value.WIN)


def resolve_small(graph: Graph) -> Resolved:
    """Value and remoteness of every state of a graph, about a million edges a second."""
    starts, edges = graph.starts.tolist(), graph.edges.tolist()
    again = graph.again.tolist() if graph.again is not None else None
    n = len(graph)
    value = graph.over.tolist()
    remoteness = [0 if v else -1 for v in value]
    parents = _parents(starts, edges, again, graph.always_again, n)
    open_moves = [starts[i + 1] - starts[i] for i in range(n)]
    queue = [i for i in range(n) if value[i] in (LOSS, WIN)]
    for i in queue:  # grows while it is read, in order of remoteness
        plies = remoteness[i] + 1
        for parent, same_mover in parents[i]:
            if value[parent]:
                continue
            if (value[i] == WIN) == same_mover:
                value[parent] = WIN
            else:
                open_moves[parent] -= 1
                if open_moves[parent]:
                    continue
                value[parent] = LOSS
            remoteness[parent] = plies
            queue.append(parent)
    drawn_ends = [i for i in range(n) if value[i] == DRAW]
    for i in drawn_ends:
        for parent, _ in parents[i]:
            if not value[parent]:
                value[parent], remoteness[parent] = DRAW, remoteness[i] + 1
                drawn_ends.append(parent)
    values = np.array([v or DRAW for v in value], np.uint8)
    return Resolved(values, np.array(remoteness, np.int32), "retrograde analysis")


def _parents(
    starts: list[int], edges: list[int], again: list[int] | None, always_again: bool, n: int
) -> list[list[tuple[int, bool]]]:
    """For each state its parents, once for each move, and whether the mover moved again."""
    parents: list[list[tuple[int, bool]]] = [[] for _ in range(n)]
    for i in range(n):
        for e in range(starts[i], starts[i + 1]):
            parents[edges[e]].append((i, always_again or (again is not None and bool(again[e]))))
    return parents
