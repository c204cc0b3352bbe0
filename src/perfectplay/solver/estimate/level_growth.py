"""The number of states, extrapolated from the growth of breadth-first levels: the last resort.

The growth from level to level, in logarithms, falls about linearly in nearly all games: their
levels form a bell. A line through the growth of the last known levels is followed to the end.
"""

from __future__ import annotations

import math

import numpy as np

FEWEST, SHARES = 5, (4, 3, 2)
"""Lines are fitted to the growth of the last quarter, third and half of the levels, at least FEWEST
of them."""

FLAT = 0.004
"""The growth must fall by at least so much a level, or no end shows."""

FAR = 0.55
"""The error in logarithms for each factor e beyond the known states."""

LEAST = 0.35
"""The least error, in logarithms."""

LONGEST = 100_000


def grown(sizes: list[int]) -> tuple[float, float] | None:
    """(states, error in logarithms) of a game whose first levels have these sizes; None if their
    growth shows no end.

    >>> sizes = [round(1000 * math.exp(-((d - 10) ** 2) / 20)) for d in range(21)]
    >>> states, error = grown(sizes[:11])
    >>> abs(math.log(states / sum(sizes))) < error
    True
    >>> grown([2**d for d in range(20)]) is None
    True
    """
    growth = np.diff(np.log(np.maximum(1, sizes)))
    if len(growth) < FEWEST:
        return None
    windows = [growth[-max(FEWEST, len(growth) // share) :] for share in SHARES]
    totals = [total for window in windows if (total := _followed(sizes, window)) is not None]
    if not totals:
        return None
    logs = [math.log(total) for total in totals]
    likely = float(np.mean(logs))
    beyond = likely - math.log(sum(sizes))
    return math.exp(likely), LEAST + FAR * beyond + (max(logs) - min(logs)) / 2


def _followed(sizes: list[int], growth: np.ndarray) -> float | None:
    """The states if the growth keeps falling along its line; None if it does not fall."""
    at = np.arange(len(growth)) - len(growth)
    slope, here = np.polyfit(at, growth, 1)
    if slope > -FLAT:
        return None
    total, level = float(sum(sizes)), math.log(max(1, sizes[-1]))
    for d in range(LONGEST):
        level += here + slope * d
        total += math.exp(min(level, 600.0))
        if level < 0 or level > 600:
            break
    return total
