"""The number of states of levels that are too large to be explored.

Every state of the last completely known level sends out a walker, which makes one random move a
level. Walkers start so far apart that they are nearly independent: how often the children of two of
them are the same state shows how many states there are. (A sample of a level that keeps several
children of one state would not work: relatives meet far more often than strangers.)

With walkers of weight u that sum to N, the states of a level, E = sum of u over their moves
estimates the level's moves, and P = sum of u·u' over pairs of different walkers that move to one
state estimates the sum of k(k-1), where k is how many moves lead to a state. For k = 1 + x, x of
mean m, P/E is (r·m² + 2m)/(1 + m); the spread r = mean of x(x-1) over m² hardly changes from level
to level, and is measured on known levels. So m follows from P/E, and the next level has E/(1 + m).
"""

from __future__ import annotations

import math
import operator
from dataclasses import dataclass

import numpy as np

from perfectplay.core.arrays import FloatArray, IntArray
from perfectplay.solver.estimate.sampled import ExploredLevels
from perfectplay.solver.estimate.walkers import WalkSteps

ENOUGH_PAIRS = 300
"""Pairs that an estimate needs; levels with fewer use those of the levels before them too."""

BELIEF = 10.0
"""The weight, in pairs, of the result of the level before."""

MOST_BORROWED = 8
"""The most levels whose pairs are pooled."""

FEWEST_MEANS = 3
"""Levels with enough pairs whose m is continued to levels with too few."""

TREND = 6
"""Levels from which the trend of the spread is taken."""


@dataclass(frozen=True)
class LevelSpread:
    """How unevenly moves lead to the states of a level. ``at``: r of the first unknown level;
    ``grows``: what is added each level, up to r = 1; ``means``: m of known levels, each with its
    number, which is 0 for the first unknown one."""

    at: float
    grows: float
    means: tuple[tuple[int, float], ...] = ()

    def of(self, level: int) -> float:
        """r of the level that is so many levels further."""
        return max(0.0, min(1.0, self.at + self.grows * level) if self.grows else self.at)


def spreads(known: ExploredLevels, last: int) -> tuple[LevelSpread, LevelSpread]:
    """r as the mean of the levels before ``last``, and with the trend of these levels."""
    levels = range(max(1, last - TREND + 1), last + 1)
    parents = [known.parents(d) for d in levels]
    means = tuple((d - last - 1, of.mean() - 1.0) for d, of in zip(levels, parents, strict=True))
    found = [_spread(of) for of in parents]
    recent = float(np.mean(found[-3:]))
    even = LevelSpread(recent, 0.0, means)
    if len(found) < TREND:
        return even, even
    slope, at = np.polyfit(np.arange(TREND) - TREND, found, 1)
    return even, LevelSpread(max(recent, float(at)), max(0.0, float(slope)), means)


def _spread(parents: IntArray) -> float:
    x = parents - 1.0
    mean = x.mean() if len(x) else 0.0
    return float((x * (x - 1)).mean() / mean**2) if mean > 0 else 1.0


def unrolled(
    states: float, steps: WalkSteps, spread: LevelSpread, noise: FloatArray | None = None
) -> FloatArray:
    """[levels] the number of states of each level that was walked; ``states``: of the first.

    ``noise``: [levels] factors for the measured meetings.
    """
    counts, meeting, trust = [states], list[float](), list[float]()
    shared, seen = None, list(spread.means)
    for i, branching in enumerate(steps.branching):
        meeting.append(steps.meeting[i] * counts[i] * (1.0 if noise is None else float(noise[i])))
        trust.append(expected_pairs(steps, i, counts[i]))
        first, pairs = i, steps.pairs[i]
        while first > 0 and pairs < ENOUGH_PAIRS and i - first < MOST_BORROWED:
            first -= 1
            pairs += steps.pairs[first]
        found = sum(map(operator.mul, meeting[first:], trust[first:]))
        if shared is None:
            shared = meeting[i]
        elif branching and shared > 0:  # the result of the level before counts as a few pairs
            shared = (found + BELIEF) / (sum(trust[first:]) + BELIEF / shared)
        mean = mean_above_one(shared, spread.of(i))
        if sum(trust[first:]) >= BELIEF:
            seen.append((i, mean))
        elif len(seen) >= FEWEST_MEANS:
            mean = max(mean, _continued(seen[-MOST_BORROWED:], i))
        counts.append(counts[i] * branching / (1 + mean))
    return np.array(counts[:-1] if steps.ended else counts)


def _continued(seen: list[tuple[int, float]], level: int) -> float:
    """m of a level from the line through those of some levels before it; it does not fall."""
    levels, means = np.array(seen).T
    slope, at = np.polyfit(levels - level, means, 1)
    return float(max(means[-1], at)) if slope > 0 else float(means[-1])


def expected_pairs(steps: WalkSteps, level: int, states: float) -> float:
    """The expected number of pairs in a level of so many states, for each unit of P/E."""
    return steps.walkers[level] ** 2 * steps.branching[level] / (2 * states)


def blind_levels(counts: FloatArray, steps: WalkSteps) -> int:
    """The number of levels with too few pairs, even with those of the levels before them."""
    n = min(len(counts), len(steps.pairs))
    hoped = [expected_pairs(steps, i, counts[i]) for i in range(n)]
    return sum(sum(hoped[max(0, i - MOST_BORROWED) : i + 1]) < BELIEF for i in range(n))


def borrowed_levels(counts: FloatArray, steps: WalkSteps) -> int:
    """The number of levels, up to the largest, that need pairs of the levels before them."""
    growing = int(np.argmax(counts)) if len(counts) else 0
    return sum(pairs < ENOUGH_PAIRS for pairs in steps.pairs[:growing])


def mean_above_one(meeting: float, r: float) -> float:
    """m of meeting = (r·m² + 2m)/(1 + m), but at most ``meeting``.

    The mean of k(k-1) is at least the mean of k times that mean less 1, so that m is never above
    P/E, however wrong r is.

    >>> round(mean_above_one((0.75 * 9 + 6) / 4, 0.75), 6), mean_above_one(2.0, 0.0)
    (3.0, 2.0)
    """
    b = 2 - meeting
    if r < 1e-9:
        return min(meeting, meeting / b) if b > 1e-9 else meeting
    return min(meeting, (-b + math.sqrt(b * b + 4 * r * meeting)) / (2 * r))
