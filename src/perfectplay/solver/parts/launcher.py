"""Runs tasks by anybody's executor: a bounded number at a time, small ones in this process."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from perfectplay.compiler.expander import KeysOutgrownError
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.core.errors import PerfectPlayError, RulesError
from perfectplay.core.progress import WorkerProgress
from perfectplay.core.task_runner import TaskRunner
from perfectplay.game.shape.packing import TupleKeys
from perfectplay.solver.parts.audit import Audit, Task
from perfectplay.solver.parts.explore_part import InsideMovesError
from perfectplay.solver.parts.worker_counts import WorkerCounts, worker_name
from perfectplay.solver.parts.worker_start import keep_freed_arrays

Result = TypeVar("Result")

KEPT = "what is finished is kept: run the same command again to continue"
"""What to do if a task of a solve fails on the workers."""


@dataclass(frozen=True)
class _Outgrown:
    """A task has met a state that does not fit the keys; these are wider ones."""

    low: tuple[int, ...]
    size: tuple[int, ...]
    usual: tuple[int, ...]

    @property
    def keys(self) -> TupleKeys:
        """The keys, of states that their numbers stand for."""
        return TupleKeys(self.low, self.size, usual=self.usual)


@dataclass(frozen=True)
class _Done:
    """A ``result``; the ``worker`` that has it, "" if it was found in the store; ``seconds`` that
    the task took."""

    result: Any
    worker: str = ""
    seconds: float = 0.0


class Launcher:
    """``executor``: runs the tasks; None: this process does. ``tell`` reports a line of text.
    ``audit``: compares some results with its own. ``memory``: bytes that a worker may hold with
    its tables; None: half of what is free there."""

    def __init__(
        self,
        executor: Executor | None,
        tell: Callable[[str], None],
        audit: Audit,
        memory: int | None = None,
    ) -> None:
        self.executor, self._tell, self.audit, self._memory = executor, tell, audit, memory
        self.counts = WorkerCounts()
        self._tasks = self._finished = 0  # of the current step

    @property
    def progress(self) -> WorkerProgress | None:
        """How far the workers are; None if no worker has answered yet."""
        counts = self.counts
        if not counts.workers:
            return None
        return WorkerProgress(self._finished, self._tasks, len(counts.workers), counts.bytes)

    def run(
        self, tasks: Sequence[Task[Result]], done: Callable[[Result], None], *, here: bool = False
    ) -> list[Result]:
        """The results of tasks, in their order; ``done`` is called with each as it comes.

        ``here``: they are so small that this process runs them. Raises what a task raises,
        KeysOutgrownError, AuditError, and ClusterError if the executor fails.
        """
        results: dict[int, Result] = {}

        def take(number: int, found: _Done) -> None:
            if isinstance(found.result, _Outgrown):
                raise KeysOutgrownError(found.result.keys)
            if isinstance(found.result, RulesError):
                if not alone:
                    self.audit.doubt(tasks[number], found.result)
                raise found.result
            if not alone:
                self.counts.add(found.worker, found.seconds, found.result)
                self.audit.look_at(tasks[number], found.result, found.worker or "a worker")
            results[number] = found.result
            self._finished += 1
            done(found.result)

        alone = self.executor is None or here
        if self.executor is None or here:
            for number, task in enumerate(tasks):
                take(number, run_task(task))
        else:
            own = (NotCompilable, InsideMovesError)
            call = partial(run_on_worker, self._memory)
            runner = TaskRunner[Task[Any]](self.executor, call, self._tell, KEPT, own)
            runner.run(tasks, take, _found)
        return [results[number] for number in range(len(tasks))]

    def receipts(
        self,
        tasks: Sequence[Task[Result]],
        known: Sequence[Result | None],
        done: Callable[[Result], None],
        *,
        here: bool,
    ) -> list[Result]:
        """As `run`, but only those tasks are run whose result in ``known`` is None."""
        self._tasks, self._finished = len(tasks), 0
        for result in known:
            if result is not None:
                self._finished += 1
                done(result)
        missing = [task for task, result in zip(tasks, known, strict=True) if result is None]
        new = iter(self.run(missing, done, here=here))
        return [next(new) if result is None else result for result in known]


def run_on_worker(memory: int | None, task: Task[Any], attempt: str) -> _Done:  # noqa: ARG001
    """`run_task` in a worker, which may hold ``memory`` bytes; ``attempt`` is different each
    time."""
    if memory is None:
        keep_freed_arrays()
    return run_task(task)


def run_task(task: Task[Any]) -> _Done:
    """The result of a task, or the mistake in the rules that it met; errors can be pickled."""
    began = time.perf_counter()
    try:
        return _Done(task.run(), worker_name(), time.perf_counter() - began)
    except KeysOutgrownError as outgrown:
        return _Done(_Outgrown(*outgrown.keys.numbers))
    except PerfectPlayError as error:
        for name in ("state", "move"):
            if hasattr(error, name):  # it may be of a class that only this process has loaded
                setattr(error, name, _plain(getattr(error, name)))
        if isinstance(error, RulesError):
            return _Done(error)
        raise error from None


def _found(task: Task[Any]) -> _Done | None:
    """The result of a task whose receipt is in the store."""
    result = task.found()
    return None if result is None else _Done(result)


def _plain(value: Any) -> Any:
    """A state or a move without classes of the rules' file; None if there is no such form."""
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    return value if type(value) in (int, str, bool) else None
