"""Runs: rising arrays without repetition, made of children in any order, and merged.

All work is shared out by ranges of keys, so that it needs little room beside its arrays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from perfectplay.solver.explore import sorted_keys
from perfectplay.solver.explore.array_store import ArrayStore, StoredArray
from perfectplay.solver.threads import ThreadTeam

BUCKET = 1 << 17
"""Children that are sorted at a time."""

MERGED = 1 << 19
"""Keys that are merged at a time, by each thread."""

IntArray = NDArray[np.int64]


def run_of(children: list[IntArray], team: ThreadTeam) -> IntArray:
    """The distinct ones of some keys, rising; the list is emptied."""
    count = sum(map(len, children))
    if count == 0:
        return np.empty(0, np.int64)
    splitters = _splitters(children, max(1, min(255, count // BUCKET)))
    grouped = team.map(lambda c: _scattered(c, splitters), children)
    children.clear()

    def bucket(b: int) -> IntArray:
        keys = np.concatenate([part[at[b] : at[b + 1]] for part, at in grouped])
        return _distinct(keys)

    return np.concatenate(team.map(bucket, range(len(splitters) + 1)))


def _splitters(children: list[IntArray], buckets: int) -> IntArray:
    """Keys that part the children into ranges of nearly one size, by a sample."""
    sample = np.concatenate([c[:: max(1, len(c) // 4096)] for c in children])
    return _quantiles(sample, buckets)


def _quantiles(sample: IntArray, pieces: int) -> IntArray:
    sample = np.sort(sample)
    return np.unique(sample[[len(sample) * p // pieces for p in range(1, pieces)]])


def _scattered(children: IntArray, splitters: IntArray) -> tuple[IntArray, IntArray]:
    grouped = np.empty(len(children), np.int64)
    return grouped, sorted_keys.scatter(children, splitters, grouped)


def _distinct(keys: IntArray) -> IntArray:
    keys.sort()
    return keys[: sorted_keys.unique(keys)]


def merged(
    runs: Sequence[StoredArray], known: Sequence[StoredArray], shelf: ArrayStore, team: ThreadTeam
) -> StoredArray:
    """The distinct keys of some runs that are in none of the runs ``known``, as one run.

    The runs merged are dropped from the shelf.
    """
    if len(runs) == 1 and not known:
        return runs[0]
    whole = united(runs, known, shelf, team)
    for run in runs:
        shelf.drop(run)
    return whole


def united(
    runs: Sequence[StoredArray], known: Sequence[StoredArray], shelf: ArrayStore, team: ThreadTeam
) -> StoredArray:
    """As `merged`, but the runs stay where they are."""
    parts = _merged_parts(runs, known, team)
    return shelf.keep_all(parts, np.dtype(np.int64), sum(map(len, runs)))


def _merged_parts(
    runs: Sequence[StoredArray], known: Sequence[StoredArray], team: ThreadTeam
) -> Iterator[IntArray]:
    bounds = _bounds([*runs, *known], sum(map(len, runs)))

    def part(i: int) -> IntArray:
        found = [run.read(at[i], at[i + 1]) for run, at in zip(runs, bounds, strict=False)]
        keys = _distinct(np.concatenate(found)) if len(found) > 1 else found[0].copy()
        for run, at in zip(known, bounds[len(runs) :], strict=True):
            if at[i] < at[i + 1] and len(keys):
                keys = keys[: sorted_keys.drop_known(keys, run.read(at[i], at[i + 1]))]
        return keys

    pieces = range(len(bounds[0]) - 1)
    for first in range(0, len(pieces), team.threads):
        yield from team.map(part, pieces[first : first + team.threads])


def _bounds(runs: Sequence[StoredArray], keys: int) -> list[list[int]]:
    """For each run the places that part it at the same keys as the others."""
    pieces = max(1, keys // MERGED)
    sample = [run.every(max(1, len(run) // (4 * pieces))) for run in runs]
    splitters = _quantiles(np.concatenate(sample), pieces).tolist() if keys else []
    return [[0, *(run.place(key) for key in splitters), len(run)] for run in runs]


def meet(run: StoredArray, others: Sequence[StoredArray], team: ThreadTeam) -> bool:
    """Whether a run has a key in common with any of the others."""
    if not len(run) or not others:
        return False
    bounds = _bounds([run, *others], len(run))

    def common(i: int) -> bool:
        keys = run.read(bounds[0][i], bounds[0][i + 1])
        return any(
            at[i] < at[i + 1] and sorted_keys.have_common(keys, other.read(at[i], at[i + 1]))
            for other, at in zip(others, bounds[1:], strict=True)
        )

    return any(team.map(common, range(len(bounds[0]) - 1)))
