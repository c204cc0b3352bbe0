"""Lines inside a component, counted in groups whose continuations are the same.

The continuation of a line depends on its node and on the visited nodes that are within reach. Lines
that agree in both form a group with a number, ply by ply: dynamic programming over (node, visited
nodes within reach). There are far fewer groups than lines: Spoons has 1,134,039,022 lines to depth
20, in 124,000 groups at the widest ply.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TypeAlias

from perfectplay.solver.move_graph import MoveGraph

LARGEST = 4_000
"""Most nodes of a component, which are kept as bits: at most 2 MB for each ply."""

TOGETHER = 200_000
"""Most groups of lines that go on together; more are split into parts, one after the other."""

Groups: TypeAlias = dict[tuple[int, int], list[int]]
"""By node and visited nodes as bits: numbers of lines with turned 0 and turned 1."""


class MergedWalk:
    """Counts all lines from a node inside its component to a depth.

    ``inside`` has the nodes of the component. ``alive``, ``cycles`` and ``exits`` are those of
    `line_counts.WalkCounts`; ``report`` is called with each ply.
    """

    def __init__(
        self, graph: MoveGraph, inside: list[int], depth: int, report: Callable[[int], None]
    ) -> None:
        self.alive, self.cycles = [1, *[0] * depth], [0] * (depth + 1)
        self.exits: Counter[tuple[int, int, int]] = Counter()
        self._depth, self._report = depth, report
        place = {node: i for i, node in enumerate(inside)}
        again = graph.moves_again()
        self._place = place
        self._moves = [
            [
                (int(graph.edges[e]), place.get(int(graph.edges[e])), 1 ^ int(again[e]))
                for e in range(int(graph.starts[node]), int(graph.starts[node + 1]))
            ]
            for node in inside
        ]
        self._reach = list(self._within_reach())

    def run(self, entry: int) -> None:
        """Count the lines from ``entry``."""
        if self._depth:
            here = self._place[entry]
            self._go_on({(here, 1 << here): [1, 0]}, 0)

    def _within_reach(self) -> Iterator[list[int]]:
        """Yield, for 0, 1, ... steps, the nodes that each node reaches within them, as bits."""
        reach = [1 << i for i in range(len(self._moves))]
        yield reach
        for _ in range(self._depth):
            further = []
            for i, moves in enumerate(self._moves):
                found = 1 << i
                for _, child, _ in moves:
                    if child is not None:
                        found |= reach[child]
                further.append(found)
            reach = reach if further == reach else further
            yield reach

    def _go_on(self, groups: Groups, ply: int) -> None:
        """Extend groups of lines of ``ply`` steps to their ends."""
        while groups and ply < self._depth:
            if len(groups) > TOGETHER:
                items = list(groups.items())
                groups.clear()
                half = len(items) // 2
                self._go_on(dict(items[:half]), ply)
                groups = dict(items[half:])
                continue
            ply += 1
            self._report(ply)
            groups = self._step(groups, ply)

    def _step(self, groups: Groups, ply: int) -> Groups:
        """Groups after one more ply; lines that end or leave are counted."""
        reach, exits = self._reach[self._depth - ply], self.exits
        alive = cycles = 0
        after: Groups = {}
        for (node, visited), (straight, turned) in groups.items():
            both = straight + turned
            for child, place, turns in self._moves[node]:
                if place is None:
                    exits[child, turns, ply] += straight
                    exits[child, 1 ^ turns, ply] += turned
                elif visited >> place & 1:
                    cycles += both
                else:
                    alive += both
                    key = place, (visited | 1 << place) & reach[place]
                    counts = after.setdefault(key, [0, 0])
                    counts[turns] += straight
                    counts[1 ^ turns] += turned
        self.alive[ply] += alive
        self.cycles[ply] += cycles
        return after
