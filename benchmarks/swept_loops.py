"""Teeko as one graph in memory, and swept by one and two workers.

Run it with `python -m benchmarks.swept_loops`.

The game is one tier with loops. Memory holds its graph, so the way of larger games is taken by
force. The three folders must have the same bytes.
"""

from __future__ import annotations

import os
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.teeko import Teeko
from perfectplay.solver import graph_solve
from perfectplay.solver.resume import solve_into


def contents(folder: Path) -> dict[str, bytes]:
    """All files of a folder, by name."""
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def measured(folder: Path, workers: int) -> dict[str, bytes]:
    """Solve into a folder by so many workers (0: this process alone); print the time it took."""
    began, before = time.perf_counter(), os.times()
    if workers:
        graph_solve.graph_room = lambda _: 0
        with ProcessPoolExecutor(workers, get_context("fork")) as pool:
            solve_into(Teeko(), folder, method="compiled", executor=pool)
    else:
        solve_into(Teeko(), folder, method="compiled")
    after = os.times()
    used = sum(after[:4]) - sum(before[:4])
    way = f"swept, workers: {workers}" if workers else "one graph in memory"
    print(f"{way:22} {time.perf_counter() - began:6.1f} s  {used:6.1f} s of processor time")
    return contents(folder)


def main() -> None:
    """Print the three times."""
    with TemporaryDirectory() as scratch:
        alone, *swept = [measured(Path(scratch) / f"teeko-{n}", n) for n in (0, 1, 2)]
        print("the same bytes" if swept == [alone, alone] else "DIFFERENT BYTES")


if __name__ == "__main__":
    main()
