"""Resolves a graph: in one pass if it has no cycle, else by retrograde analysis."""

from __future__ import annotations

from typing import Any

import numpy as np

from perfectplay.core.progress import Reporter
from perfectplay.solver.explore.edge_store import EdgeStore
from perfectplay.solver.move_graph import MoveGraph, ResolvedGraph, topological_levels
from perfectplay.solver.retrograde.retrograde_reference import resolve_lists
from perfectplay.solver.retrograde.score_pass import resolve_scores
from perfectplay.solver.retrograde.tier_boundary import OutsideSchedule, OutsideValues
from perfectplay.solver.threads import ThreadTeam, ranges

WIDE = 20_000
"""Levels with more states are divided among the threads."""


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
    if isinstance(graph, MoveGraph) and graph.for_python:
        return resolve_small(graph, outside)
    from perfectplay.solver.retrograde.retrograde_forward import retrograde

    if isinstance(graph, EdgeStore):
        return retrograde(graph, team, reporter, outside, room)
    if outside is None:
        if graph.ordered:
            return _backwards(graph, team, reporter)
        reporter.tell("ordering", 0, len(graph), len(graph))
        if (resolved := _one_pass(graph, team, reporter)) is not None:
            return resolved
    return retrograde(EdgeStore.of(graph), team, reporter, outside)


def resolve_small(graph: MoveGraph, outside: OutsideValues | None = None) -> ResolvedGraph:
    """Value and remoteness of every state of a graph, about a million edges a second. ``outside``:
    what moves that leave the graph give."""
    again = graph.again.tolist() if graph.again is not None else None
    value = graph.over.tolist()
    schedule = None if outside is None else OutsideSchedule(outside)
    remoteness = resolve_lists(
        graph.starts.tolist(), graph.edges.tolist(), again, graph.always_again, value, schedule
    )
    values = np.array(value, np.uint8)
    return ResolvedGraph(values, np.array(remoteness, np.int32), "retrograde analysis")


def _arguments(graph: MoveGraph) -> tuple[Any, ...]:
    """A graph as arguments of kernels; the last two are values and remotenesses, not known yet."""
    values, remoteness = np.zeros(len(graph), np.uint8), np.full(len(graph), -1, np.int32)
    rest = (graph.starts, graph.edges, graph.marks, graph.always_again, graph.over)
    return *rest, values, remoteness


def _backwards(graph: MoveGraph, team: ThreadTeam, reporter: Reporter) -> ResolvedGraph:
    from perfectplay.solver.retrograde import retrograde_kernels as kernels

    reporter.tell("resolving", 0, len(graph), len(graph))
    arguments = _arguments(graph)
    team.call(kernels.backwards, *arguments)
    *_, values, remoteness = arguments
    return ResolvedGraph(values, remoteness, "one pass")


def _one_pass(graph: MoveGraph, team: ThreadTeam, reporter: Reporter) -> ResolvedGraph | None:
    """One pass over a topological order, the last level first; None if there is a cycle."""
    from perfectplay.solver.retrograde import retrograde_kernels as kernels

    n = len(graph)
    order, bounds = topological_levels(graph, team)[:2]
    if len(order) < n:
        return None
    arguments, end = _arguments(graph), n
    for level in range(len(bounds) - 2, -1, -1):
        begin = int(bounds[level])
        # thin levels are put off, to be done with the wide one above them by one call
        if end - begin <= WIDE and level and end - int(bounds[level - 1]) <= WIDE:
            continue
        if end - begin > WIDE:
            pieces = [(begin + a, begin + b) for a, b in ranges(end - begin, team.threads * 4)]
            team.map(lambda r: kernels.one_pass(order, *r, *arguments), pieces, long=True)
        else:
            kernels.one_pass(order[begin:end][::-1].copy(), 0, end - begin, *arguments)
        end = begin
        reporter.tell("resolving", n - begin, n, n)
    *_, values, remoteness = arguments
    return ResolvedGraph(values, remoteness, "one pass")
