"""The findings of a batch, and where its children are stored; each that is found is marked."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Any

import numpy as np

from perfectplay.core.arrays import IntArray
from perfectplay.tablebase.verification import Problem, Worth
from perfectplay.verifier.expand import ChildBatch
from perfectplay.verifier.plain.messages import ProblemWriter
from perfectplay.verifier.stored import kernels
from perfectplay.verifier.stored.budget_tiers import BudgetTiers
from perfectplay.verifier.stored.stored_tiers import Entries, LoadedTier, SomeTier

HOPELESS = 1_000
"""Misplaced children of a batch after which the rules are asked for the tiers of no more: what is
left is looked up in all tiers at once."""

NONE = np.empty(0, np.int64)


@dataclass
class BatchFindings:
    """The result for one or several batches.

    ``wrong``: (key, stored entry, right worth); ``lost``: (parent's key, child's key, the tier
    where it is stored or None) of misplaced children; ``trouble``: (key, what the rules raised);
    ``unlike``: keys of states that differ from other states of their classes; ``doubtful``: keys
    of states whose classes compiled rules cannot compare; ``problems``: what the interpreter
    found; ``passed``: images on which the rules raise; ``waiting``: what is still to be looked up.
    """

    states: int = 0
    moves: int = 0
    wrong: list[tuple[int, int, Worth]] = field(default_factory=list)
    lost: list[tuple[int, int, int | None]] = field(default_factory=list)
    trouble: list[tuple[int, str]] = field(default_factory=list)
    unlike: list[int] = field(default_factory=list)
    doubtful: list[int] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    passed: list[str] = field(default_factory=list)
    uncounted: Counter[str] = field(default_factory=Counter)
    fresh: list[IntArray] = field(default_factory=list)
    covered: Counter[int] = field(default_factory=Counter)
    covered_moves: int = 0
    waiting: list[ChildSearch] = field(default_factory=list)

    def limited(self, limit: int) -> BatchFindings:
        """The same with at most so many described problems of a kind, those of the first keys; the
        others are counted. However a batch was divided, the same ones are described."""
        described: tuple[tuple[str, list[Any]], ...] = ("value", self.wrong), ("missing", self.lost)
        for kind, found in described:
            found.sort(key=itemgetter(0))
            self.uncounted[kind] += max(0, len(found) - limit)
            del found[limit:]
        return self


def together(*parts: BatchFindings) -> BatchFindings:
    """Several batches as one."""
    whole = BatchFindings()
    for part in parts:
        for name, value in vars(part).items():  # numbers, lists and counters
            setattr(whole, name, getattr(whole, name) + value)
    return whole


class MisplacedChildren:
    """Children of a batch that are not stored where they should be: how many, and for the first
    ``limit`` places of those that are added together where they are stored, None: nowhere."""

    def __init__(self, limit: int) -> None:
        self.limit, self.count = limit, 0
        self.homes: dict[int, int | None] = {}

    def add(self, number: int | None, places: IntArray) -> None:
        """Those that are stored in a tier; places: [K] rising."""
        self.count += len(places)
        self.homes.update(dict.fromkeys(places[: self.limit].tolist(), number))


class ChildLookup:
    """Finds children in the tiers. ``linked``: the tiers in which children of the present tier
    were found, and ``strayed`` those in which misplaced ones were. ``limit``: how many misplaced
    children of a batch are reported."""

    def __init__(self, tiers: BudgetTiers, writer: ProblemWriter, limit: int) -> None:
        self.tiers, self.writer, self.limit = tiers, writer, limit
        self.linked: tuple[int, ...] = ()
        self.strayed: set[int] = set()
        self._lock = threading.Lock()

    def link(self, number: int) -> None:
        """Remember that children were found in a tier."""
        with self._lock:
            if number not in self.linked:
                self.linked = (*self.linked, number)

    def home(self, number: int, key: int, tried: set[int]) -> int | None:
        """A tier, not below this one, that should hold a child and has not been tried."""
        if self.writer.has_tiers:
            right = self.writer.tier_of(key)
            likely = [right if right is not None and right > number else None, number]
        else:
            likely = [self.tiers.next_of(number), number]
        for other in likely:
            if other is not None and other in self.tiers.entries and other not in tried:
                return other
        return None


class ChildSearch:
    """The children of a batch of states, looked up in one tier after the other; what is found is
    marked as reached.

    ``found``: [C] their entries, 0 for one that is not found; ``seen``: what is wrong;
    ``wanted``: the tier to be looked at next, if memory does not hold it; ``own``: the entries of
    the states themselves.
    """

    def __init__(
        self, lookup: ChildLookup, tier: SomeTier, expanded: ChildBatch, keys: IntArray,
        own: Entries,
    ) -> None:  # fmt: skip
        self.lookup, self.tier, self.expanded = lookup, tier, expanded
        self.keys, self.own = keys, own
        self.found: Entries = np.zeros(len(expanded.children), tier.entry_type)
        self.seen = BatchFindings()
        self.wanted: int | None = None
        self._misplaced = MisplacedChildren(lookup.limit)
        self._still, self._tried = len(expanded.children), set[int]()
        self._place, self._hopeless = 0, 0

    @property
    def bytes(self) -> int:
        """What waiting takes."""
        arrays = [*vars(self.expanded).values(), self.found, self.keys, self.own]
        return sum(array.nbytes for array in arrays if isinstance(array, np.ndarray))

    def go_on(self) -> bool:
        """Look the children up in all tiers that are in memory; False if another one is wanted."""
        while (number := self._next()) is not None:
            tier = self.tier  # it may be a copy, with marks of its own
            if isinstance(tier, LoadedTier) and number == tier.number:
                other: LoadedTier | None = tier
            else:
                other = self.lookup.tiers.near(number)
            if other is None:
                self.wanted = number
                return False
            self.probe(number, other)
            self.tried(number)
        return True

    def keep(self) -> None:
        """Copy what belongs to the expander."""
        given = self.expanded
        self.expanded = replace(
            given, children=given.children.copy(), again=given.again.copy(),
            tiers=given.tiers.copy() if self.lookup.writer.has_tiers else NONE,
            gains=given.gains.copy(),
        )  # fmt: skip
        self.keys, self.own = self.keys.copy(), self.own.copy()

    def probe(self, number: int, other: LoadedTier) -> None:
        """Look the children up in a tier, or in a piece of one."""
        children = self.expanded.children
        stays = other is self.tier  # the places of what is found anew are needed
        fresh = np.empty(len(children) if stays else 0, np.int64)
        tiers_of = self.expanded.tiers if self.lookup.writer.has_tiers else NONE
        astray = np.empty(len(tiers_of), np.int64)
        before = self._still
        count, still, stray = kernels.look_up(
            children, len(children), other.keys, other.shift, other.table, other.entries,
            self.found, fresh, tiers_of, number, astray,
        )  # fmt: skip
        self._still = int(still)
        self._misplaced.add(number, astray[:stray])
        if self._still < before:
            self.lookup.link(number)
        if count:
            self.seen.fresh.append(fresh[:count].copy())

    def tried(self, number: int) -> None:
        """No more is to be found in a tier."""
        self._tried.add(number)
        self.wanted = None

    def finish(self) -> None:
        """Look up in all tiers what is not found, and record misplaced children."""
        if self._still:
            self._look_everywhere()
        misplaced, ends = self._misplaced, np.cumsum(self.expanded.degrees)
        limit = self.lookup.limit
        for e in sorted(misplaced.homes)[:limit]:
            parent = int(self.keys[np.searchsorted(ends, e, "right")])
            child = int(self.expanded.children[e])
            self.seen.lost.append((parent, child, misplaced.homes[e]))
        self.seen.uncounted["missing"] += max(0, misplaced.count - limit)

    def _look_everywhere(self) -> None:
        """Look up in all other tiers what is not found, all at once: what is marked, and counted,
        must not depend on how batches are divided."""
        lost = np.flatnonzero(self.found == 0)
        wanted, which = np.unique(self.expanded.children[lost], return_inverse=True)
        homes = np.full(len(wanted), -1, np.int64)
        entries = np.zeros(len(wanted), self.found.dtype)
        tiers, numbers, own = self.lookup.tiers, list[int](), self.tier.number
        for number, places, found in tiers.search(wanted, own, self._tried):
            homes[places], entries[places] = len(numbers), found
            numbers.append(number)
            self.lookup.strayed.add(number)
        self.found[lost] = entries[which]
        self._misplaced.add(None, lost[homes[which] < 0])
        for n, number in enumerate(numbers):
            here = lost[homes[which] == n]
            if self.lookup.writer.has_tiers and number > own:  # where some of them should be
                here = here[self.expanded.tiers[here] != number]
            self._misplaced.add(number, here)

    def _next(self) -> int | None:
        """The tier to be looked at next; None if all children are found, or there is no hope."""
        while self._still and self._hopeless < HOPELESS:
            for linked in self.lookup.linked:
                if linked not in self._tried:
                    return linked
            open_ = np.flatnonzero(self.found[self._place :] == 0)
            if not len(open_):
                return None
            self._place += int(open_[0])
            key = int(self.expanded.children[self._place])
            if (number := self.lookup.home(self.tier.number, key, self._tried)) is not None:
                return number
            self._place, self._hopeless = self._place + 1, self._hopeless + 1
        return None
