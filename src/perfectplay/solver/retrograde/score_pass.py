"""Scores of a graph without cycles, in one pass: each state from its children."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perfectplay.core.packed import SCORE_LIMIT
from perfectplay.core.progress import Reporter
from perfectplay.core.value import State
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.score_promises import score_loop, score_too_large
from perfectplay.solver.move_graph import MoveGraph, ResolvedGraph
from perfectplay.solver.threads import ThreadTeam

SMALL = 300_000
"""Graphs with at most this number of states and moves are faster without a compiler."""


class LoopFoundError(Exception):
    """The graph has a cycle: ``nodes``, each with a move to another one of them, or to itself."""

    def __init__(self, nodes: list[int]) -> None:
        super().__init__("a cycle")
        self.nodes = nodes


class ScoreTooLargeError(Exception):
    """32 bits do not hold the score of a ``node``."""

    def __init__(self, node: int) -> None:
        super().__init__("a score that is too large")
        self.node = node


@contextmanager
def explained(rules: CheckedGame, state_of: Callable[[int], State]) -> Iterator[None]:
    """Turn errors over nodes into a RulesError that shows the state; ``state_of`` a node."""
    try:
        yield
    except LoopFoundError as loop:
        states = [state_of(node) for node in loop.nodes]
        raise score_loop(rules, states[0], set(states).__contains__) from None
    except ScoreTooLargeError as large:
        raise score_too_large(rules, state_of(large.node)) from None


@dataclass
class OutsideScores:
    """Results of the best moves that leave a graph of N states: best [N] int64, for the player to
    move, and nearest [N] int32, in plies, -1 if no move leaves it."""

    best: NDArray[np.int64]
    nearest: NDArray[np.int32]

    @classmethod
    def none(cls, n: int) -> OutsideScores:
        """No move leaves the graph."""
        return cls(np.zeros(n, np.int64), np.full(n, -1, np.int32))


def resolve_scores(
    graph: MoveGraph, team: ThreadTeam, reporter: Reporter, beyond: OutsideScores | None = None
) -> ResolvedGraph:
    """Score and remoteness of every state of a game of points.

    Raises LoopFoundError, ScoreTooLargeError.
    """
    if len(graph) + len(graph.edges) <= SMALL:
        return score_small(graph, beyond)
    from perfectplay.solver.retrograde import retrograde_kernels, score_kernels

    n = len(graph)
    reporter.tell("resolving", 0, n, n)
    if graph.ordered:
        order = np.arange(n, dtype=np.int32)
    else:
        order, bounds = np.empty(n, np.int32), np.empty(n + 1, np.int32)
        arriving = np.zeros(n, np.int32)
        [(filled, _)] = team.map(
            lambda _: retrograde_kernels.topological_levels(
                graph.starts, graph.edges, order, bounds, arriving
            ),
            [None],
            long=True,
        )
        if filled < n:
            raise LoopFoundError(_cycle(graph, arriving > 0))
    beyond = beyond or OutsideScores.none(0)
    scores, remoteness = np.empty(n, np.int64), np.empty(n, np.int32)
    again = graph.again if graph.again is not None else np.empty(0, np.uint8)
    assert graph.gains is not None
    assert graph.finals is not None
    arguments = (
        order[::-1], graph.starts, graph.edges, again, graph.always_again, graph.gains, graph.over,
        graph.finals, beyond.best, beyond.nearest, scores, remoteness,
    )  # fmt: skip
    [beyond_limit] = team.map(lambda _: score_kernels.score_states(*arguments), [None], long=True)
    if beyond_limit >= 0:
        raise ScoreTooLargeError(int(beyond_limit))
    return _resolved(scores, remoteness)


def _resolved(scores: NDArray[np.int64], remoteness: NDArray[np.int32]) -> ResolvedGraph:
    values = (np.sign(scores) + 2).astype(np.uint8)
    return ResolvedGraph(values, remoteness, "one pass", scores)


def score_small(graph: MoveGraph, beyond: OutsideScores | None = None) -> ResolvedGraph:
    """The same in plain Python: for small graphs, and the slow twin of the kernel."""
    n = len(graph)
    starts, edges = graph.starts.tolist(), graph.edges.tolist()
    assert graph.gains is not None
    assert graph.finals is not None
    gains = graph.gains.tolist() or [0] * len(edges)
    again = [graph.always_again] * len(edges) if graph.again is None else graph.again.tolist()
    over, finals = graph.over.tolist(), graph.finals.tolist()
    parents: list[list[int]] = [[] for _ in range(n)]
    for i in range(n):
        for e in range(starts[i], starts[i + 1]):
            parents[edges[e]].append(i)
    open_moves = [starts[i + 1] - starts[i] for i in range(n)]
    scores, remoteness = [0] * n, [-1] * n
    ready = [i for i in range(n) if not open_moves[i]]
    for i in ready:  # grows while it is read
        brings = [
            (gains[e] + (scores[edges[e]] if again[e] else -scores[edges[e]]),
             -1 - remoteness[edges[e]])
            for e in range(starts[i], starts[i + 1])
        ]  # fmt: skip
        if over[i]:
            brings = [(finals[i], 0)]
        elif beyond is not None and beyond.nearest[i] >= 0:
            brings.append((int(beyond.best[i]), -int(beyond.nearest[i])))
        best, plies = max(brings)
        if abs(best) > SCORE_LIMIT:
            raise ScoreTooLargeError(i)
        scores[i], remoteness[i] = best, -plies
        for parent in parents[i]:
            open_moves[parent] -= 1
            if not open_moves[parent]:
                ready.append(parent)
    if len(ready) < n:
        raise LoopFoundError(_cycle(graph, ~np.isin(np.arange(n), ready)))
    return _resolved(np.array(scores, np.int64), np.array(remoteness, np.int32))


def _cycle(graph: MoveGraph, waiting: NDArray[np.bool_]) -> list[int]:
    """The nodes of a cycle among some nodes, each of which has one of them as a parent, or each a
    child."""
    parents = np.repeat(np.arange(len(graph)), graph.degrees())
    within = waiting[parents] & waiting[graph.edges]
    sources, targets = parents[within], graph.edges[within]
    # one step for each node: to a parent where all have one, else to a child
    step = np.full(len(graph), -1, np.int64)
    step[targets] = sources
    if (step[waiting] < 0).any():
        step[:] = -1
        step[sources] = targets
    node, seen = int(np.flatnonzero(waiting)[0]), dict[int, int]()
    while node not in seen:
        seen[node] = len(seen)
        node = int(step[node])
    return [other for other, place in seen.items() if place >= seen[node]]
