"""Search for the shortest choice: a condition decides which of two others holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from perfectplay.analysis.explain.pool import CandidatePool
from perfectplay.analysis.explain.rules import BranchRule, Condition, Rule, Truth, length_of
from perfectplay.core.progress import Reporter

THRESHOLDS = 12
"""Smallest values of a feature that are tried as thresholds; for a lone coordinate 64."""

LEAST = 6
"""Length of the shortest condition."""


def conditions(pool: CandidatePool) -> list[Condition]:
    """Conditions for a choice, the shortest first: thresholds, equalities, parities."""
    return sorted(_conditions(pool), key=lambda c: (length_of(c), c.text))


def _conditions(pool: CandidatePool) -> Iterator[Condition]:
    alone = sum(f.simple for f in pool.features) == 1
    for number, feature in enumerate(pool.features):
        if not feature.simple:
            continue
        values = np.unique(pool.values[number])
        for value in values[: 64 if alone else THRESHOLDS].tolist():
            yield Condition(feature, 0, "==", (value,))
            if value != values[0] and value != values[-1]:
                yield Condition(feature, 0, "<=", (value,))
        if values[0] < 0 <= values[-1]:  # as in s[0] - s[1] <= 0
            yield Condition(feature, 0, "<=", (0,))
            yield Condition(feature, 0, "==", (0,))
        if values[-1] - values[0] > 2:
            yield Condition(feature, 2, "==", (0,))


def shortest_choice(
    pool: CandidatePool, is_right: Callable[[Rule], bool], reporter: Reporter
) -> BranchRule | None:
    """Shortest choice that is right on the working set and, by ``is_right``, on all states."""
    best: BranchRule | None = None
    most = np.inf
    tried: set[bytes] = set()
    listed = conditions(pool)
    for done, condition in enumerate(listed):
        reporter.tell("looking for a rule", done, len(listed))
        own = length_of(condition)
        if pool.late or own + LEAST + 1 >= most:
            break
        holds = condition.holds(pool.rows)
        mark = np.packbits(holds).tobytes()
        if holds.all() or not holds.any() or mark in tried:
            continue
        tried.add(mark)
        found = _choice(pool, condition, holds, most - own)
        if found is not None and length_of(found) < most and is_right(found):
            best, most = found, length_of(found)
    return best


def _choice(
    pool: CandidatePool, condition: Condition, holds: Truth, most: float
) -> BranchRule | None:
    """Shortest choice by a condition; None unless it is shorter than ``most``.

    The larger part comes first, as it rules most conditions out."""
    inside, outside = np.flatnonzero(holds), np.flatnonzero(~holds)
    parts = sorted((inside, outside), key=len)
    large = pool.best(parts[1], most)
    if large is None:
        return None
    small = pool.best(parts[0], most - length_of(large))
    if small is None:
        return None
    yes, no = (small, large) if parts[0] is inside else (large, small)
    return BranchRule(condition, yes, no)
