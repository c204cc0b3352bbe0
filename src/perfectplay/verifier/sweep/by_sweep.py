"""One verification by a sweep over the tiers: by compiled rules, or by the interpreter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from perfectplay.core.progress import Reporter
from perfectplay.core.thread_pool import thread_pool
from perfectplay.tablebase.store.manifest import Manifest
from perfectplay.tablebase.verification import (
    Problem,
    ProblemLog,
    VerifiedCounts,
    Worth,
    passed_note,
)
from perfectplay.verifier.expand import BatchExpander, KernelExpander
from perfectplay.verifier.plain.interpreter import RulesInterpreter
from perfectplay.verifier.plain.interpreter_pool import InterpreterPool, processes_for
from perfectplay.verifier.plain.messages import ProblemWriter
from perfectplay.verifier.plain.plain import images_of
from perfectplay.verifier.plain_expand import PlainAnswering, PlainExpander
from perfectplay.verifier.random_sample import (
    RandomSample,
    places_in,
    sample_places,
)
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
    keys_stored_twice,
)
from perfectplay.verifier.sweep.sweep import Sweep

if TYPE_CHECKING:
    from perfectplay.compiler.load import CompiledRules


class Swept(Protocol):
    """What was counted; as in `Sweep`."""

    states: int
    moves: int
    covered: Counter[int]
    covered_moves: int
    passed: int
    first_passed: str


@dataclass
class SweepSource:
    """Checks the states of a folder. ``exact``: there are symmetries, and all images of all states
    are compared."""

    folder: Path
    manifest: Manifest
    writer: ProblemWriter
    findings: ProblemLog
    reporter: Reporter
    room: VerifyRoom
    exact: bool

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
        """Check every state by compiled rules, some by the interpreter too.

        Raises WrongPartError, and CompiledFaultError if compiled rules cannot decide.
        """
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
            histogram, worth = self._check_tiers_of(sweep, sample, start, sampled)
        totals.check_start(start, worth)
        if worth is None:
            findings.add(self.writer.missing(start, None))
        self._check_twice(tiers.first_keys, lambda tasks: pool.map(TwiceInRange.run, tasks))
        return self._counted(totals, sweep, 0 if sample is None else sample.states, histogram)

    def _check_tiers_of(
        self, sweep: Sweep, sample: RandomSample | None, start: int, sampled: int
    ) -> tuple[Counter[int], Worth | None]:
        """Check all tiers, the lowest first; return the states by entry, and what is stored of the
        start."""
        manifest, tiers = self.manifest, sweep.tiers
        seed = int(manifest.rules.fingerprint[:16], 16)
        sizes = [tier.states for tier in manifest.tiers]
        chosen = places_in(sample_places(manifest.states, sampled, seed), sizes)
        histogram: Counter[int] = Counter()
        worth: Worth | None = None
        for number, places in zip(tiers.order, chosen, strict=True):
            tier = tiers.main(number)
            if worth is None:
                worth = sweep.start_worth(tier, start)
            histogram.update(tier.histogram())
            if sample is not None:
                sample.begin(tier, places)
            sweep.check(tier)
            if sample is not None:
                sample.end(tier)
            tiers.drop(number)
        return histogram, worth

    def _counted(
        self, totals: TotalsCheck, swept: Swept, sampled: int, histogram: Counter[int]
    ) -> VerifiedCounts:
        """Compare the totals with what was counted. ``histogram``: states by entry."""
        worths, covered = (
            {worth_of(entry): n for entry, n in counter.items()}
            for counter in (histogram, swept.covered)
        )
        totals.check_counts(swept.moves, worths, swept.covered_moves, covered)
        notes = [*totals.notes, *passed_note(swept.passed, swept.first_passed)]
        compared = swept.states if self.exact else 0
        return VerifiedCounts(swept.states, swept.moves, sampled, compared, totals.of_moves, notes)

    def _check_twice(self, first_keys: FirstKeys, run: Running) -> None:
        self.reporter.tell("comparing tiers")
        twice, found = keys_stored_twice(
            self.folder, list(self.manifest.tiers), first_keys, run, self.findings.limit
        )
        for key, numbers in twice:
            self.findings.add(self.writer.twice(key, numbers), 0, key)
        self.findings.count("twice", found - len(twice))


def _undecided(findings: ProblemLog) -> str:
    first = findings.sorted()[0].message
    return f"by compiled code {first}; only the moves of all states decide whether that is so"
