"""``verify``: a check that a stored solution is the strong solution of its game."""

from __future__ import annotations

import os
from concurrent.futures import Executor
from pathlib import Path
from typing import Protocol, cast

from perfectplay.core.arguments import available_cores, check_whole
from perfectplay.core.attached import attached
from perfectplay.core.errors import (
    DamagedError,
    FormatVersionError,
    MemoryBudgetError,
    QueryError,
    UnfinishedError,
)
from perfectplay.core.process_memory import (
    LEAST_MEMORY,
    check_room,
    default_budget,
    keep_little_freed,
)
from perfectplay.core.progress import ProgressCallback, Reporter
from perfectplay.core.task_runner import ALONE
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game, overrides
from perfectplay.tablebase.store.find_rules import check_fingerprint, find_game
from perfectplay.tablebase.store.manifest import is_book
from perfectplay.tablebase.store.remote_files import folder_at, is_place
from perfectplay.tablebase.verification import Problem, ProblemLog, Verification
from perfectplay.verifier.plain.messages import ProblemWriter
from perfectplay.verifier.stored.stored_files import WrongPartError
from perfectplay.verifier.stored.verify_room import VerifyRoom
from perfectplay.verifier.verification_run import VerificationRun

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
    memory: int | None = None,
    executor: Executor | None = None,
    anew: bool = False,
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
    takes many times as long as all other checks. ``memory``: the most bytes that this process, and
    those that run the interpreter for it, may hold; None: half of what is free, if that does. What
    does not fit is read several times, with marks in temporary files. ``executor``: any executor of
    `concurrent.futures`, whose workers check the states of a large solution: they must find the
    folder and the rules under the same addresses; ``memory`` holds for each of their processes.
    ``anew``: check all states, also those that an equal verification has checked which was stopped:
    one of more than half a minute keeps in the user's cache how far it has come, as long as all is
    right, and goes on there if all files have their checksums.

    A book of searches (docs/books.md) is no strong solution: its entries are compared with those
    that their moves lead to, as far as it has them, always by the interpreter. ``progress`` is
    called with a `Progress` at most ten times a second.

    Raises NoSolutionError if the folder is no stored solution, MissingRulesError,
    RulesDifferError, MissingExtraError, ClusterError if workers fail, MemoryBudgetError if
    ``memory`` is too small (``least`` of it would do), or later, if states that may be a loop do
    not fit, or a small solution outgrows it; StoreError if temporary files cannot be written,
    TypeError and ValueError for bad arguments. All faults inside the folder, another
    version of the format too, are problems of the result.

    >>> from tempfile import TemporaryDirectory
    >>> from perfectplay import solve
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> with TemporaryDirectory() as folder:
    ...     _ = solve(ThreeRocks(), folder=folder)
    ...     verify(folder, memory=20_000_000_000).ok
    True
    """
    folder = _folder_of(folder)
    _check(symmetries, executor, threads, memory, sample)
    place = folder_at(folder)
    if is_book(place):
        return _verified_book(place, game, executor, memory, progress)
    if memory is not None:
        keep_little_freed(memory, threads or available_cores())
        check_room(memory, "verification")
    room = VerifyRoom(memory or default_budget(), memory is not None, threads or available_cores())
    run = VerificationRun(
        place, ProblemLog(SHOWN), Reporter(progress), sample, room, interpreted, symmetries,
        executor, anew,
    )  # fmt: skip
    _check_all(run, game)
    return run.result()


def _check(
    symmetries: str | None, executor: object, threads: int | None, memory: int | None, sample: int
) -> None:
    """Raise TypeError, ValueError or MemoryBudgetError for wrong arguments."""
    if symmetries not in (None, "exact", "sample"):
        raise ValueError(f"symmetries must be 'exact', 'sample' or None, got {symmetries!r}")
    if executor is not None and not isinstance(executor, Executor):
        raise TypeError(f"executor must be one of concurrent.futures, got {executor!r}")
    check_whole(threads=threads, memory=memory)
    if memory is not None and memory < LEAST_MEMORY:
        raise MemoryBudgetError(memory, LEAST_MEMORY, any_game=True, work="verification")
    check_whole(least=0, sample=sample)


def _verified_book(
    place: Path, game: Game | str | None, executor: Executor | None, memory: int | None,
    progress: ProgressCallback | None,
) -> Verification:  # fmt: skip
    """The check of a book, with notes on what it does without."""
    if executor is not None and progress is not None:
        Reporter(progress).note(f"{ALONE}this is a book of searches")
    if memory is not None and progress is not None:
        Reporter(progress).note("a book is read whole: it keeps to no budget of memory")
    found: Verification = attached("verify_book")(place, game, progress)
    return found


def _check_all(run: VerificationRun, game: Game | str | None) -> None:
    """Compare all that is stored with the rules."""
    try:
        manifest = run.manifest()
    except (DamagedError, FormatVersionError, UnfinishedError) as error:
        run.findings.add(Problem("manifest", str(error)))
        return
    rules = game if isinstance(game, Game) else find_game(manifest, run.folder, game)
    check_fingerprint(rules, manifest, run.folder)
    # a solution whose states are all in tier 0 was not solved by the tiers of its rules
    has_tiers = overrides(rules, "tier") and [tier.tier for tier in manifest.tiers] != [0]
    run.choose_way(manifest)
    checked = CheckedGame(rules)
    run.know_former_keys(manifest, checked)
    writer = ProblemWriter(checked, manifest.keys, has_tiers=has_tiers)
    if run.files_are_whole(manifest):
        try:
            run.check(manifest, writer)
        except WrongPartError as wrong:
            run.findings.add(Problem("file", str(wrong)))


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
