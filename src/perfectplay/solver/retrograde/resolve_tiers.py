"""Values of a game that was explored by tiers: the highest tier first, each expanded once more.

A tier whose moves all leave it is done in one pass; one with moves inside it becomes a graph whose
moves out of it are known by what they bring.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.compiler.expander import Expander, Expansion, differs
from perfectplay.core.packed import NARROW_LIMIT, WIDE_LIMIT, PackedArray, packed_type
from perfectplay.core.progress import Reporter
from perfectplay.game.score_promises import score_too_large
from perfectplay.solver.explore import sorted_keys
from perfectplay.solver.explore.array_store import ArrayStore, StoredArray
from perfectplay.solver.explore.index import KeyIndex
from perfectplay.solver.explore.tiers import ExploredTiers, Tier, batches_of
from perfectplay.solver.retrograde.histogram import WeightedHistogram
from perfectplay.solver.retrograde.tier_graph import resolve_inside, score_inside
from perfectplay.solver.retrograde.tier_lookup import ValuedTier
from perfectplay.solver.threads import ThreadTeam

IntArray = NDArray[np.int64]


@dataclass
class ResolvedTier:
    """A tier that is done: keys: rising; packed: [N]; ``covered``: counts of all the states that
    its representatives stand for, or None without symmetries."""

    number: int
    keys: StoredArray
    packed: PackedArray
    tally: WeightedHistogram
    covered: WeightedHistogram | None


@dataclass
class TierResolver:
    """``symmetric``: whether a state stands for its class; ``batch``: states expanded in one call;
    ``shelf``: the budget, and the folder for what does not fit it; ``done`` is told of each
    finished tier."""

    expander: Expander
    explored: ExploredTiers
    symmetric: bool
    team: ThreadTeam
    reporter: Reporter
    batch: int
    shelf: ArrayStore
    done: Callable[[ResolvedTier], None]

    def __post_init__(self) -> None:
        self.valued: dict[int, ValuedTier] = {}
        self._known: dict[int, Callable[[], ValuedTier]] = {}
        self._longest: dict[int, int] = {}
        self._asked_last = asked_last(self.explored)
        self._resolved = 0
        self._states = self.explored.states

    def know(
        self, number: int, states: int, longest: int, valued: Callable[[], ValuedTier]
    ) -> None:
        """A tier that was done before; ``valued`` gives it where a lower one moves into it."""
        self._known[number] = valued
        self._longest[number] = longest
        self._resolved += states

    def free(self) -> int:
        """Bytes of the budget that nothing holds now."""
        return self.shelf.room - self.shelf.held - sum(t.nbytes for t in self.valued.values())

    def run(self) -> None:
        """All tiers that are not known yet. Raises RulesError."""
        tiers = self.explored.tiers
        for number in sorted(tiers, reverse=True):
            if number in self._longest:
                continue
            tier = tiers[number]
            for into in self._known.keys() & set(tier.into):
                self.valued[into] = self._known.pop(into)()
            finished = self._finished(number, tier)
            self._longest[number] = max((plies for _, plies in finished.tally.counts), default=0)
            tier.answers = None
            for past in [past for past in self.valued if self._asked_last[past] >= number]:
                del self.valued[past]
            if self._asked_last.get(number, number) < number:
                self.valued[number] = ValuedTier(KeyIndex.of(tier.keys), finished.packed)
            self.done(finished)
        self.valued.clear()

    def _finished(self, number: int, tier: Tier) -> ResolvedTier:
        tally, covered = WeightedHistogram(), WeightedHistogram() if self.symmetric else None
        scoring = self.expander.compiled.scoring
        one_pass = self._scored if scoring else self._one_pass
        way = self._with_loops if number in tier.into else one_pass
        return ResolvedTier(number, tier.keys, way(number, tier, tally, covered), tally, covered)

    def _with_loops(
        self, number: int, tier: Tier, tally: WeightedHistogram, covered: WeightedHistogram | None
    ) -> PackedArray:
        resolve = score_inside if self.expander.compiled.scoring else resolve_inside
        resolved, moves = resolve(self, number, tier)
        packed = resolved.packed(reuse=True)
        self._resolved += len(packed)

        def count(r: tuple[int, int]) -> None:
            self._count(tier.keys.read(*r), packed[slice(*r)], moves[slice(*r)], tally, covered)

        self.team.map(count, batches_of(len(packed), self.batch))
        return packed

    def _one_pass(
        self, number: int, tier: Tier, tally: WeightedHistogram, covered: WeightedHistogram | None
    ) -> PackedArray:
        longest = max((self._longest[into] for into in tier.into), default=-1) + 1
        dtype = packed_type(longest)
        none = NARROW_LIMIT if dtype is np.uint16 else WIDE_LIMIT
        always = self.expander.rules.game.players == 1
        packed: PackedArray = np.empty(len(tier.keys), dtype)

        def resolve(expanded: Expansion, entries: PackedArray, part: PackedArray) -> None:
            sorted_keys.resolve_batch(
                entries, expanded.again, always, expanded.degrees, expanded.over, none, part
            )

        self._by_batches(number, tier, tally, covered, packed, resolve)
        return packed

    def _scored(
        self, number: int, tier: Tier, tally: WeightedHistogram, covered: WeightedHistogram | None
    ) -> PackedArray:
        from perfectplay.solver.retrograde.score_kernels import score_batch

        always = self.expander.rules.game.players == 1
        packed: PackedArray = np.empty(len(tier.keys), np.uint64)

        def resolve(expanded: Expansion, entries: PackedArray, part: PackedArray) -> int:
            return int(
                score_batch(
                    entries, expanded.again, always, expanded.gains, expanded.degrees,
                    expanded.over, expanded.finals, part,
                )
            )  # fmt: skip

        self._by_batches(number, tier, tally, covered, packed, resolve)
        return packed

    def _by_batches(
        self,
        number: int,
        tier: Tier,
        tally: WeightedHistogram,
        covered: WeightedHistogram | None,
        packed: PackedArray,
        resolve: Callable[[Expansion, PackedArray, PackedArray], int | None],
    ) -> None:
        """Fills ``packed`` [N]; ``resolve`` may give the place of a state that has no score."""
        batches = batches_of(len(packed), self.batch)

        def batch(b: int) -> None:
            r = batches[b]
            keys = tier.keys.read(*r)
            expanded = self.expanded(tier, b, keys)
            entries = self.entries(tier, expanded)
            part = packed[r[0] : r[1]]
            large = resolve(expanded, entries, part)
            if large is not None and large >= 0:
                state = self.expander.keys.state(int(keys[large]))
                raise score_too_large(self.expander.rules, state)
            self._count(keys, part, expanded.degrees, tally, covered)

        for first in range(0, len(batches), 4 * self.team.threads):
            group = range(len(batches))[first : first + 4 * self.team.threads]
            self.team.map(batch, group)
            self._resolved += batches[group[-1]][1] - batches[group[0]][0]
            self.reporter.tell("resolving", self._resolved, self._states, self._states, number)

    def expanded(self, tier: Tier, b: int, keys: IntArray) -> Expansion:
        """The children of a batch: what was kept of them, or by asking the rules again."""
        if tier.answers is not None:
            return tier.answers[b]
        return self.expander.expand(keys, 0, len(keys))

    def entries(
        self, tier: Tier, expanded: Expansion, inside: NDArray[np.uint8] | None = None
    ) -> PackedArray:
        """[C] what is known of each child that is not inside the tier, in 32 bits, or in 64 in a
        game of points."""
        children = expanded.children
        wide = np.uint64 if self.expander.compiled.scoring else np.uint32
        entries: PackedArray = np.empty(len(children), wide)
        try:
            if len(tier.into) == 1 and inside is None:
                self._valued(tier.into[0], children).entries(children, entries)
            elif len(children) and (inside is None or not inside.all()):
                outer = slice(None) if inside is None else inside == 0
                for into in np.unique(expanded.tiers[outer]).tolist():
                    there = np.flatnonzero(expanded.tiers == into)
                    found = np.empty(len(there), wide)
                    self._valued(into, children[there]).entries(children[there], found)
                    entries[there] = found
        except KeyError as missing:
            raise self._missing(missing.args[0]) from None
        return entries

    def _valued(self, number: int, wanted: IntArray) -> ValuedTier:
        if number not in self.valued:
            raise KeyError(int(wanted[0]))
        return self.valued[number]

    def places(self, index: KeyIndex, children: IntArray) -> NDArray[np.int32]:
        """The places of children in their own tier."""
        try:
            return index.places(children)
        except KeyError as missing:
            raise self._missing(missing.args[0]) from None

    def _missing(self, key: int) -> Exception:
        state = self.expander.keys.state(key)
        return differs(self.expander.rules, state, "whether it can be reached")

    def _count(
        self,
        keys: IntArray,
        packed: PackedArray,
        degrees: NDArray[np.integer[Any]],
        tally: WeightedHistogram,
        covered: WeightedHistogram | None,
    ) -> None:
        """Counts a batch once for itself and once for all the states of its classes."""
        tally.add(packed, degrees)
        if covered is not None:
            covered.add(packed, degrees, self.expander.class_sizes(keys, 0, len(keys)))


def asked_last(explored: ExploredTiers) -> dict[int, int]:
    """Of each tier that others move into, the lowest of them: resolved last, it asks last."""
    found: dict[int, int] = {}
    for number, tier in explored.tiers.items():
        for into in tier.into:
            if into != number:
                found[into] = min(number, found.get(into, number))
    return found
