"""Makes a failing case smaller while it still fails in the same way."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from tests.fuzz.graphs import Graph, Node, Sheet

if TYPE_CHECKING:
    from tests.fuzz.cases import Case


def shrink(case: Case, fails: Callable[[Case], bool], seconds: float) -> Case:
    """The smallest case found in so many seconds that ``fails`` like the one given."""
    until = time.monotonic() + seconds
    changed = True
    while changed:
        changed = False
        for simpler in case.simpler():
            if time.monotonic() > until:
                return case
            if fails(simpler):
                case, changed = simpler, True
                break
    return case


def smaller_sheets(one: Sheet) -> Iterator[Sheet]:
    """Sheets that are smaller or plainer than one of a single graph, in one respect each."""
    for name, plain in (
        ("kind", "plain"), ("symmetries", ""), ("sides", 1), ("tiers", False), ("limits", False),
        ("stretch", 1), ("shape", "integer"), ("stuck", "LOSS"),
    ):  # fmt: skip
        is_points = one.points and name in ("kind", "stuck")
        if getattr(one, name) != plain and not is_points and not one.broken:
            yield replace(one, **{name: plain})
    for graph in smaller_graphs(one.graphs[0]):
        yield replace(one, graphs=(graph,))


def smaller_graphs(graph: Graph) -> Iterator[Graph]:
    """Graphs without some of the last nodes, without one node, without one edge."""
    for share in (2, 4, 8):
        if len(graph) // share:
            yield without(graph, set(range(len(graph) - len(graph) // share, len(graph))))
    for n in range(len(graph) - 1, 0, -1):
        yield without(graph, {n})
    for n, node in enumerate(graph):
        for place in range(len(node.edges)):
            edges = node.edges[:place] + node.edges[place + 1 :]
            yield (*graph[:n], replace(node, edges=edges), *graph[n + 1 :])


def without(graph: Graph, gone: set[int]) -> Graph:
    """The graph without some nodes and the edges to them."""
    kept = [n for n in range(len(graph)) if n not in gone]
    names = {old: new for new, old in enumerate(kept)}
    return tuple(renamed(graph[n], names) for n in kept)


def renamed(node: Node, names: dict[int, int]) -> Node:
    edges = tuple(replace(edge, to=names[edge.to]) for edge in node.edges if edge.to in names)
    return replace(node, edges=edges)
