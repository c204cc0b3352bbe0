"""What a solve does in a folder, whoever holds it: begin or go on, and complete it."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, replace
from pathlib import Path

from perfectplay.core.errors import DamagedError, RulesDifferError, StoreError
from perfectplay.game.endings import warn_of_inverted_endings, warn_of_stuck
from perfectplay.game.game import Game, StateKind
from perfectplay.game.shape.keys import IntegerKeys, Keys
from perfectplay.game.shape.object_keys import ObjectKeys
from perfectplay.game.shape.wider_keys import learnt
from perfectplay.identity.rule_files import rule_files
from perfectplay.solver.checkpoint.sink import FolderSink
from perfectplay.solver.checkpoint.work import WORK, has_progress
from perfectplay.solver.solve_run import SolveRun
from perfectplay.solver.solved_table import SolvedTable
from perfectplay.tablebase.store.atomic_files import refused
from perfectplay.tablebase.store.copies import entries_of, remove_copies, write_copies
from perfectplay.tablebase.store.manifest import (
    MANIFEST,
    CoveredEntry,
    Manifest,
    is_part_name,
    write_manifest,
)
from perfectplay.tablebase.store.manifest_reader import read_manifest
from perfectplay.tablebase.store.remote_files import kind_of_place, size_of
from perfectplay.tablebase.store.saving import begun, finished, rules_entry, write_states
from perfectplay.tablebase.store.stored_solution import StoredSolution, check_rules, open_solution


@dataclass(frozen=True)
class FolderSolution:
    """A solution in a folder, and whether it was there before."""

    solution: StoredSolution
    was_there: bool


def opened_solution(folder: Path, run: SolveRun, solved: SolvedTable) -> StoredSolution:
    """Open the solution that a run has just completed in a folder; it tells how it was found."""
    solution = open_solution(folder, run.game)
    solution.made = solved.provenance(run.reporter.seconds)
    return solution


def solved_in(folder: Path, run: SolveRun, shared: Path | None = None) -> SolvedTable | None:
    """Solve the game, or go on; None if the solution was complete before. ``shared``: the folder in
    an object store that workers write into.

    A solve that fails before it has made any progress leaves the folder as it was.
    """
    begun = not (folder / MANIFEST).exists()
    files = rule_files(run.game)
    try:
        manifest = beginning(run) if begun else found_in(folder, run, shared)
        if manifest.complete:
            _tidy(folder, manifest)
            return None
        return _solved_from(folder, run, manifest, shared)
    except BaseException:
        if begun and not has_progress(folder):
            _tidy(folder, None)
            remove_copies(folder, files)
            (folder / MANIFEST).unlink(missing_ok=True)
        raise


def _solved_from(
    folder: Path, run: SolveRun, manifest: Manifest, shared: Path | None
) -> SolvedTable:
    try:
        solve = FolderSolve(folder, run, manifest, shared)
        solved = run.solve(solve.sink)
        warn_of_stuck(run.game, solved.stuck_state)
        warn_of_inverted_endings(run.rules, solved.histogram)
        solve.finish(solved)
    except StoreError:
        raise
    except OSError as error:
        raise refused(error, folder) from error
    return solved


class FolderSolve:
    """A solve whose tiers go into a folder, through ``sink``.

    ``manifest``: of a solve that begins (default), or of one that goes on; ``shared``: as for
    `solved_in`.
    """

    def __init__(
        self,
        folder: Path,
        run: SolveRun,
        manifest: Manifest | None = None,
        shared: Path | None = None,
    ) -> None:
        self.folder, self._run = folder, run
        _keep_rules(folder, manifest or beginning(run), run.game)
        manifest = read_manifest(folder, unfinished=True)
        self.sink = FolderSink(folder, manifest, run.rules, run.team, run.memory, shared)

    def finish(self, solved: SolvedTable) -> None:
        """Complete the folder: its tiers are there, or the table of ``solved`` is written now."""
        manifest = self._with_table(solved) if solved.table.parts else self._with_tiers(solved)
        write_manifest(self.folder, manifest)
        _tidy(self.folder, manifest)

    def _with_tiers(self, solved: SolvedTable) -> Manifest:
        """The manifest of tiers that are all in the folder."""
        assert self.sink.start is not None
        tally, covered = solved.counts.tally, solved.counts.covered
        return replace(
            self.sink.so_far(),
            complete=True,
            start=self.sink.start,
            moves=tally.moves,
            histogram=solved.histogram,
            covered=None if covered is None else CoveredEntry(covered.moves, dict(covered.counts)),
        )

    def _with_table(self, solved: SolvedTable) -> Manifest:
        """Write a solution that is in memory; return its manifest."""
        solution = solved.solution(self._run.game, self._run.reporter.seconds)
        done = finished(solution, [write_states(solution, self.folder)])
        begun = read_manifest(self.folder, unfinished=True)  # the rules may have been edited since
        return replace(done, rules=begun.rules, copies=begun.copies)


def _keep_rules(folder: Path, manifest: Manifest, game: Game) -> None:
    """Write the manifest of a solve that begins or goes on, with the rules as they are now: what
    does not count for the fingerprint may have changed since. The manifest comes first, so that
    copies never stand in a folder without one."""
    files = rule_files(game)
    copies = entries_of(files)
    write_manifest(folder, replace(manifest, rules=rules_entry(game), copies=copies))
    write_copies(folder, files)
    remove_copies(folder, {copy.file for copy in manifest.copies} - files.keys())


def found_in(folder: Path, run: SolveRun, shared: Path | None = None) -> Manifest:
    """Read the manifest of a folder, and check that it is of these rules; if it is complete, that
    each of its parts is in the folder or in ``shared``.

    Raises RulesDifferError, DamagedError and the like.
    """
    manifest = read_manifest(folder, unfinished=True)
    check_begun(manifest, folder, run)
    if manifest.complete:
        _check_sizes(folder, manifest, shared)
    return manifest


def check_begun(manifest: Manifest, folder: Path, run: SolveRun) -> None:
    """Raise RulesDifferError if a solution was begun with other rules, or with symmetries that are
    not those of this solve."""
    check_rules(run.game, manifest, folder, remedy="choose another folder, or remove this one")
    if manifest.symmetries != run.symmetric:
        has, now = ("with", "without") if manifest.symmetries else ("without", "with")
        raise RulesDifferError(
            f"the solution in {folder} was begun {has} symmetries, and this solve is {now} them; "
            "say the same as before (--no-symmetries and --method reference ignore symmetries), or "
            "choose another folder"
        )


def _check_sizes(folder: Path, manifest: Manifest, shared: Path | None) -> None:
    """Raise DamagedError if a part of a finished solution is missing or incomplete."""
    for part in manifest.parts:
        paths = [place / part.file for place in (folder, shared) if place is not None]
        if not any(kind_of_place(path) == "file" and size_of(path) == part.bytes for path in paths):
            raise DamagedError(
                f"the solution in {folder} is finished, but {part.file} is missing or not whole; "
                "copy it again, or remove the folder and solve the game again"
            )


def beginning(run: SolveRun) -> Manifest:
    """The manifest of a solve that begins; its keys are not known yet."""
    start, kind = run.rules.start(), run.rules.kind
    keys: Keys = ObjectKeys([start])
    if kind is StateKind.INTEGER:
        keys = IntegerKeys()
    elif run.rules.shape is not None:
        keys = learnt([start], run.rules.shape)
    return begun(run.game, keys, run.symmetric)


def _tidy(folder: Path, manifest: Manifest | None) -> None:
    """Remove what only a running solve needs, and parts that a manifest does not name: a solve
    that began again by another method may have left some."""
    shutil.rmtree(folder / WORK, ignore_errors=True)
    tiers = () if manifest is None else manifest.tiers
    named = {part.file for tier in tiers for part in tier.parts}
    strange = [path for path in folder.iterdir() if is_part_name(path.name)]
    strange = [path for path in strange if path.name not in named]
    for path in [*folder.glob("*.new"), *strange]:
        path.unlink(missing_ok=True)
