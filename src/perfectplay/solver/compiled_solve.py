"""A solve by compiled rules: which explorer follows which, and from what it continues."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from perfectplay.compiler.numba_found import require_compiler
from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.process_memory import resident_bytes
from perfectplay.core.progress import Reporter
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.solver.compared_states import FIRST_COMPARED, LATER_COMPARED, check_some
from perfectplay.solver.compile_apart import SolveCompiler
from perfectplay.solver.explore.array_store import MemoryArray
from perfectplay.solver.explore.explored_tiers import (
    ExploredTiers,
    HashExploration,
    NotGradedError,
    NumberedStates,
    TierKind,
)
from perfectplay.solver.explore.interpreted import enough, explore_interpreted
from perfectplay.solver.explore.interpreted_states import InterpretedStates
from perfectplay.solver.explore.known_tiers import KnownTiers
from perfectplay.solver.graph_solve import explore_graph, graph_room, resolve_graph
from perfectplay.solver.memory import ESTIMATE_BYTES
from perfectplay.solver.options import Workers
from perfectplay.solver.sinks import TierSink
from perfectplay.solver.solved_table import SolvedTable, check_tiers
from perfectplay.solver.state_limits import StateLimits, tier_limits, unlimited
from perfectplay.solver.threads import ThreadTeam
from perfectplay.solver.tier_solve import KnownStates, TierSolve

if TYPE_CHECKING:
    from perfectplay.compiler.prepare_rules import PreparedRules
    from perfectplay.solver.estimate.basis import Estimate
    from perfectplay.solver.estimate.outlook import Look
    from perfectplay.solver.explore.hash_explorer import HashProgress
    from perfectplay.solver.large_before import SolvedBefore

WALK_PEAK = 5
"""Times their size that a walk's arrays take while they grow, and while it is resolved."""

UNWATCHED = 20_000_000
"""States after which a solve that nobody watches is compared with its means: before that, an
estimate would take a tenth of its time."""


