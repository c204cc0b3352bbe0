"""Kernels over the members of a `KeySet`: they enter keys, and give them back in order.

Offsets are keys less the base. A line has a bit for each of 512 offsets that follow one another,
a node a child for each of 64 lines, or for each of 64 nodes, and so on; ``top`` has a child for
each block of the highest level. Children are indices; 0 is none, and line 0 and node 0 stay empty.

base: int; levels: int, how many lie between the top and the lines; top: [S] int32; nodes: [N, 64]
int32; lines: [L, 8] uint64; used: [3] int64, the lines, nodes and keys that are in use.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from perfectplay.compiler.runtime.bit_counts import popcount
from perfectplay.compiler.runtime.hash_slots import inner
from perfectplay.core.kernels import njit

LINE_BITS, NODE_BITS = 9, 6
"""Bits of an offset that a line and a node decide."""

WORDS, CHILDREN = 1 << LINE_BITS - 6, 1 << NODE_BITS
"""Words of a line; children of a node."""

NODE_LINES = 4
"""A node takes as much memory as so many lines."""


@cache
def enter_into_lines(levels):
    """The kernel for so many levels: with loops of a known length it takes half the time.

    ``kernel(keys, base, top, nodes, lines, used)`` enters keys, in any order, until one finds no
    room, or lines and nodes take as much memory as all lines. Returns its index, or their number.
    """

    @njit(nogil=True, cache=True)
    def kernel(keys, base, top, nodes, lines, used):
        n_lines, n_nodes, n_keys = used[0], used[1], used[2]
        last_line, last_node = len(lines) - 1 - NODE_LINES * levels, len(nodes) - 1 - levels
        i = 0
        while i < len(keys) and n_lines + NODE_LINES * n_nodes < last_line and n_nodes <= last_node:
            offset = np.uint64(keys[i] - base)
            block = offset >> np.uint64(LINE_BITS + NODE_BITS * levels)
            child = np.uint64(top[block])
            if child == 0:
                if levels == 0:
                    n_lines += 1
                    child = np.uint64(n_lines)
                else:
                    n_nodes += 1
                    child = np.uint64(n_nodes)
                top[block] = np.int32(child)
            for level in range(levels):
                shift = np.uint64(LINE_BITS + NODE_BITS * (levels - 1 - level))
                node, at = child, (offset >> shift) & np.uint64(CHILDREN - 1)
                child = np.uint64(nodes[node, at])
                if child == 0:
                    if level == levels - 1:
                        n_lines += 1
                        child = np.uint64(n_lines)
                    else:
                        n_nodes += 1
                        child = np.uint64(n_nodes)
                    nodes[node, at] = np.int32(child)
            word = (offset >> np.uint64(6)) & np.uint64(WORDS - 1)
            bit = np.uint64(1) << (offset & np.uint64(63))
            before = lines[child, word]
            n_keys += (before & bit) == 0
            lines[child, word] = before | bit
            i += 1
        used[0], used[1], used[2] = n_lines, n_nodes, n_keys
        return i

    return kernel


@inner
def lowest_bit(word):
    """The number of the lowest bit that is set."""
    return popcount((word - np.uint64(1)) & ~word)


@njit(nogil=True, cache=True)
def mark_children(at, nodes, marks):
    """Mark the children of some nodes of a member: bit c of marks[b] if node at[b] has child c.

    at: [B] int32, 0 where the member has no node; marks: [B] uint64.
    """
    for b in range(len(at)):
        for c in range(CHILDREN):
            marks[b] |= np.uint64(nodes[at[b], c] != 0) << np.uint64(c)


@njit(nogil=True, cache=True)
def count_bits(words):
    """How many bits of some words are set."""
    count = 0
    for word in words:
        count += popcount(word)
    return count


@njit(nogil=True, cache=True)
def number_children(blocks, marks, below):
    """The numbers of the marked children of some blocks, in order; below: as many as are marked."""
    n = 0
    for b in range(len(blocks)):
        left = marks[b]
        while left:
            below[n] = blocks[b] << NODE_BITS | lowest_bit(left)
            left &= left - np.uint64(1)
            n += 1


@njit(nogil=True, cache=True)
def take_children(at, nodes, marks, below):
    """Which nodes or lines a member has for the marked children; below: [C] int32."""
    n = 0
    for b in range(len(at)):
        left = marks[b]
        while left:
            below[n] = nodes[at[b], lowest_bit(left)]
            left &= left - np.uint64(1)
            n += 1


@njit(nogil=True, cache=True)
def add_lines(at, lines, whole):
    """whole[b] |= lines[at[b]]; whole: [B, 8] uint64. Returns the bits that are set there now."""
    count = 0
    for b in range(len(at)):
        for w in range(WORDS):
            whole[b, w] |= lines[at[b], w]
            count += popcount(whole[b, w])
    return count


@njit(nogil=True, cache=True)
def keys_of_lines(blocks, whole, base, keys):
    """The keys of some whole lines, rising; keys: as many as bits are set; blocks: [B] int64."""
    n = 0
    for b in range(len(blocks)):
        for w in range(WORDS):
            word = whole[b, w]
            first = base + (blocks[b] << LINE_BITS | w << 6)
            while word:
                keys[n] = first + lowest_bit(word)
                word &= word - np.uint64(1)
                n += 1
