"""Explores a game by tasks over parts: the lowest tier first, from the receipts of those before."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

import numpy as np

from perfectplay.compiler.expander import Expander
from perfectplay.core.distinct import distinct
from perfectplay.core.errors import StateLimitError
from perfectplay.core.progress import Reporter
from perfectplay.core.value import State
from perfectplay.game.shape.packing import TupleKeys
from perfectplay.solver.explore.explored_tiers import ExploredTiers, NotGradedError, Tier, TierKind
from perfectplay.solver.explore.key_file import KeyFile
from perfectplay.solver.explore.runs import quantiles
from perfectplay.solver.parts.explore_part import CountRepeated, ExploreInside, ExplorePart
from perfectplay.solver.parts.explore_wave import ExploreWave, MergeWaves
from perfectplay.solver.parts.joined_keys import JoinedKeys
from perfectplay.solver.parts.launcher import Launcher
from perfectplay.solver.parts.part_store import PartStore
from perfectplay.solver.parts.receipts import ExploredPart, Run
from perfectplay.solver.rules_spec import RulesSpec
from perfectplay.solver.state_limits import StateLimits

PART_KEYS = 1 << 22
"""Keys of runs that are merged by one task, about."""

LEAST_KEYS = 1 << 19
"""A shorter task costs more than a worker that waits."""

SHARES = 16
"""Tasks for which a tier is divided further than PART_KEYS asks, so that workers share it."""

MOST_FILES = 64
"""Small files of waves; then they are merged."""

FEW_KEYS = 50_000
"""The driver itself runs the tasks of a tier with at most so many keys, unless moves stay in it."""


@dataclass
class PartExplorer:
    """``kind``: what the tiers are; ``finished``: tiers that an earlier solve has resolved, whose
    keys are gone; ``checked``: whether levels were found to be tiers earlier."""

    expander: Expander
    limits: StateLimits
    reporter: Reporter
    launcher: Launcher
    kind: TierKind
    rules: RulesSpec
    store: PartStore
    finished: Collection[int]
    checked: bool
    tiers: dict[int, list[ExploredPart]] = field(default_factory=dict, init=False)
    states: int = field(default=0, init=False)
    _recalled: int = field(default=0, init=False)
    _new: bool = field(default=False, init=False)

    def run(self) -> ExploredTiers:
        """Explore from the start; parts whose receipts are there are not done again.

        Raises RulesError, StateLimitError, KeysOutgrownError, ClusterError, OSError; DamagedError
        if a file is not as a receipt has it; NotGradedError if levels are no tiers;
        InsideMovesError if a tier with moves inside is too large for a process.
        """
        start = self.expander.start_key()
        tier = self.expander.tier_of(start)
        waiting = {tier: [Run(tier, 1, keys=(start,))]}
        compared = 0
        while waiting:
            number = min(waiting)
            parts = self.tiers[number] = self._explored(number, waiting.pop(number))
            for run in (run for part in parts for run in part.into):
                if run.tier != number:
                    waiting.setdefault(run.tier, []).append(run)
            # runs take memory, and are not needed again
            self.tiers[number] = [
                replace(part, into=_empty(part.into), sample=()) for part in parts
            ]
            self._check_limits(parts)
            # levels that meet others again go on without end: so their states double
            if self.kind is TierKind.LEVELS and (self.states > 2 * compared or not waiting):
                self._check_levels()
                compared = self.states
        return ExploredTiers(self.kind, {number: self._tier(number) for number in self.tiers})

    def _explored(self, number: int, runs: list[Run]) -> list[ExploredPart]:
        """The parts of a tier: ranges of its keys; or one, if moves stay in the tier."""
        keys = sum(run.states for run in runs)
        whole = number in self.finished
        self._new = False
        tasks = self._tasks(ExplorePart, number, runs, splitters(runs, shares(keys)))
        parts = self._done(tasks, whole=whole, here=keys <= FEW_KEYS)
        if any(run.tier == number for part in parts for run in part.into):
            self.states -= sum(part.states for part in parts)
            inside = self._tasks(ExploreInside, number, runs, [])
            done = self.store.explored(inside[0].receipt, whole=True)
            divided = done is not None and bool(left_inside(number, [done]))
            parts = self._done(inside, whole=whole or divided)
        read = sum(part.read for part in parts)
        if read != keys:
            problem = f"{keys:,} children lead into it, and {read:,} were merged"
            raise self.store.damaged(f"the files of tier {number} do not fit together ({problem})")
        self._drop(runs)
        if left_inside(number, parts):
            parts = self._by_waves(number, parts, whole=whole)
        if not self._new:
            self._recalled = self.states
        return parts

    def _by_waves(
        self, number: int, parts: list[ExploredPart], *, whole: bool
    ) -> list[ExploredPart]:
        """The rest of a tier with moves inside, of which ``parts`` are explored: wave by wave; then
        all of it as parts that rise."""
        into = list[Run]()
        known, moves, wave, merges = list[Run](), 0, 0, 0
        while True:
            known += [as_run(number, part) for part in parts]
            moves += sum(part.moves for part in parts)
            into += [run for part in parts for run in part.into if run.tier != number]
            runs = left_inside(number, parts)
            small = [run for run in known if run.states < PART_KEYS // 2]
            if len(small) > MOST_FILES or not runs:
                small = small if runs else known
                merged = self._merged(number, small, merges, whole=whole or bool(runs))
                merges += 1
                known = [run for run in known if run not in small]
                known += [as_run(number, part) for part in merged]
            if not runs:
                into.append(Run(number, 0))
                return [replace(merged[0], moves=moves, into=tuple(into)), *merged[1:]]
            keys = sum(run.states for run in runs)
            tasks = self._tasks(
                ExploreWave, number, runs, splitters(runs, shares(keys)), wave=wave,
                known=tuple(replace(run, sample=()) for run in known),
            )  # fmt: skip
            parts = self._done(tasks, whole=True, here=keys <= FEW_KEYS)
            self._drop(runs)
            wave += 1

    def _merged(
        self, number: int, files: Sequence[Run], merges: int, *, whole: bool
    ) -> list[ExploredPart]:
        """The keys of some files of a tier as parts that rise; the files are removed."""
        keys, states = sum(run.states for run in files), self.states
        within = splitters(files, shares(keys))
        tasks = self._tasks(MergeWaves, number, files, within, merge=merges)
        merged = self._done(tasks, whole=whole, here=keys <= FEW_KEYS)
        self.states = states
        if sum(part.states for part in merged) != keys:
            problem = f"the waves of tier {number} have states in common"
            raise self.store.damaged(problem)
        self._drop(files)
        return merged

    def _drop(self, runs: Sequence[Run]) -> None:
        """Remove the files of runs."""
        for run in runs:
            if run.file:
                self.store.drop(run.file)

    def _tasks(
        self, task: type[ExplorePart], number: int, runs: Sequence[Run], within: Sequence[int],
        **more: Any,
    ) -> list[ExplorePart]:  # fmt: skip
        """Tasks for the ranges of a tier, or of a wave of it, between the keys ``within``."""
        given = tuple(replace(run, sample=()) for run in runs)
        ranges = isinstance(self.expander.keys, TupleKeys) and self.expander.rules.limits is None
        return [
            task(
                self.rules, str(self.store.folder), number, part, self.kind, given, low, high,
                ranges, **more,
            )
            for part, (low, high) in enumerate(pairwise([None, *within, None]))
        ]  # fmt: skip

    def _done(
        self, tasks: Sequence[ExplorePart], *, whole: bool, here: bool = False
    ) -> list[ExploredPart]:
        """What some tasks have explored; ``whole``: keys that an earlier solve has left may be
        gone."""
        known = [self.store.explored(task.receipt, whole=whole) for task in tasks]
        self._new |= any(receipt is None for receipt in known)
        return self.launcher.receipts(tasks, known, self._told, here=here)

    def _told(self, part: ExploredPart) -> None:
        self.states += part.states
        states = self.states
        self.reporter.tell("exploring", states, None, states, workers=self.launcher.progress)

    def _tier(self, number: int) -> Tier:
        """A tier as other parts of a solve know it."""
        parts = self.tiers[number]
        kept = [
            KeyFile.removed(self.store.folder / part.file, part.states)
            if number in self.finished else self.store.keys(part.file)
            for part in parts
        ]  # fmt: skip
        into = {run.tier for part in parts for run in part.into}
        return Tier(JoinedKeys(kept), sum(part.moves for part in parts), tuple(sorted(into)))

    # --- checks -----------------------------------------------------------------------------------

    def _check_limits(self, parts: list[ExploredPart]) -> None:
        """Of a tier that was explored just now; what an earlier solve has stored needs no room."""
        if not self._new:
            return

        def last() -> State:
            part = next(part for part in parts if part.states)
            return self.expander.keys.state(int(self.store.keys(part.file).read(0, 1)[0]))

        states = self.states - (0 if self.limits.given is not None else self._recalled)
        try:
            self.limits.check(states, last, self.expander.rules.game)
        except StateLimitError:
            if self.kind is TierKind.LEVELS:  # states that stand in two levels count twice
                self._check_levels()
            raise

    def _check_levels(self) -> None:
        """Raise NotGradedError if levels have states in common."""
        if self.checked:
            return
        files = tuple(part.file for parts in self.tiers.values() for part in parts)
        largest = max(self.tiers.values(), key=lambda parts: sum(part.states for part in parts))
        keys = JoinedKeys([self.store.keys(part.file) for part in largest])
        pieces = -(-self.states // PART_KEYS)
        sample = keys.sample(max(1, len(keys) // (16 * pieces)))
        edges = [None, *quantiles(sample, pieces).tolist(), None]
        tasks = [
            CountRepeated(str(self.store.folder), f"levels-{self.states}-{part}", files, *r)
            for part, r in enumerate(pairwise(edges))
        ]
        known = [task.found() for task in tasks]
        few = self.states <= FEW_KEYS
        counts = self.launcher.receipts(tasks, known, lambda _: None, here=few)
        if any(count.keys for count in counts):
            raise NotGradedError


def _empty(runs: Sequence[Run]) -> tuple[Run, ...]:
    """The tiers of runs alone."""
    return tuple(Run(run.tier, run.states, run.file) for run in runs)


def left_inside(tier: int, parts: Sequence[ExploredPart]) -> list[Run]:
    """The runs into a tier itself that are not expanded yet."""
    return [run for part in parts for run in part.into if run.tier == tier and run.states]


def as_run(tier: int, part: ExploredPart) -> Run:
    """The states of a part of a tier."""
    return Run(tier, part.states, part.file, sample=part.sample, mark=part.mark)


def shares(states: int) -> int:
    """The number of tasks for so many states, or keys of runs.

    >>> shares(1_000_000), shares(4_000_000), shares(30_000_000), shares(400_000_000)
    (1, 7, 16, 96)
    """
    return max(1, -(-states // PART_KEYS), min(SHARES, states // LEAST_KEYS))


def splitters(runs: Sequence[Run], pieces: int) -> list[int]:
    """At most ``pieces - 1`` keys that split some runs into ranges with about as many keys.

    >>> splitters([Run(0, 4, keys=(1, 2, 3, 4)), Run(0, 4, sample=(10, 20), file="a")], 2)
    [10]
    """
    if pieces < 2:
        return []
    found = [np.array(run.sample or run.keys, np.int64) for run in runs if run.states]
    keys = np.concatenate(found)
    weights = np.repeat([run.states for run in runs if run.states], list(map(len, found)))
    weights = weights / np.repeat(list(map(len, found)), list(map(len, found)))
    order = np.argsort(keys, kind="stable")
    ends = np.cumsum(weights[order])
    wanted = ends[-1] * np.arange(1, pieces) / pieces
    places = np.searchsorted(ends, wanted, "right").clip(0, len(keys) - 1)
    chosen: list[int] = distinct(keys[order][places]).tolist()
    return chosen
