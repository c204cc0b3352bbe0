"""Number of lines of a graph to a depth; a line ends if it comes back to one of its nodes.

The ending of a line depends on the nodes that it has visited, but only on those of its current
strongly connected component: it never comes back to a component that it has left. So the lines
inside a component are counted once for each node of entry: along each line while there are few,
then many lines at once (`merged_walks`), in a very large component along each line by a kernel.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from math import inf
from typing import NoReturn, TypeAlias

import numpy as np
from numpy.typing import NDArray

from perfectplay.analysis.kernels.graph_order import components
from perfectplay.analysis.kernels.merged_walks import LARGEST, MergedWalk
from perfectplay.core.distinct import distinct
from perfectplay.core.errors import CountTimeError
from perfectplay.core.progress import Reporter
from perfectplay.solver.move_graph import MoveGraph
from perfectplay.solver.threads import ThreadTeam

PATIENCE = 100_000
"""Most steps along single lines in plain Python."""

STEPS_A_SECOND = 50_000_000
"""Steps along single lines that the kernel takes for a second of the time allowed: it cannot ask
the time on its way."""

Arriving: TypeAlias = dict[int, dict[int, int]]
"""By node, then by 2 * plies + turned: number of lines that arrive."""


@dataclass
class LineCounts:
    """Lines by ending: ``over`` by (value, turned), the value for the player to move at the end;
    ``turned`` is 1 if that is not the player to move at the start."""

    over: Counter[tuple[int, int]] = field(default_factory=Counter)
    depth: int = 0
    cycle: int = 0


@dataclass
class WalkCounts:
    """Lines from a node inside its component, by their number of steps k.

    alive: lines of k steps inside; cycles: lines that come back at step k; exits: lines that leave
    at step k, by (node reached, turned, k).
    """

    alive: list[int]
    cycles: list[int]
    exits: Counter[tuple[int, int, int]]


class CountDeadline:
    """The time allowed for counting inside loops; reports progress."""

    def __init__(self, seconds: float | None, reporter: Reporter) -> None:
        self.seconds, self._reporter = seconds, reporter
        self._end = inf if seconds is None else time.perf_counter() + seconds

    def check(self, ply: int = 0) -> None:
        """Report the ply that was reached. Raises CountTimeError once the time is over."""
        self._reporter.tell(f"counting lines, ply {ply}")
        if time.perf_counter() >= self._end:
            self.stop()

    def stop(self) -> NoReturn:
        """Raise CountTimeError: the time is over, or will not be enough."""
        over = time.perf_counter() >= self._end
        what = "were not counted within" if over else "would take longer to count than"
        raise CountTimeError(
            f"the lines {what} {self.seconds:g} seconds; take a smaller depth, "
            "skip symmetric moves (--skip-symmetric), or allow more seconds (--seconds)"
        )


def count_lines(
    graph: MoveGraph, depth: int, team: ThreadTeam, deadline: CountDeadline
) -> LineCounts:
    """Count all lines from node 0 to a depth. A line ends if the play is over, at a node that it
    has visited before, or at the depth. Raises CountTimeError."""
    found = LineCounts()
    again = graph.moves_again().tolist()
    starts, edges, over = graph.starts.tolist(), graph.edges.tolist(), graph.over.tolist()
    component = components(starts, edges)
    groups: dict[int, list[int]] = {}
    for node, number in enumerate(component):
        groups.setdefault(number, []).append(node)
    arriving: Arriving = {0: {0: 1}}
    for number in range(len(groups) - 1, -1, -1):  # parents before their children
        for node in groups[number]:
            lines = arriving.pop(node, None)
            if lines is None:
                continue
            own = range(starts[node], starts[node + 1])
            if over[node]:
                for key, count in lines.items():
                    found.over[over[node], key & 1] += count
            elif len(groups[number]) == 1 and node not in edges[own.start : own.stop]:
                found.depth += lines.pop(2 * depth, 0) + lines.pop(2 * depth + 1, 0)
                for e in own:
                    _go_on(lines, arriving.setdefault(edges[e], {}), 2, 1 - again[e])
            else:
                # a line comes back, at the latest, after as many plies as there are nodes
                deepest = min(depth - (min(lines) >> 1), len(groups[number]))
                walked = _walk(graph, groups[number], node, deepest, team, deadline)
                come_back = list(accumulate(walked.cycles))
                for key, count in lines.items():
                    left = depth - (key >> 1)
                    found.depth += count * walked.alive[left] if left <= deepest else 0
                    found.cycle += count * come_back[min(left, deepest)]
                for (child, turns, steps), ways in walked.exits.items():
                    near = {key: n for key, n in lines.items() if (key >> 1) + steps <= depth}
                    _go_on(near, arriving.setdefault(child, {}), 2 * steps, turns, ways)
    return found


def _go_on(
    lines: dict[int, int], there: dict[int, int], further: int, turns: int, ways: int = 1
) -> None:
    """Enter lines at another node, ``further`` being twice the plies, each in ``ways`` ways."""
    for key, count in lines.items():
        after = key + further ^ turns
        there[after] = there.get(after, 0) + count * ways


def _walk(
    graph: MoveGraph,
    group: list[int],
    entry: int,
    depth: int,
    team: ThreadTeam,
    deadline: CountDeadline,
) -> WalkCounts:
    """Count the lines of at most ``depth`` steps from ``entry`` inside its component ``group``."""
    inside = np.zeros(len(graph), np.bool_)
    inside[group] = True
    if (found := walk_plain(graph, inside, entry, depth, PATIENCE)) is not None:
        return found
    deadline.check()
    if len(group) <= LARGEST:
        merged = MergedWalk(graph, group, depth, deadline.check)
        merged.run(entry)
        return WalkCounts(merged.alive, merged.cycles, +merged.exits)
    from perfectplay.analysis.kernels.counting_kernels import walk

    place = np.full(len(graph), -1, np.int32)
    left = distinct(graph.edges[np.repeat(inside, graph.degrees())])
    left = left[~inside[left]]
    place[left] = np.arange(len(left))
    alive, cycles = np.zeros(depth + 1, np.int64), np.zeros(depth + 1, np.int64)
    exits = np.zeros((len(left), 2, depth + 1), np.int64)
    rest = (graph.starts, graph.edges, graph.moves_again(), place, alive, cycles, exits)
    most = 1 << 62 if deadline.seconds is None else int(min(deadline.seconds, 1e9) * STEPS_A_SECOND)
    if not team.map(lambda _: walk(entry, depth, most, *rest), [None], long=True)[0]:
        deadline.stop()
    counted: Counter[tuple[int, int, int]] = Counter()
    for i, turned, k in np.argwhere(exits).tolist():
        counted[int(left[i]), turned, k] = int(exits[i, turned, k])
    return WalkCounts(alive.tolist(), cycles.tolist(), counted)


def walk_plain(
    graph: MoveGraph, inside: NDArray[np.bool_], entry: int, depth: int, most: int | None
) -> WalkCounts | None:
    """Count the lines of at most ``depth`` steps inside a component; None after ``most`` steps.

    inside: [N] bool, True for nodes of the component.
    """
    starts, edges = graph.starts, graph.edges
    again = graph.moves_again()
    found = WalkCounts([1, *[0] * depth], [0] * (depth + 1), Counter())
    if depth == 0:
        return found
    visited = {entry}
    steps = 0

    def moves_of(node: int) -> Iterator[int]:
        return iter(range(int(starts[node]), int(starts[node + 1])))

    stack = [(entry, 0, moves_of(entry))]
    while stack:
        node, turned, choices = stack[-1]
        e = next(choices, -1)
        if e < 0:
            stack.pop()
            visited.discard(node)
            continue
        steps += 1
        if most is not None and steps > most:
            return None
        child, after, k = int(edges[e]), turned ^ 1 ^ int(again[e]), len(stack)
        if not inside[child]:
            found.exits[child, after, k] += 1
        elif child in visited:
            found.cycles[k] += 1
        else:
            found.alive[k] += 1
            if k < depth:
                visited.add(child)
                stack.append((child, after, moves_of(child)))
    return found
