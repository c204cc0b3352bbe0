"""From what a walk has seen of a game, and from samples beyond it, to a forecast."""

from __future__ import annotations

import math
import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from perfectplay.assembly.planning.amounts import Range
from perfectplay.assembly.planning.sampled import Known, Source, known_of
from perfectplay.assembly.planning.sifted import Sifted, sift
from perfectplay.assembly.planning.walkers import Steps, blind_levels, spreads, unrolled, walk_on
from perfectplay.assembly.reach import first_states, reaches_whole_classes
from perfectplay.contract.game import Game
from perfectplay.contract.rules import Rules

if TYPE_CHECKING:
    from perfectplay.engines.walk import Walked

SCOUTS, WALKERS, KEPT = 20_000, 400_000, (1_500_000, 4_000_000)
"""Walkers that go first, those that follow, and states that are kept of what is sifted: few where
each has many moves."""

KEPT_MOVES = 25_000_000

FEWEST_LEVELS = 4
"""So many levels must be known for walkers to learn from them."""

MODEL_ERROR = 0.08
"""The least error of the method, in logarithms, whatever the trial run says."""

FAR, FAR_ERROR = 5.0, 0.06
"""What is that much larger than the last known level, in logarithms, adds to the error."""

BLIND_ERROR = 0.05
"""What each level adds in which too few walkers met."""

DRAWS = 24


@dataclass(frozen=True)
class Forecast:
    """What is to be expected of a game.

    states: what a solve keeps, one of each class with symmetries; ``every``: all states, None
    without symmetries; ``moves``: of the states kept; ``largest``: the states of the largest tier
    (of all, where tiers do not help); ``shape``: "levels", "tiers" or "graph"; ``inside``: there
    are moves inside a tier; ``speed``: children a second of the rules on all threads; ``sorting``:
    keys a second that one thread sorts; ``why``: what keeps it from being better, or "";
    ``explored`` states were looked at one by one; ``plies``: levels, where they are known;
    ``refusal``: why the rules are not compiled, or "".
    """

    game: Game
    engine: str
    states: Range
    every: Range | None
    moves: Range
    largest: Range
    shape: str
    inside: bool
    explored: int
    plies: int | None
    speed: float
    sorting: float
    why: str = ""
    refusal: str = ""

    @property
    def exact(self) -> bool:
        """Whether all was explored."""
        return self.states.exact


