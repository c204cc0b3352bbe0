"""Random walkers, which make one move a level from a level that is known whole.

They start so far apart that they are nearly independent. What they meet on each level is a
`WalkSteps`, from which ``collision_estimator.py`` makes counts.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from perfectplay.core.arrays import BoolArray, FloatArray, IntArray
from perfectplay.solver.estimate.sampled import SIZED, ExploredLevels, SampleSource, known_in

LEAST_WALKERS, FEWEST_WALKERS = 250, 16
"""Walkers that go on when they become fewer: while there is time, and after it."""

LOOKED_BACK = 100_000
"""The number of children that are looked up in past levels."""


@dataclass
class WalkSteps:
    """What the walkers met.

    ``ended``: no walker could move any more; ``back``: one has moved to a state of its own level or
    an earlier one, so that levels are no measure. The lists have an entry for each level:
    ``branching``: moves of a state; ``meeting``: P/E for weights that sum to 1; ``pairs``: number
    of pairs behind it; ``sizes``: mean size of a class; ``tiers``: the share of each tier;
    ``walkers``: their number.
    """

    branching: list[float] = field(default_factory=list)
    meeting: list[float] = field(default_factory=list)
    pairs: list[int] = field(default_factory=list)
    sizes: list[float] = field(default_factory=list)
    tiers: list[dict[int, float]] = field(default_factory=list)
    walkers: list[int] = field(default_factory=list)
    ended: bool = False
    back: bool = False


class Walkers:
    """keys: [n] int64, distinct; weights: [n], sum 1; origins: [n], the walkers' start numbers."""

    def __init__(self, keys: IntArray, most: int, seed: int) -> None:
        self.random = np.random.default_rng(seed)
        if len(keys) > most:
            keys = np.sort(self.random.choice(keys, most, replace=False))
        self.keys = keys.copy()
        self.target = len(keys)
        self.weights = np.full(len(keys), 1 / len(keys))
        self.origins = np.arange(len(keys))
        # rising keys of states that were walked, in arrays of which each is twice as long as the
        # next, so that a thousand levels are not sorted again and again
        self.past: list[IntArray] = []
        self.graded = True

    def step(self, source: SampleSource, steps: WalkSteps) -> None:
        """Record the level and moves to the next one. Raises RulesError, KeysOutgrownError."""
        found = source.expand(self.keys)
        degrees, children = found.degrees, found.children
        mass = self.weights * degrees
        branching = float(mass.sum())
        steps.branching.append(branching)
        steps.walkers.append(len(self.keys))
        self._describe(source, steps)
        if not len(children):
            steps.meeting.append(0.0)
            steps.pairs.append(0)
            steps.ended = True
            return
        steps.back = self.graded and self._goes_back(children)
        walker = np.repeat(np.arange(len(degrees)), degrees)
        meeting, pairs = meetings(children, self.weights[walker], self.origins[walker])
        steps.meeting.append(meeting / branching)
        steps.pairs.append(pairs)
        self._go(children, degrees, mass / branching)

    def _goes_back(self, children: IntArray) -> bool:
        """Whether a sampled child is in this level or an earlier one."""
        self.past.append(self.keys.copy())
        while len(self.past) > 1 and len(self.past[-2]) <= 2 * len(self.past[-1]):
            merged = np.concatenate((self.past[-2], self.past[-1]))
            self.past[-2:] = [np.sort(merged, kind="stable")]  # which merges two rising runs
        few = np.sort(children[:: max(1, len(children) // LOOKED_BACK)])
        return any(bool(known_in(few, past).any()) for past in self.past)

    def thin(self, least: int) -> None:
        """Let half of the walkers continue from the next level on, but at least so many."""
        self.target = min(self.target, max(least, self.target // 2))

    def repack(self, source: SampleSource, wider: SampleSource) -> None:
        """Change the keys to those of a wider source."""
        self.keys = source.repacked(self.keys, wider)
        self.past = [source.repacked(past, wider) for past in self.past]

    def _describe(self, source: SampleSource, steps: WalkSteps) -> None:
        few = slice(None, None, max(1, len(self.keys) // SIZED))
        weights = self.weights[few] / self.weights[few].sum()
        size = 1.0
        if source.symmetric:
            size = float((source.class_sizes(self.keys[few].copy()) * weights).sum())
        steps.sizes.append(size)
        tiers = dict[int, float]()
        if source.has_tier:
            numbers, place = np.unique(source.tiers_of(self.keys[few].copy()), return_inverse=True)
            shares = np.bincount(place, weights)
            tiers = dict(zip(numbers.tolist(), shares.tolist(), strict=True))
        steps.tiers.append(tiers)

    def _go(self, children: IntArray, degrees: IntArray, mass: FloatArray) -> None:
        """Each walker makes one move; light ones only sometimes, heavy ones several."""
        wanted = mass * self.target
        count = np.where(degrees > 0, 1, 0)
        far = (degrees > 0) & ((wanted < 1 / 3) | (wanted > 3))
        rounded = np.floor(wanted + self.random.random(len(wanted))).astype(np.int64)
        count[far] = np.minimum(rounded, degrees)[far]
        weight = mass / np.maximum(count, 1)
        light = far & (wanted < 1)
        weight[light] = 1 / self.target
        walker = np.repeat(np.arange(len(count)), count)
        turn = np.arange(len(walker)) - np.repeat(np.cumsum(count) - count, count)
        first = np.cumsum(degrees) - degrees
        offset = (self.random.random(len(degrees)) * degrees).astype(np.int64)
        stride = np.maximum(1, degrees // np.maximum(1, count))
        chosen = first[walker] + (offset[walker] + turn * stride[walker]) % degrees[walker]
        keys, weights, origins = children[chosen], weight[walker], self.origins[walker]
        order = np.argsort(keys, kind="stable")
        keys, weights, origins = keys[order], weights[order], origins[order]
        begin = np.flatnonzero(_changes(keys))
        self.keys, self.origins = keys[begin], origins[begin]
        self.weights = np.add.reduceat(weights, begin)
        self.weights /= self.weights.sum()


def _changes(rising: IntArray) -> BoolArray:
    changes = np.ones(len(rising), bool)
    changes[1:] = rising[1:] != rising[:-1]
    return changes


def meetings(children: IntArray, weights: FloatArray, origins: IntArray) -> tuple[float, int]:
    """The sum of u·u' over ordered pairs of children that are the same state and have different
    origins, and the number of such pairs (n - 1 for a state with n origins).

    >>> meetings(np.array([7, 7, 8]), np.array([1.0, 2.0, 4.0]), np.array([0, 1, 1]))
    (4.0, 1)
    """
    order = np.argsort(children)
    changes = np.append(_changes(children[order]), True)
    order = order[~(changes[:-1] & changes[1:])]  # most occur once and are in no pair
    if not len(order):
        return 0.0, 0
    order = order[np.lexsort((origins[order], children[order]))]
    children, weights, origins = children[order], weights[order], origins[order]
    new_state = _changes(children)
    by_origin = np.flatnonzero(new_state | _changes(origins))
    by_state = np.flatnonzero(new_state)
    each = np.add.reduceat(weights, by_origin)
    every = np.add.reduceat(weights, by_state)
    total = float((every * every).sum() - (each * each).sum())
    return max(0.0, total), len(by_origin) - len(by_state)


def walk_on(
    known: ExploredLevels,
    level: int,
    source: SampleSource,
    most: int,
    levels: int,
    until: float = math.inf,
    seed: int = 1,
    graded: bool = True,
) -> WalkSteps:
    """Send walkers from a completely known level over at most so many levels.

    Their number falls once the share ``until`` of the source's budget is spent; they stop only if
    it is far overdrawn, and not before the first level. ``graded``: they also stop if a move leads
    to an earlier level; otherwise a state counts for each ply in which it is reached, and the
    levels sum to more than the states.
    Raises RulesError, NotCompilable.
    """
    from perfectplay.compiler.expander import KeysOutgrownError

    walkers, steps = Walkers(known.level(level), most, seed), WalkSteps()
    walkers.graded = graded
    walkers.past.append(np.sort(known.keys[: known.bounds[level]]))
    while not (steps.ended or steps.back) and len(steps.branching) < levels:
        if source.budget.used > until:
            enough = source.budget.late if graded else source.budget.used > until + 0.1
            if steps.branching and enough:
                break
            walkers.thin(LEAST_WALKERS if source.budget.left else FEWEST_WALKERS)
        try:
            walkers.step(source, steps)
        except KeysOutgrownError as outgrown:  # the caller's arrays keep their narrow keys
            wider = source.widened(outgrown)
            walkers.repack(source, wider)
            source = wider
    return steps
