"""Scores of a graph without cycles, in one pass: each state from its children."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from perfectplay.core.arrays import BoolArray, Int32Array, IntArray
from perfectplay.core.packed import SCORE_LIMIT
from perfectplay.core.progress import Reporter
from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.score_promises import score_loop, score_too_large
from perfectplay.solver.move_graph import MoveGraph, ResolvedGraph, topological_levels
from perfectplay.solver.retrograde.retrograde_reference import score_lists
from perfectplay.solver.threads import ThreadTeam


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

    best: IntArray
    nearest: Int32Array

    @classmethod
    def none(cls, n: int) -> OutsideScores:
        """No move leaves the graph."""
        return cls(np.zeros(n, np.int64), np.full(n, -1, np.int32))


def resolve_scores(
    graph: MoveGraph, team: ThreadTeam, reporter: Reporter, beyond: OutsideScores | None = None
) -> ResolvedGraph:
    """Score and remoteness of every state of a game of points. Raises LoopFoundError,
    ScoreTooLargeError."""
    if graph.for_python:
        return score_small(graph, beyond)
    from perfectplay.solver.retrograde.score_kernels import score_states

    n = len(graph)
    reporter.tell("resolving", 0, n, n)
    if graph.ordered:
        order = np.arange(n, dtype=np.int32)
    else:
        order, _, arriving = topological_levels(graph, team)
        if len(order) < n:
            raise LoopFoundError(_cycle(graph, arriving > 0))
    beyond = beyond or OutsideScores.none(0)
    scores, remoteness = np.empty(n, np.int64), np.empty(n, np.int32)
    assert graph.gains is not None
    assert graph.finals is not None
    arguments = (
        order[::-1], graph.starts, graph.edges, graph.marks, graph.always_again, graph.gains,
        graph.over, graph.finals, beyond.best, beyond.nearest, scores, remoteness,
    )  # fmt: skip
    too_large = int(team.call(score_states, *arguments))
    if too_large >= 0:
        raise ScoreTooLargeError(too_large)
    return _resolved(scores, remoteness)


def _resolved(scores: IntArray, remoteness: Int32Array) -> ResolvedGraph:
    values = (np.sign(scores) + 2).astype(np.uint8)
    return ResolvedGraph(values, remoteness, "one pass", scores)


def score_small(graph: MoveGraph, beyond: OutsideScores | None = None) -> ResolvedGraph:
    """The same in plain Python: for small graphs, and the slow twin of the kernel."""
    n = len(graph)
    edges = graph.edges.tolist()
    assert graph.gains is not None
    assert graph.finals is not None
    gains = graph.gains.tolist() or [0] * len(edges)
    again = [graph.always_again] * len(edges) if graph.again is None else graph.again.tolist()
    over, finals = graph.over.tolist(), graph.finals.tolist()
    scores, remoteness, ready = score_lists(
        graph.starts.tolist(), edges, again, gains, over, finals, _listed(beyond)
    )
    for i in ready:
        if abs(scores[i]) > SCORE_LIMIT:
            raise ScoreTooLargeError(i)
    if len(ready) < n:
        raise LoopFoundError(_cycle(graph, ~np.isin(np.arange(n), ready)))
    return _resolved(np.array(scores, np.int64), np.array(remoteness, np.int32))


def _listed(beyond: OutsideScores | None) -> list[tuple[int, int] | None] | None:
    """For each state the score and minus the plies of its best move out, or None."""
    if beyond is None:
        return None
    pairs = zip(beyond.best.tolist(), beyond.nearest.tolist(), strict=True)
    return [(best, -plies) if plies >= 0 else None for best, plies in pairs]


def _cycle(graph: MoveGraph, waiting: BoolArray) -> list[int]:
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
