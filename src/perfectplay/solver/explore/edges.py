"""Explores a compiled game that has loops: each state is expanded once, its edges kept at once.

States are numbered in the order in which they are met. A round expands some pieces of them on all
cores, and looks their children up in a hash table that nobody writes meanwhile; the few that are
not there are entered by one thread between two rounds, in order: there is nothing that threads
could race for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from perfectplay.compiler.expander import Expander, KeysOutgrownError
from perfectplay.core.progress import Reporter
from perfectplay.solver.explore import hashing
from perfectplay.solver.explore.array_store import ArrayStore, StoredArray
from perfectplay.solver.explore.edge_store import PIECE, EdgePiece, EdgeStore
from perfectplay.solver.explore.explored_tiers import MetStates
from perfectplay.solver.explore.hash_explorer import HashExploration
from perfectplay.solver.explore.limits import StateLimits
from perfectplay.solver.threads import ThreadTeam

BATCH = 1 << 11
"""States of one call of the rules: their children are looked up while the cache holds them."""

ROUND = 8
"""Pieces of a round, at least: what it finds is held until its new states are entered."""

IntArray: TypeAlias = NDArray[np.int64]

STATE_BYTES = 44
"""Bytes of a state, edges apart, at the peak: while the arrays of keys and slots grow, or while the
solution is sorted by its keys."""


@dataclass
class _ExpandedStates:
    """Some states expanded: degrees [B] int32, over [B] uint8, edges [E] int32, again [E] uint8 or
    empty; ``missing``: the places of edges whose child was not known, with the child's key."""

    degrees: NDArray[np.int32]
    over: NDArray[np.uint8]
    edges: NDArray[np.int32]
    again: NDArray[np.uint8]
    missing: NDArray[np.int32]
    missing_keys: IntArray


@dataclass
class NumberedStates:
    """keys: [n] of states in the order of discovery, the first ``head`` of them expanded, with so
    many ``moves``: what is left where there are too many to be kept with their edges."""

    keys: IntArray
    head: int
    moves: int

    @classmethod
    def of(cls, walked: HashExploration) -> NumberedStates:
        """What a walk has found."""
        return cls(walked.keys, walked.expanded, len(walked.graph.edges))

    def met(self, shelf: ArrayStore) -> MetStates:
        """The same as two waves on a shelf; the keys are sorted in place."""
        parts = [self.keys[: self.head], self.keys[self.head :]]
        waves: list[StoredArray] = []
        for part in parts:
            part.sort()
            waves.append(shelf.keep(part.copy()))
        return MetStates(waves, self.moves)


class ExploredGraph:
    """keys: [S] int64 in the order of discovery, ``n`` of them known, with their hash table;
    ``head`` of them are expanded, their edges in ``pieces`` or, for a piece that is not whole
    yet, in ``open``."""

    def __init__(self, expander: Expander, keys: IntArray, pieces: EdgeStore) -> None:
        """``keys``: [n] those that are known: the start's first, or all that there are."""
        self.expander = expander
        self.pieces = pieces
        self.keys, self.n, self.head = keys.copy(), len(keys), 0
        self.open: list[_ExpandedStates] = []
        self.over: list[NDArray[np.uint8]] = []
        self._slots = np.empty(0, np.int32)
        self._enter_all(1 << (2 * len(keys)).bit_length())

    @classmethod
    def by_walk(
        cls, expander: Expander, walked: HashExploration, pieces: EdgeStore, team: ThreadTeam
    ) -> ExploredGraph:
        """What a walk has found; all is copied."""
        known = cls(expander, walked.keys, pieces)
        known.keep(_walked_parts(walked), team)
        return known

    def _enter_all(self, slots: int) -> None:
        self._slots = np.zeros(1, np.int32)  # the old ones go before the new ones come
        self._slots = np.zeros(slots, np.int32)
        hashing.enter_all(self.keys, self.n, self._slots)

    def repack(self, outgrown: KeysOutgrownError) -> None:
        """Goes on with wider keys."""
        self.expander.repack(self.keys[: self.n], outgrown.keys)
        self._enter_all(len(self._slots))

    def expand(self, r: tuple[int, int]) -> _ExpandedStates:
        """Expands a range of states and looks their children up; changes nothing."""
        parts = [self._batch(begin, min(begin + BATCH, r[1])) for begin in range(r[0], r[1], BATCH)]
        return _joined(parts)

    def _batch(self, begin: int, end: int) -> _ExpandedStates:
        expanded = self.expander.expand(self.keys, begin, end)
        edges = np.empty(len(expanded.children), np.int32)
        missing = np.empty(len(edges), np.int32)
        n = hashing.find(expanded.children, self.keys, self._slots, edges, missing)
        places = missing[:n].copy()
        return _ExpandedStates(
            expanded.degrees, expanded.over, edges, expanded.again, places,
            expanded.children[places],
        )  # fmt: skip

    def enter(self, part: _ExpandedStates) -> None:
        """Gives the children that were not known their numbers."""
        done = 0
        while done < len(part.missing):
            if self.n + 1 >= len(self.keys):
                grown = np.empty(max(1 << 12, 2 * len(self.keys)), np.int64)
                grown[: self.n] = self.keys[: self.n]
                self.keys = grown
            if 2 * self.n >= len(self._slots) - 2:
                self._enter_all(2 * len(self._slots))
            self.n, done = hashing.enter_missing(
                part.missing_keys, part.missing, done, self.keys, self.n, self._slots, part.edges
            )

    def keep(self, parts: list[_ExpandedStates], team: ThreadTeam) -> None:
        """Takes parts whose edges are complete, in order; whole pieces are packed and put by."""
        whole: list[list[_ExpandedStates]] = []
        for part in parts:
            self.over.append(part.over)
            self.head += len(part.over)
            self.open.append(part)
            if self.head % PIECE == 0:
                whole.append(self.open)
                self.open = []
        self.pieces.add(team.map(_packed, whole))

    def leave(self) -> NumberedStates:
        """The states alone: edges are let go."""
        moves = self.pieces.moves + sum(len(part.edges) for part in self.open)
        self.pieces.release()
        self._slots = np.empty(0, np.int32)
        self.open, self.over = [], []
        return NumberedStates(self.keys[: self.n], self.head, moves)

    def finish(self) -> IntArray:
        """All keys, when all states are expanded."""
        self._slots = np.empty(0, np.int32)
        if self.open:
            self.pieces.add([_packed(self.open)])
            self.open = []
        self.pieces.over = np.concatenate(self.over)
        self.over = []
        return self.keys[: self.n]


