"""Tasks on anybody's executor: a bounded number at a time, each result taken as it comes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from uuid import uuid4

from perfectplay.core.errors import ClusterError, PerfectPlayError

Work = TypeVar("Work")

ALONE = "this process works alone, without the workers: "
"""The beginning of a note, before the reason."""

IN_FLIGHT = 256
"""Tasks that an executor has at a time, so that a tier of a million parts does not drown it."""

PATIENCE = 5.0
"""Seconds without a result, after which it is looked whether results were lost."""

SILENT = 12
"""Looks without a result, after which a line says so."""


@dataclass(frozen=True)
class TaskRunner(Generic[Work]):
    """``call`` is what a worker does with a task; it also gets a text that is different each time,
    since some executors do not run a call again that they have had before. ``own``: exceptions of
    tasks that are raised as they are, as all of PerfectPlayError are. ``tell`` reports a line;
    ``advice``: the end of the sentence of a ClusterError."""

    executor: Executor
    call: Callable[[Work, str], Any]
    tell: Callable[[str], None]
    advice: str
    own: tuple[type[Exception], ...] = ()

    def run(
        self,
        tasks: Sequence[Work],
        take: Callable[[int, Any], None],
        found: Callable[[Work], Any] = lambda _: None,
    ) -> None:
        """Run tasks; ``take`` is called with the number and the answer of each as it comes.

        An executor may lose an answer, and then its future waits for ever: one of Dask does if the
        scheduler ends at the wrong moment. ``found``: an answer that has come by another way, or
        None. Raises what tasks raise, and ClusterError if the executor fails.
        """
        running: dict[Future[Any], int] = {}
        waiting = iter(enumerate(tasks))
        looks = 0

        def look_after() -> None:
            for future, number in list(running.items()):
                if not future.done() and (answer := found(tasks[number])) is not None:
                    del running[future]
                    take(number, answer)
            self._submitted(len, "").cancel()  # raises if it is not there any more

        try:
            while True:
                while len(running) < IN_FLIGHT and (item := next(waiting, None)) is not None:
                    running[self._submitted(self.call, item[1], uuid4().hex)] = item[0]
                if not running:
                    return
                ready = wait(running, PATIENCE, FIRST_COMPLETED).done
                for future in ready:
                    take(running.pop(future), self._answer(future))
                looks = 0 if ready else looks + 1
                if not ready:
                    look_after()
                if looks == SILENT:
                    self.tell("no worker has answered for a minute; is one running?")
        except BaseException as error:
            for future in running:
                future.cancel()
            if not isinstance(error, KeyboardInterrupt) and type(error) is not ClusterError:
                wait(running, 60)  # they may write files, which may be removed now
            raise

    def _submitted(self, call: Callable[..., Any], *arguments: Any) -> Future[Any]:
        try:
            return self.executor.submit(call, *arguments)
        except Exception as error:
            raise self._failed(error) from error

    def _answer(self, future: Future[Any]) -> Any:
        passed: tuple[type[Exception], ...] = (PerfectPlayError, *self.own)
        try:
            return future.result()
        except passed:
            raise
        except OSError as error:  # of a file; a connection's has no number, or its own class
            if error.errno is None or isinstance(error, ConnectionError | TimeoutError):
                raise self._failed(error) from error
            raise
        except Exception as error:
            raise self._failed(error) from error

    def _failed(self, error: Exception) -> ClusterError:
        words = f"{type(error).__name__}: {error}".rstrip(": ")
        return ClusterError(
            f"a task failed on the workers ({words}); one of them, or their scheduler, may have "
            f"been killed, may have too little memory, or may lack perfectplay; {self.advice}"
        )
