"""One search: the choice of the engine, and its result when it stops."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from perfectplay.core.errors import MethodError, StateLimitError
from perfectplay.core.progress import Progress
from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.result_scale import FAR, UNBOUNDED
from perfectplay.searcher.compile_meanwhile import compile_search_apart
from perfectplay.searcher.compile_search import (
    NotCompiledError,
    compiled_search,
    cycle_error,
    refused,
)
from perfectplay.searcher.driver import ProvedBounds, StoppedError, sampled, scale_of
from perfectplay.searcher.endgame_knowledge import EndgameKnowledge
from perfectplay.searcher.kernel.local_retrograde import search_whole, solve_below
from perfectplay.searcher.reference_search import CycleError, search_plain
from perfectplay.searcher.result_builder import ResultBuilder, SearchEffort
from perfectplay.searcher.searched import SearchResult
from perfectplay.solver.compile_apart import MEANWHILE_STATES, WORTH_SECONDS
from perfectplay.tablebase.state_queries import brought
from perfectplay.tablebase.table import StateEntry

if TYPE_CHECKING:
    from perfectplay.compiler.load import RulesToCompile
    from perfectplay.searcher.kernel.parallel_search import ParallelSearch

MOMENT = 0.2
"""Seconds for which the interpreter goes on before it looks whether the rules are compiled."""

SMALL = 20_000
"""States that the interpreter looks at before the compiler is loaded."""

PLAIN_BYTES = 700
"""Approximate bytes for each state of the interpreted search."""

PLAIN_MEMORY = 2 << 30
"""Bytes for the interpreted search if no limit is given."""

CYCLIC_STATES = 1_000_000
"""A position of a game with cycles is solved completely if it reaches at most so many states."""


class _FinishedMeanwhileError(Exception):
    """The interpreted search has ended before the rules were compiled."""


@dataclass
class SearchRequest:
    """One search and its options."""

    builder: ResultBuilder
    method: str
    hints: bool
    symmetries: bool
    threads: int
    table: int
    memory: int | None
    known: EndgameKnowledge

    def __post_init__(self) -> None:
        self.rules: CheckedGame = self.builder.rules
        self.state: State = self.builder.state
        self.distance, self.moves = self.builder.distance, self.builder.moves
        self.clock = self.builder.clock
        self.looked = 0
        self.bounds = -UNBOUNDED, UNBOUNDED  # what the kernel has proved before it gave up
        self._entries: dict[State, StateEntry] = {}

    def result(self) -> SearchResult:
        """The result. Raises SearchCycleError, RulesError, MethodError, MemoryBudgetError."""
        try:
            return self._result()
        except KeyboardInterrupt:  # between two engines, or while one is made
            engine = "interpreted" if self.method == "interpreted" else "compiled"
            return self.builder.result(self._effort(engine, self.looked), stopped="interrupted")

    def _result(self) -> SearchResult:
        try:
            if self.method != "compiled":
                found = self._plain(SMALL if self.method == "auto" else self._most_plain())
                if found is not None:
                    return found
            try:
                return self._compiled()
            except _FinishedMeanwhileError:
                return self._of_entries(self._entries)
            except NotCompiledError as refusal:
                if self.method == "compiled":
                    raise MethodError(f"this game cannot be compiled: {refusal}") from None
                self.builder.why = str(refusal)
            found = self._plain(self._most_plain(), last=True)
            assert found is not None
            return found
        except CycleError as cycle:
            return self._retrograde(cycle)

    def _go_on(self, states: int) -> bool:
        self.looked = states
        return self.clock.go_on(states)

    # --- the interpreter --------------------------------------------------------------------------

    def _most_plain(self) -> int:
        return max(SMALL, (self.memory or PLAIN_MEMORY) // PLAIN_BYTES)

    def _plain(self, most: int, *, last: bool = False) -> SearchResult | None:
        """The interpreted search; None if there are more than ``most`` states and another
        engine."""
        self.looked, self._entries, self.known.ended = 0, {}, 0
        if self.known and not self.moves:
            found = self.known.get(self.state, whole=self.distance)
            if found is not None:
                return self.builder.result(self._effort("known", 0), found.entry)
        known = self._entries
        try:
            search_plain(self.rules, self.state, most, self._go_on, self._ending(), known)
        except KeyboardInterrupt:
            return self._plain_part(known, "interrupted")
        if self.state in known:
            return self._of_entries(known)
        if self.clock.over:
            return self._plain_part(known, "time")
        if last or self.method == "interpreted":
            return self._plain_part(known, "memory")
        return None

    def _of_entries(self, known: dict[State, StateEntry]) -> SearchResult:
        """The result of a finished search by the interpreter."""
        entries = known if self.distance else _without_distance(known)
        nodes = len(known) - self.known.ended
        engine = "interpreted" if nodes > 1 or not self.known.ended else "known"
        return self.builder.result(self._effort(engine, nodes), entries[self.state], entries)

    def _plain_part(self, known: dict[State, StateEntry], stopped: str) -> SearchResult:
        """The result of a stopped search: the best known move gives the lower bound."""
        rules, (low, high) = self.rules, self.bounds
        for move, child in rules.position(self.state).options:
            if child in known:
                one = brought(rules, self.state, move, child, known[child])
                plies = None if one.remoteness is None else one.remoteness + 1
                low = max(low, scale_of(one._replace(remoteness=plies))[0])
        if low > 0 and not rules.scoring:
            high = min(high, FAR)
        effort = self._effort("interpreted", max(self.looked, len(known)))
        return self.builder.result(effort, bounds=(low, high), stopped=stopped)

    def _ending(self, *, whole: bool | None = None) -> Callable[[State], StateEntry | None] | None:
        """The lookup that ends lines of the interpreted search; None if nothing is known."""
        if not self.known:
            return None

        def known(state: State) -> StateEntry | None:
            found = self.known.get(state, whole=self.distance if whole is None else whole)
            return None if found is None else found.entry

        return known

    def _effort(self, engine: str, nodes: int) -> SearchEffort:
        return SearchEffort(engine, nodes, 0, self.known.ended)

    # --- the kernel -------------------------------------------------------------------------------

    def _compiled(self) -> SearchResult:
        try:
            parallel, self.builder.why = self._parallel()
        except StoppedError:
            self.builder.why = (
                "there was not enough time for that: more seconds give it, and compiled rules are "
                "kept for later searches"
            )
            return self._plain_part(self._entries, "time")
        except KeyboardInterrupt:
            if not self._entries:
                raise
            return self._plain_part(self._entries, "interrupted")
        self.known.ended = 0
        proof = ProvedBounds(self.rules, self.state, parallel, self.clock, self.known)
        stopped = None
        try:
            proof.run(distance=self.distance, moves=self.moves)
        except StoppedError:
            stopped = "time"
        except KeyboardInterrupt:
            stopped = "interrupted"
        except Exception as problem:
            self.bounds = proof.low, proof.high
            raise refused(problem) from problem
        nodes, hits, ended = parallel.tally
        effort = SearchEffort("compiled", nodes, hits, self.known.ended + ended)
        bounds = proof.low, proof.high
        return self.builder.result(effort, proof.entry, proof.after, bounds, stopped)

    def _parallel(self) -> tuple[ParallelSearch, str | None]:
        sample = sampled(self.rules, self.state, self.known)
        if self.known:
            self.known.check_memory(self.memory)
        self.clock.reporter.tell("compiling")
        began = self.clock.passed
        try:
            return compiled_search(
                self.rules, sample, hints=self.hints, symmetries=self.symmetries, table=self.table,
                threads=self.threads, known=self.known.blocks if self.known else None,
                before=self._compile,
            )  # fmt: skip
        finally:
            if self.clock.late:
                self.builder.late = (
                    f"compiling the rules took {self.clock.passed - began:.1f} s and cannot be "
                    "stopped halfway; a later search is quicker if it finds them in the cache"
                )

    def _compile(self, given: RulesToCompile) -> None:
        """Compile in another process, if there is a time limit, or if the interpreter may go on
        meanwhile. Raises NotCompilable, StoppedError, _FinishedMeanwhileError."""
        meanwhile = self.method == "auto" and self.threads > 1 and self.memory is None
        again = meanwhile and given.was_overtaken

        def alive() -> None:
            self.clock.reporter.tell("compiling", states=len(self._entries))
            if meanwhile and len(self._entries) < MEANWHILE_STATES:
                self._go_on_plain(given, again)
            if self.clock.over:
                raise StoppedError

        try:
            if meanwhile or self.clock.end is not None:
                compile_search_apart(given, alive)
        finally:
            if self.state in self._entries:
                raise _FinishedMeanwhileError

    def _go_on_plain(self, given: RulesToCompile, again: bool) -> None:
        """Go on with the interpreted search for a moment. Raises _FinishedMeanwhileError, but not
        if a long search would end so ``again``: then it waits, for the sake of later ones."""
        if self.state not in self._entries:
            end = time.perf_counter() + MOMENT
            search_plain(
                self.rules, self.state, MEANWHILE_STATES, lambda _: time.perf_counter() < end,
                self._ending(), self._entries,
            )  # fmt: skip
        if self.state in self._entries:
            long = self.clock.passed > WORTH_SECONDS
            if long and not again:
                given.note_overtaken()
            if not (long and again):
                raise _FinishedMeanwhileError

    # --- games with cycles ------------------------------------------------------------------------

    def _retrograde(self, cycle: CycleError) -> SearchResult:
        """The result by solving everything that the position reaches, if that is not too much."""
        self.looked, self.known.ended = 0, 0
        ending = None if self.rules.scoring else self._ending(whole=True)
        try:
            entries, states = self._solved() if ending is None else self._solved_to_known(ending)
        except StateLimitError:
            raise cycle_error(self.rules.game, cycle) from None
        except (KeyboardInterrupt, StoppedError) as stop:
            stopped = "time" if isinstance(stop, StoppedError) else "interrupted"
            return self.builder.result(self._effort("retrograde", self.looked), stopped=stopped)
        if not self.distance:
            entries = _without_distance(entries)
        return self.builder.result(self._effort("retrograde", states), entries[self.state], entries)

    def _solved(self) -> tuple[dict[State, StateEntry], int]:
        """The entries of the state and of its children, and the number of states below it."""
        return solve_below(
            self.rules, self.state, threads=self.threads, memory=self.memory,
            max_states=CYCLIC_STATES, symmetries=self.symmetries, progress=self._watch,
        )  # fmt: skip

    def _watch(self, now: Progress) -> None:
        """Stop a solve when the time is over."""
        self.looked = max(self.looked, now.states)
        self.clock.reporter.tell(now.stage, now.done, now.total, now.states, now.tier)
        if self.clock.over:
            raise StoppedError

    def _solved_to_known(
        self, ending: Callable[[State], StateEntry | None]
    ) -> tuple[dict[State, StateEntry], int]:
        """As `_solved`, by solving all that is reached before something is known."""
        known = search_whole(self.rules, self.state, CYCLIC_STATES, self._go_on, ending)
        if known is None:
            raise StoppedError
        return known, len(known) - self.known.ended


def _without_distance(entries: dict[State, StateEntry]) -> dict[State, StateEntry]:
    return {state: entry._replace(remoteness=None) for state, entry in entries.items()}
