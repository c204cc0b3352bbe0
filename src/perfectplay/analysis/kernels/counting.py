"""Exact numbers of plays of a graph, by result and by length.

`routes_of` turns a graph into routes, whose ends have results: a node in which either player may be
to move becomes two. `count_plays` counts along them, step by step. Small graphs are counted in
plain Python, others by kernels over integers of as many 64-bit limbs as the counts need.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.analysis.kernels import counting_plain as plain
from perfectplay.analysis.kernels.graph_order import SMALL, Order, topological
from perfectplay.core.distinct import distinct
from perfectplay.core.progress import Reporter
from perfectplay.core.rows import row_places, row_starts
from perfectplay.core.value import Value
from perfectplay.solver.move_graph import MoveGraph

FIRST, SECOND, DRAWN = 1, 2, 3
"""Results of a play: won by seat 0, won by seat 1, drawn."""

SOLVED, UNSOLVED = 1, 2
"""Results of a puzzle."""

LENGTHS = 2 * 10**10
"""Most additions of 64 bits for counts by length: about half a minute."""


@dataclass
class Routes:
    """starts: [M + 1] int64 and edges: [E] int32 as in `MoveGraph`, node 0 the start; ends: [M]
    uint8, the result of a play that ends in a node, 0 if it goes on; ``kinds``: the number of
    results."""

    starts: NDArray[np.int64]
    edges: NDArray[np.int32]
    ends: NDArray[np.uint8]
    kinds: int

    def __len__(self) -> int:
        return len(self.ends)


@dataclass
class PlayCounts:
    """Numbers of plays, None if infinite. totals: of each result; by_length: for each length, all
    plays and those of each result, None if infinite or if it would take too long (``too_long``);
    tree: sequences of moves from the start, including the empty one and unfinished ones;
    endless: a play can go on for ever."""

    totals: list[int | None]
    by_length: list[list[int]] | None
    tree: int | None
    endless: bool
    too_long: bool = False


def merged(graph: MoveGraph) -> MoveGraph:
    """Graph with parallel edges merged, unless different players move after them.

    >>> starts, over = np.array([0, 3, 3]), np.array([0, 1], np.uint8)
    >>> merged(MoveGraph(starts, np.array([1, 1, 1], np.int32), None, False, over)).edges.tolist()
    [1]
    """
    n = len(graph)
    parents = np.repeat(np.arange(n, dtype=np.int64), graph.degrees())
    bits = 0 if graph.again is None else graph.again
    keys = distinct((parents * n + graph.edges) * 2 + bits)
    starts = np.searchsorted(keys, np.arange(n + 1, dtype=np.int64) * n * 2)
    again = None if graph.again is None else (keys & 1).astype(np.uint8)
    edges = (keys // 2 % n).astype(np.int32)
    return MoveGraph(
        starts.astype(np.int64), edges, again, graph.always_again, graph.over, graph.ordered
    )


def seats_reached(graph: MoveGraph, seat: int) -> NDArray[np.uint8]:
    """[N] uint8: who can be to move in each node: 1 seat 0, 2 seat 1, 3 either."""
    again = np.empty(0, np.uint8) if graph.again is None else graph.again
    found: NDArray[np.uint8] = _loops(len(graph) + len(graph.edges)).seats_reached(
        graph.starts, graph.edges, again, graph.always_again, seat
    )
    return found


def _loops(size: int) -> Any:
    """The module with the loops over a graph of so many nodes and edges: in plain Python if that is
    quick enough, else the kernels."""
    if size <= SMALL:
        return plain
    from perfectplay.analysis.kernels import counting_kernels

    return counting_kernels


def results_of(over: NDArray[np.uint8], seat: int, puzzle: bool) -> NDArray[np.uint8]:
    """[N] results of ends with ``seat`` to move, from their values [N]; 0 if it is no end."""
    names = [0] * 4
    if puzzle:
        names[Value.WIN], names[Value.DRAW], names[Value.LOSS] = SOLVED, UNSOLVED, UNSOLVED
    else:
        names[Value.WIN], names[Value.DRAW], names[Value.LOSS] = 1 + seat, DRAWN, 2 - seat
    return np.array(names, np.uint8)[over]


def routes_of(graph: MoveGraph, reached: NDArray[np.uint8], seat: int) -> Routes:
    """Routes of a graph from its start, in which ``seat`` is to move.

    reached: [N], the result of `seats_reached`.
    """
    puzzle = graph.always_again
    kinds = UNSOLVED if puzzle else DRAWN
    by_seat = [results_of(graph.over, mover, puzzle) for mover in (0, 1)]
    if not (reached == 3).any():
        ends = np.where(reached == 1, by_seat[0], by_seat[1])
        return Routes(graph.starts, graph.edges, ends, kinds)
    # a node for each pair of node and mover; the mover of the start is 0, so its pair is first
    pairs = np.stack([reached >> seat & 1, reached >> (1 - seat) & 1], axis=1).astype(bool)
    number = np.cumsum(pairs.ravel()).reshape(pairs.shape) - 1
    node, turned = np.nonzero(pairs)
    edge, degrees = row_places(graph.starts, node)
    stays = 0 if graph.again is None else graph.again[edge]
    edges = number[graph.edges[edge], np.repeat(turned, degrees) ^ 1 ^ stays].astype(np.int32)
    ends = np.where(turned == seat, by_seat[0][node], by_seat[1][node])
    return Routes(row_starts(degrees), edges, ends, kinds)


def count_plays(routes: Routes, reporter: Reporter) -> PlayCounts:
    """Count all plays of some routes; each result by itself if there are loops."""
    ordered = topological(routes.starts, routes.edges)
    if ordered is not None:
        return _count(routes, ordered, reporter)
    rows: list[list[int]] | None = []
    totals: list[int | None] = []
    too_long = False
    for kind in range(1, routes.kinds + 1):
        part = _leading_to(routes, kind)
        if part is None:
            totals.append(0)
            continue
        ordered = topological(part.starts, part.edges)
        if ordered is None:
            totals.append(None)
            rows = None
            continue
        found = _count(part, ordered, reporter)
        totals.append(found.totals[kind - 1])
        too_long = too_long or found.too_long
        if rows is not None:
            rows = None if found.by_length is None else _added(rows, found.by_length, routes.kinds)
    return PlayCounts(totals, rows, None, True, too_long and None not in totals)


def _count(routes: Routes, ordered: Order, reporter: Reporter) -> PlayCounts:
    """Count the plays of routes without loops."""
    order, fewest, most = ordered
    degrees = np.diff(routes.starts)
    steps = float((degrees * (most - fewest + 1.0)).sum())
    widest = int(degrees.max())
    bits = int(most.max()) * widest.bit_length()  # an upper bound for all counts
    rest = (routes.starts, routes.edges, routes.ends, routes.kinds)
    if steps * (bits // 128 + 1) > LENGTHS:
        row = plain.ways_in_all(*rest, order)
        return PlayCounts([*row[1:]], None, row[0], False, True)
    if steps <= SMALL:
        rows = plain.ways_by_length(*rest)
    else:
        rows = _ways_by_length(routes, widest, int(most.max()), reporter)
    sums = [sum(row[i] for row in rows) for i in range(routes.kinds + 1)]
    table = [[sum(row[1:]), *row[1:]] for row in rows]
    return PlayCounts([*sums[1:]], table, sums[0], False)


def _ways_by_length(
    routes: Routes, widest: int, longest: int, reporter: Reporter
) -> list[list[int]]:
    """`plain.ways_by_length` by a kernel."""
    from perfectplay.analysis.kernels.counting_kernels import step

    degrees = np.diff(routes.starts)
    places = np.full(len(routes), -1, np.int32)
    frontier, ways = np.zeros(1, np.int32), np.ones((1, 1), np.uint64)
    rows: list[list[int]] = []
    while len(frontier):
        reporter.tell("counting", len(rows), longest)
        kinds = routes.ends[frontier]
        row = [_sum(ways), *(_sum(ways[kinds == k]) for k in range(1, routes.kinds + 1))]
        rows.append(row)
        while row[0] * widest >= 1 << (64 * ways.shape[1]):
            ways = np.concatenate([ways, np.zeros_like(ways[:, :1])], axis=1)
        room = min(len(routes), int(degrees[frontier].sum()))
        following = np.empty(room, np.int32)
        next_ways = np.empty((room, ways.shape[1]), np.uint64)
        filled = step(frontier, ways, routes.starts, routes.edges, places, following, next_ways)
        frontier, ways = following[:filled], next_ways[:filled]
    return rows


def _sum(ways: NDArray[np.uint64]) -> int:
    """Exact sum of integers in limbs, [F, L] with F below 2^31."""
    low = (ways & np.uint64(0xFFFFFFFF)).sum(axis=0).tolist()
    high = (ways >> np.uint64(32)).sum(axis=0).tolist()
    return sum((a + (b << 32)) << (64 * i) for i, (a, b) in enumerate(zip(low, high, strict=True)))


def _added(one: list[list[int]], other: list[list[int]], kinds: int) -> list[list[int]]:
    """Sum of two tables by length."""
    none = [0] * (kinds + 1)
    return [
        [a + b for a, b in zip(row, more, strict=True)]
        for row, more in zip_longest(one, other, fillvalue=none)
    ]


def _leading_to(routes: Routes, kind: int) -> Routes | None:
    """Part of some routes that can end with one result; None if the start cannot."""
    goals = (routes.ends == kind).astype(np.uint8)
    loops = _loops(len(routes) + len(routes.edges))
    kept = loops.leads_to(routes.starts, routes.edges, goals).astype(bool)
    if not kept[0]:
        return None
    number = (np.cumsum(kept) - 1).astype(np.int32)
    degrees = np.diff(routes.starts)
    stays = np.repeat(kept, degrees) & kept[routes.edges]
    starts = row_starts(np.diff(row_starts(stays)[routes.starts])[kept])
    return Routes(starts, number[routes.edges[stays]], routes.ends[kept], routes.kinds)
