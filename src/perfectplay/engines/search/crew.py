"""Searchers on several threads: all on one state with one table, or each on its share of many."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np

from perfectplay.contract.compiled.compare import compare
from perfectplay.contract.game import Game
from perfectplay.contract.rules import Rules
from perfectplay.engines.compiled import Expander, KeysOutgrownError, first_keys
from perfectplay.engines.search.hinted import compare_hints, compile_search
from perfectplay.engines.search.known import Arrays, Blocks, KnownStates, arrays_of
from perfectplay.engines.search.searcher import Bounds, IntArray, Searcher, table_bits
from perfectplay.words.value import State

Found = TypeVar("Found")


class Crew:
    """The compiled search of one game with its threads and tables.

    ``sample``: some states of the game, about which compiled and interpreted rules are compared.
    ``table``: bytes. ``known``: of states that end lines. Raises NotCompilable, RulesError.
    """

    def __init__(
        self, game: Game, sample: list[State], *, hints: bool, symmetries: bool, table: int,
        threads: int, known: Blocks | None = None,
    ) -> None:  # fmt: skip
        self.rules = Rules(game)
        keys = first_keys(self.rules, sample)
        compiled = compile_search(game, hints=hints, symmetries=symmetries)
        self.expander = Expander(compiled, self.rules, keys)
        difference = compare(compiled, self.rules, keys, sample)
        if difference is not None:
            raise difference
        if hints:
            compare_hints(self.expander, sample)
        self.size = 1 << table_bits(table)
        self.threads = threads
        self._made: list[Searcher] = []
        self._done = [0, 0, 0]
        self._given = known
        self._known: Arrays | None = None

    @property
    def nodes(self) -> int:
        """States looked at so far, by all threads."""
        return self._done[0] + sum(one.nodes for one in self._made)

    @property
    def hits(self) -> int:
        """Times that the table knew something of a state."""
        return self._done[1] + sum(one.hits for one in self._made)

    @property
    def ended(self) -> int:
        """Times that what is known beforehand ended a line."""
        return self._done[2] + sum(one.ended for one in self._made)

    def proved(self) -> tuple[int, int]:
        """What is proved so far of the state that is being searched: of each thread the best."""
        bounds = [one.proved() for one in self._made]
        return max(low for low, _ in bounds), min(high for _, high in bounds)

    def one(self, state: State, *, distance: bool, go_on: Callable[[], bool]) -> tuple[int, int]:
        """(low, high) of a state, with what is in the table of earlier searches."""
        return self._again_where_keys_grow(lambda: self._one(state, distance, go_on))

    def many(
        self, states: Sequence[State], *, distance: bool, keep: bool, go_on: Callable[[], bool]
    ) -> Bounds:
        """The bounds of many states, each thread with a table of its own.

        ``keep``: on one thread, with what is in the table of earlier searches.
        """
        return self._again_where_keys_grow(
            lambda: (
                self._kept(states, distance, go_on)
                if keep
                else self._shared_out(states, distance, go_on)
            )
        )

    def _again_where_keys_grow(self, work: Callable[[], Found]) -> Found:
        while True:
            try:
                return work()
            except KeysOutgrownError as outgrown:  # then all keys are others
                self._forget()
                self._known = None
                self.expander.keys = outgrown.keys

    def _forget(self) -> None:
        self._done = [self.nodes, self.hits, self.ended]
        self._made = []

    def _known_here(self) -> Arrays | None:
        """What is known beforehand, under the keys that states have now."""
        if self._given is None or self._known is not None:
            return self._known
        parts = [self._encoded(block) for block in self._given()]
        if not parts:
            return None
        keys, worth = (np.concatenate(columns) for columns in zip(*parts, strict=True))
        keys, first = np.unique(keys, return_index=True)
        self._known = arrays_of(keys, worth[first])
        return self._known

    def _encoded(self, block: KnownStates) -> tuple[IntArray, IntArray]:
        """The keys of those states that have one; a state that has none is not met while keys
        stay as they are."""
        keys = self.expander.keys.array(block.states)
        there = np.flatnonzero(keys >= 0)
        keys, worth = keys[there], block.worth[there]
        if self.expander.compiled.has_symmetries and not block.folded:
            self.expander.compiled.kernels.fold_keys(keys, self.expander.layout)
            keys, worth = keys[keys >= 0], worth[keys >= 0]
        return keys, worth

    def _searchers(self) -> list[Searcher]:
        """Those that share a table, which is there until keys grow."""
        if not self._made:
            table = np.zeros(2 * self.size, np.uint64)
            self._made = [
                Searcher(
                    self.expander,
                    table,
                    known=self._known_here(),
                    noise=n,
                    shared=self.threads > 1,
                )
                for n in range(self.threads)
            ]
        return self._made

    def _one(self, state: State, distance: bool, go_on: Callable[[], bool]) -> tuple[int, int]:
        crew = self._searchers()
        if len(crew) == 1:
            crew[0].search([state], distance=distance, keep=True, go_on=lambda _: go_on())
            return crew[0].proved_of_last
        ended = threading.Event()

        def work(searcher: Searcher) -> None:
            searcher.search(
                [state], distance=distance, keep=True, go_on=lambda _: not ended.is_set()
            )
            ended.set()

        _in_threads(work, crew, ended, go_on)
        return (
            max(one.proved_of_last[0] for one in crew),
            min(one.proved_of_last[1] for one in crew),
        )

    def _kept(self, states: Sequence[State], distance: bool, go_on: Callable[[], bool]) -> Bounds:
        searcher = self._searchers()[0]
        return searcher.search(states, distance=distance, keep=True, go_on=lambda _: go_on())

    def _shared_out(
        self, states: Sequence[State], distance: bool, go_on: Callable[[], bool]
    ) -> Bounds:
        self._forget()
        count = max(1, min(self.threads, len(states)))
        size = self.size >> (count - 1).bit_length()
        self._made = [
            Searcher(self.expander, np.zeros(2 * size, np.uint64), known=self._known_here())
            for _ in range(count)
        ]
        found = Bounds(*(np.zeros(len(states), np.int64) for _ in range(3)))
        ended = threading.Event()
        left = list(range(count))

        def work(searcher: Searcher) -> None:
            place = self._made.index(searcher)
            mine = slice(place, None, count)
            part = searcher.search(
                states[mine], distance=distance, keep=False,
                go_on=lambda _: not ended.is_set() and (count > 1 or go_on()),
            )  # fmt: skip
            for whole, some in zip(_columns(found), _columns(part), strict=True):
                whole[mine] = some
            left.remove(place)
            if not left:
                ended.set()

        if count == 1:
            work(self._made[0])
        else:
            _in_threads(work, self._made, ended, go_on)
        self._forget()
        return found


def _columns(found: Bounds) -> tuple[IntArray, IntArray, IntArray]:
    return found.low, found.high, found.nodes


def _in_threads(
    work: Callable[[Searcher], None],
    crew: Sequence[Searcher],
    ended: threading.Event,
    go_on: Callable[[], bool],
) -> None:
    """Does the work with each searcher until ``ended`` is set, or ``go_on``, asked here, says no.

    Raises what the first failing one raised.
    """
    failures: list[BaseException] = []

    def guarded(searcher: Searcher) -> None:
        try:
            work(searcher)
        except BaseException as failure:
            failures.append(failure)
            ended.set()

    threads = [threading.Thread(target=guarded, args=(one,), daemon=True) for one in crew]
    try:
        for thread in threads:
            thread.start()
        while not ended.wait(0.05):
            if not go_on():
                break
    finally:
        ended.set()
        for thread in threads:
            thread.join()
    if failures:
        raise failures[0]
