"""``verify``: a check that a stored solution is the strong solution of its game."""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import Executor
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from perfectplay.core.attached import attached
from perfectplay.core.errors import (
    DamagedError,
    FormatVersionError,
    NoSolutionError,
    UnfinishedError,
)
from perfectplay.core.progress import ProgressCallback, Reporter
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.game import Game, StateKind
from perfectplay.tablebase.store.copies import changed_copies
from perfectplay.tablebase.store.finding import check_fingerprint
from perfectplay.tablebase.store.manifest import MANIFEST, Manifest, is_book, text_of, wrong_scoring
from perfectplay.tablebase.store.manifest_reader import read_manifest
from perfectplay.tablebase.verification import (
    Problem,
    ProblemLog,
    Verification,
    VerifiedCounts,
    passed_note,
)
from perfectplay.verifier.classes import is_exact
from perfectplay.verifier.crew import thread_crew
from perfectplay.verifier.messages import ProblemWriter
from perfectplay.verifier.rules_lookup import game_of, has_tiers
from perfectplay.verifier.sample_size import move_budget
from perfectplay.verifier.stored_files import WrongPartError, strange_files, wrong_file
from perfectplay.verifier.walking import ReachableWalk
from perfectplay.verifier.whole import TotalsCheck

if TYPE_CHECKING:
    from perfectplay.verifier.by_sweep import SweepSource

SHOWN = 20
"""The number of problems that a verification describes."""


def verify(
    folder: str | os.PathLike[str],
    game: Game | str | None = None,
    *,
    threads: int | None = None,
    sample: int = 100_000,
    interpreted: bool = False,
    symmetries: str | None = None,
    progress: ProgressCallback | None = None,
) -> Verification:
    """Check that a folder holds the strong solution of its game, without the solver's code.

    ``game``: the rules, or their address, if the manifest's address does not lead to them.
    ``threads``: default all cores. ``sample``: the number of states in which the interpreter runs
    the rules, too: fewer, with a note, if they would have more than five million moves and more
    than 50 a state; all if there are no more states, or if the rules cannot be compiled soundly.
    ``interpreted``: the interpreter checks all states, and no code is generated. ``symmetries``:
    "exact" compares all images of every state, "sample" those of some; None: "exact", unless it
    takes many times as long as all other checks.

    A book of searches (docs/books.md) is no strong solution: its entries are compared with those
    that their moves lead to, as far as it has them, always by the interpreter. ``progress`` is
    called with a `Progress` at most ten times a second.

    Raises NoSolutionError if the folder is no stored solution, MissingRulesError,
    RulesDifferError, MissingExtraError, TypeError and ValueError for bad arguments. All faults
    inside the folder, another version of the format too, are problems of the result.
    """
    _check_arguments(threads, sample, symmetries)
    if is_book(Path(folder)):
        found: Verification = attached("verify_book")(Path(folder), game, progress)
        return found
    run = _VerificationRun(Path(folder), ProblemLog(SHOWN), Reporter(progress))
    try:
        manifest = run.manifest()
    except (DamagedError, FormatVersionError, UnfinishedError) as error:
        run.findings.add(Problem("manifest", str(error)))
        return run.result()
    rules = game if isinstance(game, Game) else game_of(manifest, run.folder, game)
    check_fingerprint(rules, manifest, run.folder)
    writer = ProblemWriter(CheckedGame(rules), manifest.keys, has_tiers=has_tiers(manifest, rules))
    how = _VerifyOptions(sample, threads or _cores(), interpreted, symmetries)
    with thread_crew(how.threads) as crew:
        whole = run.files_are_whole(manifest, crew)
    if whole:
        try:
            run.check(manifest, writer, how)
        except WrongPartError as wrong:
            run.findings.add(Problem("file", str(wrong)))
    return run.result()


def _check_arguments(threads: int | None, sample: int, symmetries: str | None) -> None:
    if symmetries not in (None, "exact", "sample"):
        raise ValueError(f"symmetries must be 'exact', 'sample' or None, got {symmetries!r}")
    for name, number, least in (("threads", threads, 1), ("sample", sample, 0)):
        if number is None:
            continue
        if type(number) is not int:
            raise TypeError(f"{name} must be a whole number, got {number!r}")
        if number < least:
            raise ValueError(f"{name} must be at least {least}, got {number}")


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass(frozen=True)
class _VerifyOptions:
    """The arguments of `verify`."""

    sample: int
    threads: int
    interpreted: bool
    symmetries: str | None


