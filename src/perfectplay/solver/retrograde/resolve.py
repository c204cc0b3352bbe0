"""Resolves a graph: in one pass if it has no cycle, else by retrograde analysis."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from perfectplay.core.progress import Reporter
from perfectplay.solver.explore.edge_store import EdgeStore
from perfectplay.solver.move_graph import MoveGraph, ResolvedGraph
from perfectplay.solver.retrograde.retrograde_reference import resolve_small
from perfectplay.solver.retrograde.score_pass import resolve_scores
from perfectplay.solver.retrograde.tier_boundary import OutsideValues
from perfectplay.solver.threads import ThreadTeam, ranges

SMALL = 300_000
"""Graphs with at most this number of states and moves are faster without a compiler."""

WIDE = 20_000
"""Levels with more states are divided among the threads."""

_NONE = np.empty(0, np.uint8)


def resolve(
    graph: MoveGraph | EdgeStore,
    team: ThreadTeam,
    reporter: Reporter,
    outside: OutsideValues | None = None,
    room: int | None = None,
) -> ResolvedGraph:
    """Value and remoteness of every state of a graph.

    ``outside``: results of the moves that leave the graph; a state without moves inside needs one,
    or is over. ``room``: bytes that retrograde analysis of pieces may take (None: no bound). A game
    of points is scored; no move may leave it. Raises OSError if edges on disk cannot be read,
    LoopFoundError and ScoreTooLargeError in a game of points.
    """
    if isinstance(graph, MoveGraph) and graph.finals is not None:
        return resolve_scores(graph, team, reporter)
    if isinstance(graph, MoveGraph) and len(graph) + len(graph.edges) <= SMALL:
        return resolve_small(graph, outside)
    from perfectplay.solver.retrograde.retrograde_forward import retrograde

    if isinstance(graph, EdgeStore):
        return retrograde(graph, team, reporter, outside, room)
    if outside is None:
        if graph.ordered:
            return _backwards(graph, team, reporter)
        reporter.tell("ordering", 0, len(graph), len(graph))
        resolved = _one_pass(graph, team, reporter)
        if resolved is not None:
            return resolved
    return retrograde(EdgeStore.of(graph), team, reporter, outside)


def _again(graph: MoveGraph) -> NDArray[np.uint8]:
    return graph.again if graph.again is not None else _NONE


def _empty(graph: MoveGraph) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
    return np.zeros(len(graph), np.uint8), np.full(len(graph), -1, np.int32)


def _backwards(graph: MoveGraph, team: ThreadTeam, reporter: Reporter) -> ResolvedGraph:
    from perfectplay.solver.retrograde import retrograde_kernels as kernels

    reporter.tell("resolving", 0, len(graph), len(graph))
    values, remoteness = _empty(graph)
    rest = (graph.starts, graph.edges, _again(graph), graph.always_again, graph.over)
    team.map(lambda _: kernels.backwards(*rest, values, remoteness), [None], long=True)
    return ResolvedGraph(values, remoteness, "one pass")


def _one_pass(graph: MoveGraph, team: ThreadTeam, reporter: Reporter) -> ResolvedGraph | None:
    """One pass over a topological order, the last level first; None if there is a cycle."""
    from perfectplay.solver.retrograde import retrograde_kernels as kernels

    n = len(graph)
    order, bounds = np.empty(n, np.int32), np.empty(n + 1, np.int32)
    arriving = np.zeros(n, np.int32)
    [(filled, levels)] = team.map(
        lambda _: kernels.topological_levels(graph.starts, graph.edges, order, bounds, arriving),
        [None],
        long=True,
    )
    if filled < n:
        return None
    values, remoteness = _empty(graph)
    rest = (graph.starts, graph.edges, _again(graph), graph.always_again, graph.over)
    end = n
    for level in range(levels - 1, -1, -1):
        begin = int(bounds[level])
        # thin levels are put off, to be done with the wide one above them by one call
        if end - begin <= WIDE and level and end - int(bounds[level - 1]) <= WIDE:
            continue
        if end - begin > WIDE:
            pieces = ranges(end - begin, team.threads * 4)
            team.map(
                lambda r, first=begin: kernels.one_pass(  # type: ignore[misc]
                    order, first + r[0], first + r[1], *rest, values, remoteness
                ),
                pieces,
                long=True,
            )
        else:
            kernels.one_pass(
                order[begin:end][::-1].copy(), 0, end - begin, *rest, values, remoteness
            )
        end = begin
        reporter.tell("resolving", n - begin, n, n)
    return ResolvedGraph(values, remoteness, "one pass")
