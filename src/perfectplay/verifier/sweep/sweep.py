"""A check of all stored states, the lowest tier first; each reached state is expanded once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from itertools import islice

import numpy as np

from perfectplay.core.arrays import IntArray
from perfectplay.core.progress import Reporter
from perfectplay.core.thread_pool import in_order
from perfectplay.tablebase.verification import Problem, ProblemLog, Worth
from perfectplay.verifier.expand import BatchExpander
from perfectplay.verifier.plain.messages import ProblemWriter
from perfectplay.verifier.rule_comparison import CompiledTrust
from perfectplay.verifier.stored import kernels
from perfectplay.verifier.stored.budget_tiers import BudgetTiers
from perfectplay.verifier.stored.ranged_tier import RangedTier
from perfectplay.verifier.stored.stored_tiers import Entries, LoadedTier, SomeTier, worth_of
from perfectplay.verifier.sweep.batch_check import BatchCheck
from perfectplay.verifier.sweep.children import BatchFindings, ChildLookup, together
from perfectplay.verifier.sweep.kept_sweep import SweptTiers
from perfectplay.verifier.sweep.piecewise_tiers import find_in_pieces, find_loop
from perfectplay.verifier.sweep.reachability import NoRoomError, spread

THIN, PATIENCE = 4_096, 64
"""After PATIENCE waves of fewer states than THIN, the rest of a tier is marked in one pass."""

AHEAD = 2
"""Batches for each thread that are begun before the first of them is taken."""

NONE = np.empty(0, np.int64)

Keyed = tuple[IntArray, Entries]
"""The keys of some states, and their entries."""

Batch = Callable[[], Keyed]
"""Called in the thread that checks them."""


@dataclass
class Sweep:
    """Checks every state of the tiers against its moves.

    ``make_expander`` is called in each thread; ``trust`` compares expanders with the interpreter,
    None if they are the interpreter; ``threads``: how many ``pool`` has. ``swept``: what was
    counted.
    """

    make_expander: Callable[[], BatchExpander]
    trust: CompiledTrust | None
    tiers: BudgetTiers
    writer: ProblemWriter
    findings: ProblemLog
    pool: Executor
    reporter: Reporter
    counts_classes: bool
    compares_classes: bool
    threads: int = 1
    swept: SweptTiers = field(default_factory=SweptTiers)

    def __post_init__(self) -> None:
        self.children = ChildLookup(self.tiers, self.writer, self.findings.limit)
        self.total = sum(tier.states for tier in self.tiers.entries.values())
        self.batches = BatchCheck(
            self.make_expander, self.children, self.findings.limit, self.counts_classes,
            self.compares_classes,
        )  # fmt: skip

    def check(self, tier: SomeTier) -> None:
        """Check a tier after all tiers below it; mark the states that its moves reach. Raises
        CompiledFaultError."""
        self.children.linked, batch = (), self.batches.expander().batch
        if isinstance(tier, LoadedTier):
            self._follow_waves(tier)
        else:
            assert isinstance(tier, RangedTier)
            while tier.take_wave():
                self._run(tier, (partial(_given, *some) for some in tier.wave(batch)))
        unreached = tier.states - tier.reached()
        if unreached:
            self._add_unreached(tier, unreached)
        if self.tiers.scored and tier.number in self.children.linked:
            self.look_for_loop(tier)

    def look_for_loop(self, tier: SomeTier) -> None:
        """Record a loop in a tier of a game of points. Raises CompiledFaultError, and as
        `find_loop`."""
        work = self.batches.expander, self.pool
        if loop := find_loop(tier, self.tiers, *work, AHEAD * self.threads):
            self._doubt(loop)
            self.findings.add(self.writer.loop(loop), tier.number, loop[0])

    def start_worth(self, tier: SomeTier, start: int) -> Worth | None:
        """The stored worth of the start, if it is in this tier, whose number is checked. All other
        states are children of some state, so the sweep checks their tiers."""
        worth, writer = tier.worth(start), self.writer
        if worth is not None and writer.has_tiers:
            right = writer.tier_of(start)
            if right != tier.number:
                problem = writer.wrong_tier(start, tier.number, right)
                self.findings.add(problem, tier.number, start)
        return worth

    def check_share(self, tier: SomeTier, begin: int, end: int) -> None:
        """Check some states of a tier, all of which are marked; mark the states that their moves
        reach. Raises CompiledFaultError."""
        self.children.linked, batch = (), self.batches.expander().batch
        if isinstance(tier, LoadedTier):
            places = ((first, min(first + batch, end)) for first in range(begin, end, batch))
            self._run(tier, (partial(_some, tier, None, *some) for some in places))
        else:
            assert isinstance(tier, RangedTier)
            self._run(tier, (partial(_given, *some) for some in tier.between(begin, end, batch)))

    # --- the order in which the states of a tier are expanded -------------------------------------

    def _follow_waves(self, tier: LoadedTier) -> None:
        """Check all states of a tier in memory that are reached, from outside or inside."""
        wave: IntArray | None = None  # all states of the tier, in place
        if tier.reached() < tier.states:
            wave = np.flatnonzero(tier.entries & np.uint32(1))
        thin = 0
        while wave is None or len(wave):
            fresh = self._wave(tier, wave)
            thin += wave is not None and len(wave) < THIN
            wave = fresh
            if thin > PATIENCE and len(fresh):
                room = self.tiers.spare()
                try:
                    named = self.writer.has_tiers
                    wave = spread(tier, fresh, self.batches.expander, self.pool, room, named)
                except NoRoomError:
                    thin = -tier.states  # no more of it

    def _wave(self, tier: LoadedTier, wave: IntArray | None) -> IntArray:
        """Expand reached states of a tier: those at some places, or (None) all. Returns the places
        of the newly reached states, rising."""
        n, batch = tier.states if wave is None else len(wave), self.batches.expander().batch
        places = ((begin, min(begin + batch, n)) for begin in range(0, n, batch))
        found = self._run(tier, (partial(_some, tier, wave, *some) for some in places))
        found.sort()  # several times as fast as NumPy's unique
        return found[np.append(True, found[1:] != found[:-1])] if len(found) else found

    def _run(self, tier: SomeTier, work: Iterable[Batch]) -> IntArray:
        """Check batches of a tier; return the places of what is newly reached inside it.

        What is found is taken in the order of the batches; it waits behind those that wait for
        tiers that memory does not hold, until there is no more room.
        """
        fresh, queue, size = [NONE], list[BatchFindings](), 0
        checked = partial(self._checked, tier)
        for seen in in_order(self.pool, checked, work, AHEAD * self.threads):
            queue.append(seen)
            size += sum(search.bytes for search in seen.waiting)
            if size == 0 or not self.tiers.waits(size):
                fresh += self._settled(tier, queue)
                queue, size = [], 0
            self.reporter.tell("verifying", self.swept.states, self.total, self.swept.states)
        fresh += self._settled(tier, queue)
        return np.concatenate(fresh)

    def _settled(self, tier: SomeTier, queue: list[BatchFindings]) -> list[IntArray]:
        """Look up what waits, and take the findings of some batches."""
        fresh = []
        searches = [search for seen in queue for search in seen.waiting]
        find_in_pieces(searches, self.tiers, self.pool)
        judged = self.pool.map(self.batches.judged, searches)
        for seen in queue:
            waited, seen.waiting = len(seen.waiting), []
            whole = seen
            if waited:
                whole = together(seen, *islice(judged, waited)).limited(self.findings.limit)
            self._take(tier, whole)
            fresh += whole.fresh
        return fresh

    def _checked(self, tier: SomeTier, batch: Batch) -> BatchFindings:
        return self.batches.check(tier, *batch())

    # --- problems ---------------------------------------------------------------------------------

    def _take(self, tier: SomeTier, seen: BatchFindings) -> None:
        """Record the result of a batch; called by one thread only, in the order of the batches. For
        states with problems the compiled rules are compared with the interpreter."""
        self.swept.states += seen.states
        self.swept.moves += seen.moves
        self.swept.covered.update(seen.covered)
        self.swept.covered_moves += seen.covered_moves
        self._pass(seen.passed)
        self._doubt([*(key for key, *_ in seen.wrong), *(parent for parent, *_ in seen.lost)])
        for kind, count in seen.uncounted.items():
            self.findings.count(kind, count)
        for problem in seen.problems:
            self.findings.add(problem, tier.number, problem.key)
        for key, stored, right in seen.wrong:
            problem = self.writer.wrong_value(key, worth_of(stored), right)
            self.findings.add(problem, tier.number, key)
        for parent, child, number in seen.lost:
            self._add_lost(tier, parent, child, number)
        for key in (*seen.unlike[: self.findings.limit], *seen.doubtful):
            self._add_unlike(tier, key)
        self.findings.count("symmetry", max(0, len(seen.unlike) - self.findings.limit))
        for key, reason in seen.trouble:
            self.findings.add(self._trouble(key, reason), tier.number, key)

    def _add_lost(self, tier: SomeTier, parent: int, child: int, number: int | None) -> None:
        if number is None:
            self.findings.add(self.writer.missing(child, parent), tier.number, parent, child)
        elif number < tier.number or not self.writer.has_tiers:
            problem = self.writer.falls(parent, tier.number, child, number)
            self.findings.add(problem, tier.number, parent, child)
        else:
            right = self.writer.tier_of(child)
            problem = self.writer.wrong_tier(child, number, right)
            if right == number:
                problem = self.writer.unlike_tiers(parent, child, number)
            self.findings.add(problem, number, child, parent)

    def _trouble(self, key: int, reason: str) -> Problem:
        """The problem of a state that could not be expanded. Raises CompiledFaultError."""
        if (problem := self.writer.trouble(key)) is not None:
            return problem
        if self.trust is not None:
            raise self.trust.failed(key, reason)
        text = self.writer.text(key)
        return Problem("rules", f"{text}: the rules answer otherwise when asked again", text, key)

    def _add_unlike(self, tier: SomeTier, key: int) -> None:
        """Compare a class by the interpreter, whose states differ by compiled rules. Raises
        CompiledFaultError if the interpreter finds no difference."""
        assert self.trust is not None
        result = self.trust.interpreter.ask_whole(key)
        self._pass(list(result.passed))
        if not result.problems and not result.passed:
            raise self.trust.failed(key, "the states of its class are not alike there")
        for problem in result.problems:
            self.findings.add(problem, tier.number, key)

    def _doubt(self, keys: list[int]) -> None:
        """Compare compiled rules and interpreter on some states. Raises CompiledFaultError."""
        if self.trust is not None:
            self.trust.doubt(keys[: self.findings.limit])

    def _pass(self, images: list[str]) -> None:
        self.swept.passed += len(images)
        self.swept.first_passed = self.swept.first_passed or next(iter(images), "")

    def _add_unreached(self, tier: SomeTier, count: int) -> None:
        for key, entry in tier.unreached(self.findings.limit):
            problem = self.writer.unreached(key, worth_of(entry))
            self.findings.add(problem, tier.number, key)
            count -= 1
        self.findings.count("unreached", count)


def _some(tier: LoadedTier, wave: IntArray | None, begin: int, end: int) -> Keyed:
    """Some states of a tier in memory: those at some places of a wave, or (None) in a range."""
    if wave is None:
        return tier.keys[begin:end], tier.entries[begin:end]
    keys = np.empty(end - begin, np.int64)
    own = np.empty(end - begin, tier.entries.dtype)
    kernels.gather(tier.keys, tier.entries, wave[begin:end], keys, own)
    return keys, own


def _given(keys: IntArray, own: Entries) -> Keyed:
    return keys, own
