"""One solve: which engine does it, and what is counted beside it."""

from __future__ import annotations

from dataclasses import replace

from perfectplay.compiler.constants import NotCompilable
from perfectplay.compiler.symmetry_sampling import check_classes, reaches_whole_classes
from perfectplay.core.errors import MethodError
from perfectplay.core.progress import Reporter
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.functions import FunctionGame
from perfectplay.game.game import Game, StateKind, overrides
from perfectplay.solver.compiled_solve import CompiledSolve
from perfectplay.solver.explore.interpreted import explore_interpreted
from perfectplay.solver.explore.interpreted_states import InterpretedStates, begin_interpreted
from perfectplay.solver.explore.limits import StateLimits
from perfectplay.solver.large_games import is_large
from perfectplay.solver.memory import check_room, keep_nothing_freed
from perfectplay.solver.options import SolveOptions
from perfectplay.solver.retrograde.reference_solver import solve_reference
from perfectplay.solver.sinks import CountingSink, ScratchFolder, TierSink
from perfectplay.solver.solved_table import SolvedTable, reference_solution, solve_interpreted
from perfectplay.solver.state_limits import compiled_limits, default_budget, interpreted_limits
from perfectplay.solver.threads import ThreadTeam
from perfectplay.tablebase.solution import Histogram


class SolveRun:
    """A game, the options of its solve, and what follows from them."""

    def __init__(self, game: Game, options: SolveOptions) -> None:
        self.game, self.options = game, options
        self.rules = CheckedGame(game)
        self.team = ThreadTeam(options.threads)
        self.reporter = Reporter(options.progress)
        if options.memory is not None:
            keep_nothing_freed()
            check_room(options.memory)
        self.memory = options.memory or default_budget()
        # the reference solver ignores symmetries
        symmetries = options.symmetries and options.method != "reference"
        self.symmetric = symmetries and overrides(game, "symmetries")

    def solve(self, sink: TierSink) -> SolvedTable:
        """Solve the game by the method that was chosen; ``sink``: where tiers go.

        If symmetries hide how many states there are, all states are counted without them.
        """
        if self.options.method == "reference":
            limit = self.options.max_states or self._interpreted_limits().room
            return reference_solution(self.rules, solve_reference(self.rules, limit))
        found = begin_interpreted(self.rules, self.symmetric)
        solved = self._solve(found, sink)
        if solved.symmetric and not reaches_whole_classes(self.rules, found.states):
            # then sums of class sizes count too many
            solved.covered = self._counts_without_symmetries()
        return solved

    def _counts_without_symmetries(self) -> tuple[Histogram, int]:
        """The counts of all states, and their moves; nothing else is kept."""
        plain = SolveRun(self.game, replace(self.options, symmetries=False))
        plain.reporter, plain.memory = self.reporter, self.memory
        with ScratchFolder() as scratch:
            solved = plain.solve(CountingSink(scratch.folder))
        return solved.histogram, solved.moves

    def _solve(self, found: InterpretedStates, sink: TierSink) -> SolvedTable:
        method = self.options.method
        if method == "interpreted":
            return self._interpreted(found, None)
        compiled = CompiledSolve(
            self.rules, self.symmetric, self._compiled_limits(sink), self.team, self.reporter,
            self.memory, sink, self.options.memory is not None,
        )  # fmt: skip
        if method == "compiled" or sink.resumes or sink.has_graph:
            try:
                return compiled.run(found)
            except NotCompilable as reason:
                raise MethodError(f"this game cannot be compiled: {reason}") from None
        return self._automatic(found, compiled)

    def _automatic(self, found: InterpretedStates, compiled: CompiledSolve) -> SolvedTable:
        """Interpreted while small; compiled when large; interpreted again if that fails."""
        explore_interpreted(found, self._interpreted_limits(), self.reporter, is_large)
        if found.finished:
            return self._interpreted(found, None)
        try:
            if self.rules.kind is StateKind.OBJECT or isinstance(self.game, FunctionGame):
                compiled.check_compilable()
                return self._interpreted(found, None)
            return compiled.run(found)
        except NotCompilable as reason:
            return self._interpreted(found, str(reason))

    def _interpreted(self, found: InterpretedStates, why: str | None) -> SolvedTable:
        """Go on by the interpreter; ``why`` the game is not compiled."""
        limits = self._interpreted_limits()
        explore_interpreted(found, limits, self.reporter, processes=self.team.threads)
        if self.symmetric:
            check_classes(self.rules, found.states)
        return solve_interpreted(found, self.team, self.reporter, why)

    def _interpreted_limits(self) -> StateLimits:
        return interpreted_limits(self.options.max_states, self.memory, self.rules.start())

    def _compiled_limits(self, sink: TierSink) -> StateLimits:
        return compiled_limits(self.options.max_states, self.memory, sink.states_on_disk)
