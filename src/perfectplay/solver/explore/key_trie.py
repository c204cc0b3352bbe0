"""Finds the places of sorted keys that lie in clusters, as those of most games do."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from perfectplay.core.arrays import IntArray
from perfectplay.core.packed import PackedArray
from perfectplay.solver.explore import trie_kernels
from perfectplay.solver.explore.array_store import StoredArray, chunks
from perfectplay.solver.explore.trie_kernels import BITS
from perfectplay.solver.threads import ThreadTeam

LEAST = 1 << 12
"""Fewer keys are not worth it: the processor has any index of them at hand."""

MOST, MOST_WITH_ROOM = 5, 8
"""The most bytes a key: keys that lie too far apart for it have no trie."""

TOP = 16
"""Keys for each node of the top level, at least."""

DEEPEST = 12
"""The most levels: a shift by more bits than 63 is none."""

CHUNK = 1 << 16
"""Keys that are read at a time."""


class KeyTrie:
    """The places of rising keys: a node for each block of 32 numbers that holds one of them, one
    for each 32 of such blocks, and so on.

    A look-up counts bits on each level, and never searches: with 4 million states of Connect 4 on
    5×5 it takes 4 ns where `KeyIndex` takes 25, if the wanted keys are near each other. Most keys
    take 3 to 4 bytes; `of` gives up where they take too many.
    """

    def __init__(self, base: int, span: int, levels: int, nodes: np.ndarray[Any, Any]) -> None:
        self.base, self.span, self.levels, self.nodes = base, span, levels, nodes
        trie_kernels.entries_in_trie(levels)  # made once, before several threads ask for it

    @classmethod
    def of(
        cls, keys: StoredArray, *, roomy: bool = False, team: ThreadTeam | None = None
    ) -> KeyTrie | None:
        """A trie of rising keys, which are read twice; None if there are few of them, or if they
        lie far apart: less so if there is much memory."""
        n, most, team = len(keys), MOST_WITH_ROOM if roomy else MOST, team or ThreadTeam(1)
        if n < LEAST:
            return None
        base = int(keys.read(0, 1)[0])
        span = int(keys.read(n - 1, n)[0]) - base
        levels = 1
        while span >> BITS * levels > n // TOP and levels < DEEPEST:
            levels += 1
        top = (span >> BITS * levels) + 1
        # ranges that share no node, for the threads
        parts = _split(keys, base, BITS * levels, team.threads)
        limit = most * n // 8 - top

        def count(part: StoredArray) -> IntArray:
            blocks, before = np.zeros(levels - 1, np.int64), -1
            for some in chunks(part, CHUNK):
                before = int(trie_kernels.count_blocks(some, base, before, blocks))
                if blocks.sum() > limit:
                    break
            return blocks

        blocks = np.array(team.map(count, parts))
        if blocks.sum() > limit:
            return None
        # (one node more: a key that is missing may be looked for behind the last one)
        nodes = np.zeros(top + int(blocks.sum()) + 1, np.uint64)
        # where each part has its nodes of each level: level after level
        ends = top + (np.cumsum(blocks.T) - blocks.T.ravel()).reshape(levels - 1, len(parts)).T
        places = np.cumsum([0, *map(len, parts)])

        def enter(p: int) -> None:
            befores, place, end = np.full(levels - 1, -1, np.int64), int(places[p]), ends[p].copy()
            room = np.empty((2, CHUNK), np.int64)
            for some in chunks(parts[p], CHUNK):
                trie_kernels.enter_trie(some, base, befores, place, end, nodes, room)
                place += len(some)

        team.map(enter, range(len(parts)))
        return cls(base, span, levels, nodes)

    @property
    def nbytes(self) -> int:
        """Bytes of memory."""
        return self.nodes.nbytes

    def entries(self, wanted: IntArray, packed: PackedArray, entries: PackedArray) -> None:
        """As `KeyIndex.entries`."""
        look_up = trie_kernels.entries_in_trie(self.levels)
        missing = int(look_up(wanted, self.base, self.span, self.nodes, packed, entries))
        if missing >= 0:
            raise KeyError(int(wanted[missing]))


def _split(keys: StoredArray, base: int, shift: int, parts: int) -> list[StoredArray]:
    """Ranges of rising keys, no two of which have a block of ``1 << shift`` offsets in common."""
    ends = [0]
    for part in range(1, parts):
        at = len(keys) * part // parts
        offset = int(keys.read(at, at + 1)[0]) - base
        ends.append(keys.place(base + (offset >> shift << shift)))
    ends.append(len(keys))
    return [keys.part(*some) for some in pairwise(ends)]
