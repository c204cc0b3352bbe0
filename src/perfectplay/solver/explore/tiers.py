"""Explores a compiled game by tiers, the lowest first.

A tier is a rising array of keys. If a game declares no tiers, the levels of a breadth-first search
are used as tiers, provided that every move leads from a level to the next one. Otherwise the whole
game is one tier, which is explored wave by wave; that takes the least memory.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from perfectplay.compiler.expander import Expander
from perfectplay.compiler.expansion import Expansion
from perfectplay.core.progress import Reporter
from perfectplay.solver.explore.array_store import ArrayStore, StoredArray
from perfectplay.solver.explore.expand_range import expand_range
from perfectplay.solver.explore.explored_tiers import (
    ExploredTiers,
    ExploredWaves,
    HashExploration,
    NotGradedError,
    Tier,
    TierKind,
)
from perfectplay.solver.explore.found_states import FoundStates
from perfectplay.solver.explore.known_tiers import KnownTier, KnownTiers
from perfectplay.solver.explore.merge_runs import have_common_keys, merge_and_drop, merge_stored
from perfectplay.solver.sinks import TierSink
from perfectplay.solver.state_limits import StateLimits
from perfectplay.solver.threads import ThreadTeam, batches_of

SLOW = 8e6
"""Children a second of processor time: slower rules are run once, while memory holds the answers.
(On the clock, a busy machine made all rules slow.)"""

MOST_RUNS = 24
"""New states are compared with at most this number of arrays; then some are merged."""


@dataclass
class TierExplorer:
    """``batch``: states expanded in one call of a kernel; ``most_children``: held at a time;
    ``kind``: what the tiers are.

    ``run`` raises RulesError, StateLimitError, KeysOutgrownError, NotGradedError.
    """

    expander: Expander
    team: ThreadTeam
    limits: StateLimits
    reporter: Reporter
    arrays: ArrayStore
    batch: int
    most_children: int
    kind: TierKind
    sink: TierSink

    def __post_init__(self) -> None:
        self.found = ExploredTiers(self.kind)
        self.waiting = FoundStates(self.team, self.arrays)
        self._known: list[StoredArray] = []  # levels, small ones merged: new ones are compared
        self._copies: set[StoredArray] = set()  # of them, those that are merged
        self._begun: dict[int, KnownTier] = {}  # declared tiers of which some states are expanded
        self._before: ExploredWaves | None = None
        self._levels: list[StoredArray] = []  # levels that have become waves of one tier
        self._answers: list[Expansion] | None = None  # of a tier, as long as they are kept
        self._met = 0  # states whose tier has been begun
        self._seconds, self._children = 0.0, 0

    # --- where to begin ---------------------------------------------------------------------------

    def from_start(self) -> None:
        """Begin with the start."""
        start = np.array([self.expander.start_key()], np.int64)
        self.waiting.keep(self.expander.tier_of(int(start[0])), start)

    def from_walk(self, walked: HashExploration) -> None:
        """Go on from the levels of a walk; levels are not declared."""
        keys, graph = walked.keys, walked.graph
        begin, end, number = 0, 1, 0
        while begin < end:
            head = min(end, walked.expanded)  # the walk may have ended inside a level
            children = graph.edges[graph.starts[begin] : graph.starts[head]]
            if len(children) and int(children.min()) < end:
                raise NotGradedError
            into = (number + 1,) if len(children) else ()
            some = np.sort(keys[begin:head])
            if head < end:
                self.waiting.keep(number, np.sort(keys[head:end]))
                self.waiting.keep(number + 1, np.sort(keys[end:]))
                if head > begin:
                    self._begun[number] = KnownTier(some, some[:0], len(children), set(into))
                    self._met += len(some)
                return
            self._met += len(some)
            self._note(number, Tier(self.arrays.keep(some), len(children), into))
            begin, end, number = end, max(end, int(children.max(initial=0)) + 1), number + 1

    def from_tiers(self, known: KnownTiers) -> None:
        """Go on from the states that a walk has found of declared tiers."""
        for number, tier in known.tiers.items():
            self.waiting.keep(number, tier.waiting)
            if len(tier.keys):
                self._begun[number] = tier
                self._met += len(tier.keys)

    def from_notes(self, tiers: dict[int, Tier]) -> None:
        """Go on from tiers that an earlier solve has noted."""
        self.found.tiers.update(tiers)
        self._met = self.found.states
        last = max(tiers)
        for number, tier in tiers.items():
            if any(into > last for into in tier.into):
                self._expanded(number, tier.keys, only_above=last)
        if self.waiting and self.kind is TierKind.LEVELS:
            for tier in tiers.values():
                self._know(tier.keys)

    def from_waves(self, found: ExploredWaves) -> None:
        """Go on from some states of a game that is one tier."""
        self._before = found

    # --- exploring --------------------------------------------------------------------------------

    def run(self) -> ExploredTiers:
        """Explore all tiers."""
        if self._before is not None:
            self._note(0, self._one_tier(self._before))
        while self.waiting or self._begun:
            number = min(self.waiting.tiers | self._begun.keys())
            if number in self._begun:
                self._note(number, self._begun_tier(number, self._begun.pop(number)))
                continue
            keys = self._merged(self.waiting.pop(number))
            if self.kind is TierKind.LEVELS and have_common_keys(keys, self._known, self.team):
                self.waiting.put_back(number, keys)
                raise NotGradedError
            self._met += len(keys)
            self._note(number, self._tier(number, keys))
        self._drop_copies()
        return self.found

    def become_one_tier(self) -> None:
        """Go on with the states of the levels as one tier, after `run` raised NotGradedError."""
        moves = self.found.moves
        for tier in self.found.tiers.values():
            self._levels.append(tier.keys)
            self.arrays.forget_answers(tier.answers)
        self._drop_copies()
        [number] = self.waiting.tiers
        last = self.waiting.pop(number)
        known = merge_stored(self._levels, (), self.arrays, self.team)
        self._before = ExploredWaves([known, self._merged(last)], moves)
        self.kind = TierKind.ONE
        self.found = ExploredTiers(self.kind)

    def _drop_copies(self) -> None:
        for copy in self._copies:
            self.arrays.drop(copy)
        self._known.clear()
        self._copies.clear()

    def _know(self, keys: StoredArray) -> None:
        self._known.append(keys)
        if len(self._known) <= MOST_RUNS:
            return
        self._known.sort(key=len)
        few = self._known[: MOST_RUNS // 2]
        copy = merge_stored(few, (), self.arrays, self.team)
        for past in self._copies.intersection(few):
            self.arrays.drop(past)
        self._copies.difference_update(few)
        self._copies.add(copy)
        self._known[: MOST_RUNS // 2] = [copy]

    def _note(self, number: int, tier: Tier) -> None:
        self.found.tiers[number] = tier
        keys = tier.keys
        self.sink.explored(number, tier)  # it may move the keys elsewhere
        self.arrays.moved(keys, tier.keys)
        if self.kind is TierKind.LEVELS:
            self._know(tier.keys)

    def _tier(self, number: int, keys: StoredArray) -> Tier:
        """Explore a tier whose first states are known."""
        moves, into, answers = self._expanded(number, keys, keep=True)
        if number in into:  # its graph is made by expanding all of its states again
            self.arrays.forget_answers(answers)
            answers = None
        whole, moves, further = self._waves(number, [keys], moves)
        return Tier(whole, moves, tuple(sorted(into | further)), answers)

    def _begun_tier(self, number: int, begun: KnownTier) -> Tier:
        """A tier of which a walk has expanded some states, explored completely."""
        whole, moves, into = self._waves(number, [self.arrays.keep(begun.keys)], begun.moves)
        return Tier(whole, moves, tuple(sorted(into | begun.into)))

    def _one_tier(self, before: ExploredWaves) -> Tier:
        """The tier that the whole game is."""
        *waves, last = before.waves
        self._met = sum(map(len, waves))
        self.waiting.put_back(0, last)
        whole, moves, _ = self._waves(0, waves, before.moves)
        return Tier(whole, moves, (0,), None)

    def _waves(
        self, number: int, waves: list[StoredArray], moves: int
    ) -> tuple[StoredArray, int, set[int]]:
        """The states of a tier, its moves, and the tiers that further waves lead to. ``waves`` are
        expanded already; they have ``moves`` moves."""
        into = set[int]()
        while number in self.waiting.tiers:
            # (no variable for what is popped: it would hold the memory while states are expanded)
            new = self._merged(self.waiting.pop(number), waves)
            if not len(new):
                self.arrays.drop(new)
                if self._levels:
                    self._note_wave(ExploredWaves(waves, 0))
                break
            self._met += len(new)
            if self.kind is TierKind.ONE:
                self._note_wave(ExploredWaves([*waves, new], moves))
            more, further, _ = self._expanded(number, new)
            moves, into = moves + more, into | further
            waves.append(new)
            if len(waves) > MOST_RUNS:
                waves.sort(key=len)
                waves[: MOST_RUNS // 2] = [self._merged(waves[: MOST_RUNS // 2])]
        return self._merged(waves), moves, into

    def _note_wave(self, found: ExploredWaves) -> None:
        self.sink.wave(found)
        while self._levels:  # their files were needed until now, to go on from them
            self.arrays.drop(self._levels.pop())

    def _merged(self, runs: list[StoredArray], known: Sequence[StoredArray] = ()) -> StoredArray:
        return merge_and_drop(runs, known, self.arrays, self.team)

    def _expanded(
        self, number: int, keys: StoredArray, *, only_above: int | None = None, keep: bool = False
    ) -> tuple[int, set[int], list[Expansion] | None]:
        """Expand states of a tier; their children wait. Returns moves, tiers and kept answers."""
        moves, into = 0, set[int]()
        self._answers = [] if keep else None
        batches = batches_of(len(keys), self.batch)
        at = 0
        while at < len(batches):
            states = int(self.most_children / self.expander.branching)
            group = max(1, states * len(batches) // len(keys))
            begin, end = batches[at][0], batches[min(at + group, len(batches)) - 1][1]
            at += group
            found = expand_range(
                self.expander, keys.part(begin, end), number, self.kind, batch=self.batch,
                team=self.team, watch=partial(self._watch, time.process_time()),
            )  # fmt: skip
            moves += found.moves
            for further in sorted(found.children):
                if only_above is None or further > only_above:
                    into.add(further)
                    self.waiting.add(further, found.children.pop(further))
            self._check(keys, end)
        answers, self._answers = self._answers, None
        return moves, into, answers

    def _watch(self, began: float, batches: list[Expansion]) -> None:
        """Keep answers while the rules are slow and a fourth of the store holds them."""
        self._seconds += time.process_time() - began
        self._children += sum(len(batch.children) for batch in batches)
        if self._answers is None:
            return
        size = sum(batch.nbytes for batch in batches)
        fast = self._children > SLOW * self._seconds
        if fast or self.arrays.answers + size > self.arrays.room // 4:
            self.arrays.forget_answers(self._answers)
            self._answers = None
            return
        self.arrays.answers += size
        self.arrays.held += size
        self._answers += batches

    def _check(self, keys: StoredArray, done: int) -> None:
        states = self._met + self.waiting.states
        if states > self.limits.limit:  # some may be counted more than once
            states = self._met + self.waiting.count()
        tier = min(self.waiting.tiers, default=None) if self.kind is TierKind.DECLARED else None
        self.reporter.tell("exploring", self._met - len(keys) + done, None, states, tier)
        last = partial(self.expander.keys.state, int(keys.read(0, 1)[0]))
        self.limits.check(states, last, self.expander.rules.game)
