"""A solve by compiled rules: which explorer takes over from which, and what it goes on from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from perfectplay.core.errors import MemoryBudgetError, PerfectPlayError
from perfectplay.core.progress import Reporter
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.image_cost import image_cost
from perfectplay.game.packing import Keys
from perfectplay.solver.compile_apart import compile_apart
from perfectplay.solver.explore.array_store import MemoryArray, StoredArray
from perfectplay.solver.explore.first_states import enough
from perfectplay.solver.explore.interpreted import explore_interpreted
from perfectplay.solver.explore.interpreted_states import InterpretedStates
from perfectplay.solver.explore.limits import StateLimits
from perfectplay.solver.graph_solve import explore_graph, graph_room, resolve_graph
from perfectplay.solver.memory import resident_bytes
from perfectplay.solver.sinks import TierSink
from perfectplay.solver.solved_table import SolvedTable, check_tiers, solved
from perfectplay.solver.state_limits import tier_limits
from perfectplay.solver.threads import ThreadTeam
from perfectplay.solver.tier_solve import KnownStates, TierSolve

if TYPE_CHECKING:
    from perfectplay.compiler.prepare_rules import PreparedRules
    from perfectplay.solver.explore.explored_tiers import ExploredTiers, TierKind
    from perfectplay.solver.explore.hash_explorer import HashExploration, HashProgress

FIRST_COMPARED = 1_000
"""States that are compared with the interpreter before a solve goes on."""

WALK_PEAK = 5
"""A walk's arrays take so many times their size while they grow, and while it is resolved."""

LATER_COMPARED = 200
"""States of a large game that are compared once it is explored, at least."""

COMPARED_ONE_IN = 100_000

TIGHT = 512 << 20
"""Bytes: if a budget has less to spare, rules are compiled in a process of their own."""

ESTIMATE_BYTES = 256 << 20
"""An estimate of the game takes up to half of this: the rest of the budget must be larger."""


