"""The findings of a batch, and where its children are stored; each that is found is marked."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from perfectplay.core.arrays import IntArray
from perfectplay.tablebase.verification import Problem, Worth
from perfectplay.verifier import kernels
from perfectplay.verifier.expand import ChildBatch
from perfectplay.verifier.messages import ProblemWriter
from perfectplay.verifier.stored_tiers import Entries, LoadedTier, LoadedTiers

HOPELESS = 1_000
"""Misplaced children of a batch after which no more are looked for."""

NONE = np.empty(0, np.int64)


@dataclass
class BatchFindings:
    """The result for one or several batches.

    ``wrong``: (key, stored entry, right worth); ``lost``: (parent's key, child's key, the tier
    where it is stored or None) of misplaced children; ``trouble``: (key, what the rules raised);
    ``unlike``: keys of states that differ from other states of their classes; ``doubtful``: keys
    of states whose classes compiled rules cannot compare; ``problems``: what the interpreter
    found; ``passed``: images on which the rules raise.
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


def together(*parts: BatchFindings) -> BatchFindings:
    """Several batches as one."""
    whole = BatchFindings()
    for part in parts:
        for name, value in vars(part).items():  # numbers, lists and counters
            setattr(whole, name, getattr(whole, name) + value)
    return whole


class StrayChildren:
    """Children of a batch that are stored in another tier than their own: how many, and for the
    first places the number of that tier."""

    def __init__(self, limit: int) -> None:
        self.limit, self.count = limit, 0
        self.numbers: dict[int, int] = {}

    def add(self, number: int, places: IntArray) -> None:
        """Those found in a tier; places: [K] rising."""
        self.count += len(places)
        self.numbers.update(dict.fromkeys(places[: self.limit].tolist(), number))


class ChildLookup:
    """Finds children in the tiers. ``linked``: the tiers in which children of the present tier
    were found. ``limit``: how many misplaced children of a batch are reported."""

    def __init__(self, tiers: LoadedTiers, writer: ProblemWriter, limit: int) -> None:
        self.tiers, self.writer, self.limit = tiers, writer, limit
        self.linked: tuple[int, ...] = ()
        self._lock = threading.Lock()

    def look_up(
        self, tier: LoadedTier, expanded: ChildBatch, keys: IntArray, seen: BatchFindings
    ) -> Entries:
        """[C] the entries of all children, 0 for one that is not stored; marks them as reached."""
        children = expanded.children
        found = np.zeros(len(children), tier.entries.dtype)
        strays = StrayChildren(self.limit)
        still, tried = len(children), set[int]()
        e, hopeless = 0, 0
        while still and hopeless < HOPELESS:
            number = next((linked for linked in self.linked if linked not in tried), None)
            if number is None:
                open_ = np.flatnonzero(found[e:] == 0)
                if not len(open_):
                    break
                e += int(open_[0])
                number = self._home(tier, int(children[e]), tried)
                if number is None:
                    e, hopeless = e + 1, hopeless + 1
                    continue
            tried.add(number)
            before = still
            still = self._probe(tier, number, expanded, found, seen, strays)
            with self._lock:
                if still < before and number not in self.linked:
                    self.linked = (*self.linked, number)
        if still or strays.count:
            self._record_lost(expanded, keys, found, seen, strays)
        return found

    def _probe(
        self,
        tier: LoadedTier,
        number: int,
        expanded: ChildBatch,
        found: Entries,
        seen: BatchFindings,
        strays: StrayChildren,
    ) -> int:
        """Look for children in one tier; return how many are still not found."""
        other = tier if number == tier.number else self.tiers.get(number, alone=True)
        children = expanded.children
        fresh = np.empty(len(children) if other is tier else 0, np.int64)
        tiers_of = expanded.tiers if self.writer.has_tiers else NONE
        astray = np.empty(len(tiers_of), np.int64)
        count, still, stray = kernels.look_up(
            children, len(children), other.keys, other.shift, other.table, other.entries, found,
            fresh, tiers_of, number, astray,
        )  # fmt: skip
        strays.add(number, astray[:stray])
        if count:
            seen.fresh.append(fresh[:count].copy())
        return int(still)

    def _home(self, tier: LoadedTier, key: int, tried: set[int]) -> int | None:
        """A tier, not below this one, that should hold a child and has not been tried."""
        if self.writer.has_tiers:
            right = self.writer.tier_of(key)
            likely = [right if right is not None and right > tier.number else None]
            likely.append(tier.number)
        else:
            likely = [self.tiers.next_of(tier.number), tier.number]
        for number in likely:
            if number is not None and number in self.tiers.entries and number not in tried:
                return number
        return None

    def _record_lost(
        self,
        expanded: ChildBatch,
        keys: IntArray,
        found: Entries,
        seen: BatchFindings,
        strays: StrayChildren,
    ) -> None:
        """Record misplaced children; the first of them are looked up in all tiers."""
        lost = np.flatnonzero(found == 0)
        ends = np.cumsum(expanded.degrees)
        limit = self.limit
        # whether a child is stray or lost can depend on timing: both are reported alike
        for e in sorted([*lost[:limit].tolist(), *strays.numbers])[:limit]:
            parent = int(keys[np.searchsorted(ends, e, "right")])
            child = int(expanded.children[e])
            number = strays.numbers.get(e)
            if number is None and (home := self.tiers.search(child)) is not None:
                number, found[e] = home
            seen.lost.append((parent, child, number))
        seen.uncounted["missing"] += max(0, len(lost) + strays.count - limit)
