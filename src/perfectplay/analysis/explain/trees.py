"""Small decision trees over conditions, by scikit-learn, if there is no shorter rule."""

from __future__ import annotations

from typing import Any

import numpy as np

from perfectplay.analysis.explain.choices import conditions
from perfectplay.analysis.explain.pool import CandidatePool
from perfectplay.analysis.explain.rules import BranchRule, Condition, ConstantRule, Rule

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
