"""The children of batches of keys, by the user's compiled rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.contract.asking import MAX_MOVES
from perfectplay.contract.compiled.load import CompiledRules
from perfectplay.contract.game import StateKind
from perfectplay.results.store.manifest import KeysEntry

DONE, NO_ROOM = 0, 1

NO_SCORE = -(1 << 31)
"""What compiled rules give for a number that is no score."""


class TroubleError(Exception):
    """The compiled rules stumble over a state; ``key`` is its key, None where that is unknown."""

    def __init__(self, key: int | None) -> None:
        self.key = key


@dataclass
class Expanded:
    """children: [C] int64 keys, one state after the other; again: [C] uint8, or empty; tiers: [C]
    int64, or empty where the game has none; degrees: [B] int32; over: [B] uint8, the value of a
    state that is over, else 0; gains: [C] int32 and finals: [B] int32, the scores of states that
    are over, in a game of points, else empty. Good until the next call in this thread."""

    children: NDArray[np.int64]
    again: NDArray[np.uint8]
    tiers: NDArray[np.int64]
    degrees: NDArray[np.int32]
    over: NDArray[np.uint8]
    gains: NDArray[np.int32]
    finals: NDArray[np.int32]


class Expander:
    """Runs ``expand`` over keys; one for each thread, since it keeps its arrays."""

    def __init__(self, compiled: CompiledRules, keys: KeysEntry) -> None:
        self._kernels: Any = compiled.kernels
        self._has_again = compiled.has_again
        self._scoring = compiled.scoring
        self._gains = np.zeros(1 << 10 if self._scoring else 0, np.int32)
        tuples = compiled.kind is StateKind.TUPLE
        self._layout = np.array([keys.low, keys.size] if tuples else [[0], [0]], np.int64)
        self._children = np.empty(1 << 10, np.int64)
        self._again = np.zeros(1 << 10 if self._has_again else 0, np.uint8)
        self._tiers = np.empty(1 << 10 if compiled.has_tier else 0, np.int64)

    def expand(self, keys: NDArray[np.int64]) -> Expanded:
        """The children of some keys. Raises TroubleError."""
        degrees, over = np.empty(len(keys), np.int32), np.empty(len(keys), np.uint8)
        finals = np.zeros(len(keys) if self._scoring else 0, np.int32)
        at, filled = 0, 0
        while True:
            children, again = self._children[filled:], self._again[filled:]
            tiers, gains = self._tiers[filled:], self._gains[filled:]
            if self._has_again:
                again[:] = 0
            at_before = at
            try:
                at, n, status = self._kernels.expand(
                    keys, at, len(keys), self._layout, children, again, tiers, degrees[at:],
                    over[at:], gains, finals[at:],
                )  # fmt: skip
            except Exception as failure:  # whatever the user's rules raise
                raise TroubleError(None) from failure
            filled += int(n)
            if status == DONE:
                break
            stuck = at == at_before and len(children) > MAX_MOVES
            if status != NO_ROOM or stuck:
                raise TroubleError(int(keys[at]))
            self._grow(filled, len(keys), at)
        if over.max(initial=0) > 3:
            raise TroubleError(int(keys[over.argmax()]))
        gains = self._gains[:filled]
        self._check_points(keys, degrees, gains, finals)
        return Expanded(
            self._children[:filled], self._again[:filled], self._tiers[:filled], degrees, over,
            gains, finals,
        )  # fmt: skip

    def _check_points(
        self,
        keys: NDArray[np.int64],
        degrees: NDArray[np.int32],
        gains: NDArray[np.int32],
        finals: NDArray[np.int32],
    ) -> None:
        """Raises TroubleError for what 32 bits do not hold."""
        if finals.min(initial=0) == NO_SCORE:
            raise TroubleError(int(keys[finals.argmin()]))
        if gains.min(initial=0) == NO_SCORE:
            parent = np.searchsorted(np.cumsum(degrees), gains.argmin(), "right")
            raise TroubleError(int(keys[parent]))

    def class_sizes(self, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """[B] how many states each representative stands for. Raises TroubleError."""
        sizes, room = np.empty(len(keys), np.int64), np.empty(64, np.int64)
        at, status = 0, NO_ROOM
        while status != DONE:
            try:
                at, status = self._kernels.class_sizes(
                    keys, at, len(keys), self._layout, sizes[at:], room
                )
            except Exception as failure:
                raise TroubleError(None) from failure
            room = np.empty(2 * len(room), np.int64)
        return sizes

    def _grow(self, filled: int, wanted: int, done: int) -> None:
        """Makes room for all children of a batch, as those so far foretell."""
        foretold = int(filled / done * wanted * 1.1) + 64 if done else 0
        size = max(foretold, 2 * len(self._children))
        self._children = np.concatenate(
            [self._children[:filled], np.empty(size - filled, np.int64)]
        )
        if len(self._tiers):
            self._tiers = np.concatenate([self._tiers[:filled], np.empty(size - filled, np.int64)])
        if self._scoring:
            self._gains = np.concatenate([self._gains[:filled], np.zeros(size - filled, np.int32)])
        if self._has_again:
            self._again = np.concatenate([self._again[:filled], np.zeros(size - filled, np.uint8)])
