"""Estimates of games whose moves lead back to earlier levels, from sifted states."""

from __future__ import annotations

import math
from dataclasses import replace

from perfectplay.solver.estimate.basis import FEWEST_LEVELS, MOVES_ERROR, Estimate, EstimateBasis
from perfectplay.solver.estimate.capture_recapture import RoamingEstimate, roam
from perfectplay.solver.estimate.collision_estimator import spreads, unrolled
from perfectplay.solver.estimate.hash_sampling import HashSample
from perfectplay.solver.estimate.interval import Interval
from perfectplay.solver.estimate.sampled import ExploredLevels, SampleSource
from perfectplay.solver.estimate.walkers import walk_on

SIFTED_UNTIL, BY_PLY_UNTIL = 0.5, 0.65
"""Shares of a budget after which sifting ends, and walkers that count by ply become fewer."""

THIN = 0.001
"""A smaller share of waiting states is no sign of an end: in a thin game only few ever wait."""

OPEN = 0.02
"""If a larger share of the kept states waits to be expanded, the end is not in sight: a narrow
front may go on for long."""

LEAST_SHARE = 0.5
"""An estimate below this share of the states that were found is not used."""

OVERLOOKED, UNCERTAIN = 0.25, 0.2
"""Added to estimates from random plays and to their errors, both in logarithms, for each factor e
beyond the states that were found: random plays see the middle of a game more often than its fringe.
Measured on the games of tests/helpers/estimated_games.py, with a fifth and a fortieth of their
moves."""

LOOKED_AT = 0.04
"""Least share of the sifted states whose moves were looked at, for an estimate from random plays.
Below it states have hundreds of moves, and such plays meet far too few of them: one in a thousand
in Nim with three rows of a thousand."""

BY_PLY_ERROR = 1.0
"""The error of states counted by ply alone, in logarithms."""


def _counted_by_ply(known: ExploredLevels, source: SampleSource) -> float | None:
    """The sum of the states of each ply, in which a state that is reached in several plies counts
    several times: an upper bound. None if the plays do not end."""
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


def _beyond_sample(basis: EstimateBasis, found: int, looked_at: float) -> RoamingEstimate | None:
    """The estimate if too much is unexplored for sifting; None if there is none. ``looked_at``: the
    share of the sifted states whose moves were looked at."""
    known = basis.known
    by_ply = _counted_by_ply(known, basis.source)
    if by_ply is None and looked_at < LOOKED_AT:
        return None
    roamed = roam(known, basis.source)
    if roamed is not None and by_ply is not None:  # plays end: two answers, both rather too small
        apart = max(0.0, math.log(by_ply / roamed.states))
        likely = roamed.states * math.exp(apart / 2)
        roamed = replace(roamed, states=likely, error=roamed.error + apart / 2)
    elif by_ply is not None:
        roamed = RoamingEstimate(by_ply, BY_PLY_ERROR, 0.0, 0.0)
    if roamed is None or roamed.states < found * LEAST_SHARE:
        return None
    beyond = max(0.0, math.log(roamed.states / found))
    states = max(roamed.states * math.exp(OVERLOOKED * beyond), found * (2 - LEAST_SHARE))
    return replace(roamed, states=states, error=roamed.error + UNCERTAIN * beyond)


def of_sifted(basis: EstimateBasis, sifted: HashSample) -> Estimate:
    """The estimate of a game from sifted states."""
    known = basis.known
    begun = known.expanded
    found = max(len(known.keys), sifted.found)
    moves = int(known.starts[begun]) + sifted.moves
    likely, error = begun + sifted.likely / sifted.share, sifted.error
    waiting = sifted.waiting / max(1, sifted.kept)
    if sifted.share == 1 and not sifted.waiting:
        return _of_all(basis, sifted)
    each, sizes = moves / max(1, begun + sifted.kept - sifted.waiting), sifted.sizes
    # a few waiting states are no sign of an end: thin games go on like this without end
    growing = waiting > OPEN or 0 < waiting < THIN or (sifted.share == 1 and waiting > 0)
    if growing or math.isinf(error):
        further = _beyond_sample(basis, found, 1 - waiting)
        if further is None:
            why = "new states were still being found when sampling ended"
            why += basis.no_end
            return basis.bound(found, moves, why)
        likely, error = further.states, further.error
        each, sizes = further.branching or each, further.sizes or sizes
    else:
        error = max(error, 1e-3) + waiting
    states = Interval.about(likely, error, found)
    every = states * sizes if basis.source.symmetric else None
    counted = Interval.about(states.likely * each, error + MOVES_ERROR, moves)
    return basis.forecast(states, every, counted, states * sifted.largest)


def _of_all(basis: EstimateBasis, sifted: HashSample) -> Estimate:
    """The exact counts of a game of which sifting has left nothing out."""
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
