"""A solve by compiled rules: explore, index, resolve, and the comparison with the interpreter."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.compiler.symmetry_sampling import check_classes
from perfectplay.core.errors import MemoryBudgetError, PerfectPlayError
from perfectplay.core.packed import PackedArray
from perfectplay.core.progress import Reporter
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.image_cost import image_cost
from perfectplay.game.packing import Keys
from perfectplay.solver.explore.array_store import MemoryArray, StoredArray
from perfectplay.solver.explore.first_states import enough
from perfectplay.solver.explore.interpreted import explore_interpreted
from perfectplay.solver.explore.interpreted_states import InterpretedStates
from perfectplay.solver.explore.limits import StateLimits
from perfectplay.solver.memory import resident_bytes
from perfectplay.solver.move_graph import MoveGraph
from perfectplay.solver.retrograde.histogram import WeightedHistogram
from perfectplay.solver.retrograde.resolve import resolve
from perfectplay.solver.retrograde.score_pass import explained
from perfectplay.solver.solved_table import SolvedTable, check_tiers, table_of, tightened
from perfectplay.solver.state_limits import tier_limits
from perfectplay.solver.threads import ThreadTeam, ranges
from perfectplay.solver.tier_solve import MemorySink, NoRoomError, TierSink, TierSolve
from perfectplay.tablebase.table import Table

if TYPE_CHECKING:
    from perfectplay.compiler.expander import Expander
    from perfectplay.compiler.load import CompiledRules
    from perfectplay.solver.explore.edge_store import EdgeStore
    from perfectplay.solver.explore.edges import NumberedStates
    from perfectplay.solver.explore.explored_tiers import ExploredTiers, TierKind
    from perfectplay.solver.explore.hash_explorer import HashExploration, HashProgress

FIRST_COMPARED = 1_000
"""States that are asked of both compiled and interpreted rules before a solve goes on."""

WALK_PEAK = 5
"""A walk's arrays take so many times their size while they grow, and while it is resolved."""

LATER_COMPARED = 200
"""States of a large game that are asked of both once it is explored, at least."""

COMPARED_ONE_IN = 100_000

TIGHT = 512 << 20
"""Bytes: if a budget has less to spare, rules are compiled in a process of their own."""

ESTIMATE_BYTES = 256 << 20
"""An estimate of the game takes up to half of this: the rest of the budget must be larger."""


