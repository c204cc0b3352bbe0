"""The section of players that are judged: `evaluate` against a loop over records."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.bench import Bench, rate_text
from benchmarks.measure import Measured, TaskError
from benchmarks.table import Row, seconds_text


def evaluating(bench: Bench) -> Iterator[Row]:
    """The first legal move as a player, in tic-tac-toe and a million positions of Connect 4."""
    section = "A player judged in the 4,520 positions of tic-tac-toe"
    loop, function = (
        bench.measure("judging_all", repeat=2, way=way) for way in ("loop", "function")
    )
    if loop.facts["keeping"] != function.facts["keeping"]:
        raise TaskError(
            f"{function.facts['keeping']} moves keep, by a loop {loop.facts['keeping']}"
        )
    yield _row(section, "a loop over keeping_moves", loop, loop)
    yield _row(section, "a function", function, loop, 0.1)
    size = {"width": 4, "height": 3} if bench.quick else {"width": 5, "height": 5}
    many, few = (2_000, 500) if bench.quick else (1_000_000, 20_000)
    section = f"{many:,} positions of Connect 4 on {size['width']}×{size['height']}"
    bench.measure("warming", kind="integers", parameters=size)
    loop = bench.measure("judging_some", way="loop", parameters=size, positions=few)
    yield _row(section, "a loop over keeping_moves", loop, loop)
    for way, wanted in (("function", 5.0), ("array", 1.0)):
        run = bench.measure("judging_some", way=way, parameters=size, positions=many)
        yield _row(
            section, f"a{'n' * (way == 'array')} {way}", run, loop, None if bench.quick else wanted
        )


def _row(
    section: str, contender: str, run: Measured, loop: Measured, wanted: float | None = None
) -> Row:
    """A row whose ratio is that of positions a second."""
    rate, base = (one.facts["positions"] / one.seconds for one in (run, loop))
    made = run.facts.get("made")
    note = f"{rate_text(rate)} positions/s"
    if made is not None:
        note += f"; its policy took {seconds_text(made)}"
    return Row(
        section,
        contender,
        run.seconds,
        run.peak,
        ratio=rate / base,
        wanted_seconds=wanted,
        note=note,
    )
