"""Forecasts from a partial exploration of a game and samples beyond it."""

from __future__ import annotations

import math
import time
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from perfectplay.game.game import Game
from perfectplay.solver.estimate.basis import Estimate, EstimateBasis
from perfectplay.solver.estimate.collision_estimator import (
    WalkSteps,
    blind_levels,
    borrowed_levels,
    spreads,
    unrolled,
    walk_on,
)
from perfectplay.solver.estimate.hash_sampling import HashSample, sift
from perfectplay.solver.estimate.interval import Interval
from perfectplay.solver.estimate.level_growth import LONGEST, grown
from perfectplay.solver.estimate.roaming import RoamingEstimate, roam
from perfectplay.solver.estimate.sampled import ExploredLevels, SampleSource, known_of

if TYPE_CHECKING:
    from perfectplay.solver.explore.hash_explorer import HashExploration

SCOUTS, WALKERS = 2_000, 400_000
"""Walkers that go first, to see how far it is to the end, and the most that follow them."""

KEPT, KEPT_MOVES = (20_000, 4_000_000), 25_000_000
"""Least and greatest number of sifted states that are kept, and the most of their moves."""

SIFTED_MOVES = 0.25
"""Share of the remaining move budget that a sample may use before it is halved; the rest is for
later stages."""

LEVELS_UNTIL, SIFTED_UNTIL, BY_PLY_UNTIL = 0.8, 0.5, 0.65
"""Shares of a budget after which walkers become fewer, sifting ends, and walkers that count by ply
become fewer."""

FEWEST_LEVELS = 4
"""Levels that must be known for walkers to learn from them."""

MODEL_ERROR, FEW_LEVELS = (0.12, 0.25), 8
"""The least error of the method, in logarithms, whatever the trial run says: where much is known,
and where no more than so many levels are."""

MOVES_ERROR = 0.12
"""What is added for the moves of a state, in logarithms: sampled states need not be typical."""

FRINGE = 0.2
"""States of later levels are moved to more unevenly than known ones. Where few levels are known, by
so much, in logarithms, the even games of tests/helpers/estimated_games.py have more than told."""

FAR, FAR_ERROR = 5.0, 0.06
"""What is that much larger than the last known level, in logarithms, adds to the error."""

BLIND_ERROR = 0.05
"""Error added by each level in which too few walkers met."""

BORROWED_ERROR = 0.03
"""What each level up to the largest adds for which they met too rarely to do without what was met
in levels before."""

DRAWS = 24


def judged(game: Game, engine: str, source: SampleSource, walked: HashExploration) -> Estimate:
    """The forecast of a game that a walk has begun, within the budget of the source.

    Raises RulesError, NotCompilable.
    """
    known = known_of(walked, source)
    shape = "tiers" if source.has_tier else "levels" if known.graded else "graph"
    basis = EstimateBasis(game, engine, source, known, shape, _sorting(known))
    if known.finished:
        return basis.exactly()
    if known.graded and known.levels >= FEWEST_LEVELS:
        steps = _walk_to_the_end(known, source)
        if steps.ended and not steps.back:
            return _of_levels(basis, steps)
        if not steps.back:
            why = "its levels had not ended when the budget was spent, and may never"
            return basis.bound(known.expanded, int(known.starts[known.expanded]), why)
    basis.shape = "tiers" if source.has_tier else "graph"
    return _of_sifted(basis, sift(known, source, _most_kept(known, source), SIFTED_UNTIL))


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
    """How many sifted states the rest of the budget lets one keep."""
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
        began = time.perf_counter()
        again.sort()
        spent.append(time.perf_counter() - began)
    return len(keys) / max(1e-7, min(spent))


def _of_levels(basis: EstimateBasis, steps: WalkSteps) -> Estimate:
    known, source = basis.known, basis.source
    last = known.levels - 1
    counts = [unrolled(known.size(last), steps, spread) for spread in spreads(known, last)]
    totals = [float(found.sum()) for found in counts]
    factor = math.sqrt(totals[1] / totals[0]) * math.exp(FRINGE * _fewness(known))
    error = _error(known, source, steps, totals)
    error += BLIND_ERROR * blind_levels(counts[0], steps)
    error += BORROWED_ERROR * borrowed_levels(counts[0], steps)
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
    """How far the total may be off, in logarithms: by chance, by the model, and by how a trial run
    from an earlier level would have foretold the last level that is known."""
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


