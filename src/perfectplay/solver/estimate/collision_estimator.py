"""How many states the levels of a game have that are too large to be explored.

Every state of the last level that is known whole sends a walker, which makes one random move a
level. So far apart do they start that they are nearly independent: how often the children of two
of them are the same state tells how many states there are. (A sample of a level that keeps several
children of one state would not do: relatives meet far more often than strangers.)

With walkers of weight u that sum to N, the states of a level, E = sum of u over their moves
estimates the level's moves, and P = sum of u·u' over pairs of different walkers that move to one
state estimates the sum of k(k-1), where k is how many moves lead to a state. For k = 1 + x, x of
mean m, P/E is (r·m² + 2m)/(1 + m); the spread r = mean of x(x-1) over m² hardly changes from level
to level, and is measured where all is known. So m comes of P/E, and the next level has E/(1 + m).
"""

from __future__ import annotations

import math
import operator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from perfectplay.solver.estimate.sampled import (
    SIZED,
    ExploredLevels,
    IntArray,
    SampleSource,
    known_in,
)

ENOUGH_PAIRS = 300
"""Pairs that an estimate rests on; levels that have fewer borrow from those before them."""

BELIEF = 10.0
"""Pairs for which counts what was found a level before."""

MOST_BORROWED = 8
"""Levels that are pooled at most."""

LEAST_WALKERS = 250

PAST, LOOKED_BACK = 8, 100_000
"""Levels of walkers that are searched one by one, and children that are looked for in them."""

TREND = 6
"""Levels from which the trend of the spread is taken."""

Floats = NDArray[np.float64]


@dataclass
class WalkSteps:
    """``ended``: no walker could move any more; ``back``: one has moved to a state of an earlier
    level, or of its own: levels say nothing then. The rest has an entry for each level that was
    walked: ``branching``: moves of a state; ``meeting``: P/E where weights sum to 1; ``pairs``
    that it rests on; ``sizes``: mean size of a class; ``tiers``: the share of each tier;
    ``walkers`` that were there."""

    branching: list[float] = field(default_factory=list)
    meeting: list[float] = field(default_factory=list)
    pairs: list[int] = field(default_factory=list)
    sizes: list[float] = field(default_factory=list)
    tiers: list[dict[int, float]] = field(default_factory=list)
    walkers: list[int] = field(default_factory=list)
    ended: bool = False
    back: bool = False