@dataclass
class CompiledSolve:
    """Solves a game by compiled rules, in ``memory`` bytes for the process.

    ``given``: whether the caller has given this budget. ``sink``: where tiers go.

    Exploring goes on from what is explored already, whatever explorer takes over and wherever the
    solution goes. A state is expanded again to explore the game only if

    * the interpreter has met it (COMPILE_STATES of large_games.py at most, or as time allows),
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
    _known: KnownStates = field(default_factory=KnownStates, init=False)

    def check_compilable(self) -> None:
        """Raise NotCompilable if translating the rules shows that they cannot be compiled."""
        from perfectplay.compiler.translate import translate

        translate(self.rules.game)

    def run(self, found: InterpretedStates) -> SolvedTable:
        """The solution; ``found`` holds the first states as the interpreter met them.

        Raises NotCompilable, RulesError, StateLimitError, MemoryBudgetError.
        """
        from perfectplay.compiler.expander import KeysOutgrownError
        from perfectplay.compiler.prepare_rules import prepare_rules

        explore_interpreted(found, self.limits, self.reporter, enough(found))
        if self.symmetric and self.reporter.listened_to:
            cost = image_cost(self.rules)
            if cost is not None:
                self.reporter.note(cost.line())
        prepared = prepare_rules(
            self.rules, found.states[:FIRST_COMPARED], symmetries=self.symmetric,
            compared=len(found.over), before=lambda keys: self._compile(keys, len(found.states)),
        )  # fmt: skip
        while True:
            try:
                return self._solved(prepared)
            except KeysOutgrownError as outgrown:
                self._known.repack(prepared.expander, outgrown.keys)

    def _compile(self, keys: Keys, states: int) -> None:
        """Announce the compilation; under a tight budget, compile in another process."""

        def alive() -> None:
            self.reporter.tell("compiling", states=states)

        alive()
        if self.given and self.memory - resident_bytes() < TIGHT:
            compile_apart(self.rules, keys, symmetries=self.symmetric, alive=alive)

    def _check_some(self, prepared: PreparedRules, keys: StoredArray, at_least: int) -> None:
        """Compare one state in COMPARED_ONE_IN, or ``at_least`` so many, with the interpreter; ask
        some of them whether the states of their classes are equal."""
        step = max(1, min(len(keys) // at_least, COMPARED_ONE_IN))
        # one anywhere in each stretch: even steps would see states of one parity only
        first = np.arange(0, len(keys), step)
        places = np.minimum(
            first + np.random.default_rng(len(keys)).integers(0, step, len(first)), len(keys) - 1
        )
        state = prepared.expander.keys.state
        prepared.check([state(int(keys.read(i, i + 1)[0])) for i in places])

    # --- which explorer ---------------------------------------------------------------------------

    def _solved(self, prepared: PreparedRules) -> SolvedTable:
        """Begin with a walk, which is all that a small game needs; go on from it."""
        from perfectplay.solver.explore.edges import NumberedStates
        from perfectplay.solver.explore.explored_tiers import TierKind
        from perfectplay.solver.explore.tiers import NotGradedError

        has_tier = prepared.expander.compiled.has_tier
        if self._known.states is None:
            if self.sink.has_graph:
                return self._by_edges(prepared)
            if not self.sink.resumes:
                small = self._walk_first(prepared)
                if small is not None:
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
        if prepared.expander.compiled.scoring:  # moves back, if any, are an error: a graph will do
            return self._scored(prepared)
        return self._by_edges(prepared)

    def _walk_first(self, prepared: PreparedRules) -> SolvedTable | None:
        """The solution of a small game; None if the game is large, and then its walk is known."""
        from perfectplay.solver.explore.hash_explorer import grows_wide, walk
        from perfectplay.solver.explore.known_tiers import KnownTiers

        expander, full = prepared.expander, self._fills_memory()
        walked = walk(
            expander, self.limits, self.reporter, lambda so_far: grows_wide(so_far) or full(so_far)
        )
        if walked.finished:
            self._check_some(prepared, MemoryArray(walked.keys), FIRST_COMPARED)
            self._check_tiers(prepared, walked)
            return self._from_walk(prepared, walked)
        if self.reporter.listened_to or self.given:
            if self.memory - resident_bytes() > ESTIMATE_BYTES:
                self._tell_plan(prepared, walked)
            else:
                self.reporter.note("no estimate: it would take memory that the budget needs")
        self._check_tiers(prepared, walked)
        has_tier = expander.compiled.has_tier
        self._known.states = KnownTiers.of(expander, walked) if has_tier else walked
        return None

    def _looks_graded(self, prepared: PreparedRules) -> bool:
        """Whether levels may serve as tiers, as far as the walk shows it."""
        from perfectplay.solver.explore import level_test
        from perfectplay.solver.explore.hash_explorer import HashExploration

        walked = self._known.states
        if not isinstance(walked, HashExploration):
            return True
        return level_test.looks_graded(prepared.expander, walked)

    def _fills_memory(self) -> Callable[[HashProgress], bool]:
        """Whether a walk takes so much of what is left of the budget that it had better end."""
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

    def _tell_plan(self, prepared: PreparedRules, walked: HashExploration) -> None:
        """Report what the solve of a game that has turned out large will take, from some samples.

        Raises MemoryBudgetError if that is far beyond the budget.
        """
        from perfectplay.compiler.constants import NotCompilable
        from perfectplay.compiler.expander import KeysOutgrownError
        from perfectplay.solver.estimate.forecast import forecast_walked
        from perfectplay.solver.estimate.interval import count_words
        from perfectplay.solver.estimate.plan import plan_of, refused

        try:
            forecast = forecast_walked(prepared.expander, walked, self.team)
            plan = plan_of(forecast, self.team.threads, self.memory)
        except (PerfectPlayError, NotCompilable, KeysOutgrownError):
            return  # the solve meets the same problem, and says more of it
        self.reporter.note(*plan.lines())
        if refused(plan):
            raise MemoryBudgetError(self.memory, round(plan.least))
        self.limits.estimate = count_words(forecast.states)
        if forecast.states.high is not None:
            self.reporter.expect(int(forecast.states.likely))

    # --- the explorers ----------------------------------------------------------------------------

    def _by_tiers(self, prepared: PreparedRules, kind: TierKind) -> SolvedTable:
        from perfectplay.solver.explore.explored_tiers import TierKind
        from perfectplay.solver.explore.hash_explorer import HashExploration

        expander = prepared.expander

        def compare(explored: ExploredTiers) -> None:
            for tier in explored.tiers.values():
                at_least = max(1, LATER_COMPARED // len(explored.tiers))
                self._check_some(prepared, tier.keys, at_least)

        goes_on_as_graph = (
            kind is TierKind.LEVELS
            and isinstance(self._known.states, HashExploration)
            and not expander.compiled.scoring
        )
        limits = tier_limits(self.limits, self.sink.states_on_disk)
        solve = TierSolve(
            expander, self.symmetric, limits, self.team, self.reporter, self.memory, self.sink,
            compare, kind, graph_room(self.memory) if goes_on_as_graph else 0,
        )  # fmt: skip
        tally, covered, how = solve.run(self._known)
        table = solve.sink.table()
        return solved(expander.keys, table, tally, covered, engine="compiled", how=how)

    def _by_edges(self, prepared: PreparedRules) -> SolvedTable:
        """A game with moves back: as one graph while memory holds that; else as one tier."""
        from perfectplay.solver.explore.edges import NumberedStates
        from perfectplay.solver.explore.explored_tiers import TierKind

        found = explore_graph(
            prepared.expander, self._known, memory=self.memory, sink=self.sink, team=self.team,
            limits=self.limits, reporter=self.reporter,
        )  # fmt: skip
        if isinstance(found, NumberedStates):
            self._known.states = found
            return self._by_tiers(prepared, TierKind.ONE)
        keys, edges = found
        self._check_some(prepared, MemoryArray(keys), LATER_COMPARED)
        return resolve_graph(prepared.expander, keys, edges, "edges", self.team, self.reporter)

    def _scored(self, prepared: PreparedRules) -> SolvedTable:
        """A game of points whose levels are no tiers: the walk goes on while memory holds it."""
        from perfectplay.solver.explore.edges import NumberedStates
        from perfectplay.solver.explore.explored_tiers import TierKind
        from perfectplay.solver.explore.hash_explorer import HashExploration, walk

        known, self._known.states = self._known.states, None
        assert isinstance(known, HashExploration)
        walked = walk(prepared.expander, self.limits, self.reporter, self._fills_memory(), known)
        if not walked.finished:
            self._known.states = NumberedStates.of(walked)
            del walked, known
            return self._by_tiers(prepared, TierKind.ONE)
        self._check_some(prepared, MemoryArray(walked.keys), LATER_COMPARED)
        return self._from_walk(prepared, walked)

    def _from_walk(self, prepared: PreparedRules, walked: HashExploration) -> SolvedTable:
        return resolve_graph(
            prepared.expander, walked.keys, walked.graph, "a hash table", self.team, self.reporter
        )
