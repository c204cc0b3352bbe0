"""The number of states of a game whose moves lead back, from walkers that roam through it and meet.

Many walkers make random moves, far beyond the known levels, and start again when a play is over.
The fewer states there are, the more of them are visited by several walkers. As ecologists estimate
a population from animals that are caught again (A. Chao, 1987), the numbers of states visited by
one walker and by two give the number visited by none. That is a lower bound if some states are
visited more easily than others; states visited by three walkers show how uneven the visits are.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from perfectplay.solver.estimate.sampled import ExploredLevels, IntArray, SampleSource

STEPS = (64, 600)
"""Moves of a walker, at least and at most."""

TIMES = 8
"""Moves of a walker for each known level, within these limits."""

WALKERS = (150, 20_000)

FEWEST = 60
"""The number of states visited by two walkers that an estimate needs."""

SETTLED, SLACKENS, UNSEEN = 0.3, 0.85, 0.3
"""When the number of steps doubles, the estimate must grow by less than SETTLED (in logarithms), or
by less than SLACKENS times its growth in the doubling before: otherwise the walkers are still on
their way to parts of the game that they have not seen. UNSEEN is added to the error if too few
walkers have met to decide that."""

LEAST_ERROR, UNEVEN_ERROR, MOST_UNEVEN = 0.2, 0.6, 1.5


@dataclass(frozen=True)
class RoamingEstimate:
    """``states``: the estimated total, with its ``error`` in logarithms; ``branching``: mean number
    of moves, ``sizes``: mean size of a class, both of visited states, 0 if not known."""

    states: float
    error: float
    branching: float
    sizes: float


def roam(known: ExploredLevels, source: SampleSource, seed: int = 1) -> RoamingEstimate | None:
    """An estimate with the rest of the source's budget; None if walkers hardly meet or have not
    settled. Raises RulesError, NotCompilable."""
    steps = int(min(STEPS[1], max(STEPS[0], TIMES * known.levels)))
    visits, source, branching = _visits(known, source, steps, seed)
    estimates = [_estimate(visits[: len(visits) // n]) for n in (4, 2, 1)]
    if estimates[2] is None:
        return None
    growing = _growing(estimates)
    if growing is None:
        return None
    few = visits[-1][: 1 << 12].copy()
    sizes = float(source.class_sizes(few).mean()) if source.symmetric else 1.0
    states, error = estimates[2]
    return RoamingEstimate(states * math.exp(growing / 2), error + growing, branching, sizes)


def _growing(estimates: list[tuple[float, float] | None]) -> float | None:
    """The growth of the estimate (in logarithms) when the steps double for the last time; None if
    it shows no end. ``estimates``: with a quarter, half and all of the steps."""
    quarter, half, whole = (None if one is None else math.log(one[0]) for one in estimates)
    if half is None or whole is None:
        return UNSEEN
    growing = whole - half
    before = None if quarter is None else half - quarter
    settled = growing <= SETTLED
    if before is not None:
        settled |= growing <= SLACKENS * before or growing + before <= 2 * SETTLED
    return max(0.0, growing) if settled else None


def _visits(
    known: ExploredLevels, source: SampleSource, steps: int, seed: int
) -> tuple[list[IntArray], SampleSource, float]:
    """The keys of the walkers' states after each step, the source of these keys, and the mean
    number of moves."""
    from perfectplay.compiler.expander import KeysOutgrownError

    random = np.random.default_rng(seed)
    begin = known.level(known.levels - 1)
    branching = max(1.0, float(known.starts[known.expanded]) / max(1, known.expanded))
    affordable = _moves_left(source) / branching / steps
    n = int(min(WALKERS[1], max(WALKERS[0], affordable)))
    at, visits, moves = random.choice(begin, n), list[IntArray](), 0
    while len(visits) < steps and not (source.budget.late and len(visits) >= 2):
        try:
            found = source.expand(at)
        except KeysOutgrownError as outgrown:
            wider = source.widened(outgrown)
            at, begin = source.repacked(at, wider), source.repacked(begin, wider)
            visits = [source.repacked(visit, wider) for visit in visits]
            source = wider
            continue
        degrees = found.degrees
        moves += len(found.children)
        first = np.cumsum(degrees) - degrees
        chosen = first + (random.random(n) * degrees).astype(np.int64)
        at = random.choice(begin, n)
        goes = degrees > 0
        at[goes] = found.children[chosen[goes]]
        visits.append(at)
    return visits, source, moves / max(1, n * len(visits))


def _moves_left(source: SampleSource) -> float:
    budget = source.budget
    moves = budget.left * budget.moves
    if budget.timed:
        moves = min(moves, budget.left * budget.seconds * max(budget.speed, 1e3) / 2)
    return moves


def _estimate(visits: list[IntArray]) -> tuple[float, float] | None:
    """(states, error in logarithms) from the visits of walkers; None if too few met."""
    n = len(visits[0]) if visits else 0
    keys = np.concatenate(visits) if visits else np.empty(0, np.int64)
    walkers = np.tile(np.arange(n), len(visits))
    order = np.lexsort((walkers, keys))
    keys, walkers = keys[order], walkers[order]
    new = np.ones(len(keys), bool)
    new[1:] = (keys[1:] != keys[:-1]) | (walkers[1:] != walkers[:-1])
    _, by = np.unique(keys[new], return_counts=True)
    return unseen(len(by), *(int((by == k).sum()) for k in (1, 2, 3)))


def unseen(seen: int, once: int, twice: int, thrice: int) -> tuple[float, float] | None:
    """(states, error in logarithms) if ``seen`` states were visited, so many of them by one, two
    and three walkers; None if too few by two.

    >>> states, error = unseen(9_516, 9_063, 440, 13)  # 10,000 visits to 100,000 states
    >>> 80_000 < states < 130_000, error < 0.5
    (True, True)
    """
    if twice < FEWEST:
        return None
    lower = once * once / (2 * twice)
    # 1 if all are visited alike; for visits that are spread as a lognormal, what `lower` lacks
    uneven = 1.5 * once * (thrice + 1) / (twice * twice)
    noise = 1 / math.sqrt(thrice + 1) + 2 / math.sqrt(twice)
    gap = min(MOST_UNEVEN, max(0.0, math.log(max(uneven, 1e-9))))
    trust = 1 / (1 + noise * noise)
    states = seen + lower * math.exp(gap * trust)
    return states, LEAST_ERROR + UNEVEN_ERROR * gap + min(1.0, noise) * 0.5
