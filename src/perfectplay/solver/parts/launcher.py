"""Runs tasks by anybody's executor: a bounded number at a time, small ones in this process."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar
from uuid import uuid4

from perfectplay.compiler.constants import NotCompilable
from perfectplay.compiler.expander import KeysOutgrownError
from perfectplay.core.errors import AuditError, ClusterError, PerfectPlayError, RulesError
from perfectplay.core.progress import WorkerProgress
from perfectplay.game.packing import TupleKeys
from perfectplay.solver.parts.audit import Audit
from perfectplay.solver.parts.explore_part import InsideMovesError
from perfectplay.solver.parts.worker_counts import WorkerCounts, worker_name

Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)

ALONE = "this process works alone, without the workers: "
"""The beginning of a note, before the reason."""

IN_FLIGHT = 256
"""Tasks that an executor has at a time, so that a tier of a million parts does not drown it."""


PATIENCE = 5.0
"""Seconds without a result, after which the driver looks whether results were lost."""


SILENT = 12
"""Looks without a result, after which the driver says so."""


class Task(Protocol[Result_co]):
    """What can be pickled and run by any process that reaches the files; see `AuditedTask`."""

    @property
    def store(self) -> str:
        """The folder of the `PartStore` that it reads."""

    @property
    def receipt(self) -> str:
        """The name of its receipt."""

    def again(self, results: str) -> Task[Result_co]:
        """The same task, which leaves its files in the folder ``results``."""

    def run(self) -> Result_co:
        """Do it."""

    def found(self) -> Result_co | None:
        """The result if it is done already; None if it is not known to be."""


@dataclass(frozen=True)
class _Outgrown:
    """A task has met a state that does not fit the keys; these are wider ones."""

    low: tuple[int, ...]
    size: tuple[int, ...]


@dataclass(frozen=True)
class _Done:
    """A ``result``; the ``worker`` that has it, "" if it was found in the store; ``seconds`` that
    the task took."""

    result: Any
    worker: str = ""
    seconds: float = 0.0


class Launcher:
    """``executor``: runs the tasks; None: this process does. ``tell`` reports a line of text.
    ``audit``: compares some results with its own."""

    def __init__(
        self, executor: Executor | None, tell: Callable[[str], None], audit: Audit
    ) -> None:
        self.executor, self._tell, self.audit = executor, tell, audit
        self.counts = WorkerCounts()
        self._parts = self._finished = 0  # of the current tier

    @property
    def progress(self) -> WorkerProgress | None:
        """How far the workers are; None if no worker has answered yet."""
        counts = self.counts
        if not counts.workers:
            return None
        return WorkerProgress(self._finished, self._parts, len(counts.workers), counts.bytes)

    def run(
        self,
        tasks: Sequence[Task[Result]],
        done: Callable[[Result], None],
        *,
        here: bool = False,
    ) -> list[Result]:
        """The results of tasks, in their order; ``done`` is called with each as it comes.

        ``here``: they are so small that this process runs them. Raises what a task raises,
        KeysOutgrownError, AuditError, and ClusterError if the executor fails.
        """
        results: dict[int, Result] = {}

        def take(number: int, found: _Done) -> None:
            if isinstance(found.result, _Outgrown):
                raise KeysOutgrownError(TupleKeys(found.result.low, found.result.size))
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
            self._launch(self.executor, tasks, take, self._tell, self.audit.doubt)
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
        self._parts, self._finished = len(tasks), 0
        for result in known:
            if result is not None:
                self._finished += 1
                done(result)
        missing = [task for task, result in zip(tasks, known, strict=True) if result is None]
        new = iter(self.run(missing, done, here=here))
        return [next(new) if result is None else result for result in known]

    @staticmethod
    def _launch(
        executor: Executor,
        tasks: Sequence[Task[Any]],
        take: Callable[[int, _Done], None],
        tell: Callable[[str], None],
        doubt: Callable[[Task[Any], RulesError], None],
    ) -> None:
        running: dict[Future[Any], int] = {}
        waiting = iter(enumerate(tasks))
        looks = 0

        def look_after() -> None:
            """An executor may lose a result, and then its future waits for ever: one of Dask does
            if the scheduler ends at the wrong moment."""
            for future, number in list(running.items()):
                if not future.done() and (result := tasks[number].found()) is not None:
                    del running[future]
                    take(number, _Done(result))
            _submitted(executor, len, "").cancel()  # raises if it is not there any more

        try:
            while True:
                while len(running) < IN_FLIGHT and (item := next(waiting, None)) is not None:
                    future = _submitted(executor, run_task, item[1], uuid4().hex)
                    running[future] = item[0]
                if not running:
                    return
                ready = wait(running, PATIENCE, FIRST_COMPLETED).done
                for future in ready:
                    number = running.pop(future)
                    try:
                        found = _result(future)
                    except RulesError as error:
                        doubt(tasks[number], error)
                        raise
                    take(number, found)
                looks = 0 if ready else looks + 1
                if not ready:
                    look_after()
                if looks == SILENT:
                    tell("no worker has answered for a minute; is one running?")
        except BaseException as error:
            for future in running:
                future.cancel()
            if isinstance(error, AuditError) or not isinstance(
                error, KeyboardInterrupt | ClusterError
            ):
                wait(running, 60)  # they write files, which may be removed now
            raise


def run_task(task: Task[Any], attempt: str = "") -> _Done:  # noqa: ARG001
    """The result of a task; errors can be pickled. ``attempt`` is unique: some executors do not run
    a call again that they have had before."""
    began = time.perf_counter()
    try:
        return _Done(task.run(), worker_name(), time.perf_counter() - began)
    except KeysOutgrownError as outgrown:
        return _Done(_Outgrown(outgrown.keys.low, outgrown.keys.size))
    except PerfectPlayError as error:
        for name in ("state", "move"):
            if hasattr(error, name):  # it may be of a class that only this process has loaded
                setattr(error, name, _plain(getattr(error, name)))
        raise error from None


def _plain(value: Any) -> Any:
    """A state or a move without classes of the rules' file; None if there is no such form."""
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    return value if type(value) in (int, str, bool) else None


def _submitted(executor: Executor, call: Callable[..., Any], *arguments: Any) -> Future[Any]:
    try:
        return executor.submit(call, *arguments)
    except Exception as error:
        raise _failed(error) from error


def _result(future: Future[Any]) -> _Done:
    try:
        found: _Done = future.result()
        return found
    except (PerfectPlayError, NotCompilable, InsideMovesError):
        raise
    except OSError as error:  # of a file; a connection's has no number, or a class of its own
        if error.errno is None or isinstance(error, ConnectionError | TimeoutError):
            raise _failed(error) from error
        raise
    except Exception as error:
        raise _failed(error) from error


def _failed(error: Exception) -> ClusterError:
    words = f"{type(error).__name__}: {error}".rstrip(": ")
    return ClusterError(
        f"a task failed on the workers ({words}); one of them, or their scheduler, may have been "
        "killed, may have too little memory, or may lack perfectplay; what is finished is kept: "
        "run the same command again to continue"
    )
