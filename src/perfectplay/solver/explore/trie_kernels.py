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

BITS, CHILDREN = 5, 1 << 5
"""Bits of an offset that a level decides; children of a node."""


@njit(nogil=True, cache=True)
def count_blocks(keys, base, before, blocks):
    """Add to blocks[l] how many blocks of each level some rising keys are the first in.

    before: the offset of the key before them, or -1. Returns the offset of the last one.
    """
    for level in range(len(blocks)):  # without branches, as in `unique`
        shift = BITS * (level + 1)
        last, count = before >> shift, 0
        for key in keys:
            block = (key - base) >> shift
            count += block != last
            last = block
        blocks[level] += count
    return keys[-1] - base if len(keys) else before


@inner
def _enter_level(items, count, first, before, end, nodes, blocks):
    """Enter rising numbers items[:count] into nodes of a level below the top; ``first``: where the
    first of them is; before: the block of the number before them, or -1; end: where the next node
    goes. Their blocks that begin here go to ``blocks``: returns how many, and before and end anew.
    """
    at, found = np.uint64(end - 1), 0
    node = nodes[at]
    for i in range(count):  # without branches
        block = items[i] >> BITS
        begins = block != before
        at += np.uint64(begins)
        node = np.uint64(first + i) << np.uint64(32) if begins else node
        node |= np.uint64(1) << np.uint64(items[i] & (CHILDREN - 1))
        nodes[at] = node
        blocks[found] = block
        found += begins
        before = block
    return found, before, np.int64(at) + 1


@njit(nogil=True, cache=True)
def enter_trie(keys, base, befores, place, ends, nodes, room):
    """Enter some rising keys, the first of which is at ``place`` among all.

    befores: [L - 1], the last block of each level but the top one, -1 at first; ends: [L - 1],
    where their next nodes go; room: [2, at least len(keys)] int64.
    """
    items, count, first = room[0], len(keys), place
    for i in range(count):
        items[i] = keys[i] - base
    for level in range(len(ends)):
        following, blocks = ends[level], room[(level + 1) & 1]
        count, befores[level], ends[level] = _enter_level(
            items, count, first, befores[level], following, nodes, blocks
        )
        items, first = blocks, following
    for i in range(count):
        node = nodes[items[i] >> BITS]
        if node == 0:
            node = np.uint64(first + i) << np.uint64(32)
        nodes[items[i] >> BITS] = node | np.uint64(1) << np.uint64(items[i] & (CHILDREN - 1))


@inner
def _below(node, offset, shift):
    """Where the child of a node is that an offset belongs to; the lowest bit of the second result
    is set if there is one."""
    bit = (offset >> shift) & np.uint64(CHILDREN - 1)
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
