"""Receipts: what a task has done, for the next tasks, and for a solve that goes on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from perfectplay.solver.retrograde.histogram import StateCounts
from perfectplay.tablebase.store.json_fields import Count, Text, Whole, WholeNumbers
from perfectplay.tablebase.store.manifest import PartEntry, StartEntry

INLINE = 2_000
"""Runs of at most this number of keys stand in the receipt, and need no file."""

SAMPLE = 64
"""Keys of a longer run that its receipt has, about."""


@dataclass(frozen=True)
class Run:
    """Children of a part that are in ``tier``: ``states`` of them, rising, in a ``file`` with its
    checksum ``mark``, or as ``keys`` if they are few; ``sample``: every n-th key of a file."""

    tier: Whole
    states: Count
    file: Text = ""
    keys: WholeNumbers = ()
    sample: WholeNumbers = ()
    mark: Count = 0


@dataclass(frozen=True)
class ExploredPart:
    """The states of a range of a tier: their number, and the ``file`` of their keys with its
    checksum ``mark``; ``read``: how many keys of runs were merged; ``moves`` in all; ``into``: the
    children, with an empty run if some are in the same tier; ``bytes``: of all files that the task
    has written; ``low`` and ``high``: the ranges of the fields of tuples."""

    file: Text
    states: Count
    mark: Count
    read: Count
    moves: Count
    into: tuple[Run, ...]
    bytes: Count = 0
    low: WholeNumbers = ()
    high: WholeNumbers = ()


@dataclass(frozen=True)
class RepeatedKeys:
    """How many keys of some levels stand in another one too."""

    keys: Count


@dataclass(frozen=True)
class ResolvedPart:
    """Parts of the stored solution; ``tally`` and ``covered``: its counts, as
    `WeightedHistogram.note` has them; ``start``: if it is among them; ``states``: how many this
    task has resolved, none if it has only written them."""

    parts: tuple[PartEntry, ...]
    states: Count
    tally: Mapping[str, Any]
    covered: Mapping[str, Any] | None = None
    start: StartEntry | None = None

    @property
    def bytes(self) -> int:
        """Of all parts."""
        return sum(part.bytes for part in self.parts)

    @property
    def counts(self) -> StateCounts:
        """The counts of the states."""
        return StateCounts.noted(self.tally, self.covered)


@dataclass(frozen=True)
class ResolvedPiece:
    """A ``file`` of values with its checksum ``mark``; the rest as in a `ResolvedPart`."""

    file: Text
    states: Count
    bytes: Count
    mark: Count
    tally: Mapping[str, Any]
    covered: Mapping[str, Any] | None = None
    start: StartEntry | None = None

    @property
    def counts(self) -> StateCounts:
        """The counts of the states."""
        return StateCounts.noted(self.tally, self.covered)
