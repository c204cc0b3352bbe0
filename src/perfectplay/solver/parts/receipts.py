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
    has written; ``low`` and ``high``: the ranges of the fields of tuples; ``sample``: some of the
    keys, if they may be merged with others."""

    file: Text
    states: Count
    mark: Count
    read: Count
    moves: Count
    into: tuple[Run, ...]
    bytes: Count = 0
    low: WholeNumbers = ()
    high: WholeNumbers = ()
    sample: WholeNumbers = ()


@dataclass(frozen=True)
class Decided:
    """States of a tier with moves inside whose values are known at a ply: the places of the
    ``lost``, the ``drawn`` and the ``won`` ones in the tier; ``left``: how many states of the part
    have no value; ``next``: the ply at which a move out of the tier counts next, or -1."""

    lost: Run
    drawn: Run
    won: Run
    left: Count
    next: Whole

    @property
    def states(self) -> int:
        """How many states are decided."""
        return self.lost.states + self.drawn.states + self.won.states


@dataclass(frozen=True)
class LinkedPart:
    """The moves of some states of a tier with moves inside: a ``file`` of `InnerMoves` with its
    checksum ``mark``, and the ``lengths`` of its arrays; ``ended``: the states in which the play is
    over."""

    file: Text
    bytes: Count
    mark: Count
    size: Count
    lengths: WholeNumbers
    ended: Decided

    @property
    def states(self) -> int:
        """The number of states."""
        return self.size

    @property
    def edges(self) -> int:
        """How many moves stay in the tier."""
        return self.lengths[2]

    @property
    def leaves(self) -> bool:
        """Whether moves leave the tier."""
        return self.lengths[-2] > 0


@dataclass(frozen=True)
class Round:
    """What the parts of a tier with moves inside have decided at a ply, one after the other."""

    parts: tuple[Decided, ...]


@dataclass(frozen=True)
class RepeatedKeys:
    """How many keys of some levels stand in another one too."""

    keys: Count


@dataclass(frozen=True)
class KeptValues:
    """The packed values of so many ``states`` of a part (core/packed.py), of ``bits`` each, in a
    ``file`` with its checksum ``mark``."""

    file: Text
    states: Count
    bits: Count
    mark: Count


@dataclass(frozen=True)
class ResolvedPart:
    """Parts of the stored solution; ``tally`` and ``covered``: its counts, as
    `WeightedHistogram.note` has them; ``start``: if it is among them; ``states``: how many this
    task has resolved, none if it has only written them; ``values``: if lower tiers need them."""

    parts: tuple[PartEntry, ...]
    states: Count
    tally: Mapping[str, Any]
    covered: Mapping[str, Any] | None = None
    start: StartEntry | None = None
    values: KeptValues | None = None

    @property
    def bytes(self) -> int:
        """Of all parts."""
        return sum(part.bytes for part in self.parts)

    @property
    def written(self) -> int:
        """How many states are in the parts."""
        return sum(part.states for part in self.parts)

    @property
    def counts(self) -> StateCounts:
        """The counts of the states."""
        return StateCounts.noted(self.tally, self.covered)
