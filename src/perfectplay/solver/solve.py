"""From rules to a strong solution: which engine, in which order, and what it gives."""

from __future__ import annotations

import warnings
import weakref
from os import PathLike
from tempfile import TemporaryDirectory
from typing import Any

from perfectplay.compiler.symmetry_sampling import check_classes, reaches_whole_classes
from perfectplay.core.errors import MemoryBudgetError, MethodError, PerfectPlayWarning
from perfectplay.core.progress import ProgressCallback, Reporter
from perfectplay.core.value import State
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.functions import FunctionGame
from perfectplay.game.game import Game, StateKind, overrides
from perfectplay.solver.compiled_solve import CompiledSolve
from perfectplay.solver.explore.interpreted import explore_interpreted
from perfectplay.solver.explore.interpreted_states import InterpretedStates, begin_interpreted
from perfectplay.solver.explore.limits import StateLimits
from perfectplay.solver.memory import LEAST_MEMORY, check_room, keep_nothing_freed
from perfectplay.solver.retrograde.reference_solver import solve_reference
from perfectplay.solver.solved_table import SolvedTable, parts_of_graph, parts_of_reference
from perfectplay.solver.state_limits import compiled_limits, default_budget, interpreted_limits
from perfectplay.solver.threads import ThreadTeam
from perfectplay.solver.tier_solve import (
    CountingSink,
    MemorySink,
    NoRoomError,
    ScratchFolder,
    TierSink,
)
from perfectplay.tablebase.solution import Histogram, Provenance, Solution

METHODS = ("auto", "compiled", "interpreted", "reference")

COMPILE_STATES = 50_000
"""A game that has more states, or is not done after COMPILE_SECONDS, is worth a compiler."""

COMPILE_SECONDS = 0.6


def solve(
    game: Game,
    *,
    method: str = "auto",
    threads: int | None = None,
    progress: ProgressCallback | None = None,
    max_states: int | None = None,
    symmetries: bool = True,
    memory: int | None = None,
    folder: str | PathLike[str] | None = None,
) -> Solution:
    """The strong solution of a game: value, remoteness and best moves of every reachable state.

    ``method``: "compiled" or "interpreted" rules, "auto" (interpreted while the game is small,
    then compiled where it can be), or "reference", a plain and slow oracle that does not use
    symmetries. ``threads``: default all cores. ``progress`` is called with a `Progress` at most
    ten times a second. ``max_states``: more are an error (default: what the budget of memory holds,
    or the disk where states are kept there). ``symmetries=False`` ignores the game's.
    ``memory``: the most bytes that the process may hold (default: half of what is free); where the
    solution does not fit, it is kept in temporary files. ``folder``: keep it there (see
    `solve_into`), and go on from what an earlier solve has left.

    Raises RulesError where the rules break a promise, StateLimitError where the game has too many
    states, EndlessGameError where it is proved to have no end, MethodError where a method was asked
    for that the game does not allow, MemoryBudgetError, TypeError and ValueError for bad
    arguments.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> solve(ThreeRocks(left=3, right=4))
    <Solution of three_rocks: 20 states, win, 3 plies>
    """
    check_arguments(game, method, threads, max_states, memory)
    if folder is not None:
        from perfectplay.solver.resume import solve_into

        return solve_into(
            game, folder, method=method, threads=threads, progress=progress,
            max_states=max_states, symmetries=symmetries, memory=memory,
        ).solution  # fmt: skip
    run = SolveRun(game, ThreadTeam(threads), Reporter(progress), max_states, symmetries, memory)
    parts = _parts_in_memory(run, method)
    if parts is None:
        return _solve_on_disk(
            game, method=method, threads=threads, progress=progress, max_states=max_states,
            symmetries=symmetries, memory=memory,
        )  # fmt: skip
    warn_of_stuck(game, parts)
    made = Provenance(parts.engine, parts.how, parts.why, run.reporter.seconds)
    return Solution(
        game, parts.table, parts.keys, parts.symmetric, parts.histogram, parts.moves,
        parts.covered, made,
    )  # fmt: skip


def _parts_in_memory(run: SolveRun, method: str) -> SolvedTable | None:
    """The solution's parts; None where memory does not hold them."""
    try:
        with ScratchFolder() as scratch:
            return run.parts(method, MemorySink(scratch.folder))
    except NoRoomError:
        return None


def _solve_on_disk(game: Game, **asked: Any) -> Solution:
    """The solution in a temporary folder, which lasts as long as it does."""
    from perfectplay.solver.resume import solve_into

    folder = TemporaryDirectory(prefix="perfectplay-")
    solution = solve_into(game, folder.name, **asked).solution
    weakref.finalize(solution, folder.cleanup)
    return solution


