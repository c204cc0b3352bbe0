"""How far the exploring of a game with loops is, kept in the work folder from time to time.

``graph`` is a file of segments, only ever appended to, each noted with its checksum: new keys, the
outcomes of states that were expanded, and the pieces of the graph that are whole.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from perfectplay.core.arrays import Array, ByteArray
from perfectplay.game.shape.packing import TupleKeys
from perfectplay.solver.checkpoint.segments import append_segment, read_array
from perfectplay.solver.checkpoint.work import GRAPH, CheckpointFolder, keys_note, noted_keys
from perfectplay.solver.explore.explored_tiers import NumberedStates

if TYPE_CHECKING:
    from perfectplay.compiler.expander import Expander
    from perfectplay.solver.explore.edge_store import EdgePiece, EdgeStore
    from perfectplay.solver.explore.edges import ExploredGraph

EVERY = 2.0
"""Seconds from one segment to the next, at least."""


class GraphCheckpoint:
    """``notes``: the segments that an earlier solve has left."""

    def __init__(self, work: CheckpointFolder, notes: list[dict[str, Any]]) -> None:
        self._work = work
        self._path = work.folder / GRAPH
        self._notes = notes
        self._keys: TupleKeys | None = None
        self._states = self._parts = self._pieces = 0
        self._saved = time.monotonic()

    # --- writing ----------------------------------------------------------------------------------

    def save(self, known: ExploredGraph) -> None:
        """Append what is new, unless that was done just before. Raises OSError."""
        if known.open or time.monotonic() - self._saved < EVERY:
            return
        keys = known.expander.keys
        if isinstance(keys, TupleKeys) and keys != self._keys:  # all keys are others now
            self._keys = keys
            self._forget()
        segment = {
            "states": known.n, "head": known.head, "parts": len(known.over) - self._parts,
            "pieces": known.pieces.count, "moves": known.pieces.moves, "low": [], "size": [],
        }  # fmt: skip
        if self._keys is not None:
            segment |= {"words": []} | keys_note(self._keys)
        segment |= append_segment(self._path, self._arrays(known))
        self._work.note("graph", segment)
        self._states, self._parts, self._pieces = known.n, len(known.over), known.pieces.count
        self._saved = time.monotonic()

    def _forget(self) -> None:
        self._work.forget_graph()
        self._notes = []
        self._states = self._parts = self._pieces = 0

    def _arrays(self, known: ExploredGraph) -> Iterator[Array]:
        yield known.keys[self._states : known.n]
        yield from known.over[self._parts :]
        for p in range(self._pieces, known.pieces.count):
            piece = known.pieces.load(p)
            yield from (piece.starts, piece.low, piece.high, piece.again)

    # --- reading ----------------------------------------------------------------------------------

    @property
    def states(self) -> int:
        """How many states were saved."""
        return self._notes[-1]["states"] if self._notes else 0

    def restored(self, expander: Expander, pieces: EdgeStore) -> ExploredGraph:
        """What was saved, its pieces added to ``pieces``."""
        from perfectplay.solver.explore.edges import ExploredGraph

        last = self._take_keys(expander)
        found: list[Array] = []
        over: list[ByteArray] = []
        with open(self._path, "rb") as file:
            for note in self._notes:
                found.append(read_array(file))
                over += [read_array(file) for _ in range(note["parts"])]
                while pieces.count < note["pieces"]:
                    pieces.add([_piece(file)])
        known = ExploredGraph(expander, np.concatenate(found), pieces)
        known.head, known.over = last["head"], over
        self._states, self._parts, self._pieces = known.n, len(over), pieces.count
        return known

    def numbered(self, expander: Expander) -> NumberedStates:
        """The states that were saved, without their moves."""
        last, found = self._take_keys(expander), []
        with open(self._path, "rb") as file:
            for note in self._notes:
                found.append(read_array(file))
                file.seek(note["end"])
        return NumberedStates(np.concatenate(found), last["head"], last["moves"])

    def _take_keys(self, expander: Expander) -> dict[str, Any]:
        """Set the expander's keys to those of the last segment; return that segment."""
        last = self._notes[-1]
        if isinstance(expander.keys, TupleKeys):
            expander.keys = self._keys = noted_keys(last, expander.keys)
        return last


def _piece(file: IO[bytes]) -> EdgePiece:
    from perfectplay.solver.explore.edge_store import EdgePiece

    return EdgePiece(read_array(file), read_array(file), read_array(file), read_array(file))
