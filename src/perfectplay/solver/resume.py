"""A solve into a folder: begun, gone on with, or found to be done."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path

from perfectplay.core.errors import DamagedError, RulesDifferError, StoreError
from perfectplay.core.progress import ProgressCallback, Reporter
from perfectplay.game.game import Game, StateKind
from perfectplay.game.packing import IntegerKeys, Keys, ObjectKeys, learnt
from perfectplay.identity.rule_files import rule_files
from perfectplay.solver.checkpoint.lock import LOCK, locked
from perfectplay.solver.checkpoint.sink import FolderSink
from perfectplay.solver.checkpoint.work import WORK, has_progress
from perfectplay.solver.solve import SolveRun, check_arguments, warn_of_stuck
from perfectplay.solver.solved_table import SolvedTable
from perfectplay.solver.threads import ThreadTeam
from perfectplay.tablebase.solution import Provenance, Solution
from perfectplay.tablebase.store.atomic_files import refused
from perfectplay.tablebase.store.copies import entries_of, remove_copies, write_copies
from perfectplay.tablebase.store.manifest import (
    MANIFEST,
    CoveredEntry,
    Manifest,
    write_manifest,
)
from perfectplay.tablebase.store.manifest_reader import read_manifest
from perfectplay.tablebase.store.saving import begun, finished, rules_entry, write_states
from perfectplay.tablebase.store.stored_solution import StoredSolution, check_rules, open_solution


@dataclass(frozen=True)
class FolderSolution:
    """A solution in a folder, and whether it was there before."""

    solution: StoredSolution
    was_there: bool


def solve_into(
    game: Game,
    folder: str | PathLike[str],
    *,
    method: str = "auto",
    threads: int | None = None,
    progress: ProgressCallback | None = None,
    max_states: int | None = None,
    symmetries: bool = True,
    memory: int | None = None,
) -> FolderSolution:
    """The strong solution of a game, in a folder; arguments as for `solve`.

    A solve that was stopped, however that happened, goes on from the last finished tier; a folder
    that is done is opened. Raises what `solve` raises, RulesDifferError where the folder is of
    other rules, StoreError where the folder is something else or the system refuses,
    FolderBusyError where another process solves into it.

    >>> from tempfile import TemporaryDirectory
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> with TemporaryDirectory() as folder:
    ...     stored = solve_into(ThreeRocks(3, 4), folder)
    ...     again = solve_into(ThreeRocks(3, 4), folder)
    >>> len(stored.solution), stored.was_there, again.was_there
    (20, False, True)
    """
    check_arguments(game, method, threads, max_states, memory)
    symmetries = symmetries and method != "reference"  # that one knows nothing of them
    run = SolveRun(game, ThreadTeam(threads), Reporter(progress), max_states, symmetries, memory)
    place = Path(folder)
    fresh = _prepared(place)
    try:
        with locked(place):
            made = _done_in(place, run, method)
    finally:
        if fresh:
            with suppress(OSError):  # it is empty only where nothing came of it
                place.rmdir()
    if made is None:
        return FolderSolution(open_solution(place, game), True)
    solution = open_solution(place, game)
    solution.made = made
    return FolderSolution(solution, False)


def _done_in(folder: Path, run: SolveRun, method: str) -> Provenance | None:
    """Solves, or goes on; None where all was done before.

    Where nothing has come of it yet, the folder is left as it was.
    """
    begun = not (folder / MANIFEST).exists()
    files = rule_files(run.game)
    try:
        if begun:
            manifest = _beginning(run)
        else:
            manifest = _found_in(folder, run)
            if manifest.complete:
                _tidy(folder, manifest)
                return None
        _keep_rules(folder, manifest, run.game, files)
        return _solved(folder, run, method)
    except BaseException:
        if begun and not has_progress(folder):
            _tidy(folder, None)
            remove_copies(folder, files)
            (folder / MANIFEST).unlink(missing_ok=True)
        raise


def _keep_rules(folder: Path, manifest: Manifest, game: Game, files: Mapping[str, bytes]) -> None:
    """Writes the manifest of a solve that begins or goes on, with the rules as they are now: what
    does not count for the fingerprint may have changed since. The manifest comes first, so that
    copies never stand in a folder without one."""
    copies = entries_of(files)
    write_manifest(folder, replace(manifest, rules=rules_entry(game), copies=copies))
    write_copies(folder, files)
    remove_copies(folder, {copy.file for copy in manifest.copies} - files.keys())


def _prepared(folder: Path) -> bool:
    """Makes the folder; gives whether it was not there. Raises StoreError."""
    fresh = not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        held = sorted(path.name for path in folder.iterdir())
    except FileExistsError as error:
        what = "a link that leads nowhere" if folder.is_symlink() else "a file"
        raise StoreError(f"{folder} is {what}; a solution is stored in a folder") from error
    except OSError as error:
        raise refused(error, folder) from error
    strange = [name for name in held if name not in (LOCK, WORK, MANIFEST + ".new")]
    if strange and MANIFEST not in held:
        raise StoreError(
            f"{folder} holds something else ({strange[0]}); choose a folder that is new or empty"
        )
    return fresh


def _found_in(folder: Path, run: SolveRun) -> Manifest:
    """The manifest that is there, of these rules; if it is complete, with all of its files. Raises
    RulesDifferError, DamagedError and the like."""
    manifest = read_manifest(folder, unfinished=True)
    check_rules(run.game, manifest, folder, remedy="choose another folder, or remove this one")
    if manifest.symmetries != run.symmetric:
        has, now = ("with", "without") if manifest.symmetries else ("without", "with")
        raise RulesDifferError(
            f"the solution in {folder} was begun {has} symmetries, and is asked for {now}; say the "
            "same as before (--no-symmetries and --method reference are without), or choose "
            "another folder"
        )
    if manifest.complete:
        _check_sizes(folder, manifest)
    return manifest


def _check_sizes(folder: Path, manifest: Manifest) -> None:
    """Raises DamagedError where a part of a finished solution is missing, or not whole."""
    for part in manifest.parts:
        path = folder / part.file
        if not path.is_file() or path.stat().st_size != part.bytes:
            raise DamagedError(
                f"the solution in {folder} is finished, but {part.file} is missing or not whole; "
                "copy it again, or remove the folder and solve the game again"
            )


def _beginning(run: SolveRun) -> Manifest:
    """The manifest of a solve that has nothing done; its keys are not known yet."""
    start, kind = run.rules.start(), run.rules.kind
    keys: Keys = ObjectKeys([start])
    if kind is StateKind.INTEGER:
        keys = IntegerKeys()
    elif kind is StateKind.TUPLE:
        keys = learnt([start])
    return begun(run.game, keys, run.symmetric)


def _solved(folder: Path, run: SolveRun, method: str) -> Provenance:
    try:
        manifest = read_manifest(folder, unfinished=True)
        sink = FolderSink(folder, manifest, run.rules, run.team, run.memory)
        parts = run.parts(method, sink)
        warn_of_stuck(run.game, parts)
        made = Provenance(parts.engine, parts.how, parts.why, run.reporter.seconds)
        manifest = _small(folder, run, parts, made) if parts.table.parts else _whole(sink, parts)
        write_manifest(folder, manifest)
        _tidy(folder, manifest)
    except StoreError:
        raise
    except OSError as error:
        raise refused(error, folder) from error
    return replace(made, seconds=run.reporter.seconds)


def _whole(sink: FolderSink, parts: SolvedTable) -> Manifest:
    """The manifest of tiers that are all in the folder."""
    assert sink.start is not None
    return replace(
        sink.so_far(),
        complete=True,
        start=sink.start,
        moves=parts.moves,
        histogram=dict(parts.histogram),
        covered=parts.covered and CoveredEntry(parts.covered[1], dict(parts.covered[0])),
    )


def _small(folder: Path, run: SolveRun, parts: SolvedTable, made: Provenance) -> Manifest:
    """Writes what was solved in memory; gives its manifest."""
    solution = Solution(
        run.game, parts.table, parts.keys, parts.symmetric, parts.histogram, parts.moves,
        parts.covered, made,
    )  # fmt: skip
    done = finished(solution, [write_states(solution, folder)])
    begun = read_manifest(folder, unfinished=True)  # the rules may have been edited since
    return replace(done, rules=begun.rules, copies=begun.copies)


def _tidy(folder: Path, manifest: Manifest | None) -> None:
    """Removes what only a working solve needs, and parts that a manifest does not name: a solve
    that began anew, by another method, may have left some."""
    shutil.rmtree(folder / WORK, ignore_errors=True)
    tiers = () if manifest is None else manifest.tiers
    named = {part.file for tier in tiers for part in tier.parts}
    strange = [path for path in folder.glob("tier-*.parquet") if path.name not in named]
    for path in [*folder.glob("*.new"), *strange]:
        path.unlink(missing_ok=True)


__all__ = ["FolderSolution", "has_progress", "solve_into"]
