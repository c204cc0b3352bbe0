"""Several search threads: all on one state with one table, or each on its share of many states."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from perfectplay.compiler.compiled_rules import CompiledRules
from perfectplay.compiler.expander import KeysOutgrownError
from perfectplay.compiler.load import RulesToCompile
from perfectplay.compiler.prepare_rules import PreparedRules, prepare_rules
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game
from perfectplay.game.result_scale import FAR, UNBOUNDED
from perfectplay.game.shape.double_keys import DoubleKeys, keys_of_any_length
from perfectplay.game.shape.keys import Keys
from perfectplay.game.shape.packing import TupleKeys
from perfectplay.game.shape.recoded_rows import recoded
from perfectplay.searcher.kernel.endgame_probe import Arrays, Blocks, KnownStates, arrays_of
from perfectplay.searcher.kernel.hinted import compare_hints, search_to_compile
from perfectplay.searcher.kernel.search_threads import in_threads
from perfectplay.searcher.kernel.searcher import IntArray, SearchBounds, Searcher, table_bits

ALONE = 200_000
"""States that one thread looks at before the others start: most searches end before that."""

MOST_THREADS = 256
"""The most threads: more would only slow each other down, and might not even start."""

Found = TypeVar("Found")


class ParallelSearch:
    """The compiled search of one game with its threads and tables.

    ``sample``: some states of the game, which `prepare_rules` tries.
    ``table``: bytes. ``known``: of states that end lines. ``before`` is called with what is to be
    compiled, before that. Raises NotCompilable, RulesError.
    """

    def __init__(
        self, game: Game, sample: list[State], *, hints: bool, symmetries: bool, table: int,
        threads: int, known: Blocks | None = None,
        before: Callable[[RulesToCompile], None] | None = None,
    ) -> None:  # fmt: skip
        self.rules, self._sample = CheckedGame(game), sample
        self.hinted, self._symmetries, self._table = hints, symmetries, table
        self._given, self._before = known, before
        self._known: Arrays | None = None
        self.expander = prepare_rules(
            self.rules, sample, symmetries=symmetries, choose=keys_of_any_length,
            compiled=self._compiled,
        ).expander  # fmt: skip
        self._compare_hints()
        self._edge = UNBOUNDED if self.rules.scoring else FAR
        self.threads = min(threads, MOST_THREADS)
        self._made: list[Searcher] = []
        self._done = [0, 0, 0]

    def _compiled(self, keys: Keys) -> CompiledRules:
        double = isinstance(keys, DoubleKeys)
        if double and self._given is not None:
            raise NotCompilable(
                "a state needs more than 63 bits, and then compiled code knows no states beforehand"
            )
        given = search_to_compile(
            self.rules.game, hints=self.hinted, symmetries=self._symmetries, double=double
        )
        if self._before is not None:
            self._before(given)
        rules = given.compile()
        if rules.sets_from:
            raise NotCompilable(
                "the order of a set might matter, and only a solve compares both in every state",
                idiom="with sorted(...) instead, a search compiles",
            )
        return rules

    def _compare_hints(self) -> None:
        if self.hinted:
            compare_hints(self.expander, self._sample)

    @property
    def _entry(self) -> int:
        """The number of words of an entry of the table."""
        return int(self.expander.compiled.kernels.ENTRY_WORDS)

    @property
    def size(self) -> int:
        """The number of entries of all tables."""
        return 1 << table_bits(self._table, self._entry)

    @property
    def nodes(self) -> int:
        """States looked at so far by all threads."""
        return self.tally[0]

    @property
    def tally(self) -> list[int]:
        """The sums of `Searcher.tally` so far."""
        return [*map(sum, zip(self._done, *(one.tally for one in self._made), strict=True))]

    def proved(self) -> tuple[int, int]:
        """The bounds of the current state so far: the best of all threads."""
        bounds = [(-self._edge, self._edge), *(one.proved() for one in self._made)]
        return max(low for low, _ in bounds), min(high for _, high in bounds)

    def one(self, state: State, *, distance: bool, go_on: Callable[[], bool]) -> tuple[int, int]:
        """(low, high) of a state; entries of earlier searches are used."""
        return self._again_if_keys_grow(lambda: self._one(state, distance, go_on))

    def many(
        self, states: Sequence[State], *, distance: bool, keep: bool, go_on: Callable[[], bool]
    ) -> SearchBounds:
        """The bounds of many states, each thread with a table of its own.

        ``keep``: on one thread; entries of earlier searches are used.
        """
        work = self._kept if keep else self._shared_out
        return self._again_if_keys_grow(lambda: work(states, distance, go_on))

    def _again_if_keys_grow(self, work: Callable[[], Found]) -> Found:
        while True:
            try:
                return work()
            except KeysOutgrownError as outgrown:  # all keys change
                self._forget()
                self._known = None
                self._use(outgrown.keys)

    def _use(self, keys: Keys) -> None:
        """Go on with these keys; with other machine code if they have more words."""
        kernels = self.expander.compiled
        if isinstance(keys, DoubleKeys) and not kernels.double:
            self.expander = self.expander.alike(keys, self._compiled(keys))
            PreparedRules(self.expander).compare(self._sample)
            self._compare_hints()
        self.expander.keys = keys

    def _forget(self) -> None:
        self._done = self.tally
        self._made = []

    def _known_here(self) -> Arrays | None:
        """The arrays of known states under the current keys."""
        if self._given is None or self._known is not None:
            return self._known
        parts = [self._encoded(block) for block in self._given()]
        if not parts:
            return None
        keys, worth = (np.concatenate(columns) for columns in zip(*parts, strict=True))
        self._known = arrays_of(keys, worth)
        return self._known

    def _encoded(self, block: KnownStates) -> tuple[IntArray, IntArray]:
        """The keys and results of the states that have a key; others cannot be reached while the
        keys stay as they are."""
        keys_of, states = self.expander.keys, block.states
        if isinstance(keys_of, TupleKeys) and block.shape is not None:
            states = recoded(states, block.shape, keys_of.shape)
        keys = keys_of.array(states)
        there = np.flatnonzero(keys >= 0)
        keys, worth = keys[there], block.worth[there]
        if self.expander.compiled.has_symmetries and not block.folded:
            self.expander.compiled.kernels.fold_keys(keys, self.expander.layout)
            keys, worth = keys[keys >= 0], worth[keys >= 0]
        return keys, worth

    def _searchers(self, *, all_of_them: bool = False) -> list[Searcher]:
        """The searchers that share a table, which lasts until keys grow: the first one, or all."""
        if not self._made:
            self._made = [self._searcher(np.zeros(self._entry * self.size, np.uint64))]
        lead = self._made[0]
        for n in range(len(self._made), self.threads if all_of_them else 1):
            self._made.append(self._searcher(lead.table, n))
        return self._made

    def _searcher(self, table: NDArray[np.uint64], noise: int = 0) -> Searcher:
        return Searcher(
            self.expander, table, known=self._known_here(), noise=noise, hints=self.hinted
        )

    def _one(self, state: State, distance: bool, go_on: Callable[[], bool]) -> tuple[int, int]:
        for one in self._searchers():
            one.begin(distance=distance, keep=True)
        lead, before = self._made[0], self._made[0].nodes

        def alone(one: Searcher) -> bool:
            return go_on() and (self.threads == 1 or one.nodes - before < ALONE)

        lead.search([state], distance=distance, keep=True, go_on=alone)
        low, high = lead.proved()
        ended = lead.finished or self.threads == 1
        searchers = [] if ended else self._searchers(all_of_them=True)
        while not ended and go_on():
            room = lead.grow()
            for one in searchers:
                one.use(lead)
            ended = self._together(searchers, state, distance, go_on, room)
            now = self.proved()
            low, high = max(low, now[0]), min(high, now[1])
        return low, high

    def _together(
        self,
        searchers: Sequence[Searcher],
        state: State,
        distance: bool,
        go_on: Callable[[], bool],
        room: int,
    ) -> bool:
        """Let all threads search one state, for at most ``room`` states; return True if one
        finished."""
        ended, most = threading.Event(), self.nodes + room

        def work(searcher: Searcher) -> None:
            searcher.search(
                [state], distance=distance, keep=True, go_on=lambda _: not ended.is_set()
            )
            ended.set()

        in_threads(work, searchers, ended, lambda: go_on() and self.nodes < most)
        return any(one.finished for one in searchers)

    def _kept(
        self, states: Sequence[State], distance: bool, go_on: Callable[[], bool]
    ) -> SearchBounds:
        searcher = self._searchers()[0]
        return searcher.search(states, distance=distance, keep=True, go_on=lambda _: go_on())

    def _shared_out(
        self, states: Sequence[State], distance: bool, go_on: Callable[[], bool]
    ) -> SearchBounds:
        self._forget()
        count = max(1, min(self.threads, len(states)))
        size = self.size >> (count - 1).bit_length()
        self._made = [self._searcher(np.zeros(self._entry * size, np.uint64)) for _ in range(count)]
        shares = [states[place::count] for place in range(count)]
        ended, interrupted = threading.Event(), False
        left = set(range(count))

        def work(searcher: Searcher) -> None:
            place = self._made.index(searcher)
            searcher.search(
                shares[place], distance=distance, keep=False,
                go_on=lambda _: not ended.is_set() and (count > 1 or go_on()),
            )  # fmt: skip
            left.discard(place)
            if not left:
                ended.set()

        try:
            if count == 1:
                work(self._made[0])
            else:
                in_threads(work, self._made, ended, go_on)
        except KeyboardInterrupt:
            interrupted = True
        found = self._shared(shares, interrupted)
        self._forget()
        return found

    def _shared(self, shares: list[Sequence[State]], interrupted: bool) -> SearchBounds:
        """The bounds of all states in order, collected from the searchers' shares."""
        edge, count = self._edge, sum(map(len, shares))
        columns = [np.full(count, each, np.int64) for each in (-edge, edge, 0)]
        for place, one in enumerate(self._made):
            if len(one.found.low) == len(shares[place]):  # else it had not begun
                parts = (one.found.low, one.found.high, one.found.nodes)
                for column, part in zip(columns, parts, strict=True):
                    column[place :: len(shares)] = part
        return SearchBounds(columns[0], columns[1], columns[2], interrupted)
