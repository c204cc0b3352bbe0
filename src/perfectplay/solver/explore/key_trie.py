"""Finds the places of sorted keys that lie in clusters, as those of most games do."""

from __future__ import annotations

from typing import Any

import numpy as np

from perfectplay.core.arrays import IntArray
from perfectplay.core.packed import PackedArray
from perfectplay.solver.explore import trie_kernels
from perfectplay.solver.explore.array_store import StoredArray, chunks
from perfectplay.solver.explore.trie_kernels import BITS

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

    @classmethod
    def of(cls, keys: StoredArray, *, roomy: bool = False) -> KeyTrie | None:
        """A trie of rising keys, which are read twice; None if there are few of them, or if they
        lie far apart: less so if there is much memory."""
        n, most = len(keys), MOST_WITH_ROOM if roomy else MOST
        if n < LEAST:
            return None
        base = int(keys.read(0, 1)[0])
        span = int(keys.read(n - 1, n)[0]) - base
        levels = 1
        while span >> BITS * levels > n // TOP and levels < DEEPEST:
            levels += 1
        top = (span >> BITS * levels) + 1
        blocks = np.zeros(levels - 1, np.int64)
        before: Any = -1
        for part in chunks(keys, CHUNK):
            before = trie_kernels.count_blocks(part, base, before, blocks)
            if 8 * (top + int(blocks.sum())) > most * n:
                return None
        # (one node more: a key that is missing may be looked for behind the last one)
        nodes = np.zeros(top + int(blocks.sum()) + 1, np.uint64)
        ends, before, place = top + np.cumsum(blocks) - blocks, -1, 0
        for part in chunks(keys, CHUNK):
            before = trie_kernels.enter_trie(part, base, before, place, ends, nodes)
            place += len(part)
        return cls(base, span, levels, nodes)

    @property
    def nbytes(self) -> int:
        """Bytes of memory."""
        return self.nodes.nbytes

    def entries(self, wanted: IntArray, packed: PackedArray, entries: PackedArray) -> None:
        """As `KeyIndex.entries`."""
        missing: Any = trie_kernels.entries_in_trie(
            wanted, self.base, self.span, self.levels, self.nodes, packed, entries
        )
        if missing >= 0:
            raise KeyError(int(wanted[missing]))