class Walkers:
    """keys: [n] int64, distinct; weights: [n], sum 1; origins: [n], who started them."""

    def __init__(self, keys: IntArray, most: int, seed: int) -> None:
        self.random = np.random.default_rng(seed)
        if len(keys) > most:
            keys = np.sort(self.random.choice(keys, most, replace=False))
        self.keys = keys.copy()
        self.target = len(keys)
        self.weights = np.full(len(keys), 1 / len(keys))
        self.origins = np.arange(len(keys))
        self.past: list[IntArray] = []  # rising keys of states that were walked
        self.graded = True

    def step(self, source: SampleSource, steps: WalkSteps) -> None:
        """Notes the level, and goes on to the next one. Raises RulesError, KeysOutgrownError."""
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
        meeting, pairs = met(children, self.weights[walker], self.origins[walker])
        steps.meeting.append(meeting / branching)
        steps.pairs.append(pairs)
        self._go(children, degrees, mass / branching)

    def _goes_back(self, children: IntArray) -> bool:
        """Whether one of some children is in this level or an earlier one."""
        self.past.append(self.keys.copy())
        if len(self.past) > PAST:
            self.past = [np.sort(np.concatenate(self.past))]
        few = np.sort(children[:: max(1, len(children) // LOOKED_BACK)])
        return any(bool(known_in(few, past).any()) for past in self.past)

    def thin(self, share: float) -> None:
        """Goes on with fewer walkers from the next level on."""
        self.target = max(LEAST_WALKERS, int(self.target * share))

    def repack(self, source: SampleSource, wider: SampleSource) -> None:
        """Goes on with the keys of a wider source."""
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

    def _go(self, children: IntArray, degrees: IntArray, mass: Floats) -> None:
        """Each walker makes one move; the light ones some of the time, the heavy ones several."""
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


def _changes(rising: IntArray) -> NDArray[np.bool_]:
    changes = np.ones(len(rising), bool)
    changes[1:] = rising[1:] != rising[:-1]
    return changes


def met(children: IntArray, weights: Floats, origins: IntArray) -> tuple[float, int]:
    """The sum of u·u' over ordered pairs of children that are one state and of two origins, and
    how many such pairs there are (a state met by n origins counted n - 1 times).

    >>> met(np.array([7, 7, 8]), np.array([1.0, 2.0, 4.0]), np.array([0, 1, 1]))
    (4.0, 1)
    """
    order = np.argsort(children)
    changes = np.append(_changes(children[order]), True)
    order = order[~(changes[:-1] & changes[1:])]  # most are met once, and say nothing
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


# --- from steps to counts -------------------------------------------------------------------------


@dataclass(frozen=True)
class LevelSpread:
    """How unevenly the states of a level are moved to: r of the first level that is not known, and
    what it grows by a level, up to 1."""

    at: float
    grows: float

    def of(self, level: int) -> float:
        """r of the level that many levels further."""
        return max(0.0, min(1.0, self.at + self.grows * level) if self.grows else self.at)


def spreads(known: ExploredLevels, last: int) -> tuple[LevelSpread, LevelSpread]:
    """r as it was in the levels before ``last``, and as it would be if it went on changing."""
    found = [_spread(known.parents(d)) for d in range(max(1, last - TREND + 1), last + 1)]
    recent = float(np.mean(found[-3:]))
    if len(found) < TREND:
        return LevelSpread(recent, 0.0), LevelSpread(recent, 0.0)
    slope, at = np.polyfit(np.arange(TREND) - TREND, found, 1)
    return LevelSpread(recent, 0.0), LevelSpread(max(recent, float(at)), max(0.0, float(slope)))


def _spread(parents: IntArray) -> float:
    x = parents - 1.0
    mean = x.mean() if len(x) else 0.0
    return float((x * (x - 1)).mean() / mean**2) if mean > 0 else 1.0


def unrolled(
    states: float, steps: WalkSteps, spread: LevelSpread, noise: Floats | None = None
) -> Floats:
    """[levels] the states of each level that was walked; ``states``: those of the first.

    ``noise``: [levels] what each measured meeting is multiplied with.
    """
    counts, meeting, trust = [states], list[float](), list[float]()
    shared = None
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
        elif branching and shared > 0:  # what the level before had counts for a few pairs
            shared = (found + BELIEF) / (sum(trust[first:]) + BELIEF / shared)
        counts.append(counts[i] * branching / (1 + mean_above_one(shared, spread.of(i))))
    return np.array(counts[:-1] if steps.ended else counts)


def expected_pairs(steps: WalkSteps, level: int, states: float) -> float:
    """Pairs that are to be expected in a level of so many states, for each unit of P/E."""
    return steps.walkers[level] ** 2 * steps.branching[level] / (2 * states)


def blind_levels(counts: Floats, steps: WalkSteps) -> int:
    """How many levels met too few pairs to say anything, even with those before them."""
    n = min(len(counts), len(steps.pairs))
    hoped = [expected_pairs(steps, i, counts[i]) for i in range(n)]
    return sum(sum(hoped[max(0, i - MOST_BORROWED) : i + 1]) < BELIEF for i in range(n))


def borrowed_levels(counts: Floats, steps: WalkSteps) -> int:
    """How many levels up to the largest met so few pairs that they borrow from those before."""
    growing = int(np.argmax(counts)) if len(counts) else 0
    return sum(pairs < ENOUGH_PAIRS for pairs in steps.pairs[:growing])


def mean_above_one(meeting: float, r: float) -> float:
    """m of meeting = (r·m² + 2m)/(1 + m).

    >>> round(mean_above_one((0.5 * 9 + 6) / 4, 0.5), 6)
    3.0
    """
    b = 2 - meeting
    if r < 1e-9:
        return meeting / b if b > 1e-9 else 1e9
    return (-b + math.sqrt(b * b + 4 * r * meeting)) / (2 * r)


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
    """Walkers from a level that is known whole, over at most so many levels.

    They become fewer once the share ``until`` of the source's budget is spent, and stop only if it
    is far overdrawn; one level is walked in any case, since nothing can be said without it.
    ``graded``: they stop too if a move leads to an earlier level; otherwise a state counts for
    each ply in which it is reached, and the levels sum to more than the states.
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
            walkers.thin(0.5)
        try:
            walkers.step(source, steps)
        except KeysOutgrownError as outgrown:  # what the caller holds keeps its narrow keys
            wider = source.widened(outgrown)
            walkers.repack(source, wider)
            source = wider
    return steps
