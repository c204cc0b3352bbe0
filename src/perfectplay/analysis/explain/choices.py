"""Search for the shortest choice: a condition decides which of two others holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from perfectplay.analysis.explain.pool import CandidatePool
from perfectplay.analysis.explain.rules import (
    BranchRule,
    Condition,
    ConstantRule,
    Rule,
    Truth,
    length_of,
)
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


LEAVES = 8
DEPTH = 4
COLUMNS = 600
ROWS = 10_000


def questions(pool: CandidatePool) -> list[Condition]:
    """Conditions in trees: those of choices, residues, and nim-sums of 0."""
    found = conditions(pool)
    for number, feature in enumerate(pool.features):
        found.append(Condition(feature, 0, "==", (0,)))
        if np.ptp(pool.values[number]) >= 5:
            found += [Condition(feature, m, "==", (r,)) for m in (2, 3, 4) for r in range(m)]
    unique = {condition.text: condition for condition in found}
    return list(unique.values())[:COLUMNS]


def tree(pool: CandidatePool) -> Rule | None:
    """Rule of a small tree, right on the working set or nearly; None without scikit-learn."""
    try:
        from sklearn.tree import DecisionTreeClassifier
    except ImportError:
        return None
    listed = questions(pool)
    places = np.arange(len(pool.rows))
    if len(places) > ROWS:
        places = np.random.default_rng(0).choice(places, ROWS, replace=False)
    rows = pool.rows[places]
    columns = np.array([c.holds(rows) for c in listed], np.float32).T
    classifier = DecisionTreeClassifier(
        criterion="entropy", max_leaf_nodes=LEAVES, max_depth=DEPTH, random_state=0
    )
    classifier.fit(columns, pool.wanted[places])
    return _rule(classifier.tree_, listed, classifier.classes_.tolist(), 0)


def _rule(fitted: Any, listed: list[Condition], classes: list[bool], node: int) -> Rule:
    """Rule of a node: the right branch is taken if its condition holds."""
    if fitted.children_left[node] < 0:
        return ConstantRule(bool(classes[int(np.argmax(fitted.value[node][0]))]))
    no = _rule(fitted, listed, classes, int(fitted.children_left[node]))
    yes = _rule(fitted, listed, classes, int(fitted.children_right[node]))
    if yes == no:
        return yes
    condition = listed[int(fitted.feature[node])]
    if isinstance(yes, ConstantRule) and isinstance(no, ConstantRule):
        return condition if yes.answer else condition.negated
    return BranchRule(condition, yes, no)
