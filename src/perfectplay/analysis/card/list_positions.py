"""Plays by a list of rules, as arrays: which positions come up, and what is not decided there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from perfectplay.analysis.card.kept_positions import KeptPositions, Truth
from perfectplay.core.arrays import IntArray
from perfectplay.core.distinct import distinct
from perfectplay.core.rows import row_places

OPEN = -1
"""What no rule of a list decides."""

FORCED = -2
"""A position with one move, which needs no rule."""


@dataclass(frozen=True)
class Begun:
    """The beginning of a list. rules: indices of candidates, in order; decides: [P] the rule that
    decides, `OPEN` or `FORCED`; reached: [P] positions that plays by it come to; open: [P] those
    of them that nothing decides."""

    rules: tuple[int, ...]
    decides: NDArray[np.int32]
    reached: Truth
    open: Truth

    @property
    def complete(self) -> bool:
        """True if every position that comes up is decided."""
        return not self.open.any()


@dataclass(frozen=True)
class RuleTable:
    """M candidate rules on P positions with E moves. chosen: [M, E] the rule allows the move;
    weights: [M], the smaller the simpler."""

    kept: KeptPositions
    chosen: Truth
    weights: NDArray[np.float64]

    @cached_property
    def forced(self) -> Truth:
        """[P] positions with one move."""
        forced: Truth = np.diff(self.kept.starts) == 1
        return forced

    @cached_property
    def applies(self) -> Truth:
        """[M, P] the rule allows a move there; a position with one move needs no rule."""
        return self._any(self.chosen) & ~self.forced

    @cached_property
    def wrong(self) -> Truth:
        """[M, P] the rule allows a move that does not keep."""
        return self._any(self.chosen & ~self.kept.allowed) & ~self.forced

    @cached_property
    def right(self) -> Truth:
        """[M, P] the rule applies, and each move that it allows keeps."""
        return self.applies & ~self.wrong

    def _any(self, of_moves: Truth) -> Truth:
        if not len(self.kept):
            return np.zeros((len(of_moves), 0), np.bool_)
        return np.logical_or.reduceat(of_moves, self.kept.starts[:-1], axis=1)

    def taken(self, rules: NDArray[np.intp] | list[int]) -> RuleTable:
        """The table of some of the rules."""
        return RuleTable(self.kept, self.chosen[rules], self.weights[rules])

    # --- plays by a list ----------------------------------------------------------------------

    def begin(self) -> Begun:
        """The empty list."""
        nothing = np.zeros(len(self.kept), np.bool_)
        begun = self._walked((), self.decided_by(()), nothing, nothing, self.kept.first)
        assert begun is not None
        return begun

    def extended(self, begun: Begun, rule: int) -> Begun | None:
        """The list with one more rule; None if it errs in a position that comes up."""
        now = begun.open & self.applies[rule]
        if (now & self.wrong[rule]).any():
            return None
        undecided = (begun.decides == OPEN) & self.applies[rule]
        decides = np.where(undecided, np.int32(rule), begun.decides)
        frontier = self.next_positions(np.flatnonzero(now), decides)
        return self._walked(
            (*begun.rules, rule), decides, begun.reached, begun.open & ~now, frontier
        )

    def _walked(
        self, rules: tuple[int, ...], decides: NDArray[np.int32], reached: Truth, open_: Truth,
        frontier: IntArray,
    ) -> Begun | None:  # fmt: skip
        reached, open_ = reached.copy(), open_.copy()
        while len(frontier):
            frontier = take_new(frontier, reached)
            by = decides[frontier]
            open_[frontier[by == OPEN]] = True
            decided = by >= 0
            if self.wrong[by[decided], frontier[decided]].any():
                return None
            frontier = self.next_positions(frontier[by != OPEN], decides)
        return Begun(rules, decides, reached, open_)

    def next_positions(self, positions: IntArray, decides: NDArray[np.int32]) -> IntArray:
        """The positions that can follow moves of the list, perhaps several times; after a move that
        does not keep there are none. Where nothing decides, all moves that keep are made."""
        moves, counts = row_places(self.kept.starts, positions)
        by = np.repeat(decides[positions], counts)
        made = self.kept.allowed[moves].copy()
        ruled = by >= 0
        made[ruled] &= self.chosen[by[ruled], moves[ruled]]
        places, _ = row_places(self.kept.after_starts, moves[made])
        return self.kept.after[places]

    def left(self, decides: NDArray[np.int32]) -> tuple[int, int]:
        """If all moves that keep are made where a list errs or nothing decides: how many of the
        positions that come up nothing decides, and in how many it errs."""
        reached = np.zeros(len(self.kept), np.bool_)
        frontier = self.kept.first
        while len(frontier):
            frontier = take_new(frontier, reached)
            by = decides[frontier]
            frontier = self.next_positions(frontier, self._without_errors(decides, frontier, by))
        places = np.flatnonzero(reached)
        by = decides[places]
        decided = by >= 0
        errs = self.wrong[by[decided], places[decided]]
        return int((by == OPEN).sum()), int(errs.sum())

    def _without_errors(
        self, decides: NDArray[np.int32], places: IntArray, by: NDArray[np.int32]
    ) -> NDArray[np.int32]:
        """``decides`` with `OPEN` in those of some places in which a rule errs."""
        decided = by >= 0
        errs = places[decided][self.wrong[by[decided], places[decided]]]
        if not len(errs):
            return decides
        changed = decides.copy()
        changed[errs] = OPEN
        return changed

    def decided_by(self, rules: tuple[int, ...]) -> NDArray[np.int32]:
        """[P] which rule of a list decides, or `OPEN` or `FORCED`."""
        decides = np.where(self.forced, FORCED, OPEN).astype(np.int32)
        for rule in rules:
            decides = self.with_rule(decides, rule)
        return decides

    def with_rule(self, decides: NDArray[np.int32], rule: int) -> NDArray[np.int32]:
        """``decides`` of a list with one more rule."""
        undecided = (decides == OPEN) & self.applies[rule]
        return np.where(undecided, np.int32(rule), decides)


def take_new(positions: IntArray, reached: Truth) -> IntArray:
    """Those of some positions that were not reached before, each once; now they are."""
    new = distinct(positions)
    new = new[~reached[new]]
    reached[new] = True
    return new
