"""One verification by a sweep over the tiers: by compiled rules, or by the interpreter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from perfectplay.core.progress import Reporter
from perfectplay.tablebase.store.manifest import Manifest
from perfectplay.tablebase.verification import (
    Problem,
    ProblemLog,
    VerifiedCounts,
    Worth,
    passed_note,
)
from perfectplay.verifier.crew import InterpreterCrew, processes_for, thread_crew
from perfectplay.verifier.duplicate_states import keys_stored_twice
from perfectplay.verifier.expand import BatchExpander, KernelExpander
from perfectplay.verifier.interpreter import RulesInterpreter
from perfectplay.verifier.messages import ProblemWriter
from perfectplay.verifier.plain import images_of
from perfectplay.verifier.plain_expand import PlainAnswering, PlainExpander
from perfectplay.verifier.random_sample import RandomSample, places_in, sample_places
from perfectplay.verifier.sample_size import sample_size, size_note
from perfectplay.verifier.stored_tiers import LoadedTier, LoadedTiers, counted, worth_of
from perfectplay.verifier.sweep import Sweep
from perfectplay.verifier.trust import CompiledFaultError, CompiledTrust
from perfectplay.verifier.whole import TotalsCheck

if TYPE_CHECKING:
    from perfectplay.compiler.load import CompiledRules


@dataclass
class SweepSource:
    """Checks the states of a folder. ``exact``: there are symmetries, and all images of all states
    are compared."""

    folder: Path
    manifest: Manifest
    writer: ProblemWriter
    findings: ProblemLog
    reporter: Reporter
    threads: int
    exact: bool

    def interpreted(self) -> VerifiedCounts:
        """Check every state by the interpreter. Raises WrongPartError."""
        start, answering = self._start_key(), PlainAnswering(self._interpreter())
        if start is None:
            return VerifiedCounts()
        count = processes_for(self.manifest.states, self.threads)
        with InterpreterCrew(answering, count) as processes, thread_crew(self.threads) as crew:
            counts = self._swept(start, crew, lambda: PlainExpander(processes), None, None)
        counts.sampled = counts.states
        return counts

    def compiled(self, compiled: CompiledRules, sample: int) -> VerifiedCounts:
        """Check every state by compiled rules, some by the interpreter too.

        Raises WrongPartError, and CompiledFaultError if compiled rules cannot decide.
        """
        start, interpreter = self._start_key(), self._interpreter()
        if start is None:
            return VerifiedCounts()
        keys = self.manifest.keys
        trust = CompiledTrust(KernelExpander(compiled, keys), interpreter)
        trust.compare_first(start)
        if self.exact:
            trust.compile_comparison()
        states, moves = self.manifest.states, self.manifest.moves or 0
        size = sample_size(sample, states, moves)
        count, answering = processes_for(size, self.threads), interpreter.ask_some
        with InterpreterCrew(answering, count) as processes, thread_crew(self.threads) as crew:
            counts = self._swept(
                start, crew, lambda: KernelExpander(compiled, keys), trust, (processes, size)
            )
        counts.notes += size_note(size, sample, states, moves)
        # no single state can confirm these problems
        doubtful = self.findings.kinds["unreached"] + counts.of_moves
        if doubtful and self.findings.found == doubtful:
            raise CompiledFaultError(_undecided(self.findings))
        return counts

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
        crew: Executor,
        expander: Callable[[], BatchExpander],
        trust: CompiledTrust | None,
        sampling: tuple[InterpreterCrew, int] | None,
    ) -> VerifiedCounts:
        manifest, findings = self.manifest, self.findings
        totals = TotalsCheck(manifest, self.writer.rules, findings)
        tiers = LoadedTiers(self.folder, manifest, start, crew)
        sweep = Sweep(
            expander, trust, tiers, self.writer, findings, crew, self.reporter,
            counts_classes=manifest.symmetries and totals.start_is_alone,
            compares_classes=self.exact,
        )  # fmt: skip
        sample = None
        if sampling is not None:
            assert trust is not None
            sample = RandomSample(sampling[0], trust, tiers, self.writer, findings)
            seed = int(manifest.rules.fingerprint[:16], 16)
            sizes = [tier.states for tier in manifest.tiers]
            chosen = places_in(sample_places(manifest.states, sampling[1], seed), sizes)
        histogram: Counter[int] = Counter()
        start_worth: Worth | None = None
        for n, number in enumerate(tiers.order):
            tier = tiers.get(number)
            if start_worth is None:
                start_worth = self._start_worth(tier, start)
            histogram.update(counted(tier.entries))
            if sample is not None:
                sample.begin(tier, chosen[n])
            sweep.check(tier)
            if sample is not None:
                sample.end(tier)
            tiers.drop(number)
        totals.check_start(start, start_worth)
        if start_worth is None:
            findings.add(self.writer.missing(start, None))
        self._check_twice(tiers, crew)
        worths, covered = (
            {worth_of(entry): n for entry, n in counter.items()}
            for counter in (histogram, sweep.covered)
        )
        totals.check_counts(sweep.moves, worths, sweep.covered_moves, covered)
        notes = [*totals.notes, *passed_note(sweep.passed, sweep.first_passed)]
        sampled = 0 if sample is None else sample.states
        compared = sweep.states if sweep.compares_classes else 0
        return VerifiedCounts(sweep.states, sweep.moves, sampled, compared, totals.of_moves, notes)

    def _start_worth(self, tier: LoadedTier, start: int) -> Worth | None:
        """The stored worth of the start, if it is in this tier, whose number is checked.

        All other states are children of some state, so the sweep checks their tiers.
        """
        worth, writer = tier.worth(start), self.writer
        if worth is not None and writer.has_tiers:
            right = writer.tier_of(start)
            if right != tier.number:
                problem = writer.wrong_tier(start, tier.number, right)
                self.findings.add(problem, tier.number, start)
        return worth

    def _check_twice(self, tiers: LoadedTiers, crew: Executor) -> None:
        self.reporter.tell("comparing tiers")
        twice, found = keys_stored_twice(
            self.folder, list(self.manifest.tiers), tiers.first_keys, crew, self.findings.limit
        )
        for key, numbers in twice:
            self.findings.add(self.writer.twice(key, numbers), 0, key)
        self.findings.count("twice", found - len(twice))


def _undecided(findings: ProblemLog) -> str:
    first = findings.sorted()[0].message
    return f"by compiled code {first}; only the moves of all states decide whether that is so"
