"""A solve into a folder: begun, continued, or found to be done."""

from __future__ import annotations

from concurrent.futures import Executor
from contextlib import suppress
from os import PathLike
from pathlib import Path

from perfectplay.core.progress import ProgressCallback
from perfectplay.game.checks.rule_calls import need_game
from perfectplay.game.game import Game
from perfectplay.solver.checkpoint.lock import LOCK, locked
from perfectplay.solver.checkpoint.work import WORK, has_progress
from perfectplay.solver.folder_solve import FolderSolution, opened_solution, solved_in
from perfectplay.solver.options import SolveOptions
from perfectplay.solver.solve_run import SolveRun
from perfectplay.solver.store_solve import solve_in_store
from perfectplay.tablebase.store.atomic_files import check_own, made_folder
from perfectplay.tablebase.store.manifest import MANIFEST
from perfectplay.tablebase.store.remote_files import folder_at, is_remote
from perfectplay.tablebase.store.stored_solution import open_solution


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
    force: bool = False,
    executor: Executor | None = None,
    audit: int = 0,
) -> FolderSolution:
    """The strong solution of a game, in a folder; arguments as for `solve`.

    A solve that was stopped in any way goes on from what the folder has kept; an interpreted one
    keeps states that have texts (of tuples, frozensets, plain records and members of an Enum; a
    note says if they have none). A folder that is complete is opened. Raises what `solve` raises,
    RulesDifferError if the folder is of other rules, StoreError if the folder is something else or
    the system refuses, FolderBusyError if another process solves into it.

    >>> from tempfile import TemporaryDirectory
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> with TemporaryDirectory() as folder:
    ...     stored = solve_into(ThreeRocks(3, 4), folder)
    ...     again = solve_into(ThreeRocks(3, 4), folder)
    >>> len(stored.solution), stored.was_there, again.was_there
    (20, False, True)
    """
    need_game(game, "solve expects")
    options = SolveOptions(
        method, threads, progress, max_states, symmetries, memory, force, executor, audit
    )
    return solve_in_folder(game, folder_at(folder), options)


def solve_in_folder(game: Game, folder: Path, options: SolveOptions) -> FolderSolution:
    """As `solve_into`."""
    if is_remote(folder):
        return solve_in_store(game, folder, options)
    run = SolveRun(game, options)
    fresh = _prepared(folder)
    try:
        with locked(folder):
            solved = solved_in(folder, run)
    finally:
        if fresh:
            with suppress(OSError):  # it is empty only if nothing came of it
                folder.rmdir()
    if solved is None:
        return FolderSolution(open_solution(folder, game), True)
    return FolderSolution(opened_solution(folder, run, solved), False)


def _prepared(folder: Path) -> bool:
    """Make the folder; return whether it is new. Raises StoreError."""
    what = "a link that leads nowhere" if folder.is_symlink() else "a file"
    fresh, names = made_folder(folder, f"{what}; a solution is stored in a folder")
    if MANIFEST not in names:
        check_own(folder, [x for x in names if x not in (LOCK, WORK, MANIFEST + ".new")])
    return fresh


__all__ = ["FolderSolution", "has_progress", "solve_into"]
