"""One run of the benchmarks, and how its rates and stages are written."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

from benchmarks.measure import Measured, measure
from benchmarks.table import seconds_text


class Bench:
    """One run: ``kept`` and ``cold`` are environments, the first with compiled code kept between
    processes, the second with a new empty folder for it each time; ``quick``: small sizes."""

    def __init__(
        self, kept: Mapping[str, str], cold: Callable[[], Mapping[str, str]], quick: bool
    ) -> None:
        self.kept = kept
        self.cold = cold
        self.quick = quick
        self.cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1

    def measure(self, task: str, *, repeat: int = 1, **arguments: Any) -> Measured:
        """A task with compiled code kept; once only where quick."""
        repeat = 1 if self.quick else repeat
        return measure(task, repeat=repeat, environment=self.kept, **arguments)

    def limit(self, kind: str, threads: int, run: Measured, **arguments: Any) -> str:
        """What the rules alone cost for the moves of a solve."""
        alone = self.measure("rules_alone", kind=kind, **arguments)
        cores = "1 core" if threads == 1 else f"{threads} cores"
        made = run.facts.get("made", run.facts["moves"])
        rate = alone.facts["children"] / alone.seconds
        least = made / rate / threads
        return (
            f"rules alone, {rate_text(rate)} children/s and core: "
            f"{seconds_text(least)} on {cores}, {least / run.seconds:.0%}"
        )


def rate_text(rate: float) -> str:
    """
    >>> rate_text(29_400_000), rate_text(812_000), rate_text(390_000_000)
    ('29 M', '0.81 M', '390 M')
    """
    return f"{rate / 1e6:.0f} M" if rate >= 1e7 else f"{rate / 1e6:.2g} M"


def stages_text(run: Measured) -> str:
    """How long each stage took, those of less than 50 ms left out."""
    stages = run.facts["stages"].items()
    return ", ".join(f"{name} {seconds:.1f}" for name, seconds in stages if seconds >= 0.05)
