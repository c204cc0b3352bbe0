"""Kernels over a `KeyTrie`: they count its nodes, fill them and find keys in it.

nodes: [N] uint64. The lower half of a node has a bit for each of its 32 children; the upper half is
where its first child is: an index into ``nodes``, or in level 0, whose children are keys, the place
of a key. The top level has a node for each of its blocks and is the first; the others have nodes
for the blocks that hold keys, and follow in any order.

Offsets are keys less the smallest one. Block b of level l holds the offsets whose bits from
5 * (l + 1) on are b.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from perfectplay.compiler.runtime.bit_counts import popcount
from perfectplay.compiler.runtime.hash_slots import inner
from perfectplay.core.kernels import njit
from perfectplay.solver.explore.sorted_keys import entry_at

BITS = 5
"""Bits of an offset that a level decides."""


@njit(nogil=True, cache=True)
def count_blocks(keys, base, before, blocks):
    """Add to blocks[l] how many blocks of each level some rising keys are the first in.

    before: the offset of the key before them, or -1. Returns the offset of the last one.
    """
    for key in keys:
        offset = key - base
        for level in range(len(blocks)):
            shift = BITS * (level + 1)
            if offset >> shift == before >> shift:
                break
            blocks[level] += 1
        before = offset
    return before


@njit(nogil=True, cache=True)
def enter_trie(keys, base, before, place, ends, nodes):
    """Enter some rising keys, the first of which is at ``place`` among all.

    before: as for `count_blocks`; ends: [L - 1], where the next node of each level but the top one
    goes. Returns the offset of the last one.
    """
    top = len(ends)
    for key in keys:
        offset = key - base
        child = place
        for level in range(top + 1):
            shift = BITS * level
            block = offset >> (shift + BITS)
            bit = np.uint64(1) << np.uint64((offset >> shift) & 31)
            if block == before >> (shift + BITS):
                nodes[block if level == top else ends[level] - 1] |= bit
                break
            node = block
            if level < top:
                node = ends[level]
                ends[level] += 1
            nodes[node] = np.uint64(child) << np.uint64(32) | bit
            child = node
        before = offset
        place += 1
    return before


@inner
def _below(node, offset, shift):
    """Where the child of a node is that an offset belongs to; the lowest bit of the second result
    is set if there is one."""
    bit = (offset >> shift) & np.uint64(31)
    before = popcount(node & ((np.uint64(1) << bit) - np.uint64(1)))
    return (node >> np.uint64(32)) + np.uint64(before), node >> bit


@cache
def entries_in_trie(levels):
    """The kernel for tries of so many levels: with loops of a known length it takes half the time.

    ``kernel(wanted, base, span, nodes, packed, entries)``: entries[i] becomes the value of
    wanted[i], as `entry_at` gives it. span: the largest offset. Returns the first i that has no
    place, or -1. No step depends on what the others find, so that the processor begins with the
    next keys before this one is found.
    """

    @njit(nogil=True, cache=True)
    def kernel(wanted, base, span, nodes, packed, entries):
        for i in range(len(wanted)):
            offset = np.uint64(wanted[i] - base)  # below the base: far beyond the span
            if offset > np.uint64(span):
                return i
            at = offset >> np.uint64(BITS * levels)
            found = np.uint64(1)
            for level in range(levels):
                shift = np.uint64(BITS * (levels - 1 - level))
                at, there = _below(nodes[at], offset, shift)
                found &= there
            if not found:
                return i
            entries[i] = entry_at(packed, np.int64(at))
        return -1

    return kernel
