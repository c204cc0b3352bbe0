"""Lists of rules that keep but for some positions, each of which then has a move of its own."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perfectplay.analysis.card.list_positions import OPEN, RuleTable, take_new
from perfectplay.core.arrays import IntArray
from perfectplay.core.progress import Reporter

WORK = 20_000
"""Positions times lists that a beam goes on with, at least one list."""

WIDEST = 4
"""The most lists that a beam goes on with."""


@dataclass(frozen=True)
class ListWithExceptions:
    """rules: indices of candidates, in order; moves: the exceptions, a move for each position."""

    rules: tuple[int, ...]
    moves: dict[int, int]

    @property
    def lines(self) -> int:
        """How long a card with it is."""
        return len(self.rules) + len(self.moves)


def find_with_exceptions(table: RuleTable, most: int, reporter: Reporter) -> ListWithExceptions:
    """A list of at most so many rules, with few exceptions: the shortest card that was met."""
    width = max(1, min(WIDEST, WORK // max(1, len(table.kept))))
    best = exceptions_of(table, ())
    beam = [best]
    for length in range(most):
        reporter.tell("looking for rules and exceptions", length, most)
        longer: dict[bytes, ListWithExceptions] = {}
        for found in beam:
            decides = table.decided_by(found.rules)
            places = [place for place in found.moves if decides[place] == OPEN]
            useful = table.right[:, places].any(axis=1)  # others save no exception
            for rule in np.flatnonzero(useful).tolist():
                same = table.with_rule(decides, rule).tobytes()
                if same not in longer:
                    longer[same] = exceptions_of(table, (*found.rules, rule))
        beam = sorted(longer.values(), key=lambda one: (one.lines, one.rules))[:width]
        if not beam:
            break
        best = min(best, beam[0], key=lambda one: one.lines)
    return _shorter(table, best)


def _shorter(table: RuleTable, found: ListWithExceptions) -> ListWithExceptions:
    """Without rules that cost more lines than they save."""
    again = True
    while again:
        again = False
        for place in range(len(found.rules)):
            fewer = exceptions_of(table, found.rules[:place] + found.rules[place + 1 :])
            if fewer.lines <= found.lines:
                found, again = fewer, True
                break
    return found


def exceptions_of(table: RuleTable, rules: tuple[int, ...]) -> ListWithExceptions:
    """The positions that come up by a list in which it errs, or decides nothing, each with a move
    that keeps: the one that leads to the fewest other exceptions at once, or to few positions."""
    decides = table.decided_by(rules)
    needed = decides == OPEN
    ruled = np.flatnonzero(decides >= 0)
    needed[ruled] = table.wrong[decides[ruled], ruled]
    reached = np.zeros(len(table.kept), np.bool_)
    moves: dict[int, int] = {}
    frontier = table.kept.first
    while len(frontier):
        frontier = take_new(frontier, reached)
        own = frontier[needed[frontier]]
        after: list[IntArray] = [table.next_positions(frontier[~needed[frontier]], decides)]
        for position in own.tolist():
            moves[position] = _best_move(table, position, needed, reached)
            after.append(_after(table, moves[position]))
        frontier = np.concatenate(after)
    return ListWithExceptions(rules, moves)


def _after(table: RuleTable, move: int) -> IntArray:
    kept = table.kept
    return kept.after[kept.after_starts[move] : kept.after_starts[move + 1]]


def _best_move(
    table: RuleTable, position: int, needed: NDArray[np.bool_], reached: NDArray[np.bool_]
) -> int:
    kept, best, least = table.kept, -1, (0, 0)
    for move in range(int(kept.starts[position]), int(kept.starts[position + 1])):
        if kept.allowed[move]:
            new = _after(table, move)
            new = new[~reached[new]]
            cost = int(needed[new].sum()), len(new)
            if best < 0 or cost < least:
                best, least = move, cost
    return best
