"""One verification whose states are checked by tasks, in any number of processes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from perfectplay.core.arrays import ByteArray, IntArray
from perfectplay.tablebase.store.game_spec import GameSpec
from perfectplay.tablebase.store.manifest import TierEntry
from perfectplay.tablebase.store.remote_files import whole_address
from perfectplay.tablebase.verification import VerifiedCounts
from perfectplay.verifier.expand import KernelExpander
from perfectplay.verifier.plain_expand import PlainExpander
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
from perfectplay.verifier.sweep.kept_sweep import KeptSweep, SweptTiers

if TYPE_CHECKING:
    from perfectplay.compiler.compiled_rules import CompiledRules

SHARE = 1 << 22
"""States of a share, at most."""

SHARES = 16
"""Shares of a tier, at least, if it has so many units that are expanded at once."""

HERE = 50_000
"""Tiers of at most so many states are checked by the process of the command."""


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
        kept = self._kept(bool(code), sampled)
        try:
            swept = self._check_tiers(job, sampled, kept)
        finally:
            forget_jobs()
        totals.check_start(start, swept.start)
        if swept.start is None:
            self.findings.add(self.writer.missing(start, None))
        self._check_twice(start, swept.first_keys, self.workers.in_order)
        kept.forget()
        return self._counted(totals, swept)

    def _check_tiers(self, job: VerifyJob, sampled: int, kept: KeptSweep) -> SweptTiers:
        """Check the tiers, the lowest first: then it is known which states of one are reached."""
        unit = KernelExpander.batch if job.spec.code else PlainExpander.batch
        swept = self._go_on(kept)
        reached = swept.reached
        for tier, places in self._tiers_left(swept, sampled):
            marks = reached.pop(tier.tier, None)
            asks = swept.start is None
            if marks is not None and int(np.bitwise_count(marks).sum()) == tier.states:
                cuts = _cuts(tier.states, unit)
                tasks = [
                    CheckShare(job, tier.tier, begin, end, _within(places, begin, end), asks)
                    for begin, end in pairwise(cuts)
                ]
            else:  # the start, or moves inside it, may lead to the others
                some = marks_of(_no_marks(tier) if marks is None else marks)
                tasks = [CheckShare(job, tier.tier, 0, tier.states, places, asks, some)]
            inside = self._run(tasks, swept, here=tier.states <= HERE)
            if self.manifest.scoring and inside and tasks[0].reached is None:
                [loops] = self.workers.in_order([FindLoop(job, tier.tier)])
                self.findings.include(loops)
            swept.tiers += 1
            if not self.findings.found:
                kept.keep(lambda: swept)
        return swept

    def _run(self, tasks: Sequence[CheckShare], swept: SweptTiers, *, here: bool) -> bool:
        """Run the tasks of a tier, and enter what they find; return whether moves stay inside it.
        ``here``: this process does them."""
        found: dict[int, CheckedShare] = {}

        def take(number: int, done: CheckedShare) -> None:
            found[number] = done
            states = swept.states + sum(one.swept.states for one in found.values())
            self.reporter.tell("verifying", states, self.manifest.states, states)

        if here:
            for number, task in enumerate(tasks):
                take(number, task.run())
        else:
            self.workers.run(tasks, take)
        for number in range(len(tasks)):  # in an order that does not depend on who is faster
            self._include(swept, found[number])
        return any(done.inside for done in found.values())

    def _include(self, swept: SweptTiers, done: CheckedShare) -> None:
        self.findings.include(done.findings)
        swept.add(done.swept)
        for number, marks in done.marks.items():
            if number not in swept.reached:
                [tier] = (tier for tier in self.manifest.tiers if tier.tier == number)
                swept.reached[number] = _no_marks(tier)
            swept.reached[number] |= bits_of(marks)


def _no_marks(tier: TierEntry) -> ByteArray:
    return np.zeros(-(-tier.states // 8), np.uint8)


def _within(places: IntArray, begin: int, end: int) -> IntArray:
    found: IntArray = places[(places >= begin) & (places < end)]
    return found


def _cuts(states: int, unit: int) -> list[int]:
    """Where a tier is divided: at multiples of what is expanded at once, so that problems are
    counted as in one process."""
    units = -(-states // unit)
    n = min(max(-(-states // SHARE), SHARES), units)
    return [min(states, units * i // n * unit) for i in range(n + 1)]
