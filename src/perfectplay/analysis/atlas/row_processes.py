"""Tasks in processes of their own, some at a time, each with a deadline at which it is killed."""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from perfectplay.core.fork_pool import can_fork, fork, how_ended

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

BEAT = 0.1
"""The most seconds between two calls of ``alive``."""

WATCH = 1.0
"""Seconds between two looks of a copy whether the process that made it is there."""

Task = TypeVar("Task")


@dataclass(frozen=True)
class Ended:
    """In the place of an answer: ``late``: the task was killed at its deadline, else its process
    died; ``why`` in words."""

    late: bool
    why: str


@dataclass
class _Running(Generic[Task]):
    task: Task
    process: BaseProcess
    line: Connection
    end: float


class RowProcesses(Generic[Task]):
    """Does tasks in ``size`` processes at a time, each a copy of this one.

    ``work(task, alive)`` is called there, and gives an answer that can be pickled; it calls
    ``alive`` now and then. ``seconds(task)``: after these the copy is killed. A copy ends with this
    process, too. Where there are no copies (Windows, macOS), the tasks are done here, one after the
    other, and nothing stops them.
    """

    def __init__(
        self,
        work: Callable[[Task, Callable[[], None]], Any],
        seconds: Callable[[Task], float],
        size: int,
    ) -> None:
        self._work, self._seconds, self._size = work, seconds, size
        self._running: list[_Running[Task]] = []

    def run(
        self,
        tasks: Iterable[Task],
        take: Callable[[Task, Any], Sequence[Task]],
        alive: Callable[[], None] = lambda: None,
    ) -> None:
        """Do the tasks; ``take`` is called with each and its answer, or `Ended`, as they come, and
        gives further tasks. ``alive`` is called about ten times a second."""
        waiting = deque(tasks)
        try:
            while waiting or self._running:
                if not can_fork():
                    task = waiting.popleft()
                    waiting.extendleft(take(task, self._work(task, alive)))
                    continue
                while waiting and len(self._running) < self._size:
                    self._start(waiting.popleft())
                for task, answer in self._answers():
                    waiting.extendleft(take(task, answer))
                alive()
        finally:
            for one in self._running:
                _end(one)
            self._running.clear()

    def _start(self, task: Task) -> None:
        seconds = self._seconds(task)
        process, line = fork(_serve, self._work, task, os.getpid())
        self._running.append(_Running(task, process, line, time.monotonic() + seconds))

    def _answers(self) -> list[tuple[Task, Any]]:
        """What has been answered, died or run late within the next moment."""
        from multiprocessing.connection import wait

        ready = wait([one.line for one in self._running], BEAT)
        found = []
        for one in list(self._running):
            answer = _received(one) if one.line in ready else None
            if answer is None and time.monotonic() > one.end:
                answer = Ended(True, "killed at its deadline")
            if answer is not None:
                self._running.remove(one)
                _end(one)
                found.append((one.task, answer))
        return found


def _received(one: _Running[Any]) -> Any:
    """The answer of a process, or `Ended`."""
    try:
        return one.line.recv()
    except (EOFError, OSError):
        return Ended(False, how_ended(one.process, "its process ended before it had an answer"))


def _end(one: _Running[Any]) -> None:
    one.process.kill()
    one.process.join()
    one.line.close()


def _serve(
    line: Connection, work: Callable[[Any, Callable[[], None]], Any], task: Any, parent: int
) -> None:
    """What a copy does."""
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    with suppress(BaseException):  # the other end sees that there is no answer
        line.send(work(task, lambda: None))


def _end_with(parent: int) -> None:
    """End this copy when the process that made it has ended, however that was."""
    while os.getppid() == parent:
        time.sleep(WATCH)
    os._exit(1)
