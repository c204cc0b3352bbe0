"""Resolves a game that was explored by tiers: the highest tier first, each expanded once more.

A tier whose moves all leave it takes one pass; one with moves inside becomes a graph, whose moves
out of it have known results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from perfectplay.compiler.expansion import Expansion
from perfectplay.core.packed import PackedArray, packed_type
from perfectplay.solver.explore.array_store import StoredArray
from perfectplay.solver.explore.explored_tiers import ExploredTiers, Tier
from perfectplay.solver.explore.index import ValuedTier
from perfectplay.solver.memory import BATCH
from perfectplay.solver.retrograde.histogram import StateCounts, count_states
from perfectplay.solver.retrograde.resolve_range import ChildValues, resolve_range
from perfectplay.solver.retrograde.tier_graph import Resolver, resolve_inside, score_inside
from perfectplay.solver.threads import batches_of


@dataclass
class ResolvedTier:
    """A resolved tier of N states: keys: rising; packed: [N] (core/packed.py)."""

    number: int
    keys: StoredArray
    packed: PackedArray
    counts: StateCounts


@dataclass
class TierResolver(Resolver):
    """Resolves the tiers; ``done`` is called with each finished one. ``by_range``: the values of a
    finished tier, read where they lie, in place of a table of them; None: tables are made."""

    explored: ExploredTiers
    done: Callable[[ResolvedTier], None]
    by_range: Callable[[int], ChildValues] | None = None

    def __post_init__(self) -> None:
        self._known: dict[int, Callable[[], ChildValues]] = {}
        self._longest: dict[int, int] = {}
        self._asked_last = asked_last(self.explored)
        self._resolved = 0
        self._states = self.explored.states

    def know(
        self, number: int, states: int, longest: int, valued: Callable[[], ValuedTier]
    ) -> None:
        """Skip a tier that an earlier solve has resolved; ``valued`` loads its lookup if needed."""
        self._known[number] = valued if self.by_range is None else partial(self.by_range, number)
        self._longest[number] = longest
        self._resolved += states

    def run(self) -> None:
        """Resolve all tiers that are not known yet. Raises RulesError."""
        tiers = self.explored.tiers
        for number in sorted(tiers, reverse=True):
            if number in self._longest:
                continue
            tier = tiers[number]
            for into in self._known.keys() & set(tier.into):
                self.valued[into] = self._known.pop(into)()
            finished = self._finished(number, tier)
            counts = finished.counts.tally.counts
            self._longest[number] = max((plies for _, plies in counts), default=0)
            tier.answers = None
            for past in [past for past in self.valued if self._asked_last[past] >= number]:
                del self.valued[past]
            asked = self._asked_last.get(number, number) < number
            if asked and self.by_range is None:
                room = self.free()
                self.valued[number] = ValuedTier.of(
                    tier.keys, finished.packed, room=room, team=self.team
                )
            self.done(finished)
            if asked and self.by_range is not None:
                self.valued[number] = self.by_range(number)
        self.valued.clear()

    def _finished(self, number: int, tier: Tier) -> ResolvedTier:
        resolve = self._with_loops if number in tier.into else self._one_pass
        return ResolvedTier(number, tier.keys, *resolve(number, tier))

    def _with_loops(self, number: int, tier: Tier) -> tuple[PackedArray, StateCounts]:
        resolve = score_inside if self.expander.compiled.scoring else resolve_inside
        resolved, moves = resolve(self, number, tier)
        packed = resolved.packed(reuse=True)
        self._resolved += len(packed)
        rest = (packed, moves, self.team, self.batch)
        return packed, count_states(self.expander, tier.keys, *rest)

    def _one_pass(self, number: int, tier: Tier) -> tuple[PackedArray, StateCounts]:
        values = {into: self.valued[into] for into in tier.into if into in self.valued}
        longest = max((self._longest[into] for into in tier.into), default=-1) + 1
        dtype = np.uint64 if self.expander.compiled.scoring else packed_type(longest)
        packed: PackedArray = np.empty(len(tier.keys), dtype)
        counts = StateCounts.none(symmetric=self.expander.compiled.has_symmetries)
        # each thread has its share of a tier that is not much larger than a batch
        batch = min(self.batch, max(BATCH, -(-len(tier.keys) // self.team.threads)))
        for begin, end, expansions in self._groups(tier, batch):
            resolved = resolve_range(
                self.expander, tier.keys.part(begin, end), values, longest,
                batch=batch, team=self.team, expansions=expansions,
            )  # fmt: skip
            packed[begin:end] = resolved.packed
            counts.include(resolved.counts)
            self._resolved += end - begin
            self.reporter.tell("resolving", self._resolved, self._states, self._states, number)
        return packed, counts

    def _groups(self, tier: Tier, batch: int) -> Iterator[tuple[int, int, list[Expansion] | None]]:
        """Ranges of a tier of some batches for each thread, with their children if kept."""
        size = 4 * self.team.threads
        if tier.answers is None:
            for begin, end in batches_of(len(tier.keys), size * batch):
                yield begin, end, None
            return
        begin = 0
        for first in range(0, len(tier.answers), size):
            some = tier.answers[first : first + size]
            end = begin + sum(len(batch.over) for batch in some)
            yield begin, end, some
            begin = end


def asked_last(explored: ExploredTiers) -> dict[int, int]:
    """Of each tier that others move into, the lowest of these, which looks it up last."""
    found: dict[int, int] = {}
    for number, tier in explored.tiers.items():
        for into in tier.into:
            if into != number:
                found[into] = min(number, found.get(into, number))
    return found
