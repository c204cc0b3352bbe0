"""The steps of a compiled search: bounds, values, and the nearest ends of draws."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.core.progress import Reporter
from perfectplay.core.value import State, Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.score_range import value_of_score
from perfectplay.game.result_scale import FAR, UNBOUNDED
from perfectplay.game.showing import number_of
from perfectplay.searcher.endgame_knowledge import EndgameKnowledge
from perfectplay.searcher.endgame_source import EndgameEntry
from perfectplay.searcher.hints import SearchHints
from perfectplay.searcher.reference_search import CycleError
from perfectplay.searcher.searched import bounds_words
from perfectplay.tablebase.table import StateEntry

if TYPE_CHECKING:
    from perfectplay.searcher.kernel.parallel_search import ParallelSearch

MARGIN = 0.5
"""Seconds that a search may exceed its limit without a note."""

SAMPLE, LONGEST = 200, 2_000
"""States that random plays collect, and the most plies of such a play."""


class StoppedError(Exception):
    """The time limit is reached."""


class Deadline:
    """The time limit of a search; reports its progress."""

    def __init__(self, seconds: float | None, reporter: Reporter) -> None:
        self.reporter = reporter
        self.began = time.perf_counter()
        self.end = None if seconds is None else self.began + seconds

    @property
    def passed(self) -> float:
        """Seconds since the search began."""
        return time.perf_counter() - self.began

    @property
    def over(self) -> bool:
        """True if the limit is reached."""
        return self.end is not None and time.perf_counter() >= self.end

    @property
    def late(self) -> bool:
        """True if the limit was exceeded by more than MARGIN."""
        return self.end is not None and time.perf_counter() > self.end + MARGIN

    def go_on(self, nodes: int, stage: str = "searching") -> bool:
        """Report ``nodes``; return True if there is time left."""
        self.reporter.tell(stage, states=nodes)
        return not self.over


def sampled(
    rules: CheckedGame, state: State, known: EndgameKnowledge, most: int = SAMPLE
) -> list[State]:
    """States that random plays from ``state`` reach, itself the first; plays end at known states.
    No play begins after ``most`` states.

    Raises CycleError if a play comes back to a state.
    """
    draw = random.Random(0)
    found = {state: None}
    for _ in range(most):
        line, at = {state: 0}, state
        while len(line) < LONGEST:
            options = rules.position(at).options
            if not options:
                break
            found.setdefault(at)
            at = draw.choice(options)[1]
            if at in line:
                raise CycleError([*list(line)[line[at] :], at])
            line[at] = len(line)
            if known and known.look(at) is not None:
                break
        found.setdefault(at)
        if len(found) >= most:
            break
    return list(found)


@dataclass
class ProvedBounds:
    """The results that the compiled search proves of one position, then of its children.

    ``before``: what is known before the search. ``low``, ``high``: bounds on the scale of results.
    ``entry``: of the position, once it is known; ``after``: entries of its children.
    """

    rules: CheckedGame
    state: State
    parallel: ParallelSearch
    clock: Deadline
    before: EndgameKnowledge
    entry: StateEntry | None = None
    after: dict[State, StateEntry] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._hints = SearchHints(self.rules)
        self._plies_left_given = self.parallel.hinted and "plies_left" in self._hints.given
        edge = UNBOUNDED if self.rules.scoring else FAR
        self.low, self.high = -edge, edge
        self._children = 0

    def run(self, *, distance: bool, moves: bool) -> None:
        """Prove as much as possible in time. Raises StoppedError when the time is over."""
        try:
            self.low, self.high = self._bounds(self.state, distance)
        except (KeyboardInterrupt, NotCompilable):  # a state far ahead may have no key
            self.low, self.high = self.parallel.proved()
            raise
        self._in_time(self.low, self.high, distance)
        self.entry = self.known(self.state, self.low, self.high, distance=distance)
        if moves:
            children = {child: None for _, child in self.rules.position(self.state).options}
            self._children = len(children)
            for child in children:
                if child not in self.after:
                    self.after[child] = self._child(child, distance)

    def _child(self, child: State, distance: bool) -> StateEntry:
        if self.parallel.expander.compiled.has_symmetries:
            for image in self.rules.symmetries(child):
                if image in self.after:
                    return self.after[image]
        low, high = self._bounds(child, distance)
        self._in_time(low, high, distance)
        return self.known(child, low, high, distance=distance)

    def _go_on(self) -> bool:
        stage = "searching"
        if self.clock.reporter.listened_to and self.entry is not None:
            stage = f"searching: {len(self.after)} of {number_of(self._children, 'move')} known"
        elif self.clock.reporter.listened_to:
            low, high = self.parallel.proved()
            words = bounds_words(low, high, scoring=self.rules.scoring)
            stage = f"searching: {words}" if words else stage
        return self.clock.go_on(self.parallel.nodes, stage)

    def _bounds(self, state: State, distance: bool) -> tuple[int, int]:
        found = self.before.get(state, whole=False) if self.before else None
        bounds = None if found is None else _bounds_of(found, distance)
        if bounds is not None:
            return bounds
        # the sign of a score alone is not enough
        return self.parallel.one(state, distance=distance or self.rules.scoring, go_on=self._go_on)

    def _in_time(self, low: int, high: int, distance: bool) -> None:
        exact = distance or self.rules.scoring
        if low < high and (exact or low <= 0 <= high):
            raise StoppedError

    def known(self, state: State, low: int, high: int, *, distance: bool) -> StateEntry:
        """The entry of a state with a proved result; finds the nearest end of a draw."""
        value = value_of_score(low if low > 0 else min(high, 0))
        score = low if self.rules.scoring else None
        if not distance:
            return StateEntry(value, None, score)
        if score is None and value is not Value.DRAW:
            return StateEntry(value, FAR - abs(low), None)
        return StateEntry(value, self._nearest_end(state, low), score)

    def _nearest_end(self, state: State, result: int) -> int | None:
        """The fewest plies to an end by moves that keep the result; None if these only lead to
        states that are known to be endless."""
        known = self._plies_left(state)
        if known is not None:
            return known
        level, seen, plies = {state: result}, {state}, 0
        nearest: int | None = None
        while level and (nearest is None or plies < nearest):
            below: dict[State, set[int]] = {}
            for at, wanted in level.items():
                if self.clock.over:
                    raise StoppedError
                found = self.before.look(at) if self.before else None
                if found is not None and found.whole:
                    end = found.entry.remoteness
                    if end is not None:
                        nearest = plies + end if nearest is None else min(nearest, plies + end)
                    continue
                options = self.rules.position(at).options
                if not options:
                    return plies
                for move, child in options:
                    again = self.rules.moves_again(at, move, child)
                    rest = wanted - self.rules.gain(at, move)
                    if child not in seen:
                        below.setdefault(child, set()).add(rest if again else -rest)
            level, plies = self._with_results(below), plies + 1
            seen |= level.keys()
        return nearest

    def _with_results(self, wanted: dict[State, set[int]]) -> dict[State, int]:
        """The states whose result is one of the wanted ones, with the result."""
        states = list(wanted)
        scoring = self.rules.scoring
        found = self.parallel.many(states, distance=scoring, keep=True, go_on=self._go_on)
        if self.clock.over:
            raise StoppedError
        bounds = zip(states, found.low.tolist(), found.high.tolist(), strict=True)
        return {s: low for s, low, high in bounds if low == high and low in wanted[s]}

    def _plies_left(self, state: State) -> int | None:
        """The plies that the hint gives for a state; 0 if the play is over."""
        rules = self.rules
        ended = rules.outcome(state) is not None
        if ended or (rules.stuck is not None and not rules.options(state)):
            return 0
        return self._hints.plies_left(state) if self._plies_left_given else None


def _bounds_of(found: EndgameEntry, distance: bool) -> tuple[int, int] | None:
    """A known entry as bounds on the scale of results; None if they are not enough."""
    low, high = scale_of(found.entry if found.whole else found.entry._replace(remoteness=None))
    return None if distance and low < high else (low, high)


def scale_of(entry: StateEntry) -> tuple[int, int]:
    """The bounds of an entry on the scale of results."""
    if entry.score is not None:
        return entry.score, entry.score
    if entry.value is Value.DRAW:
        return 0, 0
    near = FAR if entry.remoteness is None else FAR - entry.remoteness
    far = 1 if entry.remoteness is None else near
    return (far, near) if entry.value is Value.WIN else (-near, -far)
