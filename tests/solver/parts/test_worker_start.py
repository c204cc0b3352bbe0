"""Workers load their modules while the driver is not ready yet, if the game is large."""

from __future__ import annotations

from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from games_to_store import Mirrored, contents, solved
from perfectplay.cli.input.cluster import workers_at
from perfectplay.core.process_memory import resident_bytes
from perfectplay.solver.parts import worker_start
from perfectplay.solver.parts.worker_start import MODULES, wake

pytest.importorskip("pyarrow")


class Sleeping(ThreadPoolExecutor):
    """Notes what it is asked for."""

    def __init__(self, error: Exception | None = None) -> None:
        super().__init__(1)
        self.heard, self.error = list[str](), error

    def wake(self) -> None:
        self.heard.append("wake")
        if self.error is not None:
            raise self.error

    def submit(self, *arguments: Any, **named: Any) -> Future[Any]:
        self.heard.append("submit")
        return super().submit(*arguments, **named)


def test_workers_of_a_large_game_are_woken_before_the_first_task(
    large: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    solved(Mirrored(4, 4), tmp_path / "alone")
    for error in (None, OSError("no more processes")):
        with Sleeping(error) as workers:
            solved(Mirrored(4, 4), tmp_path / str(error), executor=workers)
        assert workers.heard[:2] == ["wake", "submit"]
        assert workers.heard.count("wake") == 1
        assert contents(tmp_path / str(error)) == contents(tmp_path / "alone")


def test_those_of_a_small_game_sleep(tmp_path: Path) -> None:
    with Sleeping() as workers:
        solved(Mirrored(4, 4), tmp_path, executor=workers)
    assert workers.heard == []


@pytest.mark.parametrize("budget", [None, 700_000_000])
def test_workers_without_a_budget_keep_what_tasks_free(
    budget: int | None, large: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The memory of the first of many tasks serves the next ones."""
    told = list[int]()
    large.setattr(worker_start, "keep_little_freed", lambda budget, _: told.append(budget))
    large.setattr(worker_start, "default_budget", lambda: 7)
    worker_start.keep_freed_arrays.cache_clear()
    memory = None if budget is None else resident_bytes() + budget  # tests before this hold memory
    with ThreadPoolExecutor(1) as workers:
        solved(Mirrored(4, 4), tmp_path, executor=workers, memory=memory)
    assert told == ([7] if budget is None else [])
    worker_start.keep_freed_arrays.cache_clear()


def test_processes_load_the_modules() -> None:
    with workers_at("processes:1") as workers:
        wake(workers)
        loaded = f"set({MODULES}) <= set(__import__('sys').modules)"
        assert workers.submit(eval, loaded).result() is True


@pytest.mark.parametrize("executor", [None, Executor()], ids=["none", "plain"])
def test_other_executors_are_left_alone(executor: Executor | None) -> None:
    wake(executor)
