"""The driver that resolves tiers by tasks over parts, from the last tier down."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from perfectplay.compiler.expander import Expander
from perfectplay.core.progress import Reporter
from perfectplay.solver.explore.explored_tiers import ExploredTiers, Tier
from perfectplay.solver.parts.explore_part import INSIDE_BYTES
from perfectplay.solver.parts.launcher import Launcher
from perfectplay.solver.parts.link_part import LinkPart
from perfectplay.solver.parts.part_explorer import FEW_KEYS
from perfectplay.solver.parts.part_store import PartStore
from perfectplay.solver.parts.receipts import ExploredPart, ResolvedPart
from perfectplay.solver.parts.resolve_part import ResolveInside, ResolvePart
from perfectplay.solver.parts.tier_above import TierAbove
from perfectplay.solver.parts.tier_sweeps import TierSweeps, swept_ranges
from perfectplay.solver.parts.write_swept import WriteSwept
from perfectplay.solver.retrograde.histogram import StateCounts
from perfectplay.solver.retrograde.resolve_tiers import asked_last
from perfectplay.solver.retrograde.tier_graph import inner_bytes
from perfectplay.solver.rules_spec import RulesSpec
from perfectplay.tablebase.store.manifest import TierEntry
from perfectplay.tablebase.store.remote_files import is_remote, whole_address
from perfectplay.tablebase.store.writer import part_ranges

if TYPE_CHECKING:
    from perfectplay.solver.checkpoint.sink import FolderSink


SHARED_MOVES = 1 << 26
"""Moves of a tier with moves inside from which on workers share it."""


def is_swept(number: int, tier: Tier, *, scored: bool) -> bool:
    """Whether a tier with moves inside is too large for one process; or, without points, so large
    that workers should share it."""
    large = inner_bytes(number, tier, scored=scored) > INSIDE_BYTES
    return large or (not scored and tier.moves >= SHARED_MOVES)


@dataclass
class PartResolver:
    """``explored``: all tiers, and ``parts``: what tasks have explored of each; ``finished``: those
    that an earlier solve has resolved; the rest as in a `PartSolve`."""

    expander: Expander
    reporter: Reporter
    sink: FolderSink
    launcher: Launcher
    memory: int | None
    rules: RulesSpec
    store: PartStore
    finished: Mapping[int, tuple[TierEntry, StateCounts]]
    explored: ExploredTiers
    parts: Mapping[int, Sequence[ExploredPart]]
    _resolved: int = field(default=0, init=False)
    _files: list[str] = field(default_factory=list, init=False)
    _above: dict[int, TierAbove] = field(default_factory=dict, init=False)

    def run(self) -> StateCounts:
        """The counts of all states; the tiers go to the sink. Raises what the tasks raise,
        ClusterError, OSError; DamagedError if files do not fit together."""
        whole = StateCounts.none(symmetric=self.expander.compiled.has_symmetries)
        tiers, last = self.explored.tiers, asked_last(self.explored)
        longest = dict[int, int]()
        for number in sorted(tiers, reverse=True):
            tier = tiers[number]
            if number in self.finished:
                entry, counts = self.finished[number]
                self._above[number] = TierAbove(entry)
                self._resolved += entry.states
            else:
                kept = tuple(into for into in self._above if last.get(into, number + 1) <= number)
                most = max((longest[into] for into in tier.into if into != number), default=-1) + 1
                counts = self._resolved_tier(number, tier, kept, most, asked=number in last)
            longest[number] = max((plies for _, plies in counts.tally.counts), default=0)
            whole.include(counts)
            for past in [past for past in self._above if last.get(past, number) >= number]:
                self._drop(self._above.pop(past).files)
        return whole

    def _resolved_tier(
        self,
        number: int,
        tier: Tier,
        kept: tuple[int, ...],
        longest: int,
        *,
        asked: bool,
    ) -> StateCounts:
        """Resolve a tier; ``asked``: lower ones need its values."""
        states = len(tier.keys)
        files = tuple((part.file, part.states) for part in self.parts[number])
        folders = str(self.store.folder), str(whole_address(self.sink.shared))
        above = tuple(self._above[into] for into in tier.into if into != number)
        asked = asked and not is_remote(self.store.folder)  # there the parts are fetched: 1 byte
        self._files = []

        def task(part: int, begin: int, end: int) -> ResolvePart:
            return ResolvePart(
                self.rules, *folders, number, part, files, begin, end, self.sink.manifest.keys,
                above, kept, longest, memory=self.memory, asked=asked,
            )  # fmt: skip

        tasks, known = self._tasks(number, tier, task)
        written = sum(done.written - done.states for done in known if done)
        self._resolved += written  # by an earlier solve, when they were swept
        found = self.launcher.receipts(
            tasks, known, lambda done: self._tell(number, done.states), here=states <= FEW_KEYS
        )
        counts = StateCounts.none(symmetric=self.expander.compiled.has_symmetries)
        for done in found:
            counts.include(done.counts)
        counted = counts.tally.counts.total()
        if counted != states:
            problem = f"the files of tier {number} do not fit together ({counted:,} values of "
            problem += f"{states:,} states)"
            raise self.store.damaged(problem)
        entry = TierEntry(number, states, tuple(part for done in found for part in done.parts))
        start = next((done.start for done in found if done.start is not None), None)
        self.sink.record(entry, counts, start)
        keys = tuple(file for file, _ in files)
        self._above[number] = TierAbove.of(entry, keys, found)
        self._drop(self._files if self._above[number].keys else (*self._files, *keys))
        return counts

    def _drop(self, files: Iterable[str]) -> None:
        """Remove files that this solve needs no more."""
        if not is_remote(self.store.folder):  # another machine that goes on needs them
            for file in files:
                self.store.drop(file)

    def _tasks(
        self, number: int, tier: Tier, task: Callable[[int, int, int], ResolvePart]
    ) -> tuple[Sequence[ResolvePart], Sequence[ResolvedPart | None]]:
        """The tasks that write a tier, and the results of those that are done."""
        states = len(tier.keys)
        tasks = [task(part, *r) for part, r in enumerate(part_ranges(states))]
        inside = number in tier.into
        if inside and not is_swept(number, tier, scored=self.expander.compiled.scoring):
            whole = [ResolveInside(**vars(task(0, 0, states)), moves=tier.moves)]
            return whole, [one.found() for one in whole]
        known = [one.found() for one in tasks]
        if inside and not all(known):
            swept = self._sweeps(tier, task, counted=not any(known))
            linked, plies = tuple(swept.linked), tuple(swept.plies)
            return [WriteSwept(**vars(one), linked=linked, plies=plies) for one in tasks], known
        return tasks, known

    def _sweeps(
        self, tier: Tier, task: Callable[[int, int, int], ResolvePart], *, counted: bool
    ) -> TierSweeps:
        """The values of a tier that is too large for one process; ``counted``: its states are
        reported."""
        ranges = swept_ranges(len(tier.keys), tier.moves)
        links = [LinkPart(**vars(task(part, *r))) for part, r in enumerate(ranges)]
        always = self.expander.rules.game.players == 1

        def told(states: int) -> None:
            self._tell(links[0].tier, states if counted else 0)

        sweeps = TierSweeps(self.store, self.launcher, links, always, told)
        sweeps.run()
        self._files += sweeps.files()
        return sweeps

    def _tell(self, tier: int, states: int) -> None:
        """Report states that were resolved."""
        self._resolved += states
        total = self.explored.states
        workers = self.launcher.progress
        self.reporter.tell("resolving", self._resolved, total, total, tier, workers)
