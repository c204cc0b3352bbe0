"""The children of batches of keys, by the user's compiled rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from perfectplay.core.arrays import ByteArray, Int32Array, IntArray
from perfectplay.game.checks.rule_calls import MAX_MOVES
from perfectplay.game.shape.shape_texts import texts_of
from perfectplay.tablebase.store.manifest import KeysEntry
from perfectplay.tablebase.verification import Problem
from perfectplay.verifier.plain.plain_sparse import layout_of_entry

if TYPE_CHECKING:
    from perfectplay.compiler.compiled_rules import CompiledRules

DONE, NO_ROOM = 0, 1

NO_SCORE = -(1 << 31)
"""What compiled rules return for a number that is no score."""

KEYLESS = "they reach a state that has no key, or no moves, or moves without end"
NUMBERLESS = "they give something that is no value or no score"


class TroubleError(Exception):
    """Rules fail on some states of a batch. ``keys``: these states, if the interpreter ran the
    rules; compiled rules do not say which they are."""

    def __init__(self, reason: str, keys: Sequence[int] = ()) -> None:
        super().__init__(reason)
        self.reason, self.keys = reason, tuple(keys)


class CrowdedError(Exception):
    """The states of a batch have more moves together than there is room for."""


@dataclass
class ChildBatch:
    """children: [C] int64 keys, one state after the other; again: [C] uint8, or empty; tiers: [C]
    int64, or empty if the game has none; degrees: [B] int32; over: [B] uint8, the value of a
    state that is over, else 0; gains: [C] int32 and finals: [B] int32, the scores of states that
    are over, in a game of points, else empty. Good until the next call in this thread.

    From the interpreter also sizes: [B] int64, how many states each class has; ``problems`` in
    these states; ``passed``: images that could not be compared, since the rules raise on them."""

    children: IntArray
    again: ByteArray
    tiers: IntArray
    degrees: Int32Array
    over: ByteArray
    gains: Int32Array
    finals: Int32Array
    sizes: IntArray | None = None
    problems: tuple[Problem, ...] = ()
    passed: tuple[str, ...] = ()


class BatchExpander(Protocol):
    """Expands batches of states. One for each thread."""

    batch: int
    """The best number of states to expand at once."""

    def expand(self, keys: IntArray, *, compares: bool = True) -> ChildBatch:
        """The children of some keys. ``compares``: an interpreter also compares the states of
        their classes. Raises TroubleError, and CrowdedError for more than one key."""

    def class_sizes(self, keys: IntArray) -> IntArray:
        """[B] how many states each representative stands for. Raises TroubleError."""

    def unlike(self, keys: IntArray) -> list[int]:
        """The keys whose states differ from another state of their class, unless `expand` has
        reported them. Raises TroubleError."""


def need_same_words(compiled: CompiledRules, keys: KeysEntry) -> None:
    """Raise NotCompilable if compiled rules number the words in states otherwise than ``keys``."""
    from perfectplay.compiler.source.not_compilable import NotCompilable

    texts = texts_of(compiled.shape) if compiled.shape is not None else ()
    if keys.words is not None and texts != keys.words:
        raise NotCompilable("the words of its states are numbered otherwise than in the rules")


class KernelExpander:
    """Runs the compiled rules; one for each thread, since it reuses its arrays. ``most``: how many
    moves several states may have together; None: any number."""

    batch = 1 << 15
    first_room = 1 << 10
    """Moves for which there is room at first."""

    def __init__(self, compiled: CompiledRules, keys: KeysEntry, most: int | None = None) -> None:
        self._most = most
        self._kernels: Any = compiled.kernels
        self._has_again = compiled.has_again
        self.any_order = bool(compiled.sets_from)
        self._scoring = compiled.scoring
        room = self.first_room
        self._gains = np.zeros(room if self._scoring else 0, np.int32)
        tuples = keys.kind == "tuple"
        given = (keys.low, keys.size, keys.usual) if tuples else ((0,), (0,), ())
        self._layout = layout_of_entry(*given)
        self._room: list[IntArray] = []  # of `unlike`
        self._clock = np.zeros(1, np.int64)
        self._children = np.empty(room, np.int64)
        self._again = np.zeros(room if self._has_again else 0, np.uint8)
        self._tiers = np.empty(room if compiled.has_tier else 0, np.int64)

    def expand(self, keys: IntArray, *, compares: bool = True) -> ChildBatch:  # noqa: ARG002
        """The children of some keys. Raises TroubleError and CrowdedError."""
        degrees, over = np.empty(len(keys), np.int32), np.empty(len(keys), np.uint8)
        finals = np.zeros(len(keys) if self._scoring else 0, np.int32)
        at, filled = 0, 0
        while True:
            children, again = self._children[filled:], self._again[filled:]
            tiers, gains = self._tiers[filled:], self._gains[filled:]
            if self._has_again:
                again[:] = 0
            at_before = at
            at, n, status = _run(
                self._kernels.expand, keys, at, len(keys), self._layout, children, again, tiers,
                degrees[at:], over[at:], gains, finals[at:],
            )  # fmt: skip
            filled += int(n)
            if status == DONE:
                break
            stuck = at == at_before and len(children) > MAX_MOVES
            if status != NO_ROOM or stuck:
                raise TroubleError(KEYLESS)
            if self._most is not None and len(self._children) >= self._most and len(keys) > 1:
                raise CrowdedError
            self._grow(filled, len(keys), at)
        gains = self._gains[:filled]
        if over.max(initial=0) > 3 or min(finals.min(initial=0), gains.min(initial=0)) == NO_SCORE:
            raise TroubleError(NUMBERLESS)
        return ChildBatch(
            self._children[:filled], self._again[:filled], self._tiers[:filled], degrees, over,
            gains, finals,
        )  # fmt: skip

    def class_sizes(self, keys: IntArray) -> IntArray:
        """[B] how many states each representative stands for. Raises TroubleError."""
        sizes, room = np.empty(len(keys), np.int64), np.empty(64, np.int64)
        at, status = 0, NO_ROOM
        while status != DONE:
            at, status = _run(
                self._kernels.class_sizes, keys, at, len(keys), self._layout, sizes[at:], room
            )
            room = np.empty(2 * len(room), np.int64)
        return sizes

    def unlike(self, keys: IntArray) -> list[int]:
        """The keys whose states differ from another of their class. Raises TroubleError."""
        odd = np.empty(len(keys), np.int64)
        at, found = 0, 0
        while True:
            members, *tables = self._room = self._room or _rooms(64, 1 << 10)
            at, more, status = _run(
                self._kernels.unlike, keys, at, len(keys), self._layout, members, *tables,
                self._clock, odd[found:],
            )  # fmt: skip
            found += int(more)
            if status == DONE:
                return [int(key) for key in odd[:found]]
            if status != NO_ROOM or len(members) > MAX_MOVES:
                raise TroubleError(KEYLESS)
            self._room = _rooms(2 * len(members), 2 * tables[0].shape[1])

    def _grow(self, filled: int, wanted: int, done: int) -> None:
        """Make room for all children of a batch; their number is estimated from those so far."""
        estimate = int(filled / done * wanted * 1.1) + 64 if done else 0
        size = max(estimate, 2 * len(self._children))
        if self._most is not None and len(self._children) < self._most:
            size = min(size, self._most)
        for name in ("_children", "_tiers", "_gains", "_again"):
            full = getattr(self, name)
            if len(full):  # the game has tiers, points, or movers that move again
                wider = np.zeros(size, full.dtype)
                wider[:filled] = full[:filled]
                setattr(self, name, wider)


def _run(kernel: Any, *arguments: Any) -> Any:
    """The result of a kernel. Raises TroubleError for whatever the user's rules raise in it."""
    try:
        return kernel(*arguments)
    except Exception as failure:
        raise TroubleError(str(failure) or type(failure).__name__) from failure


def _rooms(members: int, slots: int) -> list[IntArray]:
    """Work space for classes of up to ``members`` states, with hash tables of ``slots`` slots."""
    return [np.empty(members, np.int64), *(np.zeros((3, slots), np.int64) for _ in range(4))]
