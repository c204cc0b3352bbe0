"""Retrograde analysis in plain Python: for small graphs, and the slow twin of the kernels."""

from __future__ import annotations

import numpy as np

from perfectplay.core.value import Value
from perfectplay.solver.move_graph import MoveGraph, ResolvedGraph
from perfectplay.solver.retrograde.tier_boundary import OutsideSchedule, OutsideValues

LOSS, DRAW, WIN = int(Value.LOSS), int(Value.DRAW), int(Value.WIN)


def resolve_small(graph: MoveGraph, outside: OutsideValues | None = None) -> ResolvedGraph:
    """Value and remoteness of every state of a graph, about a million edges a second.

    ``outside``: what moves that leave the graph give.
    """
    starts, edges = graph.starts.tolist(), graph.edges.tolist()
    again = graph.again.tolist() if graph.again is not None else None
    n = len(graph)
    value = graph.over.tolist()
    remoteness = [0 if v else -1 for v in value]
    parents = _parents(starts, edges, again, graph.always_again, n)
    open_moves = [starts[i + 1] - starts[i] for i in range(n)]
    schedule = OutsideSchedule(outside)
    for i in np.flatnonzero(schedule.held).tolist():
        open_moves[i] += 1  # the moves out count as one that is not bad yet

    plies = 0
    level = [i for i in range(n) if value[i] in (LOSS, WIN)]
    while level or schedule.next(False) is not None:
        plies = plies + 1 if level else max(plies + 1, schedule.next(False) or 0)
        found: list[int] = []
        for i in level:
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
                found.append(parent)
        for i in schedule.wins.take(plies).tolist():
            if not value[i]:
                value[i] = WIN
                found.append(i)
        for i in schedule.release(plies).tolist():
            open_moves[i] -= 1
            if not value[i] and not open_moves[i]:
                value[i] = LOSS
                found.append(i)
        for i in found:
            remoteness[i] = plies
        level = found

    plies = 0
    level = [i for i in range(n) if value[i] == DRAW]
    while level or schedule.next(True) is not None:
        plies = plies + 1 if level else max(plies + 1, schedule.next(True) or 0)
        near = [parent for i in level for parent, _ in parents[i]]
        level = []
        for i in near + schedule.draws.take(plies).tolist():
            if not value[i]:
                value[i], remoteness[i] = DRAW, plies
                level.append(i)
    values = np.array([v or DRAW for v in value], np.uint8)
    return ResolvedGraph(values, np.array(remoteness, np.int32), "retrograde analysis")


def _parents(
    starts: list[int], edges: list[int], again: list[int] | None, always_again: bool, n: int
) -> list[list[tuple[int, bool]]]:
    """For each state its parents, once for each move, and whether the mover moved again."""
    parents: list[list[tuple[int, bool]]] = [[] for _ in range(n)]
    for i in range(n):
        for e in range(starts[i], starts[i + 1]):
            parents[edges[e]].append((i, always_again or (again is not None and bool(again[e]))))
    return parents
