"""``verify``: a check that a stored solution is the strong solution of its game."""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import Executor
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from perfectplay.core.arguments import available_cores, check_whole
from perfectplay.core.attached import attached
from perfectplay.core.errors import (
    DamagedError,
    FormatVersionError,
    NoSolutionError,
    QueryError,
    UnfinishedError,
)
from perfectplay.core.progress import ProgressCallback, Reporter
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.game import Game, StateKind, overrides
from perfectplay.tablebase.store.copies import changed_copies
from perfectplay.tablebase.store.finding import check_fingerprint, find_game
from perfectplay.tablebase.store.manifest import (
    MANIFEST,
    Manifest,
    is_book,
    is_part_name,
    text_of,
    wrong_scoring,
)
from perfectplay.tablebase.store.manifest_reader import read_manifest
from perfectplay.tablebase.store.remote_files import content_at, folder_at, is_place, names_in
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
from perfectplay.verifier.sample_size import move_budget
from perfectplay.verifier.stored_files import WrongPartError, strange_files, wrong_file
from perfectplay.verifier.walking import ReachableWalk
from perfectplay.verifier.whole import TotalsCheck

if TYPE_CHECKING:
    from perfectplay.verifier.by_sweep import SweepSource

SHOWN = 20
"""The number of problems that a verification describes."""


class HasFolder(Protocol):
    """A stored solution, as far as it is needed here."""

    folder: Path


def verify(
    folder: str | os.PathLike[str] | HasFolder,
    game: Game | str | None = None,
    *,
    threads: int | None = None,
    sample: int = 100_000,
    interpreted: bool = False,
    symmetries: str | None = None,
    progress: ProgressCallback | None = None,
) -> Verification:
    """Check that a folder holds the strong solution of its game, without the solver's code.

    ``folder`` may be a stored solution, as `Solution.open` and ``solve(game, folder=...)`` give it.
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
    folder = _folder_of(folder)
    if symmetries not in (None, "exact", "sample"):
        raise ValueError(f"symmetries must be 'exact', 'sample' or None, got {symmetries!r}")
    check_whole(threads=threads)
    check_whole(least=0, sample=sample)
    place = folder_at(folder)
    if is_book(place):
        found: Verification = attached("verify_book")(place, game, progress)
        return found
    run = _VerificationRun(
        place, ProblemLog(SHOWN), Reporter(progress), sample, threads or available_cores(),
        interpreted, symmetries,
    )  # fmt: skip
    try:
        manifest = run.manifest()
    except (DamagedError, FormatVersionError, UnfinishedError) as error:
        run.findings.add(Problem("manifest", str(error)))
        return run.result()
    rules = game if isinstance(game, Game) else find_game(manifest, run.folder, game)
    check_fingerprint(rules, manifest, run.folder)
    # a solution whose states are all in tier 0 was not solved by the tiers of its rules
    has_tiers = overrides(rules, "tier") and [tier.tier for tier in manifest.tiers] != [0]
    writer = ProblemWriter(CheckedGame(rules), manifest.keys, has_tiers=has_tiers)
    with thread_crew(run.threads) as crew:
        whole = run.files_are_whole(manifest, crew)
    if whole:
        try:
            run.check(manifest, writer)
        except WrongPartError as wrong:
            run.findings.add(Problem("file", str(wrong)))
    return run.result()


def _folder_of(given: object) -> str | os.PathLike[str]:
    """The folder itself, or that of a stored solution. Raises QueryError for any other."""
    for place in (given, getattr(given, "folder", None)):  # no class of solutions is known here
        if is_place(place):
            return cast("str | os.PathLike[str]", place)
    if hasattr(given, "save"):
        raise QueryError(
            "verify reads a stored solution, and this one is in memory; store it with "
            "solution.save(FOLDER), then verify(FOLDER)"
        )
    raise QueryError(f"verify expects a folder or a stored solution, got {given!r}")


@dataclass
class _VerificationRun:
    """One verification: its problems, and the counts of what was checked. ``sample`` to
    ``symmetries``: the arguments of `verify`."""

    folder: Path
    findings: ProblemLog
    reporter: Reporter
    sample: int
    threads: int
    interpreted: bool
    symmetries: str | None
    counts: VerifiedCounts = field(default_factory=VerifiedCounts)
    how: str = "interpreted"
    notes: list[str] = field(default_factory=list)
    exact: bool = False
    compared: int | None = None

    def result(self) -> Verification:
        """The verification so far."""
        findings, counts = self.findings, self.counts
        return Verification(
            findings.found == 0, findings.sorted(), findings.found, counts.states, counts.moves,
            counts.sampled, self.reporter.seconds, self.how, tuple(self.notes), self.compared,
            dict(findings.kinds),
        )  # fmt: skip

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

    def check(self, manifest: Manifest, writer: ProblemWriter) -> None:
        """Check the content of the files. Raises WrongPartError if they cannot be read."""
        if not self._kinds_agree(manifest, writer.rules):
            return
        if manifest.symmetries:
            self.exact = self.symmetries == "exact"
            if self.symmetries is None:
                self.exact, note = is_exact(manifest, writer.rules)
                self.notes += [note] if note else []
        has_few_moves = (manifest.moves or 0) <= move_budget(self.sample)
        is_small = manifest.states <= self.sample and has_few_moves
        if manifest.keys.kind == "text" or is_small:
            self._walk(manifest, writer)
        elif self.interpreted or not self._sweep_compiled(manifest, writer):
            source = self._by_sweep(manifest, writer, self.findings)
            self._enter(manifest, source.interpreted())

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

    def _walk(self, manifest: Manifest, writer: ProblemWriter) -> None:
        whole = TotalsCheck(manifest, writer.rules, self.findings)
        walk = ReachableWalk(
            self.folder, manifest, writer, self.findings, self.reporter, self.exact
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

    def _sweep_compiled(self, manifest: Manifest, writer: ProblemWriter) -> bool:
        """Whether compiled rules could decide; if not, only a note is added."""
        from perfectplay.compiler.constants import NotCompilable
        from perfectplay.compiler.numba_found import require_compiler
        from perfectplay.verifier.trust import CompiledFaultError

        findings = deepcopy(self.findings)
        self.reporter.tell("compiling")
        try:
            require_compiler()
            from perfectplay.compiler.load import compile_rules

            compiled = compile_rules(writer.rules.game, symmetries=manifest.symmetries)
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
        from perfectplay.verifier.by_sweep import SweepSource  # it loads the compiler

        return SweepSource(
            self.folder, manifest, writer, findings, self.reporter, self.threads, self.exact
        )

    def _enter(self, manifest: Manifest, counts: VerifiedCounts) -> None:
        self.counts = counts
        self.compared = counts.compared if manifest.symmetries else None
        self.notes += counts.notes
