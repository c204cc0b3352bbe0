"""The proved bounds of a search, as its result and as entries for a book."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from perfectplay.core.value import State, Value
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.result_scale import FAR, UNBOUNDED
from perfectplay.game.score_range import value_of_score
from perfectplay.searcher.driver import Deadline
from perfectplay.searcher.endgame_source import EndgameEntry
from perfectplay.searcher.searched import SearchResult, bound_of
from perfectplay.tablebase.record import MoveRecord, Record
from perfectplay.tablebase.state_queries import move_records, rank
from perfectplay.tablebase.table import StateEntry


class SearchEffort(NamedTuple):
    """The engine and its work: see `SearchResult`."""

    engine: str
    nodes: int
    hits: int = 0
    known: int = 0


@dataclass
class ResultBuilder:
    """Builds the result for one state. ``distance`` and ``moves``: whether they are wanted.

    ``proved``: what is proved of the state and its children, for a book. ``why``: why the rules are
    not compiled; ``late``: why the time limit was exceeded.
    """

    rules: CheckedGame
    state: State
    seat: int | None
    distance: bool
    moves: bool
    clock: Deadline
    why: str | None = None
    late: str | None = None
    proved: dict[State, EndgameEntry] = field(default_factory=dict)

    def whole(
        self, entry: StateEntry, after: Mapping[State, StateEntry], effort: SearchEffort,
        bounds: tuple[int, int] | None = None,
    ) -> SearchResult:  # fmt: skip
        """The result of a finished search. ``after``: the entries of children.

        ``bounds``: of the state, if they say more than the entry: the most plies.
        """
        return self._told(entry, after, *(bounds or scale_of(entry)), None, effort)

    def part(
        self,
        entry: StateEntry | None,
        after: Mapping[State, StateEntry],
        low: int,
        high: int,
        stopped: str,
        effort: SearchEffort,
    ) -> SearchResult:
        """The result of a stopped search. ``low``, ``high``: the proved bounds on the scale of
        results; ``entry``: of the state, once it is known."""
        return self._told(entry, after, low, high, stopped, effort)

    def nothing(self, stopped: str, effort: SearchEffort) -> SearchResult:
        """The result of a search that was stopped before it proved anything."""
        return self._told(None, {}, -UNBOUNDED, UNBOUNDED, stopped, effort)

    def _told(
        self, entry: StateEntry | None, after: Mapping[State, StateEntry], low: int, high: int,
        stopped: str | None, effort: SearchEffort,
    ) -> SearchResult:  # fmt: skip
        known = entry or self._by_bounds(low, high)
        rules, options = self.rules, self.rules.position(self.state).options
        if known is not None and not options:
            known = known._replace(remoteness=0)
        ruled = self._valued(known, after) if known is not None and self.moves else []
        if known is not None and options:
            self.proved[self.state] = EndgameEntry(known, entry is not None and self.distance)
            self._keep_moves(after)
        text = rules.text(self.state, self.seat)
        value, remoteness, score = known or (None, None, None)
        said = None if score is None else rules.score_text(score)
        moves, record = tuple(self._best_first(ruled)), None
        asked = (self.distance and self.moves) or not options
        if known is not None and stopped is None and asked:
            record = Record(
                self.state, text, known.value, remoteness, self.seat, not options, moves, score,
                said, rules,
            )  # fmt: skip
        least, most = (bound_of(each, scoring=rules.scoring) for each in (low, high))
        return SearchResult(
            self.state, text, self.seat, least, most, value, remoteness, score, said, not options,
            moves, [move.move for move in ruled if move.best], record, stopped, effort.nodes,
            effort.hits, self.clock.passed, effort.engine, self.why, effort.known, self.distance,
            self.late,
        )  # fmt: skip

    def _by_bounds(self, low: int, high: int) -> StateEntry | None:
        """The entry that follows from bounds; None if they leave the value open."""
        if self.rules.scoring:
            return StateEntry(value_of_score(low), None, low) if low == high else None
        if low < high and low <= 0 <= high:
            return None
        exact = low == high and low != 0
        value = value_of_score(high if high < 0 else low)
        return StateEntry(value, FAR - abs(low) if exact and self.distance else None)

    def _keep_moves(self, after: Mapping[State, StateEntry]) -> None:
        """Adds the children to ``proved``, except those in which the play is over."""
        for _, child in self.rules.position(self.state).options if self.moves else ():
            if child in after and self.rules.position(child).options:
                self.proved[child] = EndgameEntry(after[child], self.distance)

    def _valued(self, entry: StateEntry, after: Mapping[State, StateEntry]) -> list[MoveRecord]:
        """The moves to known states, in the rules' order."""
        options = self.rules.position(self.state).options
        return move_records(
            self.rules, self.state, options, entry, after.get, perfect=self.distance
        )

    def _best_first(self, moves: list[MoveRecord]) -> list[MoveRecord]:
        if self.distance:
            return sorted(moves, key=rank)
        return sorted(moves, key=lambda m: -(m.value if m.score is None else m.score))


def scale_of(entry: StateEntry) -> tuple[int, int]:
    """The bounds of what is known, on the scale of results."""
    if entry.score is not None:
        return entry.score, entry.score
    if entry.value is Value.DRAW:
        return 0, 0
    near = FAR if entry.remoteness is None else FAR - entry.remoteness
    far = 1 if entry.remoteness is None else near
    return (far, near) if entry.value is Value.WIN else (-near, -far)
