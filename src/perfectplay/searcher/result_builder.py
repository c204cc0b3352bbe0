"""The proved bounds of a search, as its result and as entries for a book."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.score_range import value_of_score
from perfectplay.game.result_scale import FAR, UNBOUNDED
from perfectplay.searcher.driver import Deadline, scale_of
from perfectplay.searcher.endgame_source import EndgameEntry
from perfectplay.searcher.searched import SearchResult, bound_of
from perfectplay.tablebase.record import MoveRecord, Record
from perfectplay.tablebase.state_queries import move_records, rank
from perfectplay.tablebase.table import StateEntry

NOTHING: Mapping[State, StateEntry] = MappingProxyType({})


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

    def result(
        self,
        effort: SearchEffort,
        entry: StateEntry | None = None,
        after: Mapping[State, StateEntry] = NOTHING,
        bounds: tuple[int, int] | None = None,
        stopped: str | None = None,
    ) -> SearchResult:
        """The result of a search, ``stopped`` as in `SearchResult`.

        ``entry``: of the state, once it is known; ``after``: of its children; ``bounds``: the
        proved bounds on the scale of results, by default those that follow from the entry.
        """
        low, high = bounds or (scale_of(entry) if entry else (-UNBOUNDED, UNBOUNDED))
        known = entry or self._by_bounds(low, high)
        rules, options = self.rules, self.rules.position(self.state).options
        if known is not None and not options:
            known = known._replace(remoteness=0)
        ruled = []
        if known is not None and self.moves:
            ruled = move_records(
                rules, self.state, options, known, after.get, distance=self.distance
            )
        if known is not None and options:
            self.proved[self.state] = EndgameEntry(known, entry is not None and self.distance)
            self._keep_moves(after)
        text = rules.text(self.state, self.seat)
        value, remoteness, score = known or (None, None, None)
        score_text = None if score is None else rules.score_text(score)
        moves, record = tuple(self._best_first(ruled)), None
        wanted = (self.distance and self.moves) or not options
        if known is not None and stopped is None and wanted:
            record = Record(
                self.state, text, known.value, remoteness, self.seat, not options, moves, score,
                score_text, rules,
            )  # fmt: skip
        least, most = (bound_of(each, scoring=rules.scoring) for each in (low, high))
        return SearchResult(
            self.state, text, self.seat, least, most, value, remoteness, score, score_text,
            not options, moves, [move.move for move in ruled if move.best],
            [move.move for move in ruled if move.keeps], record, stopped,
            effort.nodes, effort.hits, self.clock.passed, effort.engine, self.why, effort.known,
            self.distance, self.late,
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
        """Add the children to ``proved``, except those in which the play is over."""
        for _, child in self.rules.position(self.state).options if self.moves else ():
            if child in after and self.rules.position(child).options:
                self.proved[child] = EndgameEntry(after[child], self.distance)

    def _best_first(self, moves: list[MoveRecord]) -> list[MoveRecord]:
        if self.distance:
            return sorted(moves, key=rank)
        return sorted(moves, key=lambda m: -(m.value if m.score is None else m.score))
