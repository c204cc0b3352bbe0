"""``verify``: whether a stored solution is the strong solution of its game."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from perfectplay.contract.game import Game, StateKind
from perfectplay.contract.rules import Rules
from perfectplay.results.book.manifest import is_book
from perfectplay.results.book.verifying import verify_book
from perfectplay.results.store.copies import changed_copies
from perfectplay.results.store.manifest import MANIFEST, Manifest, text_of, wrong_scoring
from perfectplay.results.store.reading import read_manifest
from perfectplay.results.store.solution import check_fingerprint
from perfectplay.results.verify.asking import WORTH_PROCESSES, Asker, AskingCrew
from perfectplay.results.verify.files import WrongPartError, strange_files, wrong_file
from perfectplay.results.verify.home import game_of, has_tiers
from perfectplay.results.verify.plain import images_of
from perfectplay.results.verify.report import Findings, Problem, Verification, Worth
from perfectplay.results.verify.telling import Teller
from perfectplay.results.verify.walking import Walk
from perfectplay.results.verify.whole import Whole
from perfectplay.words.errors import (
    DamagedError,
    FormatVersionError,
    NoSolutionError,
    UnfinishedError,
)
from perfectplay.words.progress import ProgressCallback, Reporter

if TYPE_CHECKING:
    from perfectplay.contract.compiled.load import CompiledRules

SHOWN = 20
"""Problems that a verification describes."""


def verify(
    folder: str | os.PathLike[str],
    game: Game | str | None = None,
    *,
    threads: int | None = None,
    sample: int = 100_000,
    progress: ProgressCallback | None = None,
) -> Verification:
    """Whether a folder holds the strong solution of its game; no engine has a part in it.

    ``game``: the rules, or their address, where the manifest's address does not lead to them.
    ``threads``: default all cores. ``sample``: how many states the interpreter is asked about
    beside the compiled rules; where there are no more, or where rules cannot be compiled, it is
    asked about all. A book of searches (docs/books.md) is no strong solution: its entries are
    compared with those that their moves lead to, where they are there. ``progress`` is called with
    a `Progress` at most ten times a second.

    Raises NoSolutionError where the folder is no stored solution, MissingRulesError,
    RulesDifferError, MissingExtraError, TypeError and ValueError for bad arguments. Whatever is
    wrong inside of the folder, another version of the format too, is a problem of the result.
    """
    _check_arguments(threads, sample)
    if is_book(Path(folder)):
        return verify_book(Path(folder), game, progress)
    reporter, findings = Reporter(progress), Findings(SHOWN)
    run = _Run(Path(folder), findings, reporter, sample)
    try:
        manifest = run.manifest()
    except (DamagedError, FormatVersionError, UnfinishedError) as error:
        findings.add(Problem("manifest", str(error)))
        return run.result()
    found = game if isinstance(game, Game) else game_of(manifest, run.folder, game)
    check_fingerprint(found, manifest, run.folder)
    tiers = has_tiers(manifest, found)
    teller = Teller(Rules(found), manifest.keys, has_tiers=tiers)
    threads = threads or _cores()
    forks = threads if manifest.states > sample >= WORTH_PROCESSES else 0
    with AskingCrew(Asker(teller, manifest.symmetries), forks) as asking, _crew(threads) as crew:
        if run.files_are_whole(manifest, crew):
            try:
                run.check(manifest, teller, crew, asking)
            except WrongPartError as wrong:
                findings.add(Problem("file", str(wrong)))
    return run.result()


def _check_arguments(threads: int | None, sample: int) -> None:
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


@contextmanager
def _crew(threads: int) -> Iterator[Executor]:
    """Threads for kernels and files, which leave Python's lock; Ctrl-C ends what waits."""
    crew = ThreadPoolExecutor(threads)
    try:
        yield crew
    finally:
        crew.shutdown(cancel_futures=True)