THIN = 0.001
"""Of the states that are sifted, so many wait in a thin game."""

OPEN = 0.02
"""If a larger share of the kept states waits to be expanded, they say nothing of the end: a narrow
front may go on for long."""


def _counted_by_ply(known: ExploredLevels, source: SampleSource) -> float | None:
    """More states than there are in a game whose plays all end: those of each ply summed, where a
    state that is reached in several plies counts for each. None if plays go on."""
    last = known.levels - 1
    if known.levels < FEWEST_LEVELS:
        return None
    longest = 4 * known.levels + 100
    most = 1 << 11 if source.budget.used > SIFTED_UNTIL else 1 << 13
    steps = walk_on(known, last, source, most, longest, BY_PLY_UNTIL, graded=False)
    if not steps.ended:
        return None
    counts = [float(unrolled(known.size(last), steps, s).sum()) for s in spreads(known, last)]
    return known.expanded + math.sqrt(counts[0] * counts[1])


def _told_far_on(basis: EstimateBasis, sifted: HashSample, found: int) -> RoamingEstimate | None:
    """The estimate where too much is unexplored for sifting; None if there is none."""
    known = basis.known
    by_ply = _counted_by_ply(known, basis.source)
    roamed = roam(known, basis.source)
    if roamed is not None and by_ply is not None:  # plays end: two answers, both rather too small
        apart = max(0.0, math.log(by_ply / roamed.states))
        likely = roamed.states * math.exp(apart / 2 + OVERLOOKED)
        roamed = replace(roamed, states=likely, error=roamed.error + apart / 2)
    elif by_ply is not None:
        roamed = RoamingEstimate(by_ply, BY_PLY_ERROR, 0.0, 0.0)
    if roamed is not None and roamed.states > found * LEAST_SHARE:
        return replace(roamed, states=max(roamed.states, found * (2 - LEAST_SHARE)))
    told = grown(sifted.levels)
    if told is None or told[1] > UNKNOWN or told[0] <= found:
        return None
    return RoamingEstimate(*told, 0.0, 0.0)


LEAST_SHARE = 0.5
"""An estimate below that share of the states that were found is worth nothing."""

BY_PLY_ERROR = 1.0
"""The error of states counted by ply alone, in logarithms."""

OVERLOOKED = 0.6
"""Random plays see the middle of a game more often than its fringe: by so much, in logarithms, the
even games of tests/helpers/estimated_games.py have more states than they tell."""

UNKNOWN = 2.5
"""Error, in logarithms, beyond which only a bound is given."""


def _of_sifted(basis: EstimateBasis, sifted: HashSample) -> Estimate:
    known = basis.known
    begun = known.expanded
    found = max(len(known.keys), sifted.met)
    moves = int(known.starts[begun]) + sifted.moves
    likely, error = begun + sifted.likely / sifted.share, sifted.error
    waiting = sifted.waiting / max(1, sifted.kept)
    if sifted.share == 1 and not sifted.waiting:
        return _of_all(basis, sifted)
    each, sizes = moves / max(1, begun + sifted.kept - sifted.waiting), sifted.sizes
    # a handful that waits is no end in sight: thin games go on so for ever
    if waiting > OPEN or 0 < waiting < THIN or math.isinf(error):
        told = _told_far_on(basis, sifted, found)
        if told is None:
            why = "it was still growing when the budget was spent, and may have no end"
            return basis.bound(found, moves, why)
        likely, error = told.states, told.error
        each, sizes = told.branching or each, told.sizes or sizes
    else:
        error = max(error, 1e-3) + waiting
    states = Interval.about(likely, error, found)
    every = states * sizes if basis.source.symmetric else None
    counted = Interval.about(states.likely * each, error + MOVES_ERROR, moves)
    return basis.forecast(states, every, counted, states * sifted.largest)


def _of_all(basis: EstimateBasis, sifted: HashSample) -> Estimate:
    """Sifting has left nothing out: all counts are exact, those of all states by their classes."""
    known, source = basis.known, basis.source
    begun = known.expanded
    states = Interval.exactly(begun + sifted.kept)
    every = None
    if source.symmetric:
        old = int(source.class_sizes(known.keys[:begun].copy()).sum())
        every = Interval.exactly(old + round(sifted.kept * sifted.sizes))
    return basis.forecast(
        states, every, Interval.exactly(int(known.starts[begun]) + sifted.moves),
        states * sifted.largest, explored=begun + sifted.kept,
    )  # fmt: skip
