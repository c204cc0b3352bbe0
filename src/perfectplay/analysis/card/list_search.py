"""The shortest list of rules that keeps, among candidates: a search by beams, then of all lists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from perfectplay.analysis.card.kept_positions import Truth
from perfectplay.analysis.card.list_positions import OPEN, Begun, RuleTable
from perfectplay.core.progress import Reporter

WIDTHS = (6, 30)
"""The most lists that a beam goes on with, and that it does if no list is found with fewer."""

WORK = 60_000
"""Positions times lists that a beam goes on with, at least one list."""

PLENTY = 2_000
"""Of games with more positions fewer lists are looked at, so that it takes as long."""

TRIES = 20_000
"""Lists that the search for a shorter one looks at by default."""


@dataclass(frozen=True)
class FoundList:
    """rules: indices of candidates, in order, None if no list was found; shortest: no list of fewer
    rules keeps; longer_than: no list of so many rules or fewer keeps; tries: lists looked at."""

    rules: tuple[int, ...] | None
    shortest: bool
    longer_than: int
    tries: int


def find_list(table: RuleTable, most: int, tries: int, reporter: Reporter) -> FoundList:
    """The list with the fewest rules, at most ``most``; among those found, the simplest."""
    found = None
    affordable = max(1, WORK // max(1, len(table.kept)))
    for width in sorted({min(widest, affordable) for widest in WIDTHS}):
        if found is None:
            found = _by_beam(table, most, width, reporter)
    if found is not None:
        found = _trimmed(table, _simplified(table, _trimmed(table, found)))
    search = _AllLists(table, tries * PLENTY // max(PLENTY, len(table.kept)), reporter)
    below = most + 1 if found is None else len(found)
    looked = -1  # lists of so many rules have all been looked at
    for count in range(below):
        if (better := search.of_length(count)) is not None:
            found = better
            break
        if search.over:
            return FoundList(found, False, looked, search.tries)
        looked = count
    if found is None:
        return FoundList(None, False, looked, search.tries)
    while (simpler := search.of_length(len(found), _weight(table, found))) is not None:
        found = simpler
    return FoundList(found, True, looked, search.tries)


def _weight(table: RuleTable, rules: tuple[int, ...]) -> float:
    return float(table.weights[list(rules)].sum())


# --- a first list ---------------------------------------------------------------------------------


def _by_beam(table: RuleTable, most: int, width: int, reporter: Reporter) -> tuple[int, ...] | None:
    """Lists that leave little undecided are made longer, until one of them is complete."""
    beam = [table.begin()]
    if beam[0].complete:
        return ()
    for length in range(most):
        reporter.tell("looking for rules", length, most)
        scored: dict[bytes, tuple[int, float, tuple[int, ...], Begun]] = {}
        for begun in beam:
            for longer in _longer(table, begun):
                if longer.complete:
                    return longer.rules
                key, weight = longer.decides.tobytes(), _weight(table, longer.rules)
                same = scored.get(key)
                score = sum(table.left(longer.decides)) if same is None else same[0]
                if same is None or (weight, longer.rules) < same[1:3]:
                    scored[key] = score, weight, longer.rules, longer
        beam = [row[3] for row in sorted(scored.values(), key=lambda row: row[:3])[:width]]
    return None


def _longer(table: RuleTable, begun: Begun) -> Iterator[Begun]:
    """Lists with one more rule that do not err."""
    useful = (table.right & (begun.decides == OPEN)).any(axis=1)
    dead = (table.wrong & begun.open).any(axis=1)
    for rule in np.flatnonzero(useful & ~dead).tolist():
        if (found := table.extended(begun, rule)) is not None:
            yield found


def _trimmed(table: RuleTable, rules: tuple[int, ...]) -> tuple[int, ...]:
    """The list without rules that it does not need."""
    again = True
    while again:
        again = False
        for place in range(len(rules)):
            fewer = rules[:place] + rules[place + 1 :]
            if keeps(table, fewer):
                rules, again = fewer, True
                break
    return rules


def _simplified(table: RuleTable, rules: tuple[int, ...]) -> tuple[int, ...]:
    """The list with simpler rules in the place of some, perhaps elsewhere in the list."""
    order = np.argsort(table.weights, kind="stable")
    for rule in sorted(rules, key=lambda one: -table.weights[one]):
        others = tuple(one for one in rules if one != rule)
        lighter = order[table.weights[order] < table.weights[rule]].tolist()
        tried = (
            (*others[:place], simpler, *others[place:])
            for simpler in lighter
            if simpler not in others
            for place in range(len(rules))
        )
        rules = next((list_ for list_ in tried if keeps(table, list_)), rules)
    return rules


def keeps(table: RuleTable, rules: tuple[int, ...]) -> bool:
    """True if a list decides every position that comes up, and never errs."""
    begun = table.begin()
    for rule in rules:
        longer = table.extended(begun, rule)
        if longer is None:
            return False
        begun = longer
    return begun.complete


# --- all lists ------------------------------------------------------------------------------------


class _AllLists:
    """A search of all lists of a length, unless it takes too many tries."""

    def __init__(self, table: RuleTable, most: int, reporter: Reporter) -> None:
        self.table, self.most, self.reporter = table, most, reporter
        self.tries = 0
        self.order = np.argsort(table.weights, kind="stable")
        self.both = self._apply_together()

    @property
    def over(self) -> bool:
        """True if there were too many tries."""
        return self.tries >= self.most

    def _apply_together(self) -> Truth:
        """[M, M] bool: two rules apply in one position, so that their order may matter."""
        applies = self.table.applies.astype(np.float32)
        both: Truth = applies @ applies.T > 0
        return both

    def of_length(self, count: int, weight: float = np.inf) -> tuple[int, ...] | None:
        """A list of so many rules that keeps, of less than this weight; None without one, or if
        there were too many tries."""
        return self._completed(self.table.begin(), count, weight)

    def _completed(self, begun: Begun, count: int, weight: float) -> tuple[int, ...] | None:
        if begun.complete:
            return begun.rules
        if count == 0 or self.over:
            return None
        table = self.table
        possible = self._possible(begun)
        if count == 1:
            possible &= (table.right | ~begun.open).all(axis=1)
        elif not self._can_be_covered(begun, count):
            return None
        for rule in self.order[possible[self.order]].tolist():
            left = weight - float(table.weights[rule])
            if left <= 0 or self.over:
                break
            self.tries += 1
            if self.tries % 256 == 0:
                self.reporter.tell("looking for fewer rules", self.tries, self.most)
            longer = table.extended(begun, rule)
            found = None if longer is None else self._completed(longer, count - 1, left)
            if found is not None:
                return found
        return None

    def _possible(self, begun: Begun) -> Truth:
        """[M] the rules that may be the next ones."""
        errs = (self.table.wrong & begun.open).any(axis=1)
        helps = (self.table.right & (begun.decides == OPEN)).any(axis=1)
        possible: Truth = np.asarray(helps) & ~np.asarray(errs)
        if begun.rules:  # of two rules whose order does not matter, the first stands first
            last = begun.rules[-1]
            possible &= self.both[last] | np.asarray(np.arange(len(self.order)) > last)
        return possible

    def _can_be_covered(self, begun: Begun, count: int) -> bool:
        """False if so few rules cannot be right in all positions that are open now."""
        places = np.flatnonzero(begun.open)
        right: Truth = self.table.right[:, places]
        if not right.any(axis=0).all():
            return False
        if count > 2:
            return True
        rarest = int(right.sum(axis=0).argmin())
        for rule in np.flatnonzero(right[:, rarest]).tolist():
            if (right | right[rule]).all(axis=1).any():
                return True
        return False