def _joined(parts: list[_ExpandedStates]) -> _ExpandedStates:
    if len(parts) == 1:
        return parts[0]
    shifts = np.cumsum([0, *(len(part.edges) for part in parts[:-1])]).astype(np.int32)
    missing = [part.missing + shift for part, shift in zip(parts, shifts, strict=True)]
    return _ExpandedStates(
        np.concatenate([part.degrees for part in parts]),
        np.concatenate([part.over for part in parts]),
        np.concatenate([part.edges for part in parts]),
        np.concatenate([part.again for part in parts]),
        np.concatenate(missing),
        np.concatenate([part.missing_keys for part in parts]),
    )


def _packed(parts: list[_ExpandedStates]) -> EdgePiece:
    whole = _joined(parts)
    return EdgePiece.of(whole.degrees, whole.edges, whole.again)


def explore_edges(
    known: ExploredGraph,
    team: ThreadTeam,
    limits: StateLimits,
    reporter: Reporter,
    save: Callable[[ExploredGraph], None] | None = None,
    most_states: int | None = None,
) -> IntArray | NumberedStates:
    """Goes on from what is known to all states; gives their keys [N] int64, in the order of
    discovery. The graph over them is in ``known.pieces``. Where there are more than
    ``most_states`` it gives those that were met until then.

    ``save`` is called after each round. Keys that a state outgrows are packed anew. Raises
    RulesError, StateLimitError, and OSError where edges have no room on disk.
    """
    expander, pieces = known.expander, max(ROUND, 2 * team.threads)
    while known.head < known.n:
        reporter.tell("exploring", known.head, None, known.n)
        last = int(known.keys[known.n - 1])
        limits.check(known.n, partial(expander.keys.state, last), expander.rules.game)
        try:
            parts = team.map(known.expand, _round(known.head, known.n, pieces))
        except KeysOutgrownError as outgrown:
            known.repack(outgrown)
            continue
        for part in parts:
            known.enter(part)
        known.keep(parts, team)
        if most_states is not None and known.n > most_states:
            return known.leave()
        if save is not None:
            save(known)
    return known.finish()


def _round(head: int, n: int, most: int) -> list[tuple[int, int]]:
    """The states from ``head`` on in ranges that end where pieces do."""
    ranges: list[tuple[int, int]] = []
    while head < n and len(ranges) < most:
        end = min(n, (head // PIECE + 1) * PIECE)
        ranges.append((head, end))
        head = end
    return ranges


def _walked_parts(walked: HashExploration) -> list[_ExpandedStates]:
    """What a walk has expanded, cut where pieces end."""
    graph, parts = walked.graph, []
    no_places, no_keys = np.empty(0, np.int32), np.empty(0, np.int64)
    for first in range(0, walked.expanded, PIECE):
        end = min(first + PIECE, walked.expanded)
        begin_edge, end_edge = int(graph.starts[first]), int(graph.starts[end])
        again = graph.again if graph.again is not None else np.empty(0, np.uint8)
        parts.append(
            _ExpandedStates(
                np.diff(graph.starts[first : end + 1]).astype(np.int32),
                graph.over[first:end].copy(),
                graph.edges[begin_edge:end_edge].copy(),
                again[begin_edge:end_edge].copy(),
                no_places,
                no_keys,
            )
        )
    return parts
