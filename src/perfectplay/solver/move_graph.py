"""A game as a graph: states are indices, moves are edges, in arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.compiler.numba_found import require_compiler
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.core.arrays import ByteArray, Int32Array, IntArray
from perfectplay.core.packed import PackedArray, pack, pack_scores
from perfectplay.solver.threads import ThreadTeam

SMALL = 300_000
"""Graphs with at most this number of states and moves are faster without a compiler."""


@dataclass
class MoveGraph:
    """N states and E moves.

    starts: [N + 1] int64, the children of state i are edges[starts[i]:starts[i + 1]];
    edges: [E] int32, parallel moves each, in the rules' order;
    again: [E] uint8, 1 if the mover moves again, or None if no one does;
    always_again: every move is so (a puzzle), and ``again`` is None;
    over: [N] uint8, the value of a state in which the play is over, else 0;
    gains: [E] int32, what the mover wins by each move, and finals: [N] int32, the score of a state
    in which the play is over; both in a game of points only;
    ordered: every child stands after its parent, so that the graph has no cycle.
    """

    starts: IntArray
    edges: Int32Array
    again: ByteArray | None
    always_again: bool
    over: ByteArray
    ordered: bool = False
    gains: Int32Array | None = None
    finals: Int32Array | None = None

    def __len__(self) -> int:
        return len(self.over)

    def degrees(self) -> IntArray:
        """[N] the number of moves of each state."""
        return np.diff(self.starts)

    @property
    def marks(self) -> ByteArray:
        """``again``, or an empty array: as kernels take it."""
        return np.empty(0, np.uint8) if self.again is None else self.again

    def plies(self) -> list[int]:
        """First node of each ply, and N, if nodes stand in the order of discovery, breadth first.
        The ply of a node is the fewest moves from node 0."""
        farthest = np.maximum.accumulate(self.edges).tolist()
        starts = self.starts.tolist()
        bounds = [0, 1]
        while bounds[-1] < len(self):
            bounds.append(farthest[starts[bounds[-1]] - 1] + 1)
        return bounds

    @property
    def for_python(self) -> bool:
        """Whether plain Python resolves it: if it is small, or if there is no compiler."""
        if len(self) + len(self.edges) <= SMALL:
            return True
        try:
            require_compiler()
        except NotCompilable:
            return True
        return False

    def moves_again(self) -> ByteArray:
        """[E] 1 for each move after which the mover moves again."""
        if self.again is not None:
            return self.again
        return np.full(len(self.edges), int(self.always_again), np.uint8)


def topological_levels(
    graph: MoveGraph, team: ThreadTeam
) -> tuple[Int32Array, Int32Array, Int32Array]:
    """The nodes in an order in which each stands before its children; the first place of each level
    of it, and its end; [N] how many moves lead to each node from nodes that the order lacks.

    It lacks nodes only if the graph has a cycle.
    """
    from perfectplay.solver.retrograde import retrograde_kernels as kernels

    n = len(graph)
    order, bounds = np.empty(n, np.int32), np.empty(n + 1, np.int32)
    arriving = np.zeros(n, np.int32)
    filled, levels = team.call(
        kernels.find_levels, graph.starts, graph.edges, order, bounds, arriving
    )
    return order[:filled], bounds[: levels + 1], arriving


@dataclass
class ResolvedGraph:
    """values: [N] uint8; remoteness: [N] int16 or int32, -1 for an endless draw; ``how``, in words;
    scores: [N] int64, in a game of points."""

    values: ByteArray
    remoteness: NDArray[np.signedinteger[Any]]
    how: str
    scores: IntArray | None = None

    def packed(self, *, reuse: bool = False) -> PackedArray:
        """[N] as packed entries; ``reuse``: remotenesses may be lost, to save memory."""
        if self.scores is not None:
            return pack_scores(self.scores, self.remoteness)
        return pack(self.values, self.remoteness, reuse=reuse)
