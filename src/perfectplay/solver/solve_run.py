"""One solve: which engine does it, and what is counted beside it."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

from perfectplay.compiler.class_checks import check_classes, reaches_whole_classes
from perfectplay.compiler.numba_found import look_for_compiler
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.core.errors import (
    GameTooLargeError,
    MemoryBudgetError,
    MethodError,
    PerfectPlayError,
    StateLimitError,
)
from perfectplay.core.process_memory import (
    check_room,
    collector_off,
    default_budget,
    keep_little_freed,
    resident_bytes,
)
from perfectplay.core.progress import Reporter
from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game, has_symmetries
from perfectplay.game.image_cost import note_image_cost
from perfectplay.solver.explore.interpreted import explore_interpreted
from perfectplay.solver.explore.interpreted_states import InterpretedStates, begin_interpreted
from perfectplay.solver.explore.memory_watch import MemoryWatch
from perfectplay.solver.options import SolveOptions
from perfectplay.solver.retrograde.histogram import WeightedHistogram
from perfectplay.solver.retrograde.reference_solver import solve_reference
from perfectplay.solver.sinks import ScratchFolder, TierSink
from perfectplay.solver.solved_table import SolvedTable, reference_solution, solve_interpreted
from perfectplay.solver.state_limits import (
    LONG_SECONDS,
    NO_LIMIT,
    StateLimits,
    compiled_limits,
    interpreted_limits,
    is_large,
    takes_long,
)
from perfectplay.solver.threads import ThreadTeam

if TYPE_CHECKING:
    from perfectplay.solver.compiled_solve import CompiledSolve
    from perfectplay.solver.estimate.basis import Estimate
    from perfectplay.solver.estimate.outlook import Look
    from perfectplay.solver.large_before import LargeBefore, SolvedBefore

FORECAST_SHARE, FORECAST_LEAST = 1 / 4, 0.25
"""The share of the time of exploring that the interpreter may spend on a forecast, and the least
seconds of that: a game that nobody knows to be large may end soon."""

ASK_SECONDS = 0.1
"""Seconds of the interpreter after which it is asked whether the game was large before; to ask
takes a fifth of that."""

UNCOUNTED = (
    "the game is solved up to symmetry, but all its states cannot be counted within the limits "
    "(--no-symmetries solves them all)"
)


class SolveRun:
    """A game, the options of its solve, and what follows from them."""

    def __init__(self, game: Game, options: SolveOptions) -> None:
        self.game, self.options = game, options
        self.rules = CheckedGame(game)
        self.team = ThreadTeam(options.threads)
        self.reporter = Reporter(options.progress, notes=options.notes)
        if options.memory is not None:
            keep_little_freed(options.memory, self.team.threads)
            check_room(options.memory)
        self.memory = options.memory or default_budget()
        # the reference solver ignores symmetries
        symmetries = options.symmetries and options.method != "reference"
        self.symmetric = symmetries and has_symmetries(game)

    def solve(self, sink: TierSink) -> SolvedTable:
        """Solve the game by the method that was chosen; ``sink``: where tiers go.

        If symmetries hide how many states there are, all states are counted without them.
        """
        if self.options.method == "reference":
            return self._by_definition()
        found = begin_interpreted(self.rules, self.symmetric)
        solved = self._solve(found, sink)
        if self.symmetric and not reaches_whole_classes(self.rules, found.states):
            # then sums of class sizes count too many
            solved.counts.covered = self._counts_without_symmetries(solved.engine == "compiled")
        return solved

    def _by_definition(self) -> SolvedTable:
        limits = self._interpreted_limits
        if limits.watch:
            limits.watch.compiler = False

        def check(index: dict[State, int], states: list[State], moves: int) -> int:
            limits.check(len(states), lambda: states[-1], self.game)
            limits.check_memory(index, len(states), moves, self.game)
            # the first states may be smaller than all others
            return min(limits.most_states(index, states, moves), 2 * len(states))

        most = self.options.max_states or limits.room
        return reference_solution(self.rules, solve_reference(self.rules, most, check))

    def _counts_without_symmetries(self, large: bool) -> WeightedHistogram:
        """The counts of all states; nothing else is kept."""
        plain = SolveRun(self.game, replace(self.options, symmetries=False, executor=None, audit=0))
        plain.reporter, plain.memory = self.reporter, self.memory
        if large or self.reporter.seconds > LONG_SECONDS:
            self.reporter.note("solved up to symmetry; now all states are counted without it")
        try:
            with ScratchFolder() as scratch:
                return plain.solve(TierSink(scratch.folder)).counts.tally
        except (GameTooLargeError, MemoryBudgetError, StateLimitError) as error:
            error.args = (f"{UNCOUNTED}: {error}",)
            raise

    def _solve(self, found: InterpretedStates, sink: TierSink) -> SolvedTable:
        method = self.options.method
        if method != "auto":
            self._note_symmetries()
        if method == "interpreted":
            return self._interpreted(found, sink, None)
        if sink.resumes or sink.has_graph:
            self.reporter.note("goes on from what an earlier solve has kept here")
        if method == "compiled" or sink.resumes or sink.has_graph:
            try:
                return self._compiled(sink).run(found)
            except NotCompilable as reason:
                raise MethodError(f"this game cannot be compiled: {reason}") from None
        return self._automatic(found, sink)

    def _compiled(self, sink: TierSink, before: SolvedBefore | None = None) -> CompiledSolve:
        from perfectplay.solver.compiled_solve import CompiledSolve  # no small game waits for it

        limits = compiled_limits(self.options.max_states, self.memory, sink.states_on_disk)
        return CompiledSolve(
            self.rules, self.symmetric, limits, self.team, self.reporter, self.memory, sink,
            self.options.memory is not None, partial(self._tell_outlook, sink.states_on_disk),
            self.options.workers, self._estimates_early, self.options.method == "auto", before,
        )  # fmt: skip

    def _automatic(self, found: InterpretedStates, sink: TierSink) -> SolvedTable:
        """Interpreted while small; compiled when large; interpreted again if that fails."""
        try:
            look_for_compiler()
        except NotCompilable as reason:
            self.reporter.note(f"interpreted, because {reason}")
            self._note_symmetries()
            return self._interpreted(found, sink, str(reason))
        limits = self._interpreted_limits
        explore_interpreted(found, limits, self.reporter, self._is_large)
        if found.finished:
            return self._interpreted(found, sink, None)
        before = self._before
        if before.is_known:  # it does not grow without end
            limits.next_look = NO_LIMIT
        self._note_symmetries()
        from perfectplay.solver.compile_apart import FinishedMeanwhileError

        try:
            if not self.rules.has_keys:
                from perfectplay.compiler.translate import translate

                translate(self.game)  # raises NotCompilable, and so says why
                return self._interpreted(found, sink, None)
            given = self.options.memory is not None
            known = before.within(self.memory, given=given) if sink.in_memory else None
            compiled = self._compiled(sink, known)
            compiled.limits.follow(limits)
            solved = compiled.run(found)
            if sink.in_memory and (before.is_known or self._is_plain(found)):
                self._note_solved(solved)
            return replace(solved, stuck_state=found.stuck_state)
        except FinishedMeanwhileError:
            return self._interpreted(found, sink, None)
        except NotCompilable as reason:
            self.reporter.note(f"interpreted, because {reason}")
            return self._interpreted(found, sink, str(reason))

    def _note_solved(self, solved: SolvedTable) -> None:
        """Remember for the next solve what this one took."""
        from perfectplay.solver.large_before import SolvedBefore

        seconds, threads = self.reporter.seconds, self.team.threads
        self._before.note(
            SolvedBefore(solved.how, self.memory, len(solved.table), seconds, threads)
        )

    def _is_large(self, states: int, seconds: float) -> bool:
        """Whether the game is worth a compiler, as far as the interpreter has explored it."""
        return is_large(states, seconds) or (seconds > ASK_SECONDS and self._before.is_known)

    def _is_plain(self, found: InterpretedStates) -> bool:
        """Whether a solve had nothing to say of its first states that the next one would not say,
        if it looked at fewer, and was not forced."""
        limits = self._interpreted_limits
        if self.options.force or found.stuck_state is not None:
            return False
        if not limits.has_looked:
            with suppress(PerfectPlayError):  # it ends, as is known by now
                limits.look(len(found.states), self.game)
        return limits.has_looked and not limits.has_told

    def _note_symmetries(self) -> None:
        """Report before the long part of the work what symmetries cost."""
        if self.symmetric:
            note_image_cost(self.rules, self.reporter)

    def _interpreted(
        self, found: InterpretedStates, sink: TierSink, why: str | None
    ) -> SolvedTable:
        """Go on by the interpreter, from what ``sink`` has kept; ``why`` the game is not
        compiled."""
        limits = self._interpreted_limits
        if sink.interpreted is not None:
            sink.interpreted.attach(found, self.reporter.note)
        with collector_off():
            spent = found.seconds
            explore_interpreted(
                found, limits, self.reporter, lambda n, seconds: takes_long(n, spent + seconds),
                self.team.threads,
            )  # fmt: skip
            if not found.finished:
                self._tell_outlook(0, partial(self._look, found, limits), limits)
            explore_interpreted(found, limits, self.reporter, processes=self.team.threads)
            if self.symmetric:
                check_classes(self.rules, found.states)
            return solve_interpreted(found, self.team, self.reporter, why)

    @staticmethod
    def _room(found: InterpretedStates, limits: StateLimits) -> float:
        """Bytes that are left of a budget that is watched."""
        if limits.watch is None:
            return math.inf
        return limits.watch.room(found.index, len(found.states), len(found.edges))

    def _look(self, found: InterpretedStates, limits: StateLimits, share: float) -> Estimate | None:
        """An estimate by the interpreter. Without room or time for samples there is none, and the
        states are watched alone."""
        from perfectplay.solver.estimate.forecast import SOLVE_SECONDS, forecast_interpreted
        from perfectplay.solver.estimate.sampled import SampleRoomError

        most = max(FORECAST_LEAST, FORECAST_SHARE * found.seconds) / SOLVE_SECONDS
        if most <= 1 < share:
            return None  # a closer look would take the samples of the first
        share = min(share, most)
        with suppress(SampleRoomError):
            return forecast_interpreted(found, room=self._room(found, limits), share=share)
        return None

    def _tell_outlook(self, on_disk: int, look: Look, limits: StateLimits) -> None:
        """Report what a large game will take. Raises GameTooLargeError, MemoryBudgetError."""
        from perfectplay.solver.estimate.outlook import Outlook

        options = self.options
        decided = options.force or options.max_states is not None  # how far to go
        if decided and not self._estimates_early:
            return
        outlook = Outlook(
            self.team.threads, self.memory, options.memory is not None, on_disk, options.force,
            options.executor is not None,
        )  # fmt: skip
        outlook.tell(look, self.reporter, limits)

    @property
    def _estimates_early(self) -> bool:
        """Whether a large game is estimated although the caller has said how far to go."""
        given = self.options.memory is not None and self.options.notes
        return given or self.reporter.listened_to

    @cached_property
    def _before(self) -> LargeBefore:
        from perfectplay.solver.large_before import LargeBefore  # no small game waits for it

        return LargeBefore(self.game, self.symmetric)

    @cached_property
    def _interpreted_limits(self) -> StateLimits:
        limits = interpreted_limits(self.options.max_states, self.memory, self.rules.start())
        limits.tell = self.reporter.note
        if self.options.memory is not None:
            limits.watch = MemoryWatch(self.memory, resident_bytes(), self.rules.scoring)
        return limits
