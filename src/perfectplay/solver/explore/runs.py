"""Runs: rising arrays of distinct keys, made of children in any order."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from perfectplay.core.arrays import Array, ByteArray, IntArray
from perfectplay.core.distinct import distinct
from perfectplay.core.packed import PackedArray
from perfectplay.solver.explore import sorted_keys
from perfectplay.solver.explore.key_sort import sort_keys
from perfectplay.solver.threads import ThreadTeam, batches_of

BUCKET, MOST_BUCKETS = 1 << 15, 255
"""Children that are made distinct at a time, about; and the most buckets."""

SLOT_BITS = 14
"""2^14 ranges of numbers tell the bucket of a key."""

CROWDED = 4
"""A bucket has too many children if it has so many times the mean."""

SAMPLED = 64
"""Children of a bucket that are looked at to find where it ends, about."""

PART = 1 << 18
"""Keys whose buckets are looked up together."""

WORDS, WORDS_A_KEY, FEWEST = 1 << 18, 8, 1 << 10
"""Keys are made distinct by bits if these take so many words at most, in all and for a key, and
there are not fewer keys; else by sorting."""


class RunRoom:
    """Arrays in which one run after the other is made: fresh pages would take as long as the work
    itself. ``threads`` may make a run together."""

    def __init__(self, threads: int) -> None:
        self.bits = [KeyBits() for _ in range(threads)]
        self._grouped = np.empty(0, np.int64)

    def grouped(self, keys: int) -> IntArray:
        """An array for so many keys."""
        if len(self._grouped) < keys:
            self._grouped = np.empty(keys, np.int64)
        return self._grouped[:keys]


def run_of(children: list[IntArray], team: ThreadTeam, room: RunRoom | None = None) -> IntArray:
    """The distinct keys of some arrays, rising; the list is emptied to free memory early."""
    count = sum(map(len, children))
    if count == 0:
        return np.empty(0, np.int64)
    room = room or RunRoom(team.threads)
    grouped = room.grouped(count)
    places = Buckets.of(children, count).group(children, team, grouped)
    children.clear()

    def bucket(place: tuple[int, int]) -> IntArray:
        bits = room.bits.pop()
        keys = bits.distinct(grouped[slice(*place)])
        room.bits.append(bits)
        return keys

    return np.concatenate(team.map(bucket, list(pairwise(places.tolist()))))


def rising_with(
    keys: IntArray, packed: PackedArray, team: ThreadTeam
) -> tuple[IntArray, PackedArray]:
    """Distinct keys in rising order, and what is beside each of them, both [N] in new arrays.

    >>> rising_with(np.array([7, 2]), np.array([70, 20], np.uint16), ThreadTeam(1))
    (array([2, 7]), array([20, 70], dtype=uint16))
    """
    rising, beside = np.empty_like(keys), np.empty_like(packed)
    if not len(keys):
        return rising, beside
    parts = [(keys[slice(*r)], packed[slice(*r)]) for r in batches_of(len(keys), PART)]
    some, others = zip(*parts, strict=True)
    places = Buckets.of(some, len(keys)).group(some, team, rising, (others, beside))

    def sort(place: tuple[int, int]) -> None:
        bucket = slice(*place)
        order = np.argsort(rising[bucket])
        rising[bucket], beside[bucket] = rising[bucket][order], beside[bucket][order]

    team.map(sort, list(pairwise(places.tolist())))
    return rising, beside


@dataclass(frozen=True)
class Buckets:
    """Ranges of keys that hold about equally many, and end about where the ``splitters`` are.

    table: [at most 2^14] uint8, the bucket of each 2^shift numbers from the first splitter on; None
    if that would be too coarse: then bucket b has the keys with b splitters at or below them.
    """

    splitters: IntArray
    shift: int
    table: ByteArray | None

    @classmethod
    def of(cls, arrays: Sequence[IntArray], keys: int) -> Buckets:
        """Buckets for so many keys, which are those of some arrays."""
        wanted = max(1, min(MOST_BUCKETS, keys // BUCKET))
        step = max(1, keys // (SAMPLED * wanted))
        sample = np.concatenate([some[::step] for some in arrays])
        splitters = quantiles(sample, wanted)
        if len(splitters) < 2:
            return cls(splitters, 0, None)
        low, span = splitters[0], int(splitters[-1]) - int(splitters[0])
        shift = max(0, span.bit_length() - SLOT_BITS)
        ends = low + ((np.arange(1, (span >> shift) + 2) << shift) - 1)
        table = np.searchsorted(splitters, ends, "right").astype(np.uint8)
        table[-1] = len(splitters)  # where it ends may be beyond 63 bits
        by_table = cls(splitters, shift, table)
        held = np.bincount(by_table._of(sample))
        if held.max() > CROWDED * max(1, len(sample) // wanted):
            return cls(splitters, 0, None)
        return by_table

    def group(
        self, arrays: Sequence[IntArray], team: ThreadTeam, grouped: IntArray,
        beside: tuple[Sequence[Array], Array] | None = None,
    ) -> IntArray:  # fmt: skip
        """Put the keys of some arrays, N in all, by bucket into grouped: [N]; and what is beside
        them, as long, into another one. Returns where each bucket begins, and the last one ends."""
        number = len(self.splitters) + 1
        of = team.map(self._of, arrays)
        held = np.array(team.map(lambda some: sorted_keys.count_buckets(some, number), of))
        places = np.append(0, np.cumsum(held.sum(axis=0)))
        following = np.cumsum(held, axis=0) - held + places[:-1]

        def scatter(i: int) -> None:
            if beside is not None:
                sorted_keys.scatter(beside[0][i], of[i], following[i].copy(), beside[1])
            sorted_keys.scatter(arrays[i], of[i], following[i], grouped)

        team.map(scatter, range(len(arrays)))
        return places

    def _of(self, keys: IntArray) -> ByteArray:
        if self.table is None:
            return np.searchsorted(self.splitters, keys, "right").astype(np.uint8)
        of, low = np.empty(len(keys), np.uint8), int(self.splitters[0])
        span = int(self.splitters[-1]) - low
        sorted_keys.buckets_of(keys, low, span, self.shift, self.table, of)
        return of


class KeyBits:
    """Makes keys distinct, by a bit for each number where they are near."""

    def __init__(self) -> None:
        self._words, self._marks = np.zeros(WORDS, np.uint64), np.zeros(WORDS >> 6, np.uint64)

    def distinct(self, keys: IntArray) -> IntArray:
        """The distinct keys of an array, rising; the array is overwritten.

        >>> KeyBits().distinct(np.array([4, 2, 4]))
        array([2, 4])
        """
        if len(keys) >= FEWEST:
            low = int(keys.min())
            words = (int(keys.max()) - low >> 6) + 1
            if words <= min(WORDS, WORDS_A_KEY * len(keys)):
                marks = self._marks[: (words >> 6) + 1]
                return keys[: sorted_keys.distinct_by_bits(keys, low, self._words, marks)]
        rising = sort_keys(keys)
        return rising[: sorted_keys.unique(rising)]


def union(runs: Sequence[IntArray]) -> IntArray:
    """The distinct keys of some rising arrays, rising, in an array of its own.

    Two of them are merged at a time, the shortest first: 2 to 5 ns a key, where it takes 10 to 20
    to sort all.

    >>> union([np.array([1, 5]), np.array([2, 5, 9]), np.array([1])])
    array([1, 2, 5, 9])
    """
    left = [(len(run), i, run) for i, run in enumerate(runs)]
    heapq.heapify(left)
    if len(left) < 2:
        return left[0][2].copy() if left else np.empty(0, np.int64)
    number = len(left)
    while len(left) > 1:
        (_, _, one), (_, _, other) = heapq.heappop(left), heapq.heappop(left)
        both = np.empty(len(one) + len(other), np.int64)
        both = both[: sorted_keys.merge_two(one, other, both)]
        number += 1  # arrays cannot be compared
        heapq.heappush(left, (len(both), number, both))
    return left[0][2]


def quantiles(sample: IntArray, pieces: int) -> IntArray:
    """At most ``pieces - 1`` keys of a sample that split it into ranges of near-equal size."""
    sample = np.sort(sample)
    return distinct(sample[[len(sample) * p // pieces for p in range(1, pieces)]])
