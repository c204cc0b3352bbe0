"""The lines inside a component, counted together where they cannot differ any more.

How a line goes on depends on its node and on those nodes that it has met and could still come back
to. Lines that agree in both are counted as one, with their number, ply after ply: dynamic
programming over (node, nodes met that are within reach). There are far fewer of these than lines:
Spoons has 1,134,039,022 lines to depth 20, which pass 124,000 of them at the widest ply.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TypeAlias

from perfectplay.solver.move_graph import MoveGraph

LARGEST = 4_000
"""Nodes of a component whose nodes within reach are kept as bits: 2 MB for each ply, at most."""

TOGETHER = 200_000
"""Groups of lines that go on together; where there are more, one part goes on after the other."""

Groups: TypeAlias = dict[tuple[int, int], list[int]]
"""By node and the nodes met, as bits: how many lines, with turned 0 and turned 1."""


class MergedWalk:
    """Counts all lines from a node inside of its component to a depth.

    ``inside`` has the nodes of the component. ``alive``, ``cycles`` and ``exits`` are those of
    `walks.Walked`; ``told`` is called for each ply.
    """

    def __init__(
        self, graph: MoveGraph, inside: list[int], depth: int, told: Callable[[], None]
    ) -> None:
        self.alive, self.cycles = [1, *[0] * depth], [0] * (depth + 1)
        self.exits: Counter[tuple[int, int, int]] = Counter()
        self._depth, self._told = depth, told
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
        """Counts the lines from ``entry``."""
        if self._depth:
            here = self._place[entry]
            self._go_on({(here, 1 << here): [1, 0]}, 0)

    def _within_reach(self) -> Iterator[list[int]]:
        """For 0, 1, ... steps: the nodes that each node reaches within so many, as bits."""
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
        """Lets groups of lines of ``ply`` steps go on to their ends."""
        while groups and ply < self._depth:
            if len(groups) > TOGETHER:
                items = list(groups.items())
                groups.clear()
                half = len(items) // 2
                self._go_on(dict(items[:half]), ply)
                groups = dict(items[half:])
                continue
            ply += 1
            self._told()
            groups = self._step(groups, ply)

    def _step(self, groups: Groups, ply: int) -> Groups:
        """The groups one ply on; what ends or leaves is counted."""
        reach, exits = self._reach[self._depth - ply], self.exits
        alive = cycles = 0
        after: Groups = {}
        for (node, met), (straight, turned) in groups.items():
            both = straight + turned
            for child, place, turns in self._moves[node]:
                if place is None:
                    exits[child, turns, ply] += straight
                    exits[child, 1 ^ turns, ply] += turned
                elif met >> place & 1:
                    cycles += both
                else:
                    alive += both
                    key = place, (met | 1 << place) & reach[place]
                    counts = after.setdefault(key, [0, 0])
                    counts[turns] += straight
                    counts[1 ^ turns] += turned
        self.alive[ply] += alive
        self.cycles[ply] += cycles
        return after
