"""Replies of two players as arrays for the kernel.

They cover all states of a game if both players are random or know the values of all states.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perfectplay.core.progress import Reporter
from perfectplay.game.moves import first_position
from perfectplay.play.automatic import Automatic, Keeping, Perfect, Random
from perfectplay.solver.move_graph import MoveGraph, ResolvedGraph
from perfectplay.solver.retrograde.resolve import resolve
from perfectplay.solver.retrograde.score_pass import explained
from perfectplay.solver.threads import ThreadTeam
from perfectplay.solver.whole_graph import WholeGraph

OPEN = 4
"""Entry of ``ends`` for a situation that is not tabulated."""

WHOLE = (Random, Perfect, Keeping)
"""Players who are tabulated over a whole graph from the values of states."""


@dataclass(frozen=True)
class ReplyTables:
    """S situations; `play/tournament/plays.py` describes the arrays, and takes them in this order.

    starts: [S] int64; counts: [S] int32; targets: [T] int32; ends: [S] uint8;
    movers: [S] uint8; gains: [T] int32 and finals: [S] int32, or both empty; first: [2] int64.
    """

    starts: NDArray[np.int64]
    counts: NDArray[np.int32]
    targets: NDArray[np.int32]
    ends: NDArray[np.uint8]
    movers: NDArray[np.uint8]
    gains: NDArray[np.int32]
    finals: NDArray[np.int32]
    first: NDArray[np.int64]


def whole_tables(
    whole: WholeGraph, players: Sequence[Automatic], team: ThreadTeam, reporter: Reporter
) -> ReplyTables:
    """Tables with the situation 2 * node + player for all nodes and both players, of WHOLE."""
    graph = whole.graph
    n = len(graph)
    node_of = np.repeat(np.arange(n, dtype=np.int32), graph.degrees())
    known = any(not isinstance(one, Random) for one in players)
    with explained(whole.rules, whole.state):
        resolved = resolve(graph, team, reporter) if known else None
    kept = [_edges(graph, node_of, one, resolved) for one in players]
    counts = np.empty(2 * n, np.int32)
    starts = np.empty(2 * n, np.int64)
    targets = np.empty(sum(map(len, kept)), np.int32)
    gains = np.empty(0 if graph.gains is None else len(targets), np.int32)
    end = 0
    for player, edges in enumerate(kept):  # all targets of player 0, then those of player 1
        own = np.bincount(node_of[edges], minlength=n)
        counts[player::2] = own
        starts[player::2] = end + np.cumsum(own) - own
        again = 0 if graph.again is None else graph.again[edges]
        next_ = np.where(again, player, 1 - player)
        targets[end : end + len(edges)] = 2 * graph.edges[edges] + next_
        if graph.gains is not None:
            gains[end : end + len(edges)] = graph.gains[edges] * (1 - 2 * player)
        end += len(edges)
    ends = np.repeat(graph.over, 2)
    second = ends[1::2]
    second[second > 0] = 4 - second[second > 0]
    finals = np.empty(0, np.int32)
    if graph.finals is not None:
        finals = np.repeat(graph.finals, 2)
        finals[1::2] *= -1
    movers = np.tile(np.array([0, 1], np.uint8), n)
    seat = first_position(whole.rules).seat
    first = np.array([seat, 1 - seat], np.int64)
    return ReplyTables(starts, counts, targets, ends, movers, gains, finals, first)


def _edges(
    graph: MoveGraph, node_of: NDArray[np.int32], player: Automatic, resolved: ResolvedGraph | None
) -> NDArray[np.int64]:
    """[K] int64: edges among which a player chooses, in order."""
    if resolved is None or isinstance(player, Random):
        return np.arange(len(graph.edges))
    worth = resolved.values if resolved.scores is None else resolved.scores
    after = worth[graph.edges]
    for_mover = 4 - after if resolved.scores is None else -after
    if graph.again is not None:
        for_mover = np.where(graph.again > 0, after, for_mover)
    if graph.gains is not None:
        for_mover = for_mover + graph.gains
    kept = for_mover == worth[node_of]
    if isinstance(player, Perfect):
        left = resolved.remoteness[graph.edges]
        kept &= np.where(left < 0, -1, left + 1) == resolved.remoteness[node_of]
    edges = np.flatnonzero(kept)
    if isinstance(player, Perfect) and player.seed is None:
        nodes = node_of[edges]
        first = np.ones(len(edges), bool)
        first[1:] = nodes[1:] != nodes[:-1]
        edges = edges[first]
    return edges
