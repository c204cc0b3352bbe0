"""States of a game as exploring leaves them, and as a solve that goes on finds them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

import numpy as np

from perfectplay.core.arrays import IntArray
from perfectplay.core.distinct import distinct
from perfectplay.solver.explore.array_store import ArrayStore, StoredArray
from perfectplay.solver.move_graph import MoveGraph

if TYPE_CHECKING:
    from perfectplay.compiler.expansion import Expansion


NEAR_TIERS = 1 << 12
"""Tiers that lie no farther apart are counted, not sorted."""


class NotGradedError(Exception):
    """Levels are no tiers: a move leads to an earlier level, or stays in one."""


@dataclass
class Tier:
    """keys: rising; ``moves`` in all; ``into``: the tiers that they lead to, rising; ``answers``:
    the children of consecutive batches, if they were kept."""

    keys: StoredArray
    moves: int
    into: tuple[int, ...]
    answers: list[Expansion] | None = None


class TierKind(Enum):
    """What the tiers of a game are."""

    DECLARED = "tiers"
    LEVELS = "levels"
    ONE = "one tier"


@dataclass
class ExploredWaves:
    """States of a game that is one tier: ``waves`` of rising keys, different ones; all but those
    of the last one are expanded, with so many ``moves``."""

    waves: list[StoredArray]
    moves: int


@dataclass
class HashExploration:
    """What a walk has found. keys: [N] int64 in the order of discovery; ``expanded`` of them have
    their moves in the graph; ``graded``: their moves lead to the level after theirs."""

    keys: IntArray
    graph: MoveGraph
    expanded: int
    finished: bool
    graded: bool


@dataclass
class NumberedStates:
    """keys: [n] of states in the order of discovery, the first ``head`` of them expanded, with so
    many ``moves``: what is left of a graph that is too large to be kept with its edges."""

    keys: IntArray
    head: int
    moves: int

    @classmethod
    def of(cls, walked: HashExploration) -> NumberedStates:
        """The states of a walk."""
        return cls(walked.keys, walked.expanded, len(walked.graph.edges))

    def as_waves(self, arrays: ArrayStore) -> ExploredWaves:
        """The same as two waves; the keys are sorted in place."""
        waves: list[StoredArray] = []
        for part in (self.keys[: self.head], self.keys[self.head :]):
            part.sort()
            waves.append(arrays.keep(part.copy()))
        return ExploredWaves(waves, self.moves)


@dataclass
class ExploredTiers:
    """Tiers by number, and what they are."""

    kind: TierKind
    tiers: dict[int, Tier] = field(default_factory=dict)

    @property
    def how(self) -> str:
        """How they are resolved, in words."""
        loops = any(number in tier.into for number, tier in self.tiers.items())
        way = "retrograde analysis" if self.kind is TierKind.ONE else "one pass"
        inside = ", retrograde analysis inside" if loops and self.kind is not TierKind.ONE else ""
        return f"{self.kind.value}, {way}{inside}"

    @property
    def states(self) -> int:
        """Representatives in all."""
        return sum(len(tier.keys) for tier in self.tiers.values())

    @property
    def moves(self) -> int:
        """Moves in all, of representatives."""
        return sum(tier.moves for tier in self.tiers.values())


def tiers_among(tiers: IntArray) -> list[int]:
    """The distinct tiers of some states, rising.

    >>> tiers_among(np.array([3, 1, 3, -2, 10**15]))
    [-2, 1, 3, 1000000000000000]
    """
    if not len(tiers):
        return []
    lowest, highest = int(tiers.min()), int(tiers.max())
    if highest - lowest >= NEAR_TIERS:
        return [int(tier) for tier in distinct(tiers)]
    return [int(tier) + lowest for tier in np.flatnonzero(np.bincount(tiers - lowest))]
