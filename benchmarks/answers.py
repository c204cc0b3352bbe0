"""The section of answers to other programs: arrays of values, games of OpenSpiel, UGI."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.bench import Bench, rate_text
from benchmarks.measure import TaskError
from benchmarks.table import Row


def answers(bench: Bench) -> Iterator[Row]:
    """Values of states of Connect 4 in memory and on the disk; OpenSpiel; a move through UGI."""
    size = {"width": 4, "height": 4} if bench.quick else {"width": 5, "height": 5}
    bench.measure("warming", kind="integers", parameters=size, symmetries=True)
    yield from _looked_up(bench, size)
    if importlib.util.find_spec("pyspiel") is not None:
        for name, states, wanted in (
            ("tic_tac_toe", 5_478, 2),
            ("connect_four(rows=4,columns=4)", 161_029, 60),
        ):
            run = bench.measure("solving_openspiel", name=name)
            if run.facts["states"] != states:
                raise TaskError(f"{name} has {states} states, found {run.facts['states']}")
            yield Row(
                "Games of OpenSpiel", name, run.seconds, run.peak, states, wanted_seconds=wanted
            )
    for game in (["tic_tac_toe"], ["connect_four", "width=4", "height=4"]):
        run = bench.measure("asking_ugi", game=game, times=100 if bench.quick else 1_000)
        yield Row(
            "A best move through UGI, once the engine is ready", " ".join(game), run.seconds,
            wanted_seconds=0.002,
        )  # fmt: skip


def _looked_up(bench: Bench, size: dict[str, int]) -> Iterator[Row]:
    many, some, few = (200_000, 50_000, 2_000) if bench.quick else (10_000_000, 1_000_000, 50_000)
    wanted = None if bench.quick else 1.0
    with TemporaryDirectory() as folder:
        task: dict[str, Any] = {"parameters": size, "folder": f"{folder}/four"}
        bench.measure("looking_up", way="disk", states=few, **task)  # it is solved and stored
        base = bench.measure("looking_up", way="one by one", states=few, parameters=size)
        stored = base.facts["stored"]
        section = f"Values of states of Connect 4 {size['width']}×{size['height']}, {stored:,} kept"
        rate = few / base.seconds
        yield Row(section, "one by one, in memory", base.seconds, base.peak, ratio=1,
                  note=f"{rate_text(rate)} states/s")  # fmt: skip
        for name, run in (
            (f"{many:,} in memory", bench.measure(
                "looking_up", way="memory", states=many, parameters=size)),
            (f"{some:,} on the disk, in key order", bench.measure(
                "looking_up", way="disk", states=some, **task)),
        ):  # fmt: skip
            speed = run.facts["states"] / run.seconds
            yield Row(
                section, name, run.seconds, run.peak, ratio=speed / rate, wanted_seconds=wanted,
                note=f"{rate_text(speed)} states/s",
            )  # fmt: skip
