"""A game as a graph: states are indices, moves are edges, in arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.core.packed import PackedArray, pack, pack_scores


@dataclass
class MoveGraph:
    """N states and E moves.

    starts: [N + 1] int64, the children of state i are edges[starts[i]:starts[i + 1]];
    edges: [E] int32, parallel moves each, in the rules' order;
    again: [E] uint8, 1 where the mover moves again, or None where no one does;
    always_again: every move is so (a puzzle), and ``again`` is None;
    over: [N] uint8, the value of a state in which the play is over, else 0;
    gains: [E] int32, what the mover wins by each move, and finals: [N] int32, the score of a state
    in which the play is over; both in a game of points only;
    ordered: every child stands after its parent, so that the graph has no cycle.
    """

    starts: NDArray[np.int64]
    edges: NDArray[np.int32]
    again: NDArray[np.uint8] | None
    always_again: bool
    over: NDArray[np.uint8]
    ordered: bool = False
    gains: NDArray[np.int32] | None = None
    finals: NDArray[np.int32] | None = None

    def __len__(self) -> int:
        return len(self.over)

    def degrees(self) -> NDArray[np.int64]:
        """[N] the number of moves of each state."""
        return np.diff(self.starts)

    def plies(self) -> list[int]:
        """First node of each ply, and N, if nodes stand in the order of discovery, breadth first.

        The ply of a node is the fewest moves from node 0.
        """
        farthest = np.maximum.accumulate(self.edges).tolist()
        starts = self.starts.tolist()
        bounds = [0, 1]
        while bounds[-1] < len(self):
            bounds.append(farthest[starts[bounds[-1]] - 1] + 1)
        return bounds

    def moves_again(self) -> NDArray[np.uint8]:
        """[E] 1 for each move after which the mover moves again."""
        if self.again is not None:
            return self.again
        return np.full(len(self.edges), int(self.always_again), np.uint8)


@dataclass
class ResolvedGraph:
    """values: [N] uint8; remoteness: [N] int16 or int32, -1 for an endless draw; ``how``, in words;
    scores: [N] int64, in a game of points."""

    values: NDArray[np.uint8]
    remoteness: NDArray[np.signedinteger[Any]]
    how: str
    scores: NDArray[np.int64] | None = None

    def packed(self, *, reuse: bool = False) -> PackedArray:
        """[N] as packed entries; ``reuse``: remotenesses may be lost, to save memory."""
        if self.scores is not None:
            return pack_scores(self.scores, self.remoteness)
        return pack(self.values, self.remoteness, reuse=reuse)
