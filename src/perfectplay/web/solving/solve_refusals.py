"""Reasons for refusing a solve on request, with its estimate in one sentence."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from perfectplay.solver.estimate.interval import (
    Interval,
    bytes_words,
    count_words,
    number_words,
    size_words,
    time_words,
)

if TYPE_CHECKING:  # a server says its address before it loads what solves
    from perfectplay.solver.estimate.plan import SolvePlan

SPARE = 200_000_000
"""Bytes that are left free on a disk."""


def free_bytes(folder: Path) -> int:
    """Free bytes on the disk of a folder, which need not exist yet."""
    place = folder.absolute()
    while not place.exists() and place != place.parent:
        place = place.parent
    return shutil.disk_usage(place).free


def refusal(plan: SolvePlan, longest: float, free: int) -> str | None:
    """Reason for refusing the solve, with the estimate; None if it is allowed. ``longest``: seconds
    that it may take in the likely case; ``free``: bytes on the disk."""
    states = plan.forecast.every or plan.forecast.states
    size = f"{count_words(states)} states"
    if states.high is None and plan.forecast.why:
        size = f"at least {number_words(states.low)} states ({plan.forecast.why})"
    if not plan.fits:
        return (
            f"too large for this server: {size}, and at least {size_words(plan.least)} of memory, "
            f"where {size_words(plan.memory)} are allowed"
        )
    if plan.seconds.likely > longest:
        spent, likely = time_words(plan.seconds), plan.seconds.likely
        if plan.seconds.high is None:  # the lower bound alone may be far below the limit
            spent = f"likely {time_words(Interval(likely, likely, likely))} or more"
        return (
            f"too large for this server: {size}, {spent} of solving, where "
            f"{seconds_words(longest)} are allowed"
        )
    need = plan.disk.likely + plan.work.likely
    if need + SPARE > free:
        return (
            f"too large for this server: {size}, {bytes_words(plan.disk + plan.work.likely)} of "
            f"disk, where {size_words(max(0, free - SPARE))} are free"
        )
    return None


def too_long(states: int, longest: float, folder: str) -> str:
    """Reason for stopping a solve without an upper estimate."""
    found = f"{states:,} states were found, and " if states else ""
    return (
        f"too large for this server: {found}it was not solved within "
        f"{seconds_words(longest)}, which are allowed; ask again to go on from there, "
        f"or `perfectplay solve GAME -o {folder}` goes on"
    )


def seconds_words(seconds: float) -> str:
    """A duration as it was given.

    >>> seconds_words(600), seconds_words(90), seconds_words(1)
    ('10 minutes', '90 seconds', '1 second')
    """
    units = ((3600, "hour"), (60, "minute"), (1, "second"))
    unit, name = next((u for u in units if seconds >= u[0] and seconds % u[0] == 0), units[-1])
    count = seconds / unit
    return f"{count:,g} {name}{'' if count == 1 else 's'}"
