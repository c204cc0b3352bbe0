"""Explores a compiled game that has loops: each state is expanded once, its edges kept at once.

States are numbered in the order of discovery. Threads expand pieces of them, and look their
children up in a hash table; the few that are not there are entered by one thread, piece by piece in
order, while the others go on. It alone writes. A child that it enters too late for another thread
is missing there, and is found when that piece's turn comes; so the numbers do not depend on who is
faster.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial

import numpy as np

from perfectplay.compiler.expander import Expander, KeysOutgrownError
from perfectplay.core.arrays import ByteArray, Int32Array, IntArray
from perfectplay.core.progress import Reporter
from perfectplay.solver.explore import hashing
from perfectplay.solver.explore.edge_store import PIECE, EdgePiece, EdgeStore
from perfectplay.solver.explore.explored_tiers import HashExploration, NumberedStates
from perfectplay.solver.state_limits import StateLimits
from perfectplay.solver.threads import ThreadTeam

BATCH = 1 << 11
"""States of one call of the rules: their children are looked up while the cache holds them."""

ROUND = 32
"""Pieces after which a solve is saved, and progress is told."""


STATE_BYTES = 44
"""Bytes of a state, edges apart, at the peak: while the arrays of keys and slots grow, or while the
solution is sorted by its keys."""


@dataclass
class _ExpandedStates:
    """Some states expanded: degrees [B] int32, over [B] uint8, edges [E] int32, again [E] uint8 or
    empty; ``missing``: the places of edges whose child was not known, with the child's key."""

    degrees: Int32Array
    over: ByteArray
    edges: Int32Array
    again: ByteArray
    missing: Int32Array
    missing_keys: IntArray


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
        self.over: list[ByteArray] = []
        self._slots = np.empty(0, np.int32)
        self._enter_all(1 << (2 * len(keys)).bit_length())

    @classmethod
    def by_walk(
        cls, expander: Expander, walked: HashExploration, pieces: EdgeStore
    ) -> ExploredGraph:
        """What a walk has found; all is copied."""
        known = cls(expander, walked.keys, pieces)
        known.keep(_walked_parts(walked))
        return known

    def _enter_all(self, slots: int) -> None:
        self._slots = np.zeros(1, np.int32)  # the old ones go before the new ones come
        self._slots = np.zeros(slots, np.int32)
        hashing.enter_all(self.keys, self.n, self._slots)

    def repack(self, outgrown: KeysOutgrownError) -> None:
        """Go on with wider keys."""
        self.expander.repack(self.keys[: self.n], outgrown.keys)
        self._enter_all(len(self._slots))

    def expand(self, r: tuple[int, int]) -> _ExpandedStates:
        """Expand a range of states and look their children up; nothing is changed."""
        parts = [self._batch(begin, min(begin + BATCH, r[1])) for begin in range(r[0], r[1], BATCH)]
        return _joined(parts)

    def _batch(self, begin: int, end: int) -> _ExpandedStates:
        expanded = self.expander.expand(self.keys, begin, end)
        edges = np.empty(len(expanded.children), np.int32)
        missing = np.empty(len(edges), np.int32)
        slots, keys = self._slots, self.keys  # in this order: new keys come before their slots
        n = hashing.find(expanded.children, keys, slots, edges, missing)
        places = np.sort(missing[:n])  # which come first depends on what others enter meanwhile
        return _ExpandedStates(
            expanded.degrees, expanded.over, edges, expanded.again, places,
            expanded.children[places],
        )  # fmt: skip

    def enter(self, part: _ExpandedStates) -> None:
        """Number the children that were not known."""
        done = 0
        while done < len(part.missing):
            if self.n + 1 >= len(self.keys):
                # no key is below 0: threads that look keys up read what is not entered yet
                grown = np.full(max(1 << 12, 2 * len(self.keys)), -1, np.int64)
                grown[: self.n] = self.keys[: self.n]
                self.keys = grown
            if 2 * self.n >= len(self._slots) - 2:
                self._enter_all(2 * len(self._slots))
            self.n, done = hashing.enter_missing(
                part.missing_keys, part.missing, done, self.keys, self.n, self._slots, part.edges
            )

    def keep(self, parts: list[_ExpandedStates]) -> None:
        """Take parts whose edges are complete, in order; whole pieces are packed and stored."""
        for part in parts:
            self.over.append(part.over)
            self.head += len(part.over)
            self.open.append(part)
            if self.head % PIECE == 0:
                self.pieces.add([_packed(self.open)])
                self.open = []

    def leave(self) -> NumberedStates:
        """The states alone: edges are let go."""
        moves = self.pieces.moves + sum(len(part.edges) for part in self.open)
        self.pieces.release()
        self._slots = np.empty(0, np.int32)
        self.open, self.over = [], []
        return NumberedStates(self._known_keys(), self.head, moves)

    def finish(self) -> IntArray:
        """All keys, when all states are expanded."""
        self._slots = np.empty(0, np.int32)
        if self.open:
            self.pieces.add([_packed(self.open)])
            self.open = []
        self.pieces.over = np.concatenate(self.over)
        self.over = []
        return self._known_keys()

    def _known_keys(self) -> IntArray:
        """All keys, without the room for more; no thread reads them any more."""
        self.keys.resize(self.n, refcheck=False)
        return self.keys