class _VerificationRun:
    """One verification: its problems, and the counts of what was checked."""

    def __init__(self, folder: Path, findings: ProblemLog, reporter: Reporter) -> None:
        self.folder, self.findings, self.reporter = folder, findings, reporter
        self.states = self.moves = self.sampled = 0
        self.how = "interpreted"
        self.notes: list[str] = []
        self.exact = False
        self.compared: int | None = None

    def result(self) -> Verification:
        """The verification so far."""
        return Verification(
            self.findings.found == 0, self.findings.sorted(), self.findings.found, self.states,
            self.moves, self.sampled, self.reporter.seconds, self.how, tuple(self.notes),
            self.compared, dict(self.findings.kinds),
        )  # fmt: skip

    def manifest(self) -> Manifest:
        """The manifest. Raises DamagedError also if there are parts of a solution without one,
        and as `read_manifest`."""
        try:
            manifest = read_manifest(self.folder)
        except NoSolutionError as error:
            if any(self.folder.glob("tier-*-*.parquet")):
                raise DamagedError(str(error)) from error
            raise
        if (self.folder / MANIFEST).read_bytes() != text_of(manifest).encode():
            message = f"{MANIFEST} is not as perfectplay writes it: somebody has edited it"
            self.findings.add(Problem("manifest", message))
        return manifest

    def files_are_whole(self, manifest: Manifest, crew: Executor) -> bool:
        """Whether all files are there as they were written; records the problems."""
        for strange in strange_files(self.folder, manifest):
            self.findings.add(strange)
        self.notes += changed_copies(self.folder, manifest.copies)
        whole = True
        parts = manifest.parts
        for n, wrong in enumerate(crew.map(lambda part: wrong_file(self.folder, part), parts)):
            self.reporter.tell("reading", n, len(parts))
            if wrong is not None:
                self.findings.add(wrong)
                whole = False
        return whole

    def check(self, manifest: Manifest, writer: ProblemWriter, how: _VerifyOptions) -> None:
        """Check the content of the files. Raises WrongPartError if they cannot be read."""
        if not self._kinds_agree(manifest, writer.rules):
            return
        if manifest.symmetries:
            self.exact = how.symmetries == "exact"
            if how.symmetries is None:
                self.exact, note = is_exact(manifest, writer.rules)
                self.notes += [note] if note else []
        has_few_moves = (manifest.moves or 0) <= move_budget(how.sample)
        is_small = manifest.states <= how.sample and has_few_moves
        if manifest.keys.kind == "text" or is_small:
            self._walk(manifest, writer.rules)
        elif how.interpreted or not self._sweep_compiled(manifest, writer, how):
            self._sweep_interpreted(manifest, writer, how)

    def _kinds_agree(self, manifest: Manifest, rules: CheckedGame) -> bool:
        start = rules.start()
        if manifest.scoring != rules.scoring:
            self.findings.add(Problem("manifest", wrong_scoring(self.folder, manifest)))
            return False
        fits = {
            "integer": rules.kind is StateKind.INTEGER,
            "tuple": rules.kind is StateKind.TUPLE and len(start) == len(manifest.keys.size),
            "text": rules.kind is not StateKind.INTEGER,
        }
        if not fits[manifest.keys.kind]:
            message = f"its keys are of kind {manifest.keys.kind}, the start is {start!r}"
            self.findings.add(Problem("manifest", message))
        return fits[manifest.keys.kind]

    # --- every state by the interpreter -----------------------------------------------------------

    def _walk(self, manifest: Manifest, rules: CheckedGame) -> None:
        whole = TotalsCheck(manifest, rules, self.findings)
        walk = ReachableWalk(
            self.folder, manifest, rules, self.findings, self.reporter, exact=self.exact
        )
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

    def _sweep_interpreted(
        self, manifest: Manifest, writer: ProblemWriter, how: _VerifyOptions
    ) -> None:
        self._enter(manifest, self._by_sweep(manifest, writer, how, self.findings).interpreted())

    # --- by compiled rules ------------------------------------------------------------------------

    def _sweep_compiled(
        self, manifest: Manifest, writer: ProblemWriter, how: _VerifyOptions
    ) -> bool:
        """Whether compiled rules could decide; if not, only a note is added."""
        from perfectplay.compiler.constants import NotCompilable
        from perfectplay.compiler.load import compile_rules
        from perfectplay.verifier.trust import CompiledFaultError

        findings = deepcopy(self.findings)
        self.reporter.tell("compiling")
        try:
            compiled = compile_rules(writer.rules.game, symmetries=manifest.symmetries)
            counts = self._by_sweep(manifest, writer, how, findings).compiled(compiled, how.sample)
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
        self, manifest: Manifest, writer: ProblemWriter, how: _VerifyOptions, findings: ProblemLog
    ) -> SweepSource:
        from perfectplay.verifier.by_sweep import SweepSource  # it loads the compiler

        return SweepSource(
            self.folder, manifest, writer, findings, self.reporter, how.threads, self.exact
        )

    def _enter(self, manifest: Manifest, counts: VerifiedCounts) -> None:
        self.states, self.moves, self.sampled = counts.states, counts.moves, counts.sampled
        self.compared = counts.compared if manifest.symmetries else None
        self.notes += counts.notes
