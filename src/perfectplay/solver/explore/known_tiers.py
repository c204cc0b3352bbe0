"""The states of a walk by the tiers that their game declares, to go on from them tier by tier."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from perfectplay.compiler.first_keys import repack
from perfectplay.core.arrays import IntArray
from perfectplay.core.distinct import distinct
from perfectplay.game.shape.packing import TupleKeys
from perfectplay.solver.explore.explored_tiers import HashExploration

if TYPE_CHECKING:
    from perfectplay.compiler.expander import Expander


CHUNK = 1 << 14
"""States whose moves are looked at together."""


@dataclass
class KnownTier:
    """States of a tier. keys: rising int64, of those that are expanded, with so many ``moves``
    that lead ``into`` some tiers; waiting: rising int64, of those that are not."""

    keys: IntArray
    waiting: IntArray
    moves: int
    into: set[int]


@dataclass
class KnownTiers:
    """The tiers that a walk has met, by number."""

    tiers: dict[int, KnownTier]

    @classmethod
    def of(cls, expander: Expander, walked: HashExploration) -> KnownTiers:
        """The states of a walk; no move may lead to a lower tier. The walk can be freed."""
        keys, head = walked.keys, walked.expanded
        numbers, tier = np.unique(expander.tiers_of(keys, 0, len(keys)), return_inverse=True)
        tiers: dict[int, KnownTier] = {}
        links, moves = _links(walked, tier, len(numbers))
        first, rest = _by_tier(keys[:head], tier[:head]), _by_tier(keys[head:], tier[head:])
        none = np.empty(0, np.int64)
        for place, number in enumerate(numbers.tolist()):
            tiers[number] = KnownTier(
                first.get(place, none), rest.get(place, none), int(moves[place]), set()
            )
        for parent, child in links:
            tiers[int(numbers[parent])].into.add(int(numbers[child]))
        return cls(tiers)

    def repack(self, keys: TupleKeys, wider: TupleKeys) -> None:
        """Change all keys to wider ones, which keep their order."""
        for tier in self.tiers.values():
            repack(tier.keys, keys, wider)
            repack(tier.waiting, keys, wider)


def _links(
    walked: HashExploration, tier: NDArray[np.intp], tiers: int
) -> tuple[list[tuple[int, int]], IntArray]:
    """Pairs of tiers that moves lead from and into, and [tiers] the moves of each tier."""
    graph, found, moves = walked.graph, set[int](), np.zeros(tiers, np.int64)
    for first in range(0, walked.expanded, CHUNK):
        end = min(first + CHUNK, walked.expanded)
        degrees = np.diff(graph.starts[first : end + 1])
        parents = np.repeat(tier[first:end], degrees)
        children = tier[graph.edges[graph.starts[first] : graph.starts[end]]]
        moves += np.bincount(parents, minlength=tiers)
        found.update(distinct(parents * tiers + children).tolist())
    return [divmod(pair, tiers) for pair in found], moves


def _by_tier(keys: IntArray, tier: NDArray[np.intp]) -> dict[int, IntArray]:
    """The keys of each tier, rising."""
    order = np.lexsort((keys, tier))
    places, begins = np.unique(tier[order], return_index=True)
    parts = np.split(keys[order], begins[1:])
    return {int(place): part.copy() for place, part in zip(places, parts, strict=True)}
