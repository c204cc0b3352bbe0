"""Looks for the shortest condition that tells two sets of states apart.

A working set of states stands for all: a condition that is wrong there is wrong. Most candidates
fall on a few dozen states; the values that a candidate takes on these, modulo something below 64,
are kept as bits of one word, and it is ruled out where the two sets have a bit in common.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np

from perfectplay.analysis.explain.coordinates import Coordinates, IntArray
from perfectplay.analysis.explain.features import Feature
from perfectplay.analysis.explain.length import length
from perfectplay.analysis.explain.rules import (
    Condition,
    ConstantRule,
    Rule,
    Truth,
    condition_between,
)

WORKING = 20_000
"""States of the working set, and fewer where there are very many features:"""

VALUES = 16_000_000
"""values of features on them."""

MODULI = 12
"""The largest modulus of any feature; of a coordinate alone and of the sum of all, 63."""

STAGES = (16, 128)
"""States of either set that candidates are tried on before all of them."""


class CandidatePool:
    """The candidates: each feature with each modulus (0: none), the shortest first.

    features: F of them. ``values``: [F, W] on the working set of W states; ``wanted``: [W].
    """

    def __init__(
        self, coordinates: Coordinates, wanted: Truth, features: Sequence[Feature], until: float
    ) -> None:
        self.features = list(features)
        self.until = until
        rows = _working(coordinates.rows, min(WORKING, VALUES // max(1, len(features))))
        self.rows, self.wanted = coordinates.rows[rows], wanted[rows]
        self.values = np.array([f.of(self.rows) for f in features]).reshape(-1, len(rows))
        self._random = np.random.default_rng(0)
        self._candidates()

    @property
    def late(self) -> bool:
        """Whether the time for the search is over."""
        return time.perf_counter() > self.until

    def _candidates(self) -> None:
        spans = np.ptp(self.values, axis=1)
        found = []
        for number, feature in enumerate(self.features):
            base = feature.length + 2  # a comparison with 0
            found.append((base, number, 0))
            alike = feature.text.startswith("sum(") or " " not in feature.text
            most = min(63 if alike else MODULI, int(spans[number]))
            for modulus in range(2, most + 1):
                found.append((base + 2 + modulus.bit_length(), number, modulus))
        found.sort()
        table = np.array(found, np.int64).reshape(-1, 3)
        self._lengths, self._feature, self._modulus = table.T

    def best(self, inside: IntArray, most: float = np.inf) -> Rule | None:
        """The shortest rule of one condition, or none, for these states of the working set.

        inside: [K] their places. A rule that is not shorter than ``most`` is not looked for.
        """
        wanted = self.wanted[inside]
        yes, no = inside[wanted], inside[~wanted]
        if not len(yes) or not len(no):
            return ConstantRule(bool(len(yes)))
        alive = np.flatnonzero(self._lengths < most)
        for size in STAGES:
            alive = alive[self._apart(alive, self._some(yes, size), self._some(no, size))]
        return self._shortest(alive, yes, no, most)

    def _some(self, places: IntArray, size: int) -> IntArray:
        if len(places) <= size:
            return places
        found: IntArray = self._random.choice(places, size, replace=False)
        return found

    def _apart(self, alive: IntArray, yes: IntArray, no: IntArray) -> Truth:
        """[C] whether a candidate may tell the two sets apart."""
        found = np.zeros(len(alive), bool)
        plain = self._modulus[alive] == 0
        a, b = (self.values[self._feature[alive]][:, places] for places in (yes, no))
        modulus = self._modulus[alive[~plain], None]
        found[~plain] = _disjoint(a[~plain] % modulus, b[~plain] % modulus)
        found[plain] = _apart(a[plain], b[plain])
        return found

    def _shortest(
        self, alive: IntArray, yes: IntArray, no: IntArray, most: float
    ) -> Condition | None:
        best: Condition | None = None
        for one in alive.tolist():  # rising by the least length
            if self._lengths[one] >= most or self.late:
                break
            found = self._condition(one, yes, no)
            if found is not None and length(found.text) < most:
                best, most = found, length(found.text)
        return best

    def _condition(self, one: int, yes: IntArray, no: IntArray) -> Condition | None:
        modulus, values = int(self._modulus[one]), self.values[self._feature[one]]
        a, b = values[yes], values[no]
        if modulus:
            # a period is believed when it was seen twice
            if max(a.max(), b.max()) - min(a.min(), b.min()) < 2 * modulus - 1:
                return None
            a, b = a % modulus, b % modulus
        a, b = np.unique(a), np.unique(b)
        if len(np.intersect1d(a, b, assume_unique=True)):
            return None
        return condition_between(self.features[self._feature[one]], modulus, a, b)


def _disjoint(a: IntArray, b: IntArray) -> Truth:
    """[C] whether rows of numbers from 0 to 63 have none in common, by the bits of one word."""
    one = np.uint64(1)
    bits = [np.bitwise_or.reduce(one << x.astype(np.uint64), axis=1) for x in (a, b)]
    found: Truth = (bits[0] & bits[1]) == 0
    return found


def _apart(a: IntArray, b: IntArray) -> Truth:
    """[C] whether a threshold, one number or a list of numbers can part two rows of numbers."""
    low, high = np.minimum(a.min(1), b.min(1)), np.maximum(a.max(1), b.max(1))
    found: Truth = (a.max(1) < b.min(1)) | (b.max(1) < a.min(1))
    for one, other in ((a, b), (b, a)):
        found |= (one.min(1) == one.max(1)) & (other != one[:, :1]).all(1)
    near = high - low < 64
    found[near] = _disjoint(a[near] - low[near, None], b[near] - low[near, None])
    return found


def _working(rows: IntArray, count: int) -> IntArray:
    """[W] places: the states with the smallest coordinates, where exceptions live, and others."""
    if len(rows) <= count:
        return np.arange(len(rows))
    size = np.abs(rows).max(axis=1) * rows.shape[1] + np.count_nonzero(rows, axis=1)
    small = np.argsort(size, kind="stable")[: count // 2]
    rest = np.setdiff1d(np.arange(len(rows)), small)
    others = np.random.default_rng(0).choice(rest, count - len(small), replace=False)
    return np.sort(np.concatenate([small, others]))