class _Run:
    """One verification: what is found, and what was looked at."""

    def __init__(self, folder: Path, findings: Findings, reporter: Reporter, sample: int) -> None:
        self.folder, self.findings, self.reporter = folder, findings, reporter
        self.sample = sample
        self.states = self.moves = self.sampled = 0
        self.how = "interpreted"
        self.notes: list[str] = []

    def result(self) -> Verification:
        """The verification as it stands."""
        return Verification(
            self.findings.found == 0, self.findings.sorted(), self.findings.found, self.states,
            self.moves, self.sampled, self.reporter.seconds, self.how, tuple(self.notes),
        )  # fmt: skip

    def manifest(self) -> Manifest:
        """The manifest. Raises DamagedError too where there is none beside parts of a solution,
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
        """Whether all files are there as they were written; tells what is not."""
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

    def check(self, manifest: Manifest, teller: Teller, crew: Executor, asking: AskingCrew) -> None:
        """Checks what the files say. Raises WrongPartError where they cannot be understood."""
        rules = teller.rules
        if not self._kinds_agree(manifest, rules):
            return
        compiled = self._compiled(manifest, rules)
        if compiled is None:
            self._walk(manifest, rules)
        else:
            self._sweep(manifest, teller, compiled, crew, asking)

    def _kinds_agree(self, manifest: Manifest, rules: Rules) -> bool:
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

    def _compiled(self, manifest: Manifest, rules: Rules) -> CompiledRules | None:
        """The compiled rules; None where the interpreter is to be asked about all states."""
        if manifest.states <= self.sample or manifest.keys.kind == "text":
            return None
        from perfectplay.contract.compiled.constants import NotCompilable
        from perfectplay.contract.compiled.load import compile_rules

        self.reporter.tell("compiling")
        try:
            return compile_rules(rules.game, symmetries=manifest.symmetries)
        except NotCompilable as reason:
            self.notes.append(f"not compiled: {reason}")
            return None

    # --- by the interpreter -----------------------------------------------------------------------

    def _walk(self, manifest: Manifest, rules: Rules) -> None:
        whole = Whole(manifest, rules, self.findings)
        walk = Walk(self.folder, manifest, rules, self.findings, self.reporter)
        walk.check()
        self.states, self.moves, self.sampled = walk.states, walk.moves, walk.states
        if walk.start is not None and walk.start in walk.stored:
            whole.check_start(walk.start, walk.stored[walk.start][0])
        histogram = Counter(worth for worth, _ in walk.stored.values())
        whole.check_counts(walk.moves, histogram, walk.covered_moves, walk.covered)
        self.notes += whole.notes

    # --- by compiled rules ------------------------------------------------------------------------

    def _sweep(
        self,
        manifest: Manifest,
        teller: Teller,
        compiled: CompiledRules,
        crew: Executor,
        asking: AskingCrew,
    ) -> None:
        from perfectplay.results.verify.expand import Expander
        from perfectplay.results.verify.sample import Sample, places_in, sample_places
        from perfectplay.results.verify.sweep import Sweep
        from perfectplay.results.verify.tiers import Tiers, counted, worth_of
        from perfectplay.results.verify.twice import keys_stored_twice

        self.how, findings = "compiled", self.findings
        start = self._start_key(teller, manifest)
        if start is None:
            return
        whole = Whole(manifest, teller.rules, findings)
        tiers = Tiers(self.folder, manifest, start, crew)
        counts = manifest.symmetries and whole.start_is_alone
        sweep = Sweep(compiled, tiers, teller, findings, crew, self.reporter, counts_classes=counts)
        sample = Sample(asking, Expander(compiled, manifest.keys), tiers, teller, findings)
        seed = int(manifest.rules.fingerprint[:16], 16)
        places = sample_places(manifest.states, self.sample, seed)
        sampled = places_in(places, [tier.states for tier in manifest.tiers])
        histogram: Counter[int] = Counter()
        start_worth: Worth | None = None
        for number, chosen in zip(tiers.order, sampled, strict=True):
            tier = tiers.get(number)
            if start_worth is None:
                start_worth = tier.worth(start)
                self._check_start_tier(teller, start, start_worth, number)
            histogram.update(counted(tier.entries))
            sample.begin(tier, chosen)
            sweep.check(tier)
            sample.end(tier)
            tiers.drop(number)
        self.states, self.moves, self.sampled = sweep.states, sweep.moves, sample.states
        whole.check_start(start, start_worth)
        if start_worth is None:
            findings.add(teller.missing_start(start))
        self.reporter.tell("comparing tiers")
        twice, found = keys_stored_twice(
            self.folder, list(manifest.tiers), tiers.first_keys, crew, SHOWN
        )
        for key, numbers in twice:
            findings.add(teller.twice(key, numbers), 0, key)
        findings.count(found - len(twice))
        worths, covered = (
            {worth_of(entry): n for entry, n in counter.items()}
            for counter in (histogram, sweep.covered)
        )
        whole.check_counts(sweep.moves, worths, sweep.covered_moves, covered)
        self.notes += whole.notes

    def _check_start_tier(
        self, teller: Teller, start: int, worth: Worth | None, number: int
    ) -> None:
        """The tier of the start, which need not be a child; that of all others the sweep checks."""
        if worth is not None and teller.has_tiers and teller.tier_of(start) != number:
            self.findings.add(teller.wrong_tier(start, number), number, start)

    def _start_key(self, teller: Teller, manifest: Manifest) -> int | None:
        rules = teller.rules
        start = rules.start()
        images = images_of(rules, start) if manifest.symmetries else [start]
        key = teller.keys.smallest(images)
        if key is None:
            message = f"the keys cannot hold the start, {rules.state_text(start)}"
            self.findings.add(Problem("keys", message))
        return key
