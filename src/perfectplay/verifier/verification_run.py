"""One verification, from its manifest to its result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from perfectplay.core.errors import DamagedError, MemoryBudgetError, NoSolutionError
from perfectplay.core.progress import Reporter
from perfectplay.core.shortened import shortened
from perfectplay.core.task_runner import ALONE
from perfectplay.core.thread_pool import thread_pool
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import StateKind
from perfectplay.tablebase.store.copies import changed_copies
from perfectplay.tablebase.store.manifest import (
    MANIFEST,
    Manifest,
    is_part_name,
    text_of,
    wrong_scoring,
)
from perfectplay.tablebase.store.manifest_reader import read_manifest
from perfectplay.tablebase.store.remote_files import content_at, has_own_options, names_in
from perfectplay.tablebase.verification import (
    Problem,
    ProblemLog,
    Verification,
    VerifiedCounts,
    passed_note,
)
from perfectplay.verifier.image_checks import is_exact
from perfectplay.verifier.plain.messages import ProblemWriter
from perfectplay.verifier.plain.plain import fits_start, like_start
from perfectplay.verifier.plain.plain_shapes import lettered
from perfectplay.verifier.sample_size import move_budget
from perfectplay.verifier.shares.workers import VerifyWorkers
from perfectplay.verifier.stored.stored_files import strange_files, wrong_file
from perfectplay.verifier.stored.verify_room import VerifyRoom
from perfectplay.verifier.stored_totals import TotalsCheck
from perfectplay.verifier.sweep.walking import ReachableWalk

if TYPE_CHECKING:
    from perfectplay.verifier.sweep.by_sweep import SweepSource


@dataclass
class VerificationRun:
    """One verification: its problems, and the counts of what was checked.

    ``sample`` to ``symmetries``: the arguments of `verify`. ``small``: the interpreter checks all
    states, for they are few, or texts; ``walks``: in a plain walk, if memory holds it.
    """

    folder: Path
    findings: ProblemLog
    reporter: Reporter
    sample: int
    room: VerifyRoom
    interpreted: bool
    symmetries: str | None
    executor: Executor | None
    anew: bool
    counts: VerifiedCounts = field(default_factory=VerifiedCounts)
    how: str = "interpreted"
    notes: list[str] = field(default_factory=list)
    exact: bool = False
    compared: int | None = None
    small: bool = False
    walks: bool = False

    def result(self) -> Verification:
        """The verification so far."""
        findings, counts = self.findings, self.counts
        return Verification(
            findings.found == 0, findings.sorted(), findings.found, counts.states, counts.moves,
            counts.sampled, self.reporter.seconds, self.how, tuple(self.notes), self.compared,
            dict(findings.kinds), counts.earlier,
        )  # fmt: skip

    def choose_way(self, manifest: Manifest) -> None:
        """Decide how the states are checked, and do without workers where they cannot help. Raises
        MemoryBudgetError if only a plain walk would do, and it takes too much."""
        has_few_moves = (manifest.moves or 0) <= move_budget(self.sample)
        texts = manifest.keys.kind == "text"
        self.small = texts or (manifest.states <= self.sample and has_few_moves)
        least = self.room.walk_bytes(manifest)
        self.walks = self.small and (not self.room.given or least <= self.room.memory)
        if texts and not self.walks:
            raise MemoryBudgetError(self.room.memory, least, work="verification")
        reason = ""
        if self.small:
            reason = "this solution is small, or its states are texts"
        elif has_own_options(self.folder):
            reason = "options of its own lead to the folder, which workers do not have"
        if self.executor is not None and reason:
            self.reporter.note(ALONE + reason)
            self.executor = None

    def know_former_keys(self, manifest: Manifest, rules: CheckedGame) -> None:
        """If an earlier version has stored the states in another shape, give it to the rules; the
        interpreter then checks all states, since the compiler does not know it any more."""
        if manifest.keys.kind != "tuple" or rules.shape is None:
            return
        if fits_start(manifest.keys, like_start(rules)) or (former := rules.former_shape()) is None:
            return
        if fits_start(manifest.keys, lettered(rules.start(), former)):
            vars(rules)["shape"] = former
            self.interpreted, self.executor = True, None
            self.notes.append("an earlier version has stored it, in keys that do not compile now")

    def manifest(self) -> Manifest:
        """The manifest. Raises DamagedError also if there are parts of a solution without one,
        and as `read_manifest`."""
        try:
            manifest = read_manifest(self.folder)
        except NoSolutionError as error:
            if any(map(is_part_name, names_in(self.folder))):
                raise DamagedError(str(error)) from error
            raise
        if content_at(self.folder / MANIFEST) != text_of(manifest).encode():
            message = f"{MANIFEST} is not as perfectplay writes it: somebody has edited it"
            self.findings.add(Problem("manifest", message))
        return manifest

    def files_are_whole(self, manifest: Manifest) -> bool:
        """Whether all files are there as they were written; records the problems."""
        for strange in strange_files(self.folder, manifest):
            self.findings.add(strange)
        self.notes += changed_copies(self.folder, manifest.copies)
        wrong = list(self._wrong_files(manifest))
        for problem in wrong:
            self.findings.add(problem)
        return not wrong

    def _wrong_files(self, manifest: Manifest) -> Iterator[Problem]:
        """The problems of the files."""
        if self.executor is not None:
            workers = VerifyWorkers(self.executor, self.reporter)
            yield from workers.wrong_files(self.folder, manifest)
            return
        parts = manifest.parts
        with thread_pool(self.room.threads) as pool:
            for n, wrong in enumerate(pool.map(lambda part: wrong_file(self.folder, part), parts)):
                self.reporter.tell("reading", n, len(parts))
                if wrong is not None:
                    yield wrong

    def check(self, manifest: Manifest, writer: ProblemWriter) -> None:
        """Check the content of the files. Raises WrongPartError if they cannot be read."""
        if not self._kinds_agree(manifest, writer.rules):
            return
        if manifest.symmetries:
            self.exact = self.symmetries == "exact"
            if self.symmetries is None:
                self.exact, note = is_exact(manifest, writer.rules)
                self.notes += [note] if note else []
        if self.walks:
            self._walk(manifest, writer)
        elif self.interpreted or self.small or not self._sweep_compiled(manifest, writer):
            source = self._by_sweep(manifest, writer, self.findings)
            self._enter(manifest, source.interpreted())

    def _kinds_agree(self, manifest: Manifest, rules: CheckedGame) -> bool:
        start = rules.start()
        if manifest.scoring != rules.scoring:
            self.findings.add(Problem("manifest", wrong_scoring(self.folder, manifest)))
            return False
        fits = {
            "integer": rules.kind is StateKind.INTEGER,
            "tuple": rules.shape is not None and fits_start(manifest.keys, like_start(rules)),
            "text": rules.kind is not StateKind.INTEGER,
        }
        if not fits[manifest.keys.kind]:
            words = manifest.keys.words
            named = "" if words is None else f" with the words {shortened(repr(', '.join(words)))}"
            message = (
                f"its keys are of kind {manifest.keys.kind}{named}, the start is "
                f"{shortened(repr(start))}"
            )
            self.findings.add(Problem("manifest", message))
        return fits[manifest.keys.kind]

    def _walk(self, manifest: Manifest, writer: ProblemWriter) -> None:
        whole = TotalsCheck(manifest, writer.rules, self.findings)
        walk = ReachableWalk(
            self.folder, manifest, writer, self.findings, self.reporter, self.exact,
            self.room.watch_walk,
        )  # fmt: skip
        walk.check()
        compared = walk.states if self.exact else 0
        if walk.start is not None and walk.start in walk.stored:
            whole.check_start(walk.start, walk.stored[walk.start][0])
        histogram = Counter(worth for worth, _ in walk.stored.values())
        whole.check_counts(walk.moves, histogram, walk.covered_moves, walk.covered)
        notes = [*whole.notes, *passed_note(len(walk.passed), next(iter(walk.passed), ""))]
        self._enter(
            manifest, VerifiedCounts(walk.states, walk.moves, walk.states, compared, notes=notes)
        )

    def _sweep_compiled(self, manifest: Manifest, writer: ProblemWriter) -> bool:
        """Whether compiled rules could decide; if not, only a note is added."""
        from perfectplay.compiler.numba_found import require_compiler
        from perfectplay.compiler.source.not_compilable import NotCompilable
        from perfectplay.verifier.rule_comparison import CompiledFaultError

        findings = deepcopy(self.findings)
        self.reporter.tell("compiling")
        try:
            require_compiler()
            from perfectplay.compiler.load import compile_rules
            from perfectplay.verifier.expand import need_same_words

            compiled = compile_rules(  # images as the rules say, not from tables
                writer.rules.game, symmetries=manifest.symmetries, tables=False, sets_from="second"
            )
            need_same_words(compiled, manifest.keys)
            counts = self._by_sweep(manifest, writer, findings).compiled(compiled, self.sample)
        except NotCompilable as reason:
            self.notes.append(f"not compiled: {reason}")
        except CompiledFaultError as fault:
            note = f"{fault}. So the interpreter checked every state"
            self.reporter.note(f"{fault}. So the interpreter checks every state")
            self.notes.append(note)
        else:
            self.findings, self.how = findings, "compiled"
            self._enter(manifest, counts)
            return True
        return False

    def _by_sweep(
        self, manifest: Manifest, writer: ProblemWriter, findings: ProblemLog
    ) -> SweepSource:
        from perfectplay.verifier.sweep.by_sweep import SweepSource  # it loads the compiler

        options = self.room, self.exact, self.anew
        what = self.folder, manifest, writer, findings, self.reporter, *options
        if self.executor is None:
            return SweepSource(*what)
        from perfectplay.verifier.shares.by_shares import SharedSweep

        return SharedSweep(*what, VerifyWorkers(self.executor, self.reporter))

    def _enter(self, manifest: Manifest, counts: VerifiedCounts) -> None:
        self.counts = counts
        self.compared = counts.compared if manifest.symmetries else None
        self.notes += counts.notes
