"""Collects distinct keys without sorting them, as bits of lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from perfectplay.core.arrays import Int32Array, IntArray
from perfectplay.solver.explore import key_set_kernels as kernels
from perfectplay.solver.explore.key_set_kernels import (
    CHILDREN,
    LINE_BITS,
    NODE_BITS,
    NODE_LINES,
    WORDS,
)
from perfectplay.solver.threads import ThreadTeam

LINE_BYTES = 8 * WORDS

LEAST_TOP, MOST_TOP = 1 << 12, 1 << 22
"""Blocks of the top: so many are few, and the most."""

LEAST_LINES = 320
"""A set has so many at least."""

TOP_SHARE = 4
"""The top takes at most this part of the room."""

FARTHEST = 1 << 61
"""Keys are nearer to 0 than this."""

FAR_APART = 4
"""Keys are far apart if a set takes a line for every four of them that are entered, or fewer."""

PIECE = 1 << 13
"""Lines whose keys are given back together."""


class Member:
    """What one thread has entered into a set: the arrays of `key_set_kernels`.

    ``room``: bytes that are written at most, about; ``blocks``: of the top. There are more nodes
    than have room beside the lines, but pages that are never written take no memory.
    """

    def __init__(self, room: int, blocks: int) -> None:
        self.top = np.zeros(blocks, np.int32)
        most = max(LEAST_LINES, (room - self.top.nbytes) // LINE_BYTES)
        self.nodes = np.zeros((most // 2 // NODE_LINES, CHILDREN), np.int32)
        self.lines = np.zeros((most, WORDS), np.uint64)
        self.used = np.zeros(3, np.int64)

    @property
    def cost(self) -> int:
        """Lines that are used, and what nodes take, in lines."""
        return int(self.used[0] + NODE_LINES * self.used[1])

    def clear(self, blocks: slice) -> None:
        """Forget all keys, which lie below these blocks of the top."""
        self.lines[: self.used[0] + 1] = 0
        self.nodes[: self.used[1] + 1] = 0
        self.top[blocks.start + np.flatnonzero(self.top[blocks])] = 0
        self.used[:] = 0


class KeySet:
    """Distinct keys that threads collect together; each has a `Member` of its own.

    The children of states in order are near those of the next ones: most find their line in the
    cache (docs/decisions/sorted-keys.md has what a key takes). ``room``: bytes, about.

    >>> team = ThreadTeam(1)
    >>> found = KeySet(team.threads, 1 << 20)
    >>> found.add([np.array([7, 2, 7]), np.array([3, 2])], team), found.most
    ([], 3)
    >>> [part.tolist() for part in found.rising(team)]
    [[2, 3, 7]]
    """

    def __init__(self, threads: int, room: int) -> None:
        self.room, each = room, room // threads
        self.blocks = max(LEAST_TOP, min(MOST_TOP, each // TOP_SHARE // 4))
        self.members = [Member(each, self.blocks) for _ in range(threads)]
        self._begin()

    def _begin(self) -> None:
        self.levels, self.first = 0, 0
        self.low, self.high = FARTHEST, -FARTHEST
        self.entered = 0

    def clear(self) -> None:
        """Forget all keys."""
        if self.entered:
            for member in self.members:
                member.clear(self._used)
        self._begin()

    @property
    def shift(self) -> int:
        """Bits of a key below those that tell the block of the top."""
        return LINE_BITS + NODE_BITS * self.levels

    @property
    def _used(self) -> slice:
        """The blocks of the top between the smallest key and the largest."""
        return slice(
            max(0, (self.low >> self.shift) - self.first),
            (self.high >> self.shift) - self.first + 1,
        )

    @property
    def most(self) -> int:
        """The keys of all members; one that several have is counted for each."""
        return sum(int(member.used[2]) for member in self.members)

    @property
    def far_apart(self) -> bool:
        """Whether it takes less time and memory to sort such keys."""
        cost = sum(member.cost for member in self.members)
        return cost * FAR_APART > self.entered

    def add(
        self, arrays: Sequence[IntArray], team: ThreadTeam, *, near: tuple[int, int] | None = None
    ) -> list[IntArray]:
        """Enter the keys of some arrays. Returns those that have found no room.

        ``near``: others are expected about between these two keys.
        """
        arrays = [keys for keys in arrays if len(keys)]
        if not arrays:
            return []
        limits = team.map(lambda keys: (int(keys.min()), int(keys.max())), arrays)
        low, high = min(low for low, _ in limits), max(high for _, high in limits)
        if not self.entered:
            expected = near or (low, high)
            self._aim(min(low, expected[0]), max(high, expected[1]), sum(map(len, arrays)))
        begin, end = self.first << self.shift, self.first + self.blocks << self.shift
        if low < max(begin, -FARTHEST) or high >= min(end, FARTHEST):
            return arrays
        self.low, self.high = min(low, self.low), max(high, self.high)
        waiting, enter_some = iter(arrays), kernels.enter_into_lines(self.levels)

        def enter(member: Member) -> list[IntArray]:
            for keys in waiting:  # each array is taken by one thread
                done = int(
                    enter_some(keys, begin, member.top, member.nodes, member.lines, member.used)
                )
                if done < len(keys):
                    return [keys[done:]]
            return []

        left = [keys for rest in team.map(enter, self.members) for keys in rest] + list(waiting)
        self.entered += sum(map(len, arrays)) - sum(map(len, left))
        return left

    def _aim(self, low: int, high: int, keys: int) -> None:
        """Let the top reach beyond these keys, since others lie there: half as far on each side.
        Few keys get few blocks of it: all between the first and the last key are looked through."""
        low, high = max(low, -FARTHEST), min(high, FARTHEST)
        beyond, self.levels = (high - low) // 2, 0
        while (high - low + 2 * beyond >> self.shift) + 1 >= min(self.blocks, max(LEAST_TOP, keys)):
            self.levels += 1
        self.first = low - beyond >> self.shift

    def rising(self, team: ThreadTeam) -> Iterator[IntArray]:
        """The keys in order, as arrays that follow one another; each is the caller's own."""
        blocks, at = self._lines()
        pieces = [slice(i, i + PIECE) for i in range(0, len(blocks), PIECE)]
        return team.stream(
            lambda piece: self._keys_of(blocks[piece], [lines[piece] for lines in at]), pieces
        )

    def _lines(self) -> tuple[IntArray, list[Int32Array]]:
        """The numbers of the blocks of 512 keys that hold some, in order; and of each member, which
        of its lines they are."""
        used = self._used
        tops = [member.top[used] for member in self.members]
        blocks = used.start + np.flatnonzero(np.logical_or.reduce(tops))
        at = [member.top[blocks] for member in self.members]
        for _ in range(self.levels):
            marks = np.zeros(len(blocks), np.uint64)
            for member, nodes in zip(self.members, at, strict=True):
                kernels.mark_children(nodes, member.nodes, marks)
            below = np.empty(int(kernels.count_bits(marks)), np.int64)
            kernels.number_children(blocks, marks, below)
            found = [np.empty(len(below), np.int32) for _ in at]
            for member, nodes, children in zip(self.members, at, found, strict=True):
                kernels.take_children(nodes, member.nodes, marks, children)
            blocks, at = below, found
        return blocks, at

    def _keys_of(self, blocks: IntArray, at: list[Int32Array]) -> IntArray:
        whole, count = np.zeros((len(blocks), WORDS), np.uint64), 0
        for member, lines in zip(self.members, at, strict=True):
            count = int(kernels.add_lines(lines, member.lines, whole))
        keys = np.empty(count, np.int64)
        kernels.keys_of_lines(blocks, whole, self.first << self.shift, keys)
        return keys