def check_arguments(
    game: Game, method: str, threads: int | None, max_states: int | None, memory: int | None
) -> None:
    """Raises TypeError, ValueError or MethodError for what cannot be asked of a solve."""
    if not isinstance(game, Game):
        hint = f"; write {game.__name__}()" if isinstance(game, type) else ""
        raise TypeError(f"solve expects a game, got {game!r}{hint}")
    if method not in METHODS:
        raise MethodError(f'unknown method "{method}"; methods are {", ".join(METHODS)}')
    for name, number in (("threads", threads), ("max_states", max_states), ("memory", memory)):
        if number is None:
            continue
        if type(number) is not int:
            raise TypeError(f"{name} must be a whole number, got {number!r}")
        if number < 1:
            raise ValueError(f"{name} must be at least 1, got {number}")
    if memory is not None and memory < LEAST_MEMORY:
        raise MemoryBudgetError(memory, LEAST_MEMORY)


class SolveRun:
    """One solve: what stays the same whichever engine does it."""

    def __init__(
        self,
        game: Game,
        team: ThreadTeam,
        reporter: Reporter,
        max_states: int | None,
        symmetries: bool,
        memory: int | None,
    ) -> None:
        self.game = game
        self.rules = CheckedGame(game)
        self.team = team
        self.reporter = reporter
        self.max_states = max_states
        if memory is not None:
            keep_nothing_freed()
            check_room(memory)
        self.memory, self.given = memory or default_budget(), memory is not None
        self.symmetric = symmetries and overrides(game, "symmetries")
        self._seen: list[State] = []

    def parts(self, method: str, sink: TierSink) -> SolvedTable:
        """The solution's parts by a method; counts of all states where symmetries hide them.

        ``sink``: where tiers go.
        """
        parts = self._parts(method, sink)
        if parts.symmetric and not reaches_whole_classes(self.rules, self._seen):
            # then sums of class sizes count too many
            plain = SolveRun(
                self.game, self.team, self.reporter, self.max_states, False, self.memory
            )
            every = plain.counts(method)
            parts.covered = every
        return parts

    def counts(self, method: str) -> tuple[Histogram, int]:
        """The counts of all states, and their moves; nothing else is kept."""
        with ScratchFolder() as scratch:
            sink = CountingSink(scratch.folder)
            parts = self._parts(method, sink)
        return parts.histogram, parts.moves

    def _parts(self, method: str, sink: TierSink) -> SolvedTable:
        if method == "reference":
            limit = self.max_states or self._interpreted_limits().room
            return parts_of_reference(self.rules, solve_reference(self.rules, limit))
        found = begin_interpreted(self.rules, self.symmetric)
        self._seen = found.states  # grows while it is explored
        if method == "interpreted":
            return self._interpreted(found, None)
        compiled = CompiledSolve(
            self.rules, self.symmetric, self._compiled_limits(sink), self.team, self.reporter,
            self.memory, sink, self.given,
        )  # fmt: skip
        if method == "compiled" or sink.resumes or sink.has_graph:
            refusal = compiled.run(found)
            if refusal is not None:
                raise MethodError(f"this game cannot be compiled: {refusal}")
            assert compiled.parts is not None
            return compiled.parts
        return self._automatic(found, compiled)

    def _automatic(self, found: InterpretedStates, compiled: CompiledSolve) -> SolvedTable:
        """Interpreted while small; compiled when large; interpreted again where that fails."""
        if self.rules.kind is StateKind.OBJECT or isinstance(self.game, FunctionGame):
            explore_interpreted(found, self._interpreted_limits(), self.reporter, is_large)
            why = None if found.finished else compiled.refusal()
            return self._interpreted(found, why)
        explore_interpreted(found, self._interpreted_limits(), self.reporter, is_large)
        if found.finished:
            return self._interpreted(found, None)
        why = compiled.run(found)
        if why is None:
            assert compiled.parts is not None
            return compiled.parts
        return self._interpreted(found, why)

    def _interpreted(self, found: InterpretedStates, why: str | None) -> SolvedTable:
        limits = self._interpreted_limits()
        explore_interpreted(found, limits, self.reporter, processes=self.team.threads)
        if self.symmetric:
            check_classes(self.rules, found.states)
        parts = parts_of_graph(found, self.team, self.reporter)
        parts.why = why
        return parts

    def _interpreted_limits(self) -> StateLimits:
        return interpreted_limits(self.max_states, self.memory, self.rules.start())

    def _compiled_limits(self, sink: TierSink) -> StateLimits:
        return compiled_limits(self.max_states, self.memory, sink.states_on_disk)


def is_large(states: int, seconds: float) -> bool:
    """Whether the interpreter has found a game worth a compiler."""
    return states > COMPILE_STATES or seconds > COMPILE_SECONDS


def warn_of_stuck(game: Game, parts: SolvedTable) -> None:
    """Warns where functions leave a state without moves undecided."""
    if isinstance(game, FunctionGame) and not game.stuck_given and parts.stuck_state is not None:
        warnings.warn(
            f"state {parts.stuck_state!r} has no legal moves and is undecided: counted as a draw; "
            "say stuck=Value.LOSS (or WIN, DRAW) to decide",
            PerfectPlayWarning,
            stacklevel=3,
        )
