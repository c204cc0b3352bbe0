"""Games to solve by parts, and solves that are watched or interrupted."""

from __future__ import annotations

import os
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from games_to_store import (
    GAMES,
    Points,
    in_a_child,
    solved,
)
from perfectplay import Game
from perfectplay.core.progress import Progress
from tiered_games import AgainIntegers, AgainTuples, Levelled, SeatedIntegers, TurnedTuples

MORE: list[Game] = [
    *GAMES,
    *(kind(seed) for kind in (AgainIntegers, AgainTuples, SeatedIntegers, TurnedTuples)
      for seed in (12, 14, 15, 18, 35)),
    *(Levelled(seed, back) for seed, back in ((1, 0), (2, 1), (3, 2), (4, 3))),
]  # fmt: skip


def by_parts(folder: Path, game: Game, **how: Any) -> bool:
    """Whether a solve worked by parts, from what it reported."""
    lines: list[str] = []
    solved(game, folder, progress=lambda told: lines.extend(told.notes), **how)
    return not any("works alone" in line for line in lines)


def begun(game: Game, folder: Path, executor: Executor, resolved: int = 0) -> Path:
    """A folder whose solve was interrupted; the folder of its parts."""

    def stop(told: Progress) -> None:
        if told.stage == "resolving" and told.done > resolved:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solved(game, folder, executor=executor, progress=stop)
    [found] = (folder / "work").glob("parts-*")
    return found


def dies(game: Game, folder: Path, point: int) -> bool:
    """Solves by parts in a process that dies at a point; whether it got so far."""

    def work() -> None:
        with ThreadPoolExecutor(2) as pool, Points(point, lambda: os._exit(9)).watching():
            solved(game, folder, executor=pool)

    status = in_a_child(work)
    assert status in (0, 9)
    return status == 9