def _joined(parts: list[_ExpandedStates]) -> _ExpandedStates:
    if len(parts) == 1:
        return parts[0]
    shifts = np.cumsum([0, *(len(part.edges) for part in parts[:-1])]).astype(np.int32)
    missing = [part.missing + shift for part, shift in zip(parts, shifts, strict=True)]
    columns = zip(*(vars(part).values() for part in parts), strict=True)
    joined = _ExpandedStates(*map(np.concatenate, columns))
    joined.missing = np.concatenate(missing)
    return joined


def _packed(parts: list[_ExpandedStates]) -> EdgePiece:
    whole = _joined(parts)
    return EdgePiece.of(whole.degrees, whole.edges, whole.again)


def explore_edges(
    known: ExploredGraph,
    team: ThreadTeam,
    limits: StateLimits,
    reporter: Reporter,
    save: Callable[[ExploredGraph], None] | None,
    most_states: int,
) -> IntArray | NumberedStates:
    """Go on from what is known to all states; return their keys [N] int64, in the order of
    discovery. The graph over them is in ``known.pieces``. If there are more than ``most_states``,
    return those that were found until then.

    ``save`` is called after each round. Keys that a state outgrows are packed anew. Raises
    RulesError, StateLimitError, and OSError where edges have no room on disk.
    """
    expander = known.expander
    while known.head < known.n:
        reporter.tell("exploring", known.head, None, known.n)
        last = int(known.keys[known.n - 1])
        limits.check(known.n, partial(expander.keys.state, last), expander.rules.game)
        try:
            with closing(team.stream(known.expand, _round(known.head, known.n, ROUND))) as parts:
                for part in parts:
                    known.enter(part)
                    known.keep([part])
                    if known.n > min(most_states, limits.limit):
                        break  # the threads have ended then
        except KeysOutgrownError as outgrown:
            known.repack(outgrown)
            continue
        if known.n > most_states:
            return known.leave()
        if save is not None:
            save(known)
    return known.finish()


def _round(head: int, n: int, most: int) -> list[tuple[int, int]]:
    """The states from ``head`` on in ranges that end where pieces do."""
    firsts = range(head - head % PIECE, n, PIECE)[:most]
    return [(max(head, first), min(n, first + PIECE)) for first in firsts]


def _walked_parts(walked: HashExploration) -> list[_ExpandedStates]:
    """What a walk has expanded, cut where pieces end."""
    graph, parts = walked.graph, []
    none = np.empty(0, np.int32), np.empty(0, np.int64)
    for first in range(0, walked.expanded, PIECE):
        end = min(first + PIECE, walked.expanded)
        moves = slice(int(graph.starts[first]), int(graph.starts[end]))
        degrees = np.diff(graph.starts[first : end + 1]).astype(np.int32)
        over, edges = graph.over[first:end].copy(), graph.edges[moves].copy()
        parts.append(_ExpandedStates(degrees, over, edges, graph.marks[moves].copy(), *none))
    return parts
