"""The number of states of a game whose moves lead back, from walkers that roam through it and meet.

Many walkers make random moves, far beyond the known levels. When a play is over, half of them start
again; the others go back some plies, since random plays of some games end soon. Each half gives an
estimate, and the larger one counts: both are rather too low.

The fewer states there are, the more of them are visited by several walkers. As ecologists estimate
a population from animals that are caught again (A. Chao, 1987), the numbers of states visited by
one walker and by two give the number visited by none. That is a lower bound if some states are
visited more easily than others; states visited by three walkers show how uneven the visits are.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from perfectplay.core.arrays import IntArray
from perfectplay.core.distinct import distinct
from perfectplay.solver.estimate.sampled import ExploredLevels, SampleSource

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

MORE_DOUBLINGS = 3.0
"""An estimate that has not settled is taken to grow on like that for so many more, at most."""

STOPS = 0.15
"""A walker that goes back goes two plies, and one more each time with the chance 1 - STOPS."""

UNKNOWN = 4.0
"""The error, in logarithms, beyond which there is no estimate: a factor of 55."""

LEAST_ERROR, UNEVEN_ERROR, MOST_UNEVEN = 0.2, 0.6, 1.5


@dataclass(frozen=True)
class RoamingEstimate:
    """``states``: the estimated total, with its ``error`` in logarithms; ``branching``: mean number
    of moves, ``sizes``: mean size of a class, both of visited states, 0 if not known."""

    states: float
    error: float
    branching: float
    sizes: float


def roam(known: ExploredLevels, source: SampleSource) -> RoamingEstimate | None:
    """An estimate with the rest of the source's budget; None if walkers hardly meet or have not
    settled. Raises RulesError, NotCompilable."""
    steps = int(min(STEPS[1], max(STEPS[0], TIMES * known.levels)))
    visits, source, branching = _visits(known, source, steps)
    half = len(visits[0]) // 2 if visits else 0
    halves = (_settled([at[:half] for at in visits]), _settled([at[half:] for at in visits]))
    found = [one for one in halves if one is not None]
    # if walkers that see more are still on their way, the others have not seen the game
    if not any(settled for *_, settled in found) or max(found)[1] > UNKNOWN:
        return None
    few = visits[-1][: 1 << 12].copy()
    sizes = float(source.class_sizes(few).mean()) if source.symmetric else 1.0
    states, error, _ = max(found)
    return RoamingEstimate(states, error, branching, sizes)


def _settled(visits: list[IntArray]) -> tuple[float, float, bool] | None:
    """(states, error in logarithms, whether the walkers have settled); None if they hardly meet."""
    estimates = [_estimate(visits[: len(visits) // n]) for n in (4, 2, 1)]
    if estimates[2] is None:
        return None
    states, error = estimates[2]
    growing, settled = _growing(estimates)
    if not settled:  # it may go on growing until the steps are as many as the states
        seen = len(distinct(np.concatenate(visits)))
        growing *= min(MORE_DOUBLINGS, max(1.0, math.log2(states / seen)))
    return states * math.exp(growing / 2), error + growing, settled


def _growing(estimates: list[tuple[float, float] | None]) -> tuple[float, bool]:
    """The growth of the estimate (in logarithms) when the steps double for the last time, and
    whether it shows an end. ``estimates``: with a quarter, half and all of the steps."""
    quarter, half, whole = (None if one is None else math.log(one[0]) for one in estimates)
    if half is None or whole is None:
        return UNSEEN, True
    growing = whole - half
    before = None if quarter is None else half - quarter
    settled = growing <= SETTLED
    if before is not None:
        settled |= growing <= SLACKENS * before or growing + before <= 2 * SETTLED
    return max(0.0, growing), settled


def _visits(
    known: ExploredLevels, source: SampleSource, steps: int
) -> tuple[list[IntArray], SampleSource, float]:
    """The keys of the walkers' states after each step, the source of these keys, and the mean
    number of moves."""
    from perfectplay.compiler.expander import KeysOutgrownError

    random = np.random.default_rng(1)
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
        at, goes = random.choice(begin, n), degrees > 0
        at[: n // 2] = _back(visits, at[: n // 2], random)
        at[goes] = found.children[chosen[goes]]
        visits.append(at)
    return visits, source, moves / max(1, n * len(visits))


def _back(visits: list[IntArray], start: IntArray, random: np.random.Generator) -> IntArray:
    """[len(start)] where the first walkers were some plies ago, or their new start."""
    ago = 1 + random.geometric(STOPS, len(start))
    at = start.copy()
    for back in range(2, min(int(ago.max(initial=0)), len(visits)) + 1):
        there = np.flatnonzero(ago == back)
        at[there] = visits[-back][there]
    return at


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
