"""Search for the shortest condition that separates two sets of states.

A working set of states represents all: a condition that is wrong on it is wrong. A few dozen states
rule out most candidates: the residues of a candidate on them, modulo a number below 64, are bits of
one word, and the candidate is ruled out if the two sets share a bit.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np

from perfectplay.analysis.explain.coordinates import Coordinates, IntArray
from perfectplay.analysis.explain.features import Feature, length
from perfectplay.analysis.explain.rules import (
    Condition,
    ConstantRule,
    Rule,
    Truth,
    condition_between,
)
from perfectplay.core.distinct import distinct

WORKING = 20_000
"""Most states of the working set; there are fewer if there are very many features."""

VALUES = 16_000_000
"""Most values of all features on the working set."""

MODULI = 12
"""Largest modulus of a feature; 63 for a single coordinate and for the sum of all."""

STAGES = (16, 128)
"""States of either set on which candidates are tried before all states."""


class CandidatePool:
    """Candidates for conditions: each feature with each modulus (0: none), the shortest first.

    Has F ``features``, their ``values`` [F, W] on the working set of W states, and ``wanted`` [W].
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
        """True if the time limit of the search is over."""
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
        """Shortest rule with at most one condition for some states of the working set, or None.

        inside: [K] their indices. The rule is shorter than ``most``.
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
        """[C] bool: False if the candidate cannot separate the two sets."""
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
        for one in alive.tolist():  # by rising minimal length
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
            # a period counts only if it was seen twice
            if max(a.max(), b.max()) - min(a.min(), b.min()) < 2 * modulus - 1:
                return None
            a, b = a % modulus, b % modulus
        a, b = distinct(a), distinct(b)
        if len(np.intersect1d(a, b, assume_unique=True)):
            return None
        return condition_between(self.features[self._feature[one]], modulus, a, b)


def _disjoint(a: IntArray, b: IntArray) -> Truth:
    """[C] bool: True if two rows of numbers from 0 to 63 have none in common."""
    one = np.uint64(1)
    bits = [np.bitwise_or.reduce(one << x.astype(np.uint64), axis=1) for x in (a, b)]
    found: Truth = (bits[0] & bits[1]) == 0
    return found


def _apart(a: IntArray, b: IntArray) -> Truth:
    """[C] bool: True if a threshold, or a list of numbers, may separate two rows of numbers."""
    low, high = np.minimum(a.min(1), b.min(1)), np.maximum(a.max(1), b.max(1))
    found: Truth = (a.max(1) < b.min(1)) | (b.max(1) < a.min(1))
    for one, other in ((a, b), (b, a)):
        found |= (one.min(1) == one.max(1)) & (other != one[:, :1]).all(1)
    near = high - low < 64
    found[near] = _disjoint(a[near] - low[near, None], b[near] - low[near, None])
    return found


def _working(rows: IntArray, count: int) -> IntArray:
    """[W] indices of the states with the smallest coordinates, often exceptions, and of others."""
    if len(rows) <= count:
        return np.arange(len(rows))
    size = np.abs(rows).max(axis=1) * rows.shape[1] + np.count_nonzero(rows, axis=1)
    small = np.argsort(size, kind="stable")[: count // 2]
    rest = np.delete(np.arange(len(rows)), small)
    others = np.random.default_rng(0).choice(rest, count - len(small), replace=False)
    return np.sort(np.concatenate([small, others]))
