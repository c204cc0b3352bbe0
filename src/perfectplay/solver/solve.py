"""The strong solution of a game, in memory if it fits."""

from __future__ import annotations

import weakref
from concurrent.futures import Executor
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from perfectplay.core.errors import MissingExtraError, StoreError
from perfectplay.core.interrupts import put_off
from perfectplay.core.lazy_numpy import has_numpy, load_numpy
from perfectplay.core.progress import ProgressCallback
from perfectplay.core.value import MoveT, State, StateT
from perfectplay.game.checks.rule_calls import need_game
from perfectplay.game.endings import warn_of_inverted_endings, warn_of_stuck
from perfectplay.game.game import Game
from perfectplay.solver.options import SolveOptions
from perfectplay.tablebase.solution import Solution
from perfectplay.tablebase.store.atomic_files import refused
from perfectplay.tablebase.store.remote_files import folder_at

if TYPE_CHECKING:
    from perfectplay.solver.folder_solve import FolderSolve
    from perfectplay.solver.sinks import TierSink
    from perfectplay.solver.solve_run import SolveRun
    from perfectplay.solver.solved_table import SolvedTable


def solve(
    game: Game[StateT, MoveT],
    *,
    method: str = "auto",
    threads: int | None = None,
    progress: ProgressCallback | None = None,
    max_states: int | None = None,
    symmetries: bool = True,
    memory: int | None = None,
    folder: str | PathLike[str] | None = None,
    force: bool = False,
    executor: Executor | None = None,
    audit: int = 0,
) -> Solution[StateT, MoveT]:
    """The strong solution of a game: value, remoteness and best moves of every reachable state.

    ``method``: "compiled" or "interpreted" rules, "auto" (interpreted while the game is small,
    then compiled if possible), or "reference", a plain and slow oracle that does not use
    symmetries. ``threads``: default all cores. ``progress`` is called with a `Progress` at most
    ten times a second. ``max_states``: more are an error (default: what the budget of memory holds,
    or the disk where states are kept there). ``symmetries=False`` ignores the game's.
    ``memory``: the most bytes that the process may hold (default: half of what is free); if the
    solution does not fit, it is kept in temporary files. ``folder``: keep it there (see
    `solve_into`), and go on from what an earlier solve has left. ``force``: begin even if the
    game is far too large for this machine by an estimate, which takes part of a second (none is
    made if ``max_states`` says how far to go, unless there is ``progress`` or ``memory``).
    ``executor``: any whose processes reach the folder and the file of the rules; it does the work
    of a large game whose moves leave their tiers, for the same folder. ``audit``: of the executor's
    tasks this process computes one in so many again (0: none), and a result that differs ends the
    solve.

    Raises RulesError if the rules break a promise, StateLimitError if the game has too many states,
    EndlessGameError if it is proved to have no end, GameTooLargeError, MethodError for a method
    that the game does not allow, MemoryBudgetError, TypeError and ValueError for bad arguments,
    ClusterError if the executor fails, AuditError if a result of it is wrong.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> solve(ThreeRocks(left=3, right=4))
    <Solution of three_rocks: 20 states, win, 3 plies>
    """
    need_game(game, "solve expects")
    options = SolveOptions(
        method, threads, progress, max_states, symmetries, memory, force, executor, audit
    )
    if executor is not None and folder is None:
        raise ValueError("an executor needs a folder that its processes can reach; pass folder=...")
    if folder is None:
        return solve_in_memory(game, options)
    if not has_numpy():
        raise MissingExtraError("a folder needs NumPy, which is not installed; leave it out")
    with put_off():  # libraries that are half imported may be of no use later
        from perfectplay.solver.resume import solve_in_folder

    return solve_in_folder(game, folder_at(folder), options).solution


def solve_in_memory(game: Game[StateT, MoveT], options: SolveOptions) -> Solution[StateT, MoveT]:
    """As `solve` without a folder, with options that it does not have. Raises what it raises."""
    solution: Solution[StateT, MoveT]
    if not has_numpy():
        from perfectplay.solver.plain_solve import solve_plain

        solution, stuck = solve_plain(game, options)
    else:
        solution, stuck = _solved(game, options)
    warn_of_stuck(game, stuck)
    warn_of_inverted_endings(solution.rules, solution.histogram)
    return solution


def _solved(game: Game, options: SolveOptions) -> tuple[Solution, State]:
    """The solution, and the first state that was over only because it had no moves, or None."""
    load_numpy()
    from perfectplay.solver.sinks import MemorySink, ScratchFolder
    from perfectplay.solver.solve_run import SolveRun

    run = SolveRun(game, options)
    on_disk = _TemporarySolve(run)
    with on_disk, ScratchFolder() as scratch:
        solved = run.solve(MemorySink(scratch.folder, on_disk.sink))
        solution = on_disk.finished(solved) or solved.solution(game, run.reporter.seconds)
        return solution, solved.stuck_state


class _TemporarySolve:
    """A solve that goes into a temporary folder if memory turns out not to hold the solution."""

    def __init__(self, run: SolveRun) -> None:
        self._run = run
        self._folder: TemporaryDirectory[str] | None = None
        self._solve: FolderSolve | None = None

    def __enter__(self) -> _TemporarySolve:
        return self

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        """Remove the folder of a solve that failed. Raises StoreError if the system refused it."""
        if error is None or self._folder is None:
            return
        self._folder.cleanup()
        if isinstance(error, OSError) and not isinstance(error, StoreError):
            raise refused(error, Path(self._folder.name)) from error

    def sink(self) -> TierSink:
        """Where tiers go from now on."""
        from perfectplay.solver.folder_solve import FolderSolve

        if self._solve is None:
            self._folder = TemporaryDirectory(prefix="perfectplay-")
            self._solve = FolderSolve(Path(self._folder.name), self._run)
        return self._solve.sink

    def finished(self, solved: SolvedTable) -> Solution | None:
        """The solution in the folder, which lasts as long; None if memory holds the solution."""
        if self._solve is None or self._folder is None:
            return None
        from perfectplay.solver.folder_solve import opened_solution

        self._solve.finish(solved)
        solution = opened_solution(self._solve.folder, self._run, solved)
        weakref.finalize(solution, self._folder.cleanup)
        return solution
