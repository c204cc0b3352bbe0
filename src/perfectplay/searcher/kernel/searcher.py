"""One thread of the compiled search: its arrays, and its errors in words."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.compiler.expander import NO_KEY, STUCK, Expander
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.core.errors import RulesError, StateLimitError
from perfectplay.core.value import State
from perfectplay.game.checks.diagnose import diagnose
from perfectplay.game.checks.promises import broken
from perfectplay.game.result_scale import FAR, UNBOUNDED
from perfectplay.game.shape.double_keys import keys_in
from perfectplay.searcher.hints import SearchHints
from perfectplay.searcher.kernel.endgame_probe import Arrays, nothing
from perfectplay.searcher.kernel.hinted import CONTROL
from perfectplay.searcher.reference_search import CycleError

LEAST_BITS, FIRST_BITS, MOST_BITS = 6, 12, 36
"""Bits of the number of entries: at least, at the start of a search, at most."""

SLICE = 0.05
"""Seconds between two checks of the clock and of Ctrl-C."""

IntArray = NDArray[np.int64]
GoOn = Callable[["Searcher"], bool]


def table_bits(size: int, words: int = 2) -> int:
    """The number of entries of a table of so many bytes, as a power of two; an entry has so many
    ``words`` of 8 bytes.

    >>> table_bits(1024), table_bits(1 << 30), table_bits(1 << 30, 3)
    (6, 26, 25)
    """
    return max(LEAST_BITS, min(MOST_BITS, (size // (8 * words)).bit_length() - 1))


@dataclass(frozen=True)
class SearchBounds:
    """The bounds of some states: low, high [N] int64 on the scale of results; nodes [N] int64.
    ``interrupted``: by Ctrl-C before the end."""

    low: IntArray
    high: IntArray
    nodes: IntArray
    interrupted: bool = False


class Searcher:
    """One thread's search. ``noise``: a number for each thread that shares the table, so that they
    try equal moves in different orders. ``hints``: whether the game's hints are compiled."""

    def __init__(
        self, expander: Expander, table: NDArray[np.uint64], *, known: Arrays | None,
        noise: int, hints: bool,
    ) -> None:  # fmt: skip
        self.expander = expander
        self.hints = hints
        self.table = table
        self.known = nothing() if known is None else known
        self.names = expander.compiled.kernels
        self.edge = UNBOUNDED if expander.compiled.scoring else FAR
        names = self.names
        bits = (len(table) // names.ENTRY_WORDS).bit_length() - 1
        self.ctl = np.zeros(CONTROL, np.int64)
        first = min(bits, FIRST_BITS)
        self.ctl[[names.BITS, names.FIRST_BITS, names.LAST_BITS]] = first, first, bits
        self.ctl[names.GENERATION] = 1
        self.ctl[names.LOOK] = (1 << first) // 4
        self.ctl[names.NOISE] = noise
        self.ctl[names.FOLDED] = 1 << 40 if expander.compiled.has_symmetries else 0
        self.frames = np.zeros((256, names.WIDE), np.int64)
        self._room(1024)
        self._pace = 2_000
        self.wanted = -1
        self.found = self._unknown(0)
        self.begin(distance=True, keep=False)

    def _room(self, size: int) -> None:
        """Make room for the children of the states of a line."""
        old = getattr(self, "children", ())
        types = (np.int64, np.uint8, np.int32, np.int32)
        keys = np.zeros(size * self.names.KEY_WORDS, np.int64)
        self.children = [keys, *(np.zeros(size, kind) for kind in types)]
        for before, after in zip(old, self.children, strict=False):
            after[: len(before)] = before

    @property
    def nodes(self) -> int:
        """States looked at so far."""
        return int(self.ctl[self.names.NODES])

    @property
    def tally(self) -> list[int]:
        """States looked at, successful lookups in the table, and lines ended by a known state."""
        names = self.names
        return [int(self.ctl[count]) for count in (names.NODES, names.HITS, names.ENDED)]

    @property
    def finished(self) -> bool:
        """True if the last search was finished."""
        return bool(self.ctl[self.names.AT] == self.wanted)

    def grow(self) -> int:
        """Use more entries of the table. Returns the number of states to look at before the next
        call; practically unlimited if all entries are used."""
        names, ctl = self.names, self.ctl
        bits, last = int(ctl[names.BITS]), int(ctl[names.LAST_BITS])
        more = min(bits + 3, last)
        if bits < more:
            names.spread(self.table, bits, more, int(ctl[names.GENERATION]))
        ctl[names.BITS] = more
        return 4 << more if more < last else 1 << 62

    def use(self, other: Searcher) -> None:
        """Use the same entries of the table as another searcher; neither grows by itself."""
        names = self.names
        for searcher in (self, other):
            searcher.ctl[names.BITS] = other.ctl[names.BITS]
            searcher.ctl[names.LOOK] = 1 << 62

    def proved(self) -> tuple[int, int]:
        """The bounds of the current state so far."""
        return int(self.ctl[self.names.LOWEST]), int(self.ctl[self.names.HIGHEST])

    def search(
        self, states: Sequence[State] | IntArray, *, distance: bool, keep: bool, go_on: GoOn
    ) -> SearchBounds:
        """The bounds of each state; those of the rest stay wide if ``go_on`` returns False.

        ``distance``: whether plies matter, not only who wins. ``keep``: entries are used for the
        next state and later searches. Raises RulesError, CycleError, StateLimitError,
        NotCompilable, KeysOutgrownError.
        """
        self.wanted = len(states)
        self.found = self._unknown(len(states))
        self.begin(distance=distance, keep=keep)
        self._run(self._keys(states), self.found, go_on)
        wrong = np.flatnonzero(self.found.low > self.found.high)
        if len(wrong):
            raise self._contradiction(int(wrong[0]), states)
        return self.found

    def _contradiction(self, place: int, states: Sequence[State] | IntArray) -> RulesError:
        rules, low, high = self.expander.rules, self.found.low[place], self.found.high[place]
        return broken(
            "hints-contradict",
            f"what is proved of the state {rules.state_text(states[place])} contradicts itself: "
            f"its result is at least {low} and at most {high}, so that a hint, or what is known "
            "beforehand, is not true",
            states[place],
        )

    def _unknown(self, count: int) -> SearchBounds:
        low, high = np.full(count, -self.edge), np.full(count, self.edge)
        return SearchBounds(low, high, np.zeros(count, np.int64))

    def begin(self, *, distance: bool, keep: bool) -> None:
        """Reset the bounds for the next state."""
        names, ctl = self.names, self.ctl
        ctl[names.AT], ctl[names.DEPTH], ctl[names.BEGUN] = 0, -1, ctl[names.NODES]
        ctl[names.LOWEST], ctl[names.HIGHEST] = -self.edge, self.edge
        ctl[names.RAISED], ctl[names.REACH] = 1, 6
        ctl[names.DISTANCE], ctl[names.KEEP] = distance, keep

    def _keys(self, states: Sequence[State] | IntArray) -> IntArray:
        keys = self.expander.keys.array(states)
        if keys.min(initial=0) < 0:
            raise self.expander.outgrown(list(states))
        return keys

    def _run(self, roots: IntArray, found: SearchBounds, go_on: GoOn) -> None:
        names, ctl, layout = self.names, self.ctl, self.expander.layout
        while True:
            until, began, before = self.nodes + self._pace, time.perf_counter(), self.nodes
            try:
                status = names.search(
                    ctl, roots, found.low, found.high, found.nodes, layout, self.table,
                    self.known, self.frames, *self.children, until,
                )  # fmt: skip
            except Exception as failure:  # the rules raise: the interpreter says what
                diagnose(self.expander.rules.game, self._here())
                self._check_hints()
                raise self.expander.compiled.failed(failure) from failure
            took = time.perf_counter() - began
            if took > 0 and status == names.PAUSED:
                self._pace = int((self.nodes - before) * min(4.0, max(0.25, SLICE / took))) + 100
            if status == names.DONE:
                return
            if status == names.PAUSED:
                if not go_on(self):
                    return
            else:
                self._mend(int(status))

    def _here(self) -> State:
        """The current state of the line."""
        names = self.names
        depth = max(0, int(self.ctl[names.DEPTH]))
        return self.expander.keys.state(self._line()[depth])

    def _line(self) -> list[int]:
        """The keys of the states of all frames."""
        keys = np.ascontiguousarray(self.frames[:, : self.names.KEY_WORDS])
        return keys_in(keys.ravel(), self.expander.keys)

    def _check_hints(self) -> None:
        """Raise RulesError if a hint is malformed in the current state."""
        rules, here = self.expander.rules, self._here()
        if self.hints and rules.outcome(here) is None:
            SearchHints(rules).check(here)

    def _mend(self, status: int) -> None:
        """Make room if there was none; otherwise raise the error."""
        names = self.names
        if status == names.NO_ROOM:
            self._room(2 * len(self.children[1]))
        elif status == names.DEEP:
            self._deeper()
        elif status == names.TOO_LARGE:
            raise NotCompilable("its scores leave the range that is searched")
        else:
            self._check_hints()
            self.expander.trouble(NO_KEY if status == names.NO_KEY else STUCK, self._here())

    def _deeper(self) -> None:
        """Add frames. Raises CycleError if the line comes back to a state."""
        line = self._line()[: int(self.ctl[self.names.DEPTH]) + 1]
        places: dict[int, int] = {}
        for place, key in enumerate(line):
            if key in places:
                keys = line[places[key] : place + 1]
                raise CycleError([self.expander.keys.state(each) for each in keys])
            places[key] = place
        if len(line) >= FAR // 2:
            raise StateLimitError(
                f"a line of play has more than {len(line):,} plies, and the search has not seen "
                "its end",
                states=len(line),
            )
        more: Any = np.zeros((2 * len(self.frames), self.names.WIDE), np.int64)
        more[: len(self.frames)] = self.frames
        self.frames = more
