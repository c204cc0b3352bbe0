"""Estimates from a partial exploration of a game and samples beyond it."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from perfectplay.core.thread_clock import thread_seconds
from perfectplay.game.game import Game
from perfectplay.solver.estimate.basis import FEWEST_LEVELS, MOVES_ERROR, Estimate, EstimateBasis
from perfectplay.solver.estimate.collision_estimator import (
    blind_levels,
    borrowed_levels,
    spreads,
    unrolled,
)
from perfectplay.solver.estimate.graph_estimate import SIFTED_UNTIL, of_sifted
from perfectplay.solver.estimate.hash_sampling import sift
from perfectplay.solver.estimate.interval import Interval
from perfectplay.solver.estimate.sampled import (
    ExploredLevels,
    SampleSource,
    SampleTimeError,
    known_of,
)
from perfectplay.solver.estimate.trend_bound import LEAST_LEVELS, least_by_trend
from perfectplay.solver.estimate.walkers import LEAST_WALKERS, WalkSteps, walk_on

if TYPE_CHECKING:
    from perfectplay.solver.explore.explored_tiers import HashExploration

SCOUTS, WALKERS = 2_000, 400_000
"""The number of walkers that find out how far the end is, and the most that follow them."""

KEPT, KEPT_MOVES = (20_000, 4_000_000), 25_000_000
"""Least and greatest number of sifted states that are kept, and the most of their moves."""

SIFTED_MOVES = 0.25
"""Share of the remaining move budget that a sample may use before it is halved; the rest is for
later stages."""

LONGEST = 100_000
"""The most levels that walkers go."""

LEVELS_UNTIL = 0.8
"""The share of a budget after which walkers become fewer."""

MODEL_ERROR, FEW_LEVELS = (0.12, 0.25), 8
"""The least error of the method, in logarithms, whatever the trial run says: if many levels are
known, and if at most FEW_LEVELS are."""

FRINGE = 0.2
"""Added if few levels are known, in logarithms: later levels are reached more unevenly than known
ones. Measured on the games of tests/helpers/estimated_games.py."""

FAR, FAR_ERROR = 5.0, 0.06
"""Totals that are larger than the last known level by FAR, in logarithms, have an additional error:
FAR_ERROR for each factor e beyond that."""

BLIND_ERROR, SEEN, GUESSED_ERROR = 0.05, 2 / 3, 0.4
"""Errors added by levels in which too few walkers met: by each, and by each that is missing where
less than the share SEEN of all levels is seen."""

BORROWED_ERROR = 0.03
"""Error added by each level up to the largest that needs the pairs of levels before it."""

VAGUE = 12.0
"""The error, in logarithms, beyond which there is no estimate: a factor of 160,000. A range that is
so wide still tells a game that is far too large from one that is not."""

DRAWS = 24

TOO_SLOW = "the rules are too slow to take samples in this time"
"""Why there are lower bounds alone where samples have overdrawn their time."""


def estimate_of(game: Game, engine: str, source: SampleSource, walked: HashExploration) -> Estimate:
    """The estimate of a game whose exploration has begun, within the budget of the source. Raises
    RulesError, NotCompilable."""
    known = known_of(walked, source)
    shape = "tiers" if source.has_tier else "levels" if known.graded else "graph"
    basis = EstimateBasis(game, engine, source, known, shape, _sorting(known))
    if known.finished:
        return basis.exactly()
    try:
        return _from_samples(basis)
    except SampleTimeError:
        return basis.bound(known.expanded, int(known.starts[known.expanded]), TOO_SLOW)


def _from_samples(basis: EstimateBasis) -> Estimate:
    """The estimate from samples: along levels, or sifted where moves lead back."""
    known, source = basis.known, basis.source
    if known.graded and known.levels >= LEAST_LEVELS:
        many = known.levels >= FEWEST_LEVELS
        steps = _walk_to_the_end(known, source) if many else _walk_a_little(known, source)
        if many and steps.ended and not steps.back:
            return _of_levels(basis, steps)
        if not steps.back:
            return _beyond_trend(basis, steps)
    basis.shape = "tiers" if source.has_tier else "graph"
    return of_sifted(basis, sift(known, source, _most_kept(known, source), SIFTED_UNTIL))


def _beyond_trend(basis: EstimateBasis, steps: WalkSteps) -> Estimate:
    """Lower bounds from levels of which samples see too little."""
    known = basis.known
    states, moves = least_by_trend(known, steps)
    why = "its levels have too few states in common for samples to count them"
    if not steps.ended:
        why = f"new levels were still being found when sampling ended{basis.no_end}"
    least = max(known.expanded, states), max(int(known.starts[known.expanded]), moves)
    return basis.bound(*least, why)


def _walk_a_little(known: ExploredLevels, source: SampleSource) -> WalkSteps:
    """A few walkers where few levels are known, since the rules are slow, or have many moves."""
    return walk_on(known, known.levels - 1, source, LEAST_WALKERS, LONGEST, LEVELS_UNTIL)


def _walk_to_the_end(known: ExploredLevels, source: SampleSource) -> WalkSteps:
    """A few walkers, then as many more as the rest of the budget allows."""
    last = known.levels - 1
    before, size = source.budget.used, known.size(last)
    steps = walk_on(known, last, source, SCOUTS, LONGEST, LEVELS_UNTIL)
    spent = max(1e-4, source.budget.used - before)
    most = int(min(WALKERS, size, SCOUTS * 0.6 * source.budget.left / spent))
    if steps.ended and not steps.back and most > 2 * min(SCOUTS, size):
        better = walk_on(known, last, source, most, LONGEST, LEVELS_UNTIL, seed=2)
        steps = better if better.ended or better.back else steps
    return steps


def _most_kept(known: ExploredLevels, source: SampleSource) -> int:
    """The number of sifted states that the rest of the budget allows."""
    branching = max(1.0, float(known.starts[known.expanded]) / max(1, known.expanded))
    budget = source.budget
    moves = budget.left * budget.moves
    if budget.timed:
        walk_on(known, known.levels - 1, source, 1 << 13, 1)
        moves = min(moves, budget.left * budget.seconds * max(budget.speed, 1e3))
    most = min(SIFTED_MOVES * moves, KEPT_MOVES) / branching
    return int(max(2 * known.expanded // 3, min(KEPT[1], max(KEPT[0], most))))


def _sorting(known: ExploredLevels) -> float:
    keys, spent = np.random.default_rng(1).permutation(known.keys[: 1 << 17]), list[float]()
    for _ in range(5):  # others may be using the machine: the best counts
        again = keys.copy()
        began = thread_seconds()
        again.sort()
        spent.append(thread_seconds() - began)
    return len(keys) / max(1e-7, min(spent))


def _of_levels(basis: EstimateBasis, steps: WalkSteps) -> Estimate:
    known, source = basis.known, basis.source
    last = known.levels - 1
    counts = [unrolled(known.size(last), steps, spread) for spread in spreads(known, last)]
    totals = [float(found.sum()) for found in counts]
    factor = math.sqrt(totals[1] / totals[0]) * math.exp(FRINGE * _fewness(known))
    error = _error(known, source, steps, totals)
    blind = blind_levels(counts[0], steps)
    error += BLIND_ERROR * blind + GUESSED_ERROR * max(0, blind - (1 - SEEN) * len(counts[0]))
    error += BORROWED_ERROR * borrowed_levels(counts[0], steps)
    if error > VAGUE:
        return _beyond_trend(basis, steps)
    levels = counts[0] * np.sqrt(counts[1] / np.maximum(counts[0], 1e-300))
    levels *= totals[0] * factor / levels.sum()
    n = min(len(levels), len(steps.branching))
    begun = known.bounds[-2]
    moves = float((levels[:n] * np.array(steps.branching[:n])).sum())
    every = None
    if source.symmetric:
        first = known.keys[: max(1, begun)]
        known_sizes = float(source.class_sizes(first[:: max(1, begun // 20_000)].copy()).mean())
        sampled = float((levels[:n] * np.array(steps.sizes[:n])).sum())
        every = Interval.about(begun * known_sizes + sampled, error, begun)
    largest = float(levels.max())
    if source.has_tier:
        tiers = Counter[int]()
        for states, shares in zip(levels, steps.tiers, strict=False):
            tiers.update({tier: share * states for tier, share in shares.items()})
        largest = max(tiers.values())
    return basis.forecast(
        Interval.about(begun + float(levels.sum()), error, len(known.keys)), every,
        Interval.about(float(known.starts[begun]) + moves, error + MOVES_ERROR),
        Interval.about(largest, error),
        plies=last + len(levels),
    )  # fmt: skip


def _fewness(known: ExploredLevels) -> float:
    """A weight: 1 if few levels are known, less if there are more."""
    return min(1.0, FEW_LEVELS / known.levels) ** 2


def _error(
    known: ExploredLevels, source: SampleSource, steps: WalkSteps, totals: list[float]
) -> float:
    """The error of the total, in logarithms: by chance, by the model, and by a trial run, in which
    the last known level is estimated from an earlier one."""
    last = known.levels - 1
    noise, random = [], np.random.default_rng(1)
    spread = spreads(known, last)[0]
    for _ in range(DRAWS if len(steps.pairs) < 2_000 else 0):
        shape = np.array(steps.pairs) + 1.0
        drawn = random.gamma(shape) / shape
        noise.append(math.log(unrolled(known.size(last), steps, spread, drawn).sum()))
    chance = float(np.std(noise)) if noise else 0.0
    model = abs(math.log(totals[1] / totals[0])) / 2
    beyond = max(0.0, math.log(max(totals) / known.size(last)) - FAR) * FAR_ERROR
    trial = _trial(known, source, totals)
    least = max(MODEL_ERROR[0], MODEL_ERROR[1] * _fewness(known))
    return 0.02 + 1.5 * math.hypot(chance, model, least, trial, beyond)


def _trial(known: ExploredLevels, source: SampleSource, totals: list[float]) -> float:
    last = known.levels - 1
    first = next((d for d in range(3, last) if known.size(d) * 30 > known.size(last)), last)
    if first == last or known.size(first) < 500:
        return 2 * MODEL_ERROR[0]
    most = min(known.size(first), WALKERS // 4)
    trial = walk_on(known, first, source, most, last - first)
    if trial.ended or trial.back:
        return 2 * MODEL_ERROR[0]
    found = [
        math.log(float(unrolled(known.size(first), trial, spread)[-1]) / known.size(last))
        for spread in spreads(known, first)
    ]
    stretch = math.log(max(totals) / known.size(last) + 1) / math.log(
        max(2.0, known.size(last) / known.size(first))
    )
    return abs(sum(found) / 2) * math.sqrt(max(1.0, stretch))
