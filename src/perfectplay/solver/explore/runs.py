"""Runs: rising arrays of distinct keys, made of children in any order."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

import numpy as np

from perfectplay.core.arrays import IntArray
from perfectplay.solver.explore import sorted_keys
from perfectplay.solver.explore.key_sort import sort_keys
from perfectplay.solver.threads import ThreadTeam

BUCKET = 1 << 17
"""Children that are sorted at a time."""


def run_of(children: list[IntArray], team: ThreadTeam) -> IntArray:
    """The distinct keys of some arrays, rising; the list is emptied to free memory early."""
    count = sum(map(len, children))
    if count == 0:
        return np.empty(0, np.int64)
    splitters = _splitters(children, max(1, min(255, count // BUCKET)))
    grouped = team.map(lambda c: _scattered(c, splitters), children)
    children.clear()

    def bucket(b: int) -> IntArray:
        return distinct(np.concatenate([part[at[b] : at[b + 1]] for part, at in grouped]))

    return np.concatenate(team.map(bucket, range(len(splitters) + 1)))


def distinct(keys: IntArray) -> IntArray:
    """The distinct keys of an array, rising; the array is overwritten."""
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
    return np.unique(sample[[len(sample) * p // pieces for p in range(1, pieces)]])


def _splitters(children: list[IntArray], buckets: int) -> IntArray:
    sample = np.concatenate([c[:: max(1, len(c) // 4096)] for c in children])
    return quantiles(sample, buckets)


def _scattered(children: IntArray, splitters: IntArray) -> tuple[IntArray, IntArray]:
    grouped = np.empty(len(children), np.int64)
    return grouped, sorted_keys.scatter(children, splitters, grouped)