def judged(game: Game, engine: str, source: Source, walked: Walked, seconds: float) -> Forecast:
    """The forecast of a game that a walk has begun, in about so many seconds. Raises RulesError."""
    until = time.perf_counter() + seconds
    known = known_of(walked, source)
    shape = "tiers" if source.has_tier else "levels" if known.graded else "graph"
    sorting = _sorting(known)
    if known.finished:
        return _exactly(game, engine, source, known, shape, sorting)

    def left() -> float:
        return until - time.perf_counter()

    def longer() -> float:
        return left() + seconds  # half a sifting says nothing

    few = min(1.0, seconds / 2.0)
    if known.graded and known.levels >= FEWEST_LEVELS:
        began, last = time.perf_counter(), known.levels - 1
        steps = walk_on(known, last, source, SCOUTS, 1 << 20, left)
        spent = time.perf_counter() - began
        if steps.ended and not steps.back:  # now as many as there is time for
            pace = min(SCOUTS, known.size(last)) / max(1e-3, spent)
            most = int(min(WALKERS, pace * max(0.0, left()) * 0.7))
            if most > 2 * SCOUTS and known.size(last) > 2 * SCOUTS:
                better = walk_on(known, last, source, most, 1 << 20, lambda: left() + seconds)
                steps = better if better.ended else steps
        if not steps.back:
            return _of_levels(game, engine, source, known, steps, shape, sorting)
    branching = max(1.0, float(known.starts[known.expanded]) / known.expanded)
    kept = min(KEPT[1], max(KEPT[0], KEPT_MOVES / branching))
    most = max(2 * len(known.keys) // 3, int(kept * few))
    return _of_sifted(game, engine, source, known, sift(known, source, most, longer), sorting)


def _sorting(known: Known) -> float:
    keys, spent = np.random.default_rng(1).permutation(known.keys[: 1 << 17]), list[float]()
    for _ in range(5):  # others may be using the machine: the best counts
        again = keys.copy()
        began = time.perf_counter()
        again.sort()
        spent.append(time.perf_counter() - began)
    return len(keys) / max(1e-7, min(spent))


def _speed(source: Source) -> float:
    return source.asked / source.seconds if source.seconds > 0 else 0.0


def _exactly(
    game: Game, engine: str, source: Source, known: Known, shape: str, sorting: float
) -> Forecast:
    states = len(known.keys)
    few = known.keys[: 1 << 16]
    if len(few) > 1 and engine == "compiled":
        source.expand(few)
    sizes = [known.size(d) for d in range(known.levels)]
    largest = max(sizes) if known.graded else states
    if source.has_tier:
        largest = max(Counter(source.tiers_of(known.keys).tolist()).values())
    every = None
    if source.symmetric:
        sizes_of_classes = int(source.class_sizes(known.keys).sum())
        whole = reaches_whole_classes(rules := Rules(game), first_states(rules))
        every = Range(sizes_of_classes if whole else states, sizes_of_classes, sizes_of_classes)
    return Forecast(
        game, engine, Range.exactly(states), every, Range.exactly(int(known.starts[states])),
        Range.exactly(largest), shape, known.inside, states, known.levels,
        _speed(source), sorting,
    )  # fmt: skip


def _of_levels(
    game: Game, engine: str, source: Source, known: Known, steps: Steps, shape: str, sorting: float
) -> Forecast:
    last = known.levels - 1
    counts = [unrolled(known.size(last), steps, spread) for spread in spreads(known, last)]
    totals = [float(found.sum()) for found in counts]
    factor = math.sqrt(totals[1] / totals[0])
    error = math.inf
    if steps.ended:
        error = _error(known, source, steps, totals) + BLIND_ERROR * blind_levels(counts[0], steps)
    levels = counts[0] * np.sqrt(counts[1] / counts[0])
    levels *= totals[0] * factor / levels.sum()
    n = min(len(levels), len(steps.branching))
    begun = known.bounds[-2]
    moves = float((levels[:n] * np.array(steps.branching[:n])).sum())
    every = None
    if source.symmetric:
        first = known.keys[:begun]
        known_sizes = float(source.class_sizes(first[:: max(1, begun // 20_000)].copy()).mean())
        sampled = float((levels[:n] * np.array(steps.sizes[:n])).sum())
        every = Range.about(begun * known_sizes + sampled, error, begun)
    largest = float(levels.max())
    if source.has_tier:
        tiers = Counter[int]()
        for states, shares in zip(levels, steps.tiers, strict=False):
            tiers.update({tier: share * states for tier, share in shares.items()})
        largest = max(tiers.values())
    return Forecast(
        game, engine, Range.about(begun + float(levels.sum()), error, len(known.keys)), every,
        Range.about(float(known.starts[begun]) + moves, error), Range.about(largest, error),
        shape, known.inside, len(known.keys), last + len(levels) if steps.ended else None,
        _speed(source), sorting,
        "" if steps.ended else "its levels had not ended when the time was up, and may never",
    )  # fmt: skip


def _error(known: Known, source: Source, steps: Steps, totals: list[float]) -> float:
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
    return 0.02 + 1.5 * math.hypot(chance, model, MODEL_ERROR, trial, beyond)


def _trial(known: Known, source: Source, totals: list[float]) -> float:
    last = known.levels - 1
    first = next((d for d in range(3, last) if known.size(d) * 30 > known.size(last)), last)
    if first == last or known.size(first) < 500:
        return 3 * MODEL_ERROR
    most = min(known.size(first), WALKERS // 4)
    trial = walk_on(known, first, source, most, last - first, lambda: 1.0)
    if trial.ended or trial.back:
        return 3 * MODEL_ERROR
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


def _of_sifted(
    game: Game, engine: str, source: Source, known: Known, sifted: Sifted, sorting: float
) -> Forecast:
    begun = known.expanded
    likely = begun + sifted.likely / sifted.share
    open_share = sifted.waiting / max(1, sifted.kept)
    # a handful that waits is no end in sight: thin games go on so for ever
    unended = open_share > 0.3 or 0 < open_share < THIN
    error = sifted.error + (math.inf if unended else open_share)
    whole = sifted.share == 1 and not sifted.waiting
    error = 0.0 if whole else max(error, 1e-3)
    states = Range.about(likely, error, len(known.keys))
    moves_each = (known.starts[begun] + sifted.moves) / max(1, begun + sifted.kept - sifted.waiting)
    why = (
        ""
        if not math.isinf(error)
        else "states come back at later plies, and too many to sift in this time"
    )
    if sifted.waiting and math.isinf(error):
        why = "it was still growing when the time was up, and may have no end"
    if whole:
        states = Range.exactly(begun + sifted.kept)
    return Forecast(
        game, engine, states, states * sifted.sizes if source.symmetric else None,
        states * float(moves_each), states * sifted.largest,
        "tiers" if source.has_tier else "graph", known.inside or not source.has_tier,
        len(known.keys), None, _speed(source), sorting, why,
    )  # fmt: skip
