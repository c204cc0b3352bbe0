"""States that are stored in two tiers, found by merging all tiers, a range of keys at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from perfectplay.core.arrays import IntArray
from perfectplay.core.distinct import distinct
from perfectplay.tablebase.store.manifest import PartEntry, TierEntry
from perfectplay.tablebase.store.remote_files import folder_at, whole_address
from perfectplay.verifier.stored.stored_files import read_keys

AT_ONCE = 4
"""Row groups of a tier in memory at once."""

LARGEST = 2**63 - 1

FirstKeys = dict[str, IntArray]
"""Of each part, the first key of each row group."""


@dataclass(frozen=True)
class TwiceInRange:
    """The keys in [low, high) that more than one of several tiers holds; can be pickled.

    ``first_keys``: of the parts that may have keys there.
    """

    folder: str
    tiers: list[TierEntry]
    first_keys: FirstKeys
    low: int
    high: int

    def run(self) -> IntArray:
        """These keys [K]."""
        folder, firsts = folder_at(self.folder), self.first_keys
        cursors = [_pieces(folder, tier, firsts, self.low, self.high) for tier in self.tiers]
        found = list(_repeated(cursors))
        return np.concatenate(found) if found else np.empty(0, np.int64)


Running = Callable[[Sequence[TwiceInRange]], Iterable[IntArray]]
"""Returns the results of tasks."""


def keys_stored_twice(
    folder: Path, tiers: list[TierEntry], first_keys: FirstKeys, run: Running, limit: int
) -> tuple[list[tuple[int, list[int]]], int]:
    """([(key, the tiers that hold it)], the first ``limit``; how many such keys there are).

    The keys of each tier must rise.
    """
    shared = _overlapping(tiers)
    if not shared:
        return [], 0
    firsts = np.sort(np.concatenate([first_keys[p.file] for tier in shared for p in tier.parts]))
    cuts = [0, *firsts[64::64].tolist(), LARGEST]

    def task(low: int, high: int) -> TwiceInRange:
        parts = [part for tier in shared for part in tier.parts if _overlaps(part, low, high)]
        firsts = {part.file: first_keys[part.file] for part in parts}
        return TwiceInRange(str(whole_address(folder)), shared, firsts, low, high)

    # the largest key is in no half-open range; only it can be both the cut and a state
    tasks = [task(low, high) for low, high in pairwise(cuts) if low < high]
    twice = distinct(np.concatenate(list(run(tasks))))
    shown = [(int(key), homes_of(int(key), folder, shared, first_keys)) for key in twice[:limit]]
    return shown, len(twice)


def _overlapping(tiers: list[TierEntry]) -> list[TierEntry]:
    """The tiers whose range of keys overlaps that of another."""
    spans = [(tier.parts[0].first, tier.parts[-1].last) for tier in tiers]
    return [
        tier
        for i, tier in enumerate(tiers)
        if any(
            i != j and spans[i][0] <= last and first <= spans[i][1]  # type: ignore[operator]
            for j, (first, last) in enumerate(spans)
        )
    ]


def _overlaps(part: PartEntry, low: int, high: int) -> bool:
    return not (part.last < low or part.first > high)  # type: ignore[operator]


def _pieces(
    folder: Path, tier: TierEntry, first_keys: FirstKeys, low: int, high: int
) -> Iterator[IntArray]:
    """The keys of a tier in [low, high), a piece at a time; LARGEST itself is included."""
    for part in tier.parts:
        if not _overlaps(part, low, high):
            continue
        firsts = first_keys[part.file]
        begin = max(0, int(np.searchsorted(firsts, low, "right")) - 1)
        end = int(np.searchsorted(firsts, high, "right"))
        for group in range(begin, end, AT_ONCE):
            keys = read_keys(folder, part, list(range(group, min(group + AT_ONCE, end))))
            keys = keys[np.searchsorted(keys, low) :]
            if high < LARGEST:
                keys = keys[: np.searchsorted(keys, high)]
            if len(keys):
                yield keys


def _repeated(cursors: list[Iterator[IntArray]]) -> Iterator[IntArray]:
    """The keys that more than one of several cursors yields; each yields rising keys."""
    left = {i: keys for i, cursor in enumerate(cursors) if (keys := next(cursor, None)) is not None}
    while len(left) > 1:
        limit = min(int(keys[-1]) for keys in left.values())
        taken = []
        for i, keys in list(left.items()):
            cut = int(np.searchsorted(keys, limit, "right"))
            taken.append(keys[:cut])
            rest: IntArray | None = keys[cut:] if cut < len(keys) else next(cursors[i], None)
            if rest is None:
                del left[i]
            else:
                left[i] = rest
        merged = np.sort(np.concatenate(taken))
        same = merged[1:][merged[1:] == merged[:-1]]
        if len(same):
            yield same


def homes_of(key: int, folder: Path, tiers: list[TierEntry], first_keys: FirstKeys) -> list[int]:
    """The tiers that hold a key; of each, the row groups are read that may have it."""
    high = min(key + 1, LARGEST)
    return [
        t.tier for t in tiers if any(key in p for p in _pieces(folder, t, first_keys, key, high))
    ]
