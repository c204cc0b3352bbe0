"""One verification by a sweep over the tiers: by compiled rules, or by the interpreter."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from perfectplay.core.arrays import IntArray
from perfectplay.core.progress import Reporter
from perfectplay.core.thread_pool import thread_pool
from perfectplay.core.version import __version__
from perfectplay.game.showing import number_of
from perfectplay.tablebase.store.manifest import Manifest, TierEntry, text_of
from perfectplay.tablebase.store.remote_files import whole_address
from perfectplay.tablebase.verification import Problem, ProblemLog, VerifiedCounts, passed_note
from perfectplay.verifier.expand import BatchExpander, KernelExpander
from perfectplay.verifier.plain.interpreter import RulesInterpreter
from perfectplay.verifier.plain.interpreter_pool import InterpreterPool, processes_for
from perfectplay.verifier.plain.messages import ProblemWriter
from perfectplay.verifier.plain.plain_rules import images_of
from perfectplay.verifier.plain_expand import PlainAnswering, PlainExpander
from perfectplay.verifier.random_sample import RandomSample, places_in, sample_places
from perfectplay.verifier.rule_comparison import CompiledFaultError, CompiledTrust
from perfectplay.verifier.sample_size import sample_size, size_note
from perfectplay.verifier.stored.budget_tiers import BudgetTiers
from perfectplay.verifier.stored.stored_tiers import worth_of
from perfectplay.verifier.stored.verify_room import VerifyRoom
from perfectplay.verifier.stored_totals import TotalsCheck
from perfectplay.verifier.sweep.duplicate_states import (
    FirstKeys,
    Running,
    TwiceInRange,
    homes_of,
    keys_stored_twice,
)
from perfectplay.verifier.sweep.kept_sweep import KeptSweep, SweptTiers
from perfectplay.verifier.sweep.sweep import Sweep

if TYPE_CHECKING:
    from perfectplay.compiler.compiled_rules import CompiledRules


@dataclass
class SweepSource:
    """Checks the states of a folder. ``exact``: there are symmetries, and all images of all states
    are compared; ``anew``: also the states that a run which was stopped has checked."""

    folder: Path
    manifest: Manifest
    writer: ProblemWriter
    findings: ProblemLog
    reporter: Reporter
    room: VerifyRoom
    exact: bool
    anew: bool

    @property
    def threads(self) -> int:
        """How many threads check states."""
        return self.room.threads

    def interpreted(self) -> VerifiedCounts:
        """Check every state by the interpreter. Raises WrongPartError."""
        start, answering = self._start_key(), PlainAnswering(self._interpreter())
        if start is None:
            return VerifiedCounts()
        count = processes_for(self.manifest.states, self.threads)
        with InterpreterPool(answering, count) as processes, thread_pool(self.threads) as pool:
            counts = self._swept(start, pool, lambda: PlainExpander(processes), None, processes)
        counts.sampled = counts.states
        return counts

    def compiled(self, compiled: CompiledRules, sample: int) -> VerifiedCounts:
        """Check every state by compiled rules, some by the interpreter too. Raises WrongPartError,
        and CompiledFaultError if compiled rules cannot decide."""
        start = self._start_key()
        if start is None:
            return VerifiedCounts()
        trust = CompiledTrust(KernelExpander(compiled, self.manifest.keys), self._interpreter())
        trust.compare_first(start)
        if self.exact:
            trust.compile_comparison()
        states, moves = self.manifest.states, self.manifest.moves or 0
        size = sample_size(sample, states, moves)
        counts = self._by_compiled(start, compiled, trust, size)
        counts.notes += size_note(size, sample, states, moves)
        # no single state can confirm these problems
        doubtful = self.findings.kinds["unreached"] + counts.of_moves
        if doubtful and self.findings.found == doubtful:
            raise CompiledFaultError(_undecided(self.findings))
        return counts

    def _by_compiled(
        self, start: int, compiled: CompiledRules, trust: CompiledTrust, size: int
    ) -> VerifiedCounts:
        """Check every state by compiled rules; ``size``: of how many the interpreter is asked."""
        count, answering = processes_for(size, self.threads), trust.interpreter.ask_some
        most = self.room.most_moves(self.manifest, KernelExpander.batch)
        with InterpreterPool(answering, count) as processes, thread_pool(self.threads) as pool:
            return self._swept(
                start, pool, lambda: KernelExpander(compiled, self.manifest.keys, most),
                trust, processes, size,
            )  # fmt: skip

    def _interpreter(self) -> RulesInterpreter:
        return RulesInterpreter(self.writer, symmetric=self.manifest.symmetries, exact=self.exact)

    def _start_key(self) -> int | None:
        rules, keys = self.writer.rules, self.writer.keys
        start = rules.start()
        key = keys.smallest(images_of(rules, start) if self.manifest.symmetries else [start])
        if key is None:
            message = f"the keys cannot hold the start, {rules.state_text(start)}"
            self.findings.add(Problem("keys", message))
        return key

    def _swept(
        self,
        start: int,
        pool: Executor,
        expander: Callable[[], BatchExpander],
        trust: CompiledTrust | None,
        asked: InterpreterPool,
        sampled: int = 0,
    ) -> VerifiedCounts:
        """Check all states. ``asked``: the interpreter; ``sampled``: of how many it is asked beside
        compiled rules."""
        manifest, findings = self.manifest, self.findings
        self.room.prepare(manifest, expander().batch, [one.pid or 0 for one in asked.processes])
        totals = TotalsCheck(manifest, self.writer.rules, findings)
        with closing(BudgetTiers(self.folder, manifest, start, self.room)) as tiers:
            sweep = Sweep(
                expander, trust, tiers, self.writer, findings, pool, self.reporter,
                counts_classes=manifest.symmetries and totals.start_is_alone,
                compares_classes=self.exact, threads=self.threads,
            )  # fmt: skip
            sample = None
            if trust is not None:
                sample = RandomSample(asked, trust, tiers, self.writer, findings)
            kept = self._kept(trust is not None, sampled)
            swept = self._check_tiers_of(sweep, sample, start, sampled, kept)
        totals.check_start(start, swept.start)
        if swept.start is None:
            findings.add(self.writer.missing(start, None))
        self._check_twice(start, swept.first_keys, lambda tasks: pool.map(TwiceInRange.run, tasks))
        kept.forget()
        return self._counted(totals, swept)

    def _check_tiers_of(
        self, sweep: Sweep, sample: RandomSample | None, start: int, sampled: int, kept: KeptSweep
    ) -> SweptTiers:
        """Check all tiers, the lowest first, but for those that an earlier run has checked."""
        tiers, swept = sweep.tiers, self._go_on(kept)
        sweep.swept, tiers.marks, tiers.first_keys = swept, swept.reached, swept.first_keys
        for entry, places in self._tiers_left(swept, sampled):
            tier = tiers.main(entry.tier)
            if swept.start is None:
                swept.start = sweep.start_worth(tier, start)
            swept.histogram.update(tier.histogram())
            if sample is not None:
                sample.begin(tier, places)
            sweep.check(tier)
            if sample is not None:
                sample.end(tier)
                swept.sampled += len(places)
            tiers.drop(tier.number)
            swept.tiers += 1
            if not self.findings.found:
                kept.keep(partial(_with_marks, swept, tiers, tier.number))
        return swept

    def _kept(self, compiled: bool, sampled: int) -> KeptSweep:
        """What is kept of this verification. Every argument that may change its result counts."""
        manifest = hashlib.sha256(text_of(self.manifest).encode()).hexdigest()
        place, limit = str(whole_address(self.folder)), self.findings.limit
        return KeptSweep.of(__version__, place, manifest, compiled, sampled, self.exact, limit)

    def _go_on(self, kept: KeptSweep) -> SweptTiers:
        """What an earlier run that was stopped has checked."""
        swept = SweptTiers() if self.anew else kept.load()
        swept.earlier = swept.states
        if swept.tiers:
            self.reporter.note(
                f"goes on after tier {self.manifest.tiers[swept.tiers - 1].tier}: "
                f"{number_of(swept.states, 'state')} were checked by a run that was stopped "
                "(--anew checks them again)"
            )
        return swept

    def _tiers_left(self, swept: SweptTiers, sampled: int) -> Iterator[tuple[TierEntry, IntArray]]:
        """The tiers that are still to be checked, the lowest first, with the places of the states
        of which the interpreter is asked, too."""
        manifest = self.manifest
        seed = int(manifest.rules.fingerprint[:16], 16)
        sizes = [tier.states for tier in manifest.tiers]
        chosen = places_in(sample_places(manifest.states, sampled, seed), sizes)
        yield from list(zip(manifest.tiers, chosen, strict=True))[swept.tiers :]

    def _counted(self, totals: TotalsCheck, swept: SweptTiers) -> VerifiedCounts:
        """Compare the totals with what was counted."""
        worths, covered = (
            {worth_of(entry): n for entry, n in counter.items()}
            for counter in (swept.histogram, swept.covered)
        )
        totals.check_counts(swept.moves, worths, swept.covered_moves, covered)
        notes = [*totals.notes, *passed_note(swept.passed, swept.first_passed)]
        compared = swept.states if self.exact else 0
        return VerifiedCounts(
            swept.states, swept.moves, swept.sampled, compared, totals.of_moves, notes,
            swept.earlier,
        )  # fmt: skip

    def _check_twice(self, start: int, first_keys: FirstKeys, run: Running) -> None:
        """Compare the tiers with each other. If the rules say which tier a state is in, and nothing
        was wrong, every state but the start was met as a child in that tier, so in no other one:
        only the start, which is marked wherever it is stored, is looked for. (Of symmetric states
        the rules may say different tiers.)"""
        tiers = list(self.manifest.tiers)
        named = self.writer.has_tiers and not self.manifest.symmetries
        if named and not self.findings.found:
            homes = homes_of(start, self.folder, tiers, first_keys)
            twice, found = ([(start, homes)], 1) if len(homes) > 1 else ([], 0)
        else:
            self.reporter.tell("comparing tiers")
            limit = self.findings.limit
            twice, found = keys_stored_twice(self.folder, tiers, first_keys, run, limit)
        for key, numbers in twice:
            self.findings.add(self.writer.twice(key, numbers), 0, key)
        self.findings.count("twice", found - len(twice))


def _undecided(findings: ProblemLog) -> str:
    first = findings.sorted()[0].message
    return f"by compiled code {first}; only the moves of all states decide whether that is so"


def _with_marks(swept: SweptTiers, tiers: BudgetTiers, number: int) -> SweptTiers:
    return replace(swept, reached=tiers.reached_above(number))
