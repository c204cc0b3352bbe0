"""One verification whose states are checked by tasks, in any number of processes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from perfectplay.core.arrays import ByteArray, IntArray
from perfectplay.tablebase.store.game_spec import GameSpec
from perfectplay.tablebase.store.remote_files import whole_address
from perfectplay.tablebase.verification import VerifiedCounts
from perfectplay.verifier.expand import KernelExpander
from perfectplay.verifier.plain_expand import PlainExpander
from perfectplay.verifier.random_sample import places_in, sample_places
from perfectplay.verifier.rule_comparison import CompiledTrust
from perfectplay.verifier.shares.shares import (
    CheckedShare,
    CheckShare,
    FindLoop,
    VerifyJob,
    bits_of,
    forget_jobs,
    marks_of,
)
from perfectplay.verifier.shares.workers import VerifyWorkers, digest_of
from perfectplay.verifier.stored_totals import TotalsCheck
from perfectplay.verifier.sweep.by_sweep import SweepSource

if TYPE_CHECKING:
    from perfectplay.compiler.load import CompiledRules

SHARE = 1 << 22
"""States of a share, at most."""

SHARES = 16
"""Shares of a tier, at least, if it has so many units that are expanded at once."""

HERE = 50_000
"""Tiers of at most so many states are checked by the process of the command."""

Reached = dict[int, ByteArray]
"""[N / 8] uint8 of each tier: a bit for each of its states."""


@dataclass
class SharedSweep(SweepSource):
    """Checks the states of a folder by tasks of workers."""

    workers: VerifyWorkers

    def interpreted(self) -> VerifiedCounts:
        """Check every state by the interpreter. Raises WrongPartError."""
        start = self._start_key()
        if start is None:
            return VerifiedCounts()
        counts = self._shared(start, "", 0)
        counts.sampled = counts.states
        return counts

    def _by_compiled(
        self,
        start: int,
        compiled: CompiledRules,
        trust: CompiledTrust,  # noqa: ARG002
        size: int,
    ) -> VerifiedCounts:
        return self._shared(start, compiled.digest, size)

    def _shared(self, start: int, code: str, sampled: int) -> VerifiedCounts:
        """Check all states; ``sampled``: of how many the interpreter is asked, too."""
        manifest, rules = self.manifest, self.writer.rules
        totals = TotalsCheck(manifest, rules, self.findings)
        job = VerifyJob(
            str(whole_address(self.folder)), digest_of(manifest),
            GameSpec.of_game(
                rules.game, symmetries=manifest.symmetries, code=code, tables=False
            ),
            self.writer.has_tiers, start, self.findings.limit,
            manifest.symmetries and totals.start_is_alone, self.exact,
            self.room.memory if self.room.given else None,
        )  # fmt: skip
        whole = CheckedShare(self.findings)
        try:
            self._check_tiers(job, sampled, whole)
        finally:
            forget_jobs()
        totals.check_start(start, whole.start)
        if whole.start is None:
            self.findings.add(self.writer.missing(start, None))
        self._check_twice(whole.first_keys, self.workers.in_order)
        return self._counted(totals, whole, whole.sampled, whole.histogram)

    def _check_tiers(self, job: VerifyJob, sampled: int, whole: CheckedShare) -> None:
        """Check all tiers, the lowest first: then it is known which states of a tier are reached.
        All that is found is entered into ``whole``."""
        manifest = self.manifest
        sizes = [tier.states for tier in manifest.tiers]
        seed = int(manifest.rules.fingerprint[:16], 16)
        chosen = places_in(sample_places(manifest.states, sampled, seed), sizes)
        unit = KernelExpander.batch if job.spec.code else PlainExpander.batch
        reached = {tier.tier: np.zeros(-(-tier.states // 8), np.uint8) for tier in manifest.tiers}
        for tier, places in zip(manifest.tiers, chosen, strict=True):
            asks = whole.start is None
            if int(np.bitwise_count(reached[tier.tier]).sum()) == tier.states:
                cuts = _cuts(tier.states, unit)
                tasks = [
                    CheckShare(job, tier.tier, begin, end, _within(places, begin, end), asks)
                    for begin, end in pairwise(cuts)
                ]
            else:  # the start, or moves inside it, may lead to the others
                marks = marks_of(reached[tier.tier])
                tasks = [CheckShare(job, tier.tier, 0, tier.states, places, asks, marks)]
            inside = self._run(tasks, whole, reached, here=tier.states <= HERE)
            if manifest.scoring and inside and tasks[0].reached is None:
                [loops] = self.workers.in_order([FindLoop(job, tier.tier)])
                self.findings.include(loops)
            del reached[tier.tier]

    def _run(
        self, tasks: Sequence[CheckShare], whole: CheckedShare, reached: Reached, *, here: bool
    ) -> bool:
        """Run the tasks of a tier, and enter what they find; return whether moves stay inside it.
        ``here``: this process does them."""
        found: dict[int, CheckedShare] = {}

        def take(number: int, done: CheckedShare) -> None:
            found[number] = done
            states = whole.states + sum(one.states for one in found.values())
            self.reporter.tell("verifying", states, self.manifest.states, states)

        if here:
            for number, task in enumerate(tasks):
                take(number, task.run())
        else:
            self.workers.run(tasks, take)
        for number in range(len(tasks)):  # in an order that does not depend on who is faster
            _include(whole, reached, found[number])
        return any(done.inside for done in found.values())


def _include(whole: CheckedShare, reached: Reached, done: CheckedShare) -> None:
    whole.findings.include(done.findings)
    for name in ("states", "moves", "sampled", "passed", "covered_moves"):
        setattr(whole, name, getattr(whole, name) + getattr(done, name))
    whole.first_passed = whole.first_passed or done.first_passed
    whole.covered.update(done.covered)
    whole.histogram.update(done.histogram)
    whole.start = whole.start or done.start
    whole.first_keys.update(done.first_keys)
    for tier, marks in done.marks.items():
        reached[tier] |= bits_of(marks)


def _within(places: IntArray, begin: int, end: int) -> IntArray:
    found: IntArray = places[(places >= begin) & (places < end)]
    return found


def _cuts(states: int, unit: int) -> list[int]:
    """Where a tier is divided: at multiples of what is expanded at once, so that problems are
    counted as in one process."""
    units = -(-states // unit)
    n = min(max(-(-states // SHARE), SHARES), units)
    return [min(states, units * i // n * unit) for i in range(n + 1)]