class CompiledSolve:
    """``run`` leaves the solution's ``parts``, or gives the reason why there are none.

    The compiler is imported only there.
    """

    def __init__(
        self,
        rules: CheckedGame,
        symmetric: bool,
        limits: StateLimits,
        team: ThreadTeam,
        reporter: Reporter,
        memory: int,
        sink: TierSink,
        given: bool = False,
    ) -> None:
        self.rules = rules
        self.symmetric = symmetric
        self.limits = limits
        self.team = team
        self.reporter = reporter
        self.memory = memory
        self.sink = sink
        self.given = given
        self.parts: SolvedTable | None = None

    def refusal(self) -> str | None:
        """Why the rules cannot be compiled, without compiling them; None where nothing is seen."""
        from perfectplay.compiler.constants import NotCompilable
        from perfectplay.compiler.translate import translate

        try:
            translate(self.rules.game)
        except NotCompilable as reason:
            return str(reason)
        return None

    def run(self, found: InterpretedStates) -> str | None:
        """Solves by compiled rules; ``found`` holds the first states as the interpreter met them.

        Raises RulesError, StateLimitError.
        """
        from perfectplay.compiler.constants import NotCompilable
        from perfectplay.compiler.expander import Expander, KeysOutgrownError, first_keys
        from perfectplay.compiler.load import compile_rules
        from perfectplay.solver.compile_apart import compile_apart

        explore_interpreted(found, self.limits, self.reporter, enough(found))
        if self.symmetric and self.reporter.listened_to:
            cost = image_cost(self.rules)
            if cost is not None:
                self.reporter.note(cost.line())
        try:
            keys = first_keys(
                self.rules, found.states[:FIRST_COMPARED]
            )  # refuses without waiting for a compiler
            game, states = self.rules.game, len(found.states)
            self.reporter.tell("compiling", states=states)
            if self.given and self.memory - resident_bytes() < TIGHT:
                compile_apart(
                    self.rules,
                    keys,
                    symmetries=self.symmetric,
                    alive=lambda: self.reporter.tell("compiling", states=states),
                )
            compiled: CompiledRules = compile_rules(game, symmetries=self.symmetric)
            expander = Expander(compiled, self.rules, keys)
            self._compare(expander, found.states[: min(len(found.over), FIRST_COMPARED)])
            if self.symmetric:
                check_classes(self.rules, found.states[:FIRST_COMPARED])
            walks = not self.sink.resumes
            while self.parts is None:
                try:
                    self.parts = self._explored(expander, walks)
                except KeysOutgrownError as outgrown:  # by tiers: begun again, since it is rare
                    expander.keys = outgrown.keys
                    walks = walks and not compiled.has_tier  # else it would grow wide again
        except NotCompilable as reason:
            return str(reason)
        return None

    def _compare(self, expander: Expander, states: list[object]) -> None:
        from perfectplay.compiler.compare import compare

        difference = compare(expander.compiled, self.rules, expander.keys, states)
        if difference is not None:
            raise difference

    def _compare_keys(self, expander: Expander, keys: StoredArray, at_least: int) -> None:
        """Compares one state in COMPARED_ONE_IN, or as many as ``at_least``; some of them are asked
        whether the states of their classes are equal."""
        step = max(1, min(len(keys) // at_least, COMPARED_ONE_IN))
        # one anywhere in each stretch: even steps would see states of one parity only
        first = np.arange(0, len(keys), step)
        places = np.minimum(
            first + np.random.default_rng(len(keys)).integers(0, step, len(first)), len(keys) - 1
        )
        states = [expander.keys.state(int(keys.read(i, i + 1)[0])) for i in places]
        self._compare(expander, states)
        if self.symmetric:
            check_classes(self.rules, states)

    # --- from an expander to the parts ------------------------------------------------------------

    def _explored(self, expander: Expander, walks: bool) -> SolvedTable:
        """``walks``: whether a walk comes first, since it is all that a small game needs."""
        from perfectplay.solver.explore.explored_tiers import TierKind
        from perfectplay.solver.explore.level_test import looks_graded
        from perfectplay.solver.explore.tiers import NotGradedError

        if self.sink.has_graph:
            return self._by_edges(expander, [])
        walked = self._walk_first(expander) if walks else None
        if walked is not None and walked.finished:
            self._compare_keys(expander, MemoryArray(walked.keys), FIRST_COMPARED)
            self._check_tiers(expander, walked)
            return self._from_graph(expander, walked.keys, walked.graph, "a hash table")
        if walked is not None and (self.reporter.listened_to or self.given):
            if self.memory - resident_bytes() > ESTIMATE_BYTES:
                self._tell_plan(expander, walked)
            else:
                self.reporter.note("no estimate: it would take memory that the budget needs")
        known = [] if walked is None else [walked]
        has_tier = expander.compiled.has_tier
        graded = not has_tier and (walked is None or looks_graded(expander, walked))
        walked = None  # it takes room
        if has_tier:
            known.clear()
            return self._by_tiers(expander, TierKind.DECLARED, [])
        if self.sink.one_tier:
            return self._by_tiers(expander, TierKind.ONE, [])
        if graded:
            try:
                return self._by_tiers(expander, TierKind.LEVELS, known)
            except NotGradedError:
                self.sink.abandon()
        if expander.compiled.scoring:  # its moves back, if any, are an error: one graph will do
            return self._scored(expander)
        # walked anew where it took the room of the tiers
        return self._by_edges(expander, known or [self._walk_first(expander)])

    def _scored(self, expander: Expander) -> SolvedTable:
        """A game of points whose levels are no tiers."""
        from perfectplay.solver.explore.edges import NumberedStates
        from perfectplay.solver.explore.explored_tiers import TierKind
        from perfectplay.solver.explore.hash_explorer import walk

        walked = walk(expander, self.limits, self.reporter, self._fills_memory())
        if not walked.finished:
            return self._by_tiers(expander, TierKind.ONE, [NumberedStates.of(walked)])
        self._compare_keys(expander, MemoryArray(walked.keys), LATER_COMPARED)
        return self._from_graph(expander, walked.keys, walked.graph, "a hash table")

    def _fills_memory(self) -> Callable[[HashProgress], bool]:
        """Whether a walk takes so much of what is left of the budget that it had better end."""
        room = max(0, self.memory - resident_bytes()) // WALK_PEAK
        return lambda so_far: so_far.nbytes > room

    def _walk_first(self, expander: Expander) -> HashExploration:
        """A walk that ends where other explorers are better."""
        from perfectplay.solver.explore.hash_explorer import grows_wide, walk

        full = self._fills_memory()
        return walk(
            expander, self.limits, self.reporter, lambda so_far: grows_wide(so_far) or full(so_far)
        )

    def _check_tiers(self, expander: Expander, walked: HashExploration) -> None:
        if not expander.compiled.has_tier:
            return
        keys = walked.keys
        check_tiers(
            walked.graph, expander.tiers_of(keys, 0, len(keys)), self.rules,
            lambda i: expander.keys.state(int(keys[i])), self.symmetric,
        )  # fmt: skip

    def _tell_plan(self, expander: Expander, walked: HashExploration) -> None:
        """What the solve of a game that has turned out large will take, from some samples.

        Raises MemoryBudgetError if that is far beyond the budget.
        """
        from perfectplay.compiler.constants import NotCompilable
        from perfectplay.compiler.expander import KeysOutgrownError
        from perfectplay.solver.estimate.forecast import forecast_walked
        from perfectplay.solver.estimate.interval import count_words
        from perfectplay.solver.estimate.plan import plan_of, refused

        try:
            forecast = forecast_walked(expander, walked, self.team)
            plan = plan_of(forecast, self.team.threads, self.memory)
        except (PerfectPlayError, NotCompilable, KeysOutgrownError):
            return  # whatever it is, the solve meets it too, and says more of it
        self.reporter.note(*plan.lines())
        if refused(plan):
            raise MemoryBudgetError(self.memory, round(plan.least))
        self.limits.estimate = count_words(forecast.states)
        if forecast.states.high is not None:
            self.reporter.expect(int(forecast.states.likely))

    def _by_tiers(self, expander: Expander, kind: TierKind, known: list[Any]) -> SolvedTable:
        limits = tier_limits(self.limits, self.sink.states_on_disk)
        solve = TierSolve(
            expander, self.symmetric, limits, self.team, self.reporter, self.memory, self.sink,
            partial(self._compare_tiers, expander), kind,
        )  # fmt: skip
        tally, covered, how = solve.run(known)
        parts = solve.sink.parts if isinstance(solve.sink, MemorySink) else []
        return self._assembled(expander.keys, Table(parts[::-1]), tally, covered, how)

    def _compare_tiers(self, expander: Expander, explored: ExploredTiers) -> None:
        for tier in explored.tiers.values():
            self._compare_keys(expander, tier.keys, max(1, LATER_COMPARED // len(explored.tiers)))

    def _by_edges(self, expander: Expander, known: list[HashExploration]) -> SolvedTable:
        """A game with moves back: as one graph, explored once, while memory holds that; else as one
        tier, which goes on from the states that were met.

        ``known``: what a walk has found, taken out of the list, since it takes room; nothing where
        an earlier solve has left what it knows.
        """
        from perfectplay.solver.explore.edges import STATE_BYTES, NumberedStates
        from perfectplay.solver.explore.explored_tiers import TierKind

        spare = max(0, self.memory - resident_bytes())
        found = self._graph(expander, known, spare * 3 // 4 // STATE_BYTES, spare // 4)
        if isinstance(found, NumberedStates):
            if self.sink.in_memory:
                raise NoRoomError
            return self._by_tiers(expander, TierKind.ONE, [found])
        keys, pieces = found
        self._compare_keys(expander, MemoryArray(keys), LATER_COMPARED)
        return self._from_graph(expander, keys, pieces, "edges")

    def _graph(
        self, expander: Expander, walked: list[HashExploration], most: int, edge_bytes: int
    ) -> tuple[NDArray[np.int64], EdgeStore] | NumberedStates:
        """All keys and moves of a game; or, where it has more than ``most`` states, those met."""
        from perfectplay.solver.explore.edge_store import EdgeStore
        from perfectplay.solver.explore.edges import ExploredGraph, NumberedStates, explore_edges

        work = self.sink.graph
        pieces = EdgeStore(self.rules.game.players == 1, edge_bytes, self.sink.scratch)
        if walked:
            first = walked.pop()
            if len(first.keys) > most:
                return NumberedStates.of(first)
            known = ExploredGraph.by_walk(expander, first, pieces, self.team)
            del first
        else:
            assert work is not None
            if work.states > most:
                return work.numbered(expander)
            known = work.restored(expander, pieces)
        save = None if work is None else work.save
        found = explore_edges(known, self.team, self.limits, self.reporter, save, most)
        return found if isinstance(found, NumberedStates) else (found, pieces)

    def _from_graph(
        self,
        expander: Expander,
        keys: NDArray[np.int64],
        graph: MoveGraph | EdgeStore,
        explorer: str,
    ) -> SolvedTable:
        with explained(self.rules, lambda node: expander.keys.state(int(keys[node]))):
            resolved = resolve(graph, self.team, self.reporter)
        degrees = graph.degrees()
        if not isinstance(graph, MoveGraph):
            graph.release()
        packed = resolved.packed()
        tally = WeightedHistogram()
        tally.add(packed, degrees)
        covered = self._covered(expander, keys, packed, degrees) if self.symmetric else None
        how = f"{explorer}, {resolved.how}"
        stored, keys = tightened(expander, keys)
        return self._assembled(stored, table_of(keys, resolved), tally, covered, how)

    def _covered(
        self,
        expander: Expander,
        keys: NDArray[np.int64],
        packed: PackedArray,
        degrees: NDArray[np.integer[Any]],
    ) -> WeightedHistogram:
        def part(r: tuple[int, int]) -> WeightedHistogram:
            counted = WeightedHistogram()
            counted.add(packed[slice(*r)], degrees[slice(*r)], expander.class_sizes(keys, *r))
            return counted

        covered = WeightedHistogram()
        for counted in self.team.map(part, ranges(len(keys), max(1, len(keys) >> 16))):
            covered.include(counted)
        return covered

    def _assembled(
        self,
        keys: Keys,
        table: Table,
        tally: WeightedHistogram,
        covered: WeightedHistogram | None,
        how: str,
    ) -> SolvedTable:
        every = None if covered is None else (dict(covered.counts), covered.moves)
        return SolvedTable(
            table, keys, self.symmetric, dict(tally.counts), tally.moves, every,
            "compiled", how,
        )  # fmt: skip