@dataclass
class CompiledSolve:
    """Solves a game by compiled rules, in ``memory`` bytes for the process.

    ``given``: whether the caller has given this budget. ``sink``: where tiers go. ``outlook``
    reports an estimate, and raises an error if the game is too large. ``workers``: do the
    work of a game whose moves leave their tiers. ``early``: whether the outlook comes before a
    large game is explored. ``meanwhile``: whether the interpreter may go on while the rules are
    compiled. ``before``: a solve of the same game, if one is known.

    Exploring goes on from what is explored already, whatever explorer takes over and wherever the
    solution goes, but for the workers of an executor, which begin at the start. A state is
    expanded again to explore the game only if

    * the interpreter has met it (COMPILE_STATES of state_limits.py at most, or as time allows),
      which keeps no keys;
    * it is in a level, explored after the walk, of a game whose levels turn out to be no tiers, and
      memory holds the game as a graph: the states of these levels, which have no edges yet, are
      expanded once more, as resolving levels would have done;
    * it is in a tier, explored after the walk, when a state turns out not to fit the keys: tiers
      begin again from the walk. Each time some field gets half as many values more, or so many as
      63 bits allow.
    """

    rules: CheckedGame
    symmetric: bool
    limits: StateLimits
    team: ThreadTeam
    reporter: Reporter
    memory: int
    sink: TierSink
    given: bool
    outlook: Callable[[Look, StateLimits], None]
    workers: Workers
    early: bool
    meanwhile: bool
    before: SolvedBefore | None = None
    _known: KnownStates = field(default_factory=KnownStates, init=False)

    def run(self, found: InterpretedStates) -> SolvedTable:
        """The solution; ``found`` holds the first states as the interpreter met them.

        Raises NotCompilable, RulesError, StateLimitError, MemoryBudgetError,
        FinishedMeanwhileError: ``found`` holds all states.
        """
        from perfectplay.compiler.expander import KeysOutgrownError
        from perfectplay.compiler.prepare_rules import prepare_rules

        require_compiler()  # at once, not after the first states
        explore_interpreted(found, self.limits, self.reporter, enough(found))
        prepared = prepare_rules(
            self.rules, found.states[:FIRST_COMPARED], symmetries=self.symmetric,
            compared=len(found.over), before=self._compiler(found),
        )  # fmt: skip
        if self.before is not None and self._is_known_wide:
            self.before.tell(self.reporter, self.symmetric)
            self._wake_workers()
        while True:
            try:
                return self._solved(prepared)
            except KeysOutgrownError as outgrown:
                self._known.repack(prepared.expander, outgrown.keys)

    def _compiler(self, found: InterpretedStates) -> SolveCompiler:
        meanwhile = self.meanwhile and not self.given and self.team.threads > 1
        memory = self.memory if self.given else None
        return SolveCompiler(self.rules, found, self.limits, self.reporter, memory, meanwhile)

    # --- which explorer ---------------------------------------------------------------------------

    def _solved(self, prepared: PreparedRules) -> SolvedTable:
        """Begin with a walk, which is all that a small game needs; go on from it."""
        has_tier = prepared.expander.compiled.has_tier
        if self._known.states is None:
            if self.sink.has_graph:
                return self._by_edges(prepared)
            walks = not (self.sink.resumes or self._is_known_wide)
            if walks and (small := self._walk_first(prepared)) is not None:
                return small
        if has_tier:
            return self._by_tiers(prepared, TierKind.DECLARED)
        if self.sink.one_tier or isinstance(self._known.states, NumberedStates):
            return self._by_tiers(prepared, TierKind.ONE)
        if self._looks_graded(prepared):
            try:
                return self._by_tiers(prepared, TierKind.LEVELS)
            except NotGradedError:
                self.sink.abandon()
                known = self._known.states is not None  # a solve that went on had no walk
                if not known and (small := self._walk_first(prepared)) is not None:
                    return small
        if prepared.expander.compiled.scoring:  # moves back, if any, are an error: a graph will do
            self._note_alone("the moves of a game of points do not lead from tier to tier")
            return self._scored(prepared)
        return self._by_edges(prepared)

    @property
    def _is_known_wide(self) -> bool:
        """Whether an earlier solve has found that a walk is the slower way."""
        divided = TierKind.DECLARED.value, TierKind.LEVELS.value
        return self.before is not None and self.before.how.startswith(divided)

    def _walk_first(self, prepared: PreparedRules) -> SolvedTable | None:
        """The solution of a small game; None if the game is large, and then its walk is known."""
        from perfectplay.solver.explore.hash_explorer import grows_wide, walk

        expander, full = prepared.expander, self._fills_memory()
        walked = walk(
            expander, self.limits, self.reporter, lambda some: grows_wide(some) or full(some)
        )
        if walked.finished:
            check_some(prepared, MemoryArray(walked.keys), FIRST_COMPARED)
            self._check_tiers(prepared, walked)
            return self._from_walk(prepared, walked)
        self._wake_workers()
        if self.before is not None:
            self.before.tell(self.reporter, self.symmetric)
        elif not self.early:
            self.limits.later = UNWATCHED, partial(self._look_later, prepared)
        elif self.memory - resident_bytes() > ESTIMATE_BYTES:
            self.outlook(partial(self._look, prepared, walked), self.limits)
        else:
            self.reporter.note("no forecast is made: it would take memory that the solve needs")
        self._check_tiers(prepared, walked)
        has_tier = expander.compiled.has_tier
        self._known.states = KnownTiers.of(expander, walked) if has_tier else walked
        return None

    def _wake_workers(self) -> None:
        """The workers, if there are any, load what they need while the game is estimated."""
        if self.workers.executor is not None:
            from perfectplay.solver.parts.worker_start import wake

            wake(self.workers.executor)

    def _looks_graded(self, prepared: PreparedRules) -> bool:
        """Whether levels may serve as tiers, as far as the walk shows it."""
        from perfectplay.solver.explore import graded_plays

        walked = self._known.states
        if not isinstance(walked, HashExploration):
            return True
        return graded_plays.looks_graded(prepared.expander, walked)

    def _fills_memory(self) -> Callable[[HashProgress], bool]:
        """A test of whether a walk takes too large a part of the rest of the budget."""
        room = max(0, self.memory - resident_bytes()) // WALK_PEAK
        return lambda so_far: so_far.nbytes > room

    def _check_tiers(self, prepared: PreparedRules, walked: HashExploration) -> None:
        """Raise RulesError if a move of a walk leads to a lower tier."""
        expander, keys = prepared.expander, walked.keys
        if expander.compiled.has_tier:
            check_tiers(
                walked.graph, expander.tiers_of(keys, 0, len(keys)), self.rules,
                lambda i: expander.keys.state(int(keys[i])), self.symmetric,
            )  # fmt: skip

    def _look_later(self, prepared: PreparedRules) -> None:
        """Compare a game of which much is explored with the means of the solve, from a new walk."""
        from perfectplay.solver.explore.hash_explorer import grows_wide, walk

        if self.memory - resident_bytes() > ESTIMATE_BYTES:
            expander = prepared.expander.alike(prepared.expander.keys)
            walked = walk(expander, unlimited(), Reporter(None), grows_wide)
            self.outlook(partial(self._look, prepared, walked), self.limits)

    def _look(
        self, prepared: PreparedRules, walked: HashExploration, share: float
    ) -> Estimate | None:
        """An estimate from samples; None if they fail."""
        from perfectplay.compiler.expander import KeysOutgrownError
        from perfectplay.compiler.source.not_compilable import NotCompilable
        from perfectplay.solver.estimate.forecast import forecast_walked

        try:
            return forecast_walked(prepared.expander, walked, self.team, share=share)
        except (PerfectPlayError, NotCompilable, KeysOutgrownError):
            return None  # the solve meets the same problem, and says more of it

    # --- the explorers ----------------------------------------------------------------------------

    def _by_tiers(self, prepared: PreparedRules, kind: TierKind) -> SolvedTable:
        expander = prepared.expander
        limits = tier_limits(self.limits, self.sink.states_on_disk)

        def compare(explored: ExploredTiers) -> None:
            for tier in explored.tiers.values():
                at_least = max(1, LATER_COMPARED // len(explored.tiers))
                check_some(prepared, tier.keys, at_least)

        divided = kind is not TierKind.ONE or not expander.compiled.scoring
        if self.sink.in_parts or (self.workers.executor is not None and divided):
            from perfectplay.solver.parts.part_solve import solve_by_parts

            if kind is TierKind.ONE:
                self._known.states = None  # workers begin at the start
            solved = solve_by_parts(
                expander, limits, self.reporter, self.sink, self.workers, compare, kind
            )
            if solved is not None:
                return solved
        goes_on_as_graph = (
            kind is TierKind.LEVELS
            and isinstance(self._known.states, HashExploration)
            and not expander.compiled.scoring
        )
        solve = TierSolve(
            expander, limits, self.team, self.reporter, self.memory, self.sink, compare, kind,
            graph_room(self.memory) if goes_on_as_graph else 0,
        )  # fmt: skip
        return solve.run(self._known)

    def _note_alone(self, why: str) -> None:
        """Say that workers, if there are any, are not asked."""
        if self.workers.executor is not None:
            from perfectplay.core.task_runner import ALONE

            self.reporter.note(ALONE + why)

    def _by_edges(self, prepared: PreparedRules) -> SolvedTable:
        """A game with moves back: as one graph while memory holds that; else as one tier."""
        found = explore_graph(
            prepared.expander, self._known, memory=self.memory, sink=self.sink, team=self.team,
            limits=self.limits, reporter=self.reporter,
        )  # fmt: skip
        if isinstance(found, NumberedStates):
            self._known.states = found
            del found  # it takes memory until the tiers have it
            return self._by_tiers(prepared, TierKind.ONE)
        self._note_alone(
            "plays of different lengths lead to the same states, and memory holds the whole graph; "
            "with a method tier(state) workers share it"
        )
        keys, edges = found
        check_some(prepared, MemoryArray(keys), LATER_COMPARED)
        return resolve_graph(prepared.expander, keys, edges, "edges", self.team, self.reporter)

    def _scored(self, prepared: PreparedRules) -> SolvedTable:
        """A game of points whose levels are no tiers: the walk goes on while memory holds it."""
        from perfectplay.solver.explore.hash_explorer import walk

        known, self._known.states = self._known.states, None
        assert isinstance(known, HashExploration)
        walked = walk(prepared.expander, self.limits, self.reporter, self._fills_memory(), known)
        if not walked.finished:
            self._known.states = NumberedStates.of(walked)
            del walked, known
            return self._by_tiers(prepared, TierKind.ONE)
        check_some(prepared, MemoryArray(walked.keys), LATER_COMPARED)
        return self._from_walk(prepared, walked)

    def _from_walk(self, prepared: PreparedRules, walked: HashExploration) -> SolvedTable:
        return resolve_graph(
            prepared.expander, walked.keys, walked.graph, "a hash table", self.team, self.reporter
        )
