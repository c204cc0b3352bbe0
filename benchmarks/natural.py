"""The section of states as people write them: letters, texts, rows, dataclasses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from benchmarks.bench import Bench, rate_text, stages_text
from benchmarks.connect_four_ways import CONNECT_FOUR_WAYS
from benchmarks.table import Row
from benchmarks.tic_tac_toe_4x4 import TIC_TAC_TOE_WAYS

WAYS = {"Tic-tac-toe on 4×4": TIC_TAC_TOE_WAYS, "Connect 4 on 5×4": CONNECT_FOUR_WAYS}


def natural(bench: Bench) -> Iterator[Row]:
    """Ways to write the states of one game: the rules alone, on one core."""
    for game, ways in WAYS.items():
        base = 0.0
        for way, (_, wanted) in ways.items():
            task: dict[str, Any] = {"kind": "natural", "parameters": {"game": game, "way": way}}
            alone = bench.measure("rules_alone", repeat=3, **task)
            rate = alone.facts["children"] / alone.seconds
            slow = bench.measure("rules_interpreted", **task).facts["children"]
            base = base or rate
            yield Row(
                f"{game}, rules alone, one core", way, alone.seconds, alone.peak,
                ratio=rate / base,
                wanted_ratio=None if bench.quick else wanted,
                note=f"{rate_text(rate)} children/s, {rate / slow:.0f} times the interpreter",
            )  # fmt: skip
    size = 4 if bench.quick else 8
    task = {"kind": "rook", "parameters": {"size": size}}
    bench.measure("solving", **task)
    run = bench.measure("solving", repeat=3, **task)
    yield Row(
        f"King and rook against king, {size}×{size}, (wk, wr, bk, letter)", "solved",
        run.seconds, run.peak, run.facts["states"],
        wanted_seconds=None if bench.quick else 3,
        limit=bench.limit("rook", bench.cores, run, parameters={"size": size}),
        note=f"{run.facts['states']:,} states; {stages_text(run)}",
    )  # fmt: skip
