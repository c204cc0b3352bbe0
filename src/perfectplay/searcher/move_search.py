"""The moves of a position, whose bounds get closer as long as there is time: for a page that shows
values while they are being proved."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.core.errors import StateLimitError
from perfectplay.core.process_memory import resident_bytes
from perfectplay.core.progress import Progress, Reporter
from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game
from perfectplay.game.operators.start_at import start_at
from perfectplay.game.result_scale import FAR, UNBOUNDED
from perfectplay.searcher.compile_meanwhile import compile_search_apart
from perfectplay.searcher.compile_search import NotCompiledError, compiled_search
from perfectplay.searcher.driver import Deadline, ProvedBounds, StoppedError, sampled, scale_of
from perfectplay.searcher.endgame_knowledge import EndgameKnowledge
from perfectplay.searcher.hints import SearchHints
from perfectplay.searcher.move_bounds import MoveBounds, PositionBounds, bounds_brought
from perfectplay.searcher.reference_search import CycleError, search_plain
from perfectplay.tablebase.solution import Solution
from perfectplay.tablebase.table import StateEntry

if TYPE_CHECKING:
    from perfectplay.searcher.kernel.parallel_search import ParallelSearch

SMALL = 3_000
"""States that the interpreter looks at before the rules are compiled."""

KEPT = 300_000
"""The most states whose results the interpreter keeps: about 200 MB."""

TABLE = 1 << 26
"""Bytes of the transposition table."""

CYCLIC_STATES = 300_000
"""If a play can come back to a position, one that reaches at most so many states is solved."""

MEMORY = 1 << 30
"""Bytes for such a solve, beside those that the process holds."""

FIRST_SLICE = 0.02
"""Seconds for each move in the first round; twice as many in each later one."""

LOOPS = (
    "a play can come back to an earlier position here, so that a search is not sure to end; only a "
    "solve of the whole game gives values"
)

GoOn = Callable[[], bool]
Tell = Callable[[PositionBounds], None]


class MoveSearch:
    """Searches positions of one game; what is proved of one helps the next.

    Not for several threads.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> found = MoveSearch(ThreeRocks()).run((3, 2), lambda: True)
    >>> found.best.text, found.grade, found.best.words
    ('0,1', 'best', 'a win in 3 plies')
    """

    def __init__(self, game: Game) -> None:
        self.rules = CheckedGame(game)
        self._parallel: ParallelSearch | None = None
        self._compiles = True
        self._loops = False
        self._known: dict[State, StateEntry] = {}
        self._solution: Solution | None = None
        self._hints = SearchHints(self.rules)

    def run(self, state: State, go_on: GoOn, tell: Tell | None = None) -> PositionBounds:
        """What is proved of a position's moves when everything is proved, or when ``go_on`` returns
        False. ``tell`` is called with every improvement.

        ``go_on`` is called at least every 0.1 seconds, except where rules cannot be compiled in
        another process (see ``compile_meanwhile.py``); if it returns False while they are, the next
        position waits for the same compilation. Raises RulesError.
        """
        one = _OneSearch(self, state, go_on, tell or (lambda _: None))
        return one.found()


class _OneSearch:
    """The search of one position."""

    def __init__(self, whole: MoveSearch, state: State, go_on: GoOn, tell: Tell) -> None:
        self.whole, self.state, self.go_on, self.tell = whole, state, go_on, tell
        self.rules = whole.rules
        self.edge = UNBOUNDED if self.rules.scoring else FAR
        self.engine, self.nodes, self.why = "interpreted", 0, ""
        self.outgrown: set[int] = set()  # moves after which a line reached a state without a key
        options = self.rules.position(state).options
        self.moves = [self._unknown(move, child) for move, child in options]

    def _unknown(self, move: object, child: State) -> MoveBounds:
        rules, hints = self.rules, self.whole._hints
        order = hints.order(self.state, move) if "order" in hints.given else 0
        one = MoveBounds(
            move, rules.move_text(move), child, -self.edge, self.edge, order, rules.scoring
        )
        ended = rules.position(child)
        if ended.outcome is None:
            return one
        return self._with_entry(one, StateEntry(ended.outcome, 0, ended.score))

    def _with_entry(self, one: MoveBounds, entry: StateEntry) -> MoveBounds:
        """A move with the known entry of the state after it."""
        low, high = self._brought(one, *scale_of(entry))
        return replace(one, low=low, high=high, remoteness=entry.remoteness, whole=True)

    def _brought(self, one: MoveBounds, low: int, high: int) -> tuple[int, int]:
        """Bounds on the state after a move, as bounds on the move for the mover."""
        rules = self.rules
        again = rules.moves_again(self.state, one.move, one.state)
        gain = rules.gain(self.state, one.move) if rules.scoring else 0
        return bounds_brought(low, high, gain, again=again, scoring=rules.scoring)

    @property
    def bounds(self) -> PositionBounds:
        """What is proved so far."""
        return PositionBounds.of(self.moves, self.engine, self.nodes, self.why)

    def found(self) -> PositionBounds:
        """Search with the engine that fits."""
        whole = self.whole
        try:
            if not whole._loops and whole._parallel is None:
                self._plainly(SMALL if whole._compiles else KEPT)
            if not whole._loops and self._wants_more() and whole._compiles:
                self._compiled()
        except StoppedError:  # while the rules are compiled
            self.engine = "interpreted"
        except CycleError:
            whole._loops, whole._parallel = True, None
        except NotCompiledError:
            whole._compiles = False
            return self.found()
        except StateLimitError as error:
            self.why = str(error)
        if whole._loops:
            self._solved()
        return self.bounds

    def _wants_more(self) -> bool:
        return self.go_on() and not all(one.whole for one in self.moves)

    # --- the interpreter --------------------------------------------------------------------------

    def _plainly(self, most: int) -> None:
        known = self.whole._known
        if len(known) > KEPT - most:
            known.clear()

        def go_on(states: int) -> bool:
            self.nodes = states
            return self.go_on()

        search_plain(self.rules, self.state, most, go_on, None, known)
        self._take(known.get)

    def _take(self, entry_of: Callable[[State], StateEntry | None]) -> None:
        for i, one in enumerate(self.moves):
            entry = entry_of(one.state)
            if entry is not None:
                self.moves[i] = self._with_entry(one, entry)
        self.tell(self.bounds)

    # --- the kernel -------------------------------------------------------------------------------

    def _compiled(self) -> None:
        parallel = self._parallel()
        self.engine, self.nodes = "compiled", 0
        before, slice_ = parallel.nodes, FIRST_SLICE
        while self.go_on():
            open_ = [
                i for i, one in enumerate(self.moves)
                if one.low < one.high and i not in self.outgrown
            ]  # fmt: skip
            for i in sorted(open_, key=lambda i: self.moves[i].rank, reverse=True):
                # who wins comes before how soon
                self._narrow(i, parallel, slice_ if self.moves[i].value is None else slice_ / 2)
                self.nodes = parallel.nodes - before
                self.tell(self.bounds)
                if not self.go_on():
                    return
            slice_ *= 2
            if not open_:
                if self.outgrown:
                    self._plainly(KEPT)
                else:
                    self._ends(parallel)
                return

    def _parallel(self) -> ParallelSearch:
        """The compiled search, which is made at the first position that needs it."""
        whole = self.whole
        if whole._parallel is None:
            self.engine = "compiling"
            self.tell(self.bounds)
            sample = sampled(self.rules, self.state, EndgameKnowledge([]))
            whole._parallel, _ = compiled_search(
                self.rules, sample, hints=True, symmetries=True, table=TABLE, threads=1,
                before=lambda given: compile_search_apart(given, self._stop_in_time),
            )  # fmt: skip
            whole._known.clear()
        return whole._parallel

    def _stop_in_time(self) -> None:
        if not self.go_on():
            raise StoppedError

    def _narrow(self, i: int, parallel: ParallelSearch, seconds: float) -> None:
        """Search the state after a move for some time."""
        one, until = self.moves[i], time.perf_counter() + seconds
        try:
            low, high = parallel.one(
                one.state, distance=True, go_on=lambda: self.go_on() and time.perf_counter() < until
            )
        except NotCompilable:  # of a state far ahead
            low, high = parallel.proved()
            self.outgrown.add(i)
        low, high = self._brought(one, low, high)
        low, high = max(low, one.low), min(high, one.high)
        whole = low == high != 0 and not self.rules.scoring
        plies = FAR - abs(low) - 1 if whole else None
        self.moves[i] = replace(one, low=low, high=high, whole=whole, remoteness=plies)

    def _ends(self, parallel: ParallelSearch) -> None:
        """The nearest ends of the draws, and in games of points of all moves."""
        proof = ProvedBounds(
            self.rules, self.state, parallel, _Clock(self.go_on), EndgameKnowledge([])
        )
        for i, one in enumerate(self.moves):
            if one.whole:
                continue
            low, high = one.low, one.high
            if self.rules.scoring:
                again = self.rules.moves_again(self.state, one.move, one.state)
                rest = one.low - self.rules.gain(self.state, one.move)
                low = high = rest if again else -rest
            try:
                entry = proof.known(one.state, low, high, distance=True)
            except StoppedError:
                return
            self.moves[i] = replace(one, remoteness=entry.remoteness, whole=True)
            self.tell(self.bounds)

    # --- games with loops -------------------------------------------------------------------------

    def _solved(self) -> None:
        """Solve all that the position reaches, if that is not too much."""
        whole = self.whole
        self.engine = "retrograde"
        if whole._solution is None or self.state not in whole._solution:
            from perfectplay.solver.solve import solve

            try:
                whole._solution = solve(
                    start_at(self.rules.game, self.state), threads=1,
                    memory=resident_bytes() + MEMORY,
                    max_states=CYCLIC_STATES, progress=self._watch,
                )  # fmt: skip
            except (StateLimitError, StoppedError):
                self.why = LOOPS
                return
        entries = whole._solution._entries([one.state for one in self.moves]).listed()
        by_state = dict(zip((one.state for one in self.moves), entries, strict=True))
        self._take(by_state.get)

    def _watch(self, now: Progress) -> None:
        self.nodes = now.states
        if not self.go_on():
            raise StoppedError


class _Clock(Deadline):
    """A time limit that a function tells."""

    def __init__(self, go_on: GoOn) -> None:
        super().__init__(None, Reporter(None))
        self._on = go_on

    @property
    def over(self) -> bool:
        return not self._on()
