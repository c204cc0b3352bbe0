"""Which moves of the prover make a proof small.

A proof is closed: of each of the prover's positions it has one move, of each of the opponent's all.
The smallest one is hard to find, so it is approached: the cost of a position is the size of its
proof as a tree, in which what the proof has already is free. The moves of the least cost are
chosen, and then again with what was chosen free, as long as that helps.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perfectplay.analysis.certify.certified_claim import CertifiedClaim
from perfectplay.analysis.certify.cheapest import cheapest
from perfectplay.analysis.kernels.graph_order import topological
from perfectplay.core.value import Value
from perfectplay.solver.move_graph import MoveGraph

ROUNDS = 8
"""The most times that moves are chosen anew."""


DEPTH = 12
"""Plies that are looked ahead in a game with loops."""


@dataclass(frozen=True)
class Choice:
    """edge: [N] int64, the edge of the prover's move, -1 where there is none; reached: [2, N] bool,
    the positions of the proof, with the opponent to move and with the prover."""

    edge: NDArray[np.int64]
    reached: NDArray[np.bool_]

    @property
    def positions(self) -> int:
        """How many positions the proof has."""
        return int(self.reached.sum())


def choose(
    graph: MoveGraph,
    values: NDArray[np.uint8],
    remoteness: NDArray[np.int32],
    claim: CertifiedClaim,
) -> Choice:
    """The moves of a small proof of a claim that holds, from node 0.

    values, remoteness: [N] for the player to move in each node, -1 for an endless draw.
    """
    again = graph.moves_again()
    found = topological(graph.starts, graph.edges)
    order, passes = (np.arange(len(graph)), DEPTH) if found is None else (found[0], 1)
    # along best moves the remoteness falls, so that no play comes back
    fastest = claim.wins and (found is None or claim.plies is not None)
    allowed = _allowed(graph, again, values, remoteness, claim.wins, fastest)
    kernel = cheapest
    if not graph.for_python:
        from perfectplay.analysis.certify.kernels import cheapest_compiled as kernel
    best: Choice | None = None
    free = np.zeros((2, len(graph)), np.bool_)
    for _ in range(ROUNDS):
        begins = int(not claim.second)
        choice = Choice(
            *kernel(graph.starts, graph.edges, again, allowed, order, passes, free, begins)
        )
        if best is not None and choice.positions >= best.positions:
            return best
        best, free = choice, choice.reached
    assert best is not None
    return best


def _allowed(
    graph: MoveGraph,
    again: NDArray[np.uint8],
    values: NDArray[np.uint8],
    remoteness: NDArray[np.int32],
    wins: bool,
    fastest: bool,
) -> NDArray[np.bool_]:
    """[E] the moves that keep a win (or what is not lost); ``fastest``: and come nearer to it."""
    after = values[graph.edges]
    brings = np.where(again.astype(bool), after, 4 - after)
    allowed = brings == Value.WIN if wins else brings >= Value.DRAW
    if fastest:
        before = np.repeat(remoteness, graph.degrees())
        allowed &= remoteness[graph.edges] < before
    return np.asarray(allowed)
