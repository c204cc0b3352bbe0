"""Tasks: values of many states at once, games of OpenSpiel, and a position asked through UGI."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from perfectplay import Solution, from_openspiel, solve
from perfectplay.games.connect_four import ConnectFour


def looking_up(
    parameters: dict[str, int], states: int, way: str, folder: str | None = None
) -> dict[str, Any]:
    """The values of so many stored states of Connect 4, drawn by chance. ``way``: "one by one",
    "memory" (in any order) or "disk", in the order of their keys, of a solution in ``folder``."""
    import numpy as np

    if folder is not None and not Path(folder).exists():
        solve(ConnectFour(**parameters)).save(folder)
    solution = solve(ConnectFour(**parameters)) if folder is None else Solution.open(folder)
    keys = np.concatenate([some for some, _ in solution.table.blocks()])
    asked = np.random.default_rng(1).choice(keys, states)
    solution.values(asked[: max(1 << 17, states // 10)])  # what is compiled is there then
    if way == "disk":
        asked.sort()
        solution = Solution.open(folder or "")  # nothing of the table is in memory
    began = time.perf_counter()
    if way == "one by one":
        total = sum(map(int, map(solution.value, asked.tolist())))
    else:
        total = int(solution.values(asked).sum(dtype=np.int64))
    return {
        "seconds": time.perf_counter() - began, "states": states, "stored": len(keys),
        "total": total,
    }  # fmt: skip


def solving_openspiel(name: str) -> dict[str, Any]:
    """A game of OpenSpiel, loaded and solved through its Python interface."""
    began = time.perf_counter()
    solution = solve(from_openspiel(name))
    return {"seconds": time.perf_counter() - began, "states": len(solution)}


def asking_ugi(game: list[str], times: int) -> dict[str, Any]:
    """The mean time of a position and a best move through UGI, once the engine is ready."""
    process = subprocess.Popen(
        [sys.executable, "-m", "perfectplay", "engine", *game],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("isready\n")
    while process.stdout.readline() != "readyok\n":
        pass
    began = time.perf_counter()
    for _ in range(times):
        process.stdin.write("position startpos\ngo\n")
        while not process.stdout.readline().startswith("bestmove"):
            pass
    seconds = (time.perf_counter() - began) / times
    process.stdin.close()
    process.wait()
    process.stdout.close()
    return {"seconds": seconds}
