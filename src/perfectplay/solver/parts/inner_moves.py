"""The moves of some states of a tier with moves inside, as the sweeps over the tier need them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from perfectplay.core.arrays import AnyIntArray, Array, BoolArray, ByteArray, Int32Array, IntArray
from perfectplay.solver.explore.edge_store import NARROW_STATES

ALIGNED = 8
"""Bytes: arrays begin at multiples of this."""


def place_types(states: int) -> tuple[Any, Any]:
    """The types of the lower and the upper part of a place in a tier: three bytes, four or eight.

    >>> [t.__name__ for t in place_types(1 << 30)]
    ['int32', 'uint8']
    """
    if states <= NARROW_STATES:
        return np.uint16, np.uint8
    return (np.int32 if states < 1 << 31 else np.int64), np.uint8


@dataclass
class InnerMoves:
    """The moves of N states.

    starts: [N + 1] int32, those of state i that stay in the tier are starts[i]:starts[i + 1];
    low, high: [E] the places of their children, as in an `EdgePiece`; again: [E] uint8, or empty if
    no mover moves again; degrees: [N], the number of all moves; wins, draws, losses: [N] int32 and
    blocked: [N] uint8, the moves out of the tier as in `OutsideValues`, or empty if there are none.
    """

    starts: Int32Array
    low: Array
    high: ByteArray
    again: ByteArray
    degrees: AnyIntArray
    wins: Int32Array
    draws: Int32Array
    losses: Int32Array
    blocked: ByteArray

    @classmethod
    def of(
        cls, inner: IntArray, places: AnyIntArray, states: int, again: ByteArray,
        degrees: AnyIntArray, outside: Sequence[Array],
    ) -> InnerMoves:  # fmt: skip
        """``inner``: [N] moves that stay, to ``places`` [E] of a tier with so many ``states``."""
        starts = np.zeros(len(inner) + 1, np.int32)
        np.cumsum(inner, out=starts[1:])
        low, high = place_types(states)
        upper = places >> 16 if low is np.uint16 else places[:0]
        most = degrees.max(initial=0)
        narrow: Any = np.uint8 if most < 1 << 8 else np.uint16 if most < 1 << 16 else np.int32
        return cls(
            starts, places.astype(low), upper.astype(high), again, degrees.astype(narrow), *outside
        )

    @property
    def lengths(self) -> tuple[int, ...]:
        """The length of each array and the bytes of one of its entries, one after the other."""
        arrays: list[Array] = [getattr(self, field.name) for field in fields(self)]
        return tuple(n for array in arrays for n in (len(array), array.itemsize))

    def content(self) -> bytes:
        """All arrays, one after the other."""
        pieces: list[bytes] = []
        for field in fields(self):
            piece = getattr(self, field.name).tobytes()
            pieces += [piece, bytes(-len(piece) % ALIGNED)]
        return b"".join(pieces)

    @classmethod
    def read(cls, content: ByteArray, lengths: Sequence[int]) -> InnerMoves:
        """The arrays of a `content` with these `lengths`, in its memory.

        >>> none = np.zeros(0, np.int32)
        >>> moves = InnerMoves.of(
        ...     np.array([1, 0]), np.array([70_000]), 100_000, none.astype(np.uint8),
        ...     np.array([2, 1]), (none, none, none, none.astype(np.uint8)),
        ... )
        >>> content = np.frombuffer(moves.content(), np.uint8)
        >>> again = InnerMoves.read(content, moves.lengths)
        >>> again.low.tolist(), again.high.tolist(), again.degrees.tolist()
        ([4464], [1], [2, 1])
        """
        arrays, at = list[Array](), 0
        for n, size in zip(lengths[::2], lengths[1::2], strict=True):
            kind = f"<{'u' if size < 4 else 'i'}{size}"
            arrays.append(content[at : at + n * size].view(kind))
            at += -(-n * size // ALIGNED) * ALIGNED
        return cls(*arrays)

    @property
    def arguments(self) -> tuple[Array, ...]:
        """As kernels take the moves that stay: starts, low, high and again."""
        return self.starts, self.low, self.high, self.again

    def held(self, ply: int) -> ByteArray:
        """[N] whether a move out keeps a state from being lost at a ply; empty if none leaves."""
        held: ByteArray = ((self.losses > ply) | (self.blocked > 0)).astype(np.uint8)
        return held

    def released(self, before: int, ply: int) -> BoolArray:
        """[N] whether the last move out of a state was found lost after a ply, up to another."""
        released: BoolArray = (self.losses > before) & (self.losses <= ply) & (self.blocked == 0)
        return released

    def next(self, ply: int, open_states: BoolArray, *, drawn: bool) -> int:
        """The first ply above this one at which a move out of an open state counts, or -1."""
        timed = [self.draws] if drawn else [self.wins, np.where(self.blocked, -1, self.losses)]
        later = [plies[open_states & (plies > ply)] for plies in timed if len(plies)]
        return min((int(plies.min()) for plies in later if len(plies)), default=-1)
