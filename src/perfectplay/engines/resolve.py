"""Resolves a graph: in one pass where it has no cycle, else by retrograde analysis."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from perfectplay.engines.graph import Graph, Resolved
from perfectplay.engines.small import resolve_small
from perfectplay.engines.threads import Team, ranges
from perfectplay.words.progress import Reporter
from perfectplay.words.value import Value

SMALL = 300_000
"""Graphs with at most so many states and moves are done before a compiler would be loaded."""

WIDE = 20_000
"""Levels with more states are shared out among the threads."""

_NONE = np.empty(0, np.uint8)


def resolve(graph: Graph, team: Team, reporter: Reporter) -> Resolved:
    """Value and remoteness of every state of a graph."""
    if len(graph) + len(graph.edges) <= SMALL:
        return resolve_small(graph)
    if graph.ordered:
        return _backwards(graph, team, reporter)
    reporter.tell("ordering", 0, len(graph), len(graph))
    return _one_pass(graph, team, reporter) or _retrograde(graph, team, reporter)


def _again(graph: Graph) -> NDArray[np.uint8]:
    return graph.again if graph.again is not None else _NONE


def _empty(graph: Graph) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
    return np.zeros(len(graph), np.uint8), np.full(len(graph), -1, np.int32)


def _backwards(graph: Graph, team: Team, reporter: Reporter) -> Resolved:
    from perfectplay.engines import kernels

    reporter.tell("resolving", 0, len(graph), len(graph))
    values, remoteness = _empty(graph)
    rest = (graph.starts, graph.edges, _again(graph), graph.always_again, graph.over)
    team.map(lambda _: kernels.backwards(*rest, values, remoteness), [None], long=True)
    return Resolved(values, remoteness, "one pass")


def _one_pass(graph: Graph, team: Team, reporter: Reporter) -> Resolved | None:
    """In one pass over a topological order, the last level first; None where there is a cycle."""
    from perfectplay.engines import kernels

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
    return Resolved(values, remoteness, "one pass")


def _retrograde(graph: Graph, team: Team, reporter: Reporter) -> Resolved:
    """Wins and losses by remoteness, then drawn ends; what is left is an endless draw."""
    n = len(graph)
    reporter.tell("reversing", 0, n, n)
    starts, parents = reversed_edges(graph, team)
    values = graph.over.copy()
    remoteness = np.where(values > 0, 0, -1).astype(np.int32)
    spread = _Spread(starts, parents, values, remoteness, graph.degrees().astype(np.int32), team)
    ends = [np.flatnonzero(graph.over == v).astype(np.int32) for v in (Value.LOSS, Value.WIN)]
    spread.run(np.concatenate(ends), False, reporter)
    spread.run(np.flatnonzero(graph.over == Value.DRAW).astype(np.int32), True, reporter)
    values[values == 0] = Value.DRAW
    return Resolved(values, remoteness, "retrograde analysis")


def reversed_edges(graph: Graph, team: Team) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
    """For each state its parents, in rising order: starts [N + 1] and parent * 2 + again [E]."""
    from perfectplay.engines import kernels

    n = len(graph)
    pieces = ranges(n, team.threads)
    counts = np.zeros(n + 1, np.int64)
    team.map(
        lambda r: kernels.count_parents(graph.edges, r[0], r[1], counts[1:]), pieces, long=True
    )
    starts = np.cumsum(counts)
    places = starts[:-1].copy()
    parents = np.empty(len(graph.edges), np.uint32)
    again = _again(graph)
    team.map(
        lambda r: kernels.fill_parents(
            graph.starts, graph.edges, again, graph.always_again, r[0], r[1], places, parents
        ),
        pieces,
        long=True,
    )
    return starts, parents


class _Spread:
    """Spreads what is decided to the parents, ply by ply; wide levels on all cores."""

    def __init__(
        self,
        starts: NDArray[np.int64],
        parents: NDArray[np.uint32],
        values: NDArray[np.uint8],
        remoteness: NDArray[np.int32],
        open_moves: NDArray[np.int32],
        team: Team,
    ) -> None:
        self.starts, self.parents = starts, parents
        self.values, self.remoteness, self.open_moves = values, remoteness, open_moves
        self.team = team
        self.queue = np.empty(len(values), np.int32)
        self.pieces = ranges(len(values), team.threads)
        self.found = [np.empty(high - low, np.int32) for low, high in self.pieces]

    def run(self, ends: NDArray[np.int32], drawn: bool, reporter: Reporter) -> None:
        """From the ends backwards; ``drawn``: over the undecided parents of drawn states."""
        from perfectplay.engines import kernels

        n = len(self.values)
        self.queue[: len(ends)] = ends
        head, filled = 0, len(ends)
        while head < filled:
            if filled - head <= WIDE or self.team.threads == 1:
                widest = WIDE if self.team.threads > 1 else n
                place = (self.queue, head, filled, widest, self.starts, self.parents)
                [(head, filled)] = self.team.map(
                    lambda place: kernels.decide_thin(
                        *place, self.values, self.remoteness, self.open_moves, drawn
                    ),
                    [place],
                    long=True,
                )
            else:
                head, filled = filled, self._wide_level(head, filled, drawn)
            reporter.tell("resolving", filled, n, n)

    def _wide_level(self, head: int, filled: int, drawn: bool) -> int:
        """One level on all cores, each thread deciding the states of its own range."""
        from perfectplay.engines import kernels

        frontier = self.queue[head:filled]
        plies = int(self.remoteness[frontier[0]]) + 1

        def work(piece: int) -> int:
            low, high = self.pieces[piece]
            place = (frontier, self.starts, self.parents, low, high, plies)
            if drawn:
                return int(
                    kernels.draw_near(*place, self.values, self.remoteness, self.found[piece])
                )
            return int(
                kernels.decide(
                    *place, self.values, self.remoteness, self.open_moves, self.found[piece]
                )
            )

        counts = self.team.map(work, range(len(self.pieces)))
        for found, count in zip(self.found, counts, strict=True):
            self.queue[filled : filled + count] = found[:count]
            filled += count
        return filled
