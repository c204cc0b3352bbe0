"""The section of natural symmetric games: images of each child from lines, and from tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from benchmarks.bench import Bench, rate_text
from benchmarks.symmetric_games import SYMMETRIC_GAMES
from benchmarks.table import Row

WANTED = 20
"""Times the speed of the method as it is written; rules without images are the limit."""


def symmetric(bench: Bench) -> Iterator[Row]:
    """Methods that only permute: the rules alone, on one core, with all images of each child."""
    for game in SYMMETRIC_GAMES:
        section = f"{game[0].upper()}{game[1:]}: rules alone, one core"
        task: dict[str, Any] = {"kind": "symmetric", "parameters": {"game": game}}
        base = 0.0
        for contender, how in (
            ("the method as it is written", {"symmetries": True, "tables": False}),
            ("from tables", {"symmetries": True}),
            ("without images", {}),
        ):
            run = bench.measure("rules_alone", repeat=2, **task, **how)
            rate = run.facts["children"] / run.seconds
            base = base or rate
            wanted = WANTED if contender == "from tables" and not bench.quick else None
            yield Row(
                section, contender, run.seconds, run.peak, ratio=rate / base, wanted_ratio=wanted,
                note=f"{rate_text(rate)} children/s",
            )  # fmt: skip
