"""Workers that end, lose results, load other rules, or meet a mistake in the rules."""

from __future__ import annotations

from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from games_to_store import (
    Mirrored,
    contents,
    solved,
)
from perfectplay.core import task_runner
from perfectplay.core.errors import (
    ClusterError,
    RulesDifferError,
    RulesError,
)
from perfectplay.core.progress import Progress
from perfectplay.registry.address import load_game
from perfectplay.solver.parts import explore_part, loaded_tables, part_solve
from perfectplay.solver.resume import has_progress
from solves_by_parts import by_parts
from tiered_games import Levelled

pytest.importorskip("pyarrow")


def test_a_worker_that_is_killed(large: pytest.MonkeyPatch, tmp_path: Path) -> None:
    game, folder = Levelled(1, 0), tmp_path / "folder"
    solved(game, tmp_path / "alone")

    def kill(told: Progress) -> None:
        if list(folder.glob("work/parts-*/*.explored")):
            for process in list(pool._processes.values()):
                process.kill()

    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        sentence = "a task failed on the workers .*BrokenProcessPool.* run the same command again"
        with pytest.raises(ClusterError, match=sentence):
            solved(game, folder, executor=pool, progress=kill)
    assert has_progress(folder)
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        solved(game, folder, executor=pool)
    assert contents(folder) == contents(tmp_path / "alone")


class Disconnected(ThreadPoolExecutor):
    """Runs nothing: its connection is closed."""

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_exception(OSError("Stream is closed"))
        return future


def test_a_connection_that_ends_is_no_fault_of_the_folder(
    large: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with pytest.raises(ClusterError, match=r"\(OSError: Stream is closed\); one of them"):
        solved(Mirrored(4, 4), tmp_path / "folder", executor=Disconnected())


def test_an_executor_that_takes_nothing(large: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    with pytest.raises(ClusterError, match="cannot schedule new futures after shutdown"):
        solved(Mirrored(4, 4), tmp_path / "folder", executor=pool)


RULES = """
from typing import NamedTuple
from perfectplay import Game, Value

class Piles(NamedTuple):
    left: int
    right: int

class Rocks(Game):
    stuck = Value.LOSS
    def start(self):
        return Piles(30, 30)
    def moves(self, state):
        for side in range(2):
            for some in range(1, min(state[side], 2) + 1):
                yield (some, side)
    def play(self, state, move):
        some, side = move
        return Piles(state.left - some * (1 - side), state.right - some * side)
    def outcome(self, state):
        assert state != (WRONG, 3), "a planted mistake"
        return None
    def tier(self, state):
        return 60 - state.left - state.right
"""


def test_states_of_a_class_of_the_file(
    processes: Executor, large: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "rocks.py").write_text(RULES.replace("WRONG", "99"), encoding="utf-8")
    game = load_game(str(tmp_path / "rocks.py"))
    solved(game, tmp_path / "alone")
    assert by_parts(tmp_path / "parts", game, executor=processes)
    assert contents(tmp_path / "parts") == contents(tmp_path / "alone")


def test_a_mistake_in_the_rules_is_told_as_without_workers(
    processes: Executor, large: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """An assertion: compiled rules raise, and the worker's interpreter finds the state."""
    (tmp_path / "rocks.py").write_text(RULES.replace("WRONG", "3"), encoding="utf-8")
    game = load_game(str(tmp_path / "rocks.py"))
    found = []
    for how in ({}, {"executor": processes}):
        with pytest.raises(RulesError, match="a planted mistake") as error:
            solved(game, tmp_path / f"folder{len(found)}", **how)
        found.append((str(error.value), tuple(error.value.state)))
    assert found[0] == found[1]


def test_rules_that_change_while_workers_load_them(
    processes: Executor, large: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "rocks.py"
    file.write_text(RULES.replace("WRONG", "98"), encoding="utf-8")
    game = load_game(str(file))
    file.write_text(RULES.replace("WRONG", "98").replace("30", "31"), encoding="utf-8")
    with pytest.raises(RulesDifferError, match="put the same files in both places"):
        solved(game, tmp_path / "folder", executor=processes)


class Losing(ThreadPoolExecutor):
    """Loses the first result: its task is done, and its future waits for ever."""

    lost = 0

    def submit(self, call: Any, /, *arguments: Any, **more: Any) -> Future[Any]:
        future = super().submit(call, *arguments, **more)
        if self.lost:
            return future
        self.lost = 1
        return Future()


def test_a_result_that_is_lost(large: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The driver finds its receipt; and an executor that takes no tasks any more is noticed."""
    large.setattr(task_runner, "PATIENCE", 0.05)
    game = Mirrored(4, 4)
    solved(game, tmp_path / "alone")
    with Losing(2) as pool:
        solved(game, tmp_path / "parts", executor=pool)
    assert pool.lost
    assert contents(tmp_path / "parts") == contents(tmp_path / "alone")
    pool = Losing(2)
    large.setattr(explore_part.ExplorePart, "found", lambda _: None)
    large.setattr(pool, "lost", 0)
    large.setattr(task_runner.TaskRunner, "run", closing(task_runner.TaskRunner.run, pool))
    with pytest.raises(ClusterError, match="cannot schedule new futures after shutdown"):
        solved(game, tmp_path / "other", executor=pool)


def closing(real: Any, pool: Executor) -> Any:
    """Shuts an executor down a moment after tasks were launched."""

    def launched(*arguments: Any) -> None:
        Timer(0.02, pool.shutdown, (False,)).start()
        real(*arguments)

    return launched


def test_tables_are_forgotten_at_the_end(large: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Of this process: it may live on for long, and a budget does not count them."""
    loaded: list[int] = []
    finished = part_solve.forget_tables

    def forget(store: str) -> None:
        loaded.append(len(loaded_tables.TABLES._loaded))
        finished(store)

    large.setattr(part_solve, "forget_tables", forget)
    with ThreadPoolExecutor(1) as threads:
        solved(Mirrored(4, 4), tmp_path / "folder", executor=threads)
    assert loaded[0] > 0
    assert loaded_tables.TABLES._loaded == {}
