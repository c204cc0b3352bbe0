"""What each worker of a solve by parts has done."""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass, field
from typing import Any

from perfectplay.game.showing import number_of
from perfectplay.solver.estimate.interval import number_words, size_words


def worker_name() -> str:
    """The name of this process, as messages show it: HOST:PROCESS."""
    return f"{socket.gethostname()}:{os.getpid()}"


@dataclass
class WorkerCount:
    """``seconds``: the time that those tasks of one worker took that have resolved or explored
    ``states``, each by itself."""

    tasks: int = 0
    states: int = 0
    seconds: float = 0.0

    @property
    def speed(self) -> float:
        """States a second and thread: explored ones and resolved ones."""
        return self.states / self.seconds if self.seconds else 0.0


@dataclass
class WorkerCounts:
    """``workers``: by name; ``bytes``: of the keys, values and parts that all of them have written;
    ``lost``: the results that the driver found in the store before the executor gave them."""

    workers: dict[str, WorkerCount] = field(default_factory=dict)
    bytes: int = 0
    lost: int = 0

    def add(self, worker: str, seconds: float, result: Any) -> None:
        """Count a task; ``worker`` is empty if the result was found in the store."""
        self.bytes += getattr(result, "bytes", 0)
        if not worker:
            self.lost += 1
            return
        count = self.workers.setdefault(worker, WorkerCount())
        count.tasks += 1
        states = getattr(result, "states", 0)
        if states:  # a task that only writes or compares says nothing of the speed
            count.seconds += seconds
            count.states += states

    def words(self) -> str:
        """A line about all workers, of which there is at least one.

        >>> from perfectplay.solver.parts.receipts import ResolvedPart
        >>> counts = WorkerCounts()
        >>> counts.add("one:7", 2.0, ResolvedPart((), 0, {}))
        >>> counts.words()
        '1 worker: 1 task, 0 bytes written'
        """
        tasks = sum(count.tasks for count in self.workers.values())
        speeds = sorted(count.speed for count in self.workers.values() if count.speed)
        words = [number_of(tasks, "task"), f"{size_words(self.bytes)} written"]
        if speeds:
            low, high = number_words(speeds[0]), number_words(speeds[-1])
            between = low if low == high else f"{low} to {high}"
            words.append(f"{between} states a second for each of their threads")
        if self.lost:
            words.append(f"{number_of(self.lost, 'result')} found in the folder first")
        return f"{number_of(len(self.workers), 'worker')}: {', '.join(words)}"
