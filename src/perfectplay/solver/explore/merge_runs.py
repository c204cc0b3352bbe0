"""Merges runs: one range of keys after the other, so that it takes little memory beside its arrays.

`split_runs` and `merge_runs` keep nothing between two calls: any process that reads the runs can
merge any range.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from perfectplay.core.arrays import IntArray
from perfectplay.solver.explore import delta_code, sorted_keys
from perfectplay.solver.explore.array_store import ArrayStore, MemoryArray, StoredArray
from perfectplay.solver.explore.key_sort import digits_are_faster
from perfectplay.solver.explore.runs import quantiles, run_of, union
from perfectplay.solver.threads import ThreadTeam

MERGED = 1 << 19
"""Keys that are merged at a time, by each thread."""

SAMPLED = 8
"""Keys of a range that are looked at to find where it ends, about."""


def load_kernels() -> None:
    """Compile what makes and merges runs, or load it from the cache. It takes up to 40 MB of
    memory, which is to be held before a budget is divided."""
    digits_are_faster()
    keys = np.arange(2)
    store = MemoryArray(run_of([keys.copy(), keys.copy()], ThreadTeam(1)))
    merge_runs([store, store], [store])
    have_common_keys(store, [store], ThreadTeam(1))
    coded = np.empty(2 * delta_code.MOST_BYTES, np.uint8)
    delta_code.decode(coded[: delta_code.encode(keys, coded)], 0, keys)


def merge_runs(runs: Sequence[StoredArray], known: Sequence[StoredArray] = ()) -> IntArray:
    """[N] the distinct keys of some runs that are in none of the runs ``known``, rising."""
    keys = union([run.read(0, len(run)) for run in runs])
    for run in known:
        if len(run) and len(keys):
            keys = keys[: sorted_keys.drop_known(keys, run.read(0, len(run)))]
    return keys


def split_runs(
    runs: Sequence[StoredArray], known: Sequence[StoredArray] = ()
) -> list[list[StoredArray]]:
    """Runs split at the same keys: for each range of keys, the part of every run, then those of
    ``known``.

    A range has about MERGED keys that a merge takes memory for: those of runs, and those that are
    read from files.
    """
    taken = [*runs, *(run for run in known if not isinstance(run, MemoryArray))]
    keys, arrays = sum(map(len, taken)), [*runs, *known]
    splitters: list[int] = []
    if (pieces := keys // MERGED) > 1:
        sample = _sample(taken, max(1, keys // (SAMPLED * pieces)))
        splitters = quantiles(sample, pieces).tolist()
    places = [[0, *(run.place(key) for key in splitters), len(run)] for run in arrays]
    return [
        [run.part(at[i], at[i + 1]) for run, at in zip(arrays, places, strict=True)]
        for i in range(len(splitters) + 1)
    ]


def _sample(runs: Sequence[StoredArray], step: int) -> IntArray:
    """About every ``step``-th key of all runs, one after the other: of each run in proportion to
    its length, else a large one could be in one range nearly whole, or many small ones."""
    sample, begin = list[IntArray](), 0
    for run in runs:
        sample.append(run.part(min(len(run), -begin % step), len(run)).sample(step))
        begin += len(run)
    return np.concatenate(sample)


def merge_stored(
    runs: Sequence[StoredArray], known: Sequence[StoredArray], store: ArrayStore, team: ThreadTeam
) -> StoredArray:
    """`merge_runs` by all threads, a range of keys at a time; the result goes to ``store``."""
    return store.keep_merged(_merged_parts(runs, known, team), runs)


def merge_and_drop(
    runs: Sequence[StoredArray], known: Sequence[StoredArray], store: ArrayStore, team: ThreadTeam
) -> StoredArray:
    """As `merge_stored`, but ``runs`` are dropped from the store; a single run is kept as it is."""
    if len(runs) == 1 and not known:
        return runs[0]
    whole = merge_stored(runs, known, store, team)
    for run in runs:
        store.drop(run)
    return whole


def have_common_keys(run: StoredArray, others: Sequence[StoredArray], team: ThreadTeam) -> bool:
    """Whether a run has a key in common with any of the others."""
    if not len(run) or not others:
        return False

    def common(parts: list[StoredArray]) -> bool:
        keys = parts[0].read(0, len(parts[0]))
        return any(
            len(other) > 0 and sorted_keys.have_common(keys, other.read(0, len(other)))
            for other in parts[1:]
        )

    return any(team.map(common, split_runs([run], others)))


def _merged_parts(
    runs: Sequence[StoredArray], known: Sequence[StoredArray], team: ThreadTeam
) -> Iterator[IntArray]:
    return team.stream(
        lambda parts: merge_runs(parts[: len(runs)], parts[len(runs) :]), split_runs(runs, known)
    )
