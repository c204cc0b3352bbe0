"""A large graph: the edges of `PIECE` states at a time, three bytes each if that is enough,
in memory as far as a budget goes and in files beyond it."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from perfectplay.core.arrays import Array, ByteArray, Int32Array
from perfectplay.solver.move_graph import MoveGraph

PIECE = 1 << 14
"""States of a piece, a multiple of 64, so that no two pieces share a word of a set of bits."""

NARROW_STATES = 1 << 24
"""Up to this number of states, three bytes name one."""

_NO_BYTES = np.empty(0, np.uint8)


@dataclass
class EdgePiece:
    """The moves of consecutive states.

    starts: [B + 1] int32, those of state i of the piece are starts[i]:starts[i + 1];
    low, high: [E] uint16 and uint8, the lower 16 and upper 8 bits of each child; or int32, the
    whole child, and nothing; again: [E] uint8, or nothing if no mover moves again.
    """

    starts: Int32Array
    low: Array
    high: ByteArray
    again: ByteArray

    @classmethod
    def of(cls, degrees: Int32Array, edges: Int32Array, again: ByteArray) -> EdgePiece:
        """edges: [E] int32. Children take three bytes each if all of them fit."""
        starts = np.zeros(len(degrees) + 1, np.int32)
        np.cumsum(degrees, out=starts[1:])
        if edges.max(initial=0) >= NARROW_STATES:
            return cls(starts, edges, _NO_BYTES, again)
        return cls(starts, edges.astype(np.uint16), (edges >> 16).astype(np.uint8), again)

    def edges(self) -> Int32Array:
        """[E] the children."""
        children = self.low.astype(np.int32)
        if len(self.high):
            children |= self.high.astype(np.int32) << 16
        return children

    @property
    def size(self) -> int:
        """The number of states."""
        return len(self.starts) - 1

    @property
    def nbytes(self) -> int:
        """Bytes of memory."""
        return self.starts.nbytes + self.low.nbytes + self.high.nbytes + self.again.nbytes


class _Slabs:
    """Room for arrays that are given back to the system all at once: blocks so large that the C
    library does not keep them, which it would do with the pieces' own."""

    SIZE = 1 << 26

    def __init__(self) -> None:
        self._slab = _NO_BYTES
        self._used = 0

    def kept(self, array: Array) -> Array:
        """A copy that lies in a slab."""
        if self._used + array.nbytes > len(self._slab):
            self._slab, self._used = np.empty(max(self.SIZE, array.nbytes), np.uint8), 0
        end = self._used + array.nbytes
        copy: Array = self._slab[self._used : end].view(array.dtype)
        copy[:] = array
        self._used = -(-end // 64) * 64
        return copy


@dataclass
class _DiskPiece:
    """A piece in a file: its arrays, one after the other."""

    path: Path
    size: int
    arrays: list[tuple[Any, int]]

    @classmethod
    def write(cls, path: Path, piece: EdgePiece) -> _DiskPiece:
        arrays = [piece.starts, piece.low, piece.high, piece.again]
        with path.open("wb") as file:
            for array in arrays:
                file.write(array.data)
        return cls(path, piece.size, [(array.dtype, len(array)) for array in arrays])

    def read(self, most: int | None = None) -> list[Array]:
        """The first ``most`` arrays, or all of them."""
        wanted = self.arrays[:most]
        with self.path.open("rb") as file:
            arrays = [np.fromfile(file, dtype, count) for dtype, count in wanted]
        if any(len(a) != count for a, (_, count) in zip(arrays, wanted, strict=True)):
            raise OSError(f"{self.path} is shorter than it was written")
        return arrays


class EdgeStore:
    """A graph of N states in pieces of `PIECE` states, the last one excepted.

    ``over``: [N] uint8 and ``always_again`` as in `MoveGraph`. Pieces take at most ``budget`` bytes
    of memory (None: no bound); those beyond it are written into the folder that ``folder`` gives,
    which the caller deletes.
    """

    def __init__(
        self,
        always_again: bool,
        budget: int | None = None,
        folder: Callable[[], Path] | None = None,
    ) -> None:
        self.over = _NO_BYTES
        self.always_again = always_again
        self.has_again = False
        self.moves = 0
        self._pieces: list[EdgePiece | _DiskPiece] = []
        self._budget = budget
        self._folder = folder
        self._held = 0
        self._numbers = itertools.count()
        self._slabs = _Slabs()

    @classmethod
    def of(cls, graph: MoveGraph) -> EdgeStore:
        """The pieces of a graph, which share its edges."""
        pieces = cls(graph.always_again)
        pieces.over = graph.over.copy()
        for first in range(0, len(graph), PIECE):
            starts = graph.starts[first : min(first + PIECE, len(graph)) + 1]
            begin, end = int(starts[0]), int(starts[-1])
            edges, again = graph.edges[begin:end], graph.marks[begin:end]
            piece = EdgePiece((starts - begin).astype(np.int32), edges, _NO_BYTES, again)
            pieces._note(piece)
            pieces._pieces.append(piece)
        return pieces

    def graph(self) -> MoveGraph:
        """The same graph in whole arrays. Raises OSError."""
        loaded = [self.load(p) for p in range(self.count)]
        starts = np.zeros(len(self) + 1, np.int64)
        np.cumsum(self.degrees(), out=starts[1:])
        edges = [np.empty(0, np.int32), *(piece.edges() for piece in loaded)]
        again = [_NO_BYTES, *(piece.again for piece in loaded)]
        marks = np.concatenate(again) if self.has_again else None
        return MoveGraph(starts, np.concatenate(edges), marks, self.always_again, self.over)

    def __len__(self) -> int:
        return len(self.over)

    @property
    def count(self) -> int:
        """The number of pieces."""
        return len(self._pieces)

    @property
    def nbytes(self) -> int:
        """Bytes of its pieces in memory."""
        return self._held

    def range(self, p: int) -> tuple[int, int]:
        """The first state of a piece and the one after its last."""
        first = p * PIECE
        return first, first + self._pieces[p].size

    def add(self, pieces: list[EdgePiece]) -> None:
        """Append copies of pieces. Raises OSError if the disk is full."""
        for piece in pieces:
            self._note(piece)
            beyond = self._budget is not None and self._held + piece.nbytes > self._budget
            if beyond and self._folder is not None:
                path = self._folder() / f"edges-{next(self._numbers)}.raw"
                self._pieces.append(_DiskPiece.write(path, piece))
            else:
                self._held += piece.nbytes
                arrays = (piece.starts, piece.low, piece.high, piece.again)
                self._pieces.append(EdgePiece(*map(self._slabs.kept, arrays)))

    def _note(self, piece: EdgePiece) -> None:
        self.moves += len(piece.low)
        self.has_again |= len(piece.again) > 0

    def filed(self, p: int) -> bool:
        """Whether a piece is on disk."""
        return isinstance(self._pieces[p], _DiskPiece)

    def load(self, p: int) -> EdgePiece:
        """A piece; one on disk is read at each call. Raises OSError."""
        piece = self._pieces[p]
        return EdgePiece(*piece.read()) if isinstance(piece, _DiskPiece) else piece

    def arguments(self, p: int) -> tuple[int, Any, Any, Any, Any]:
        """A piece as arguments of kernels: its first state, starts, low, high and again."""
        piece = self.load(p)
        return p * PIECE, piece.starts, piece.low, piece.high, piece.again

    def degrees(self) -> Int32Array:
        """[N] the number of moves of each state. Raises OSError."""
        degrees = np.empty(sum(piece.size for piece in self._pieces), np.int32)
        for p, piece in enumerate(self._pieces):
            starts = piece.read(1)[0] if isinstance(piece, _DiskPiece) else piece.starts
            degrees[slice(*self.range(p))] = np.diff(starts)
        return degrees

    def release(self) -> None:
        """Free all edges, in memory and on disk."""
        for piece in self._pieces:
            if isinstance(piece, _DiskPiece):
                piece.path.unlink(missing_ok=True)
        self._pieces.clear()
        self._slabs, self._held = _Slabs(), 0
