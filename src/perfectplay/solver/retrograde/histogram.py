"""Counts of states by value and remoteness."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from perfectplay.core.arrays import AnyIntArray, IntArray
from perfectplay.core.packed import NARROW_LIMIT, WIDE_LIMIT, PackedArray, is_scored
from perfectplay.solver.threads import ThreadTeam, batches_of

if TYPE_CHECKING:
    from perfectplay.compiler.expander import Expander
    from perfectplay.solver.explore.array_store import StoredArray


NO_SIZES: IntArray = np.empty(0, np.int64)
"""No class sizes: each state stands for itself."""


class WeightedHistogram:
    """``counts[value, remoteness]`` (-1: endless) and ``moves``, of states or of their classes."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[int, int]] = Counter()
        self.moves = 0

    def add(
        self, packed: PackedArray, degrees: AnyIntArray, weights: IntArray | None = None
    ) -> None:
        """Add a batch: packed [B], moves of each state [B], class sizes [B] (None: all 1)."""
        if is_scored(packed):  # counted by value and remoteness alone
            packed = packed.astype(np.uint32)
        if packed.dtype == np.uint16:
            found = np.bincount(packed, weights)
            entries = np.flatnonzero(found)
            counts = found[entries].astype(np.int64)
            none = NARROW_LIMIT
        else:
            entries, inverse = np.unique(packed, return_inverse=True)
            counts = np.bincount(inverse, weights).astype(np.int64)
            none = WIDE_LIMIT
        moves = int(degrees.sum() if weights is None else (degrees * weights).sum())
        self._add_counts(entries, counts, none, moves)

    def add_counts(self, counts: IntArray, moves: int) -> None:
        """Add counts by packed value of 16 bits, [P], and the moves of the states."""
        entries = np.flatnonzero(counts)
        self._add_counts(entries, counts[entries], NARROW_LIMIT, moves)

    def _add_counts(self, entries: AnyIntArray, counts: IntArray, none: int, moves: int) -> None:
        self.moves += moves
        for entry, count in zip(entries.tolist(), counts.tolist(), strict=True):
            plies = entry >> 2
            self.counts[entry & 3, -1 if plies == none else plies] += count

    def include(self, other: WeightedHistogram) -> None:
        """Add all counts of another one."""
        self.moves += other.moves
        self.counts.update(other.counts)

    def note(self) -> dict[str, Any]:
        """All of it as JSON."""
        counts = [[value, plies, n] for (value, plies), n in sorted(self.counts.items())]
        return {"moves": self.moves, "counts": counts}

    @classmethod
    def noted(cls, note: Mapping[str, Any]) -> WeightedHistogram:
        """The histogram of a `note`."""
        found = cls()
        found.moves = note["moves"]
        for value, plies, n in note["counts"]:
            found.counts[value, plies] = n
        return found


@dataclass
class StateCounts:
    """``tally``: counts of states; ``covered``: of all states that they stand for, or None without
    symmetries."""

    tally: WeightedHistogram
    covered: WeightedHistogram | None

    @classmethod
    def none(cls, *, symmetric: bool) -> StateCounts:
        """No states yet."""
        return cls(WeightedHistogram(), WeightedHistogram() if symmetric else None)

    def add(self, packed: PackedArray, degrees: AnyIntArray, sizes: IntArray | None) -> None:
        """Add a batch: packed [B], moves of each state [B], class sizes [B] or None."""
        self.tally.add(packed, degrees)
        if self.covered is not None:
            self.covered.add(packed, degrees, sizes)

    def include(self, other: StateCounts) -> None:
        """Add all counts of another one."""
        self.tally.include(other.tally)
        if self.covered is not None and other.covered is not None:
            self.covered.include(other.covered)

    def notes(self) -> tuple[dict[str, Any], dict[str, Any] | None]:
        """Both histograms as JSON."""
        return self.tally.note(), None if self.covered is None else self.covered.note()

    @classmethod
    def noted(cls, tally: Mapping[str, Any], covered: Mapping[str, Any] | None) -> StateCounts:
        """The counts of some `notes`."""
        stood_for = None if covered is None else WeightedHistogram.noted(covered)
        return cls(WeightedHistogram.noted(tally), stood_for)


def count_range(
    expander: Expander, keys: IntArray, packed: PackedArray, degrees: AnyIntArray
) -> StateCounts:
    """Counts of some states, given the packed value and the number of moves of each, [N]."""
    symmetric = expander.compiled.has_symmetries
    sizes = expander.class_sizes(keys, 0, len(keys)) if symmetric else None
    counts = StateCounts.none(symmetric=symmetric)
    if packed.dtype != np.uint16:
        counts.add(packed, degrees, sizes)
        return counts
    from perfectplay.solver.retrograde.batch_kernels import count_batch

    found = np.zeros((2, int(packed.max(initial=0)) + 1), np.int64)
    moves, covered = count_batch(packed, degrees, NO_SIZES if sizes is None else sizes, found)
    counts.tally.add_counts(found[0], moves)
    if counts.covered is not None:
        counts.covered.add_counts(found[1], covered)
    return counts


def count_states(
    expander: Expander,
    keys: StoredArray,
    packed: PackedArray,
    degrees: AnyIntArray,
    team: ThreadTeam,
    batch: int,
) -> StateCounts:
    """`count_range` by all threads, ``batch`` states at a time."""

    def count(r: tuple[int, int]) -> StateCounts:
        return count_range(expander, keys.read(*r), packed[slice(*r)], degrees[slice(*r)])

    counts = StateCounts.none(symmetric=expander.compiled.has_symmetries)
    for part in team.map(count, batches_of(len(packed), batch)):
        counts.include(part)
    return counts
